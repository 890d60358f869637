import { short } from '../../text/words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'

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

type Minimum = { readonly name: string; readonly version: string }

/** The least versions that a commit asks for: as its subject says, and as it wrote into a manifest. */
function minimumsIn({ subject, evidence }: CommitAnalysis): { said: readonly Minimum[]; all: readonly Minimum[] } {
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

/** Commits by which a project asked for a version, where a later one lowers it, or asks for a higher one. */
export function supersededMinimums(analyses: readonly CommitAnalysis[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const lowered = new Map<string, Later>()
  const highest = new Map<string, Later>()
  for (const analysis of analyses.toReversed()) {
    const { said, all } = minimumsIn(analysis)
    for (const { name, version } of said) {
      const later = [lowered.get(name), highest.get(name)].find(
        (other, at) =>
          other !== undefined && (at === 0 ? !isSame(other.version, version) : isHigher(other.version, version)),
      )
      if (later !== undefined) found.set(analysis.sha, short(later.sha))
    }
    for (const { name, version } of lowers.test(analysis.subject) ? said : [])
      if (!lowered.has(name)) lowered.set(name, { version, sha: analysis.sha })
    for (const { name, version } of all)
      if (isHigher(version, highest.get(name)?.version ?? '0')) highest.set(name, { version, sha: analysis.sha })
  }
  return found
}

/** A branch for old releases asks for less too, once it is merged; who means to says so. */
const lowers = /^(?:reduce|lower|relax|decrease|downgrade)\b/i

type Later = { readonly version: string; readonly sha: string }

/** `1.74` and `1.74.0` are one version. */
const isSame = (one: string, other: string): boolean => !isHigher(one, other) && !isHigher(other, one)

function isHigher(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  for (let at = 0; at < 3; at++) {
    const [x, y] = [a?.[at] ?? 0, b?.[at] ?? 0]
    if (x !== y) return x > y
  }
  return false
}
