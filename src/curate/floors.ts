import { short } from '../text/words.ts'
import type { CommitAnalysis } from './commit-analysis.ts'

/** What projects ask of those who run them, by how subjects call it and how manifests do. */
const platforms: readonly { readonly said: string; readonly manifest: string }[] = [
  { said: 'node(?:\\.?js)?', manifest: 'node' },
  { said: 'go(?:lang)?', manifest: 'go' },
  { said: 'python', manifest: 'requires-python' },
  { said: 'rust|msrv', manifest: 'rust-version' },
  { said: 'ruby', manifest: 'ruby' },
]

const asks = /\b(?:requir(?:e[sd]?|ements?)|min(?:imum|umim|imal)?|msrv|at least|or above)\b/i
const shapes = platforms.map(({ said, manifest }) => ({
  manifest,
  shape: new RegExp(`\\b(?:${said})\\b[^\\d\\n]{0,24}?(\\d{1,4}(?:\\.\\d{1,4}){0,2})`, 'i'),
}))

type Floor = { readonly name: string; readonly version: string }

/** The least versions that a commit asks for: as its subject says, and as it wrote into a manifest. */
function floorsIn({ subject, evidence }: CommitAnalysis): { said: readonly Floor[]; all: readonly Floor[] } {
  const said = !asks.test(subject)
    ? []
    : shapes.flatMap(({ manifest, shape }) => {
        const [, version] = shape.exec(subject) ?? []
        return version === undefined ? [] : [{ name: manifest, version }]
      })
  const written = evidence.flatMap(({ kind, about, value }) => {
    const version = /\d{1,4}(?:\.\d{1,4}){0,2}/.exec(value)?.[0]
    return kind === 'dependency' && version !== undefined && platforms.some(({ manifest }) => manifest === about)
      ? [{ name: about, version }]
      : []
  })
  return { said, all: [...said, ...written] }
}

/** Commits by which a project asked for a version, where a later one asks for a higher one; with that later one. */
export function outgrown(studies: readonly CommitAnalysis[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const latest = new Map<string, { readonly version: string; readonly sha: string }>()
  for (const study of studies.toReversed()) {
    const { said, all } = floorsIn(study)
    for (const { name, version } of said) {
      const later = latest.get(name)
      if (later !== undefined && isHigher(later.version, version)) found.set(study.sha, short(later.sha))
    }
    for (const { name, version } of all)
      if (isHigher(version, latest.get(name)?.version ?? '0')) latest.set(name, { version, sha: study.sha })
  }
  return found
}

function isHigher(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  for (let at = 0; at < 3; at++) {
    const [x, y] = [a?.[at] ?? 0, b?.[at] ?? 0]
    if (x !== y) return x > y
  }
  return false
}
