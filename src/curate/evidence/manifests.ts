import { catch as otherwise, object, optional, record, string } from 'zod/mini'
import type { Commit, FileChange } from '../../commit.ts'
import type { Evidence, Reading } from '../evidence.ts'

const isManifest = ({ path }: FileChange): boolean => path === 'package.json' || path.endsWith('/package.json')
const noBlob = /^0+$/

/** Names the blobs of every package.json a commit touched, as it was before and after. */
export const manifestBlobs = ({ changes }: Commit): readonly string[] =>
  changes.filter(isManifest).flatMap(({ before, after }) => [before, after].filter((blob) => !noBlob.test(blob)))

const lists = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const
const ranges = optional(otherwise(record(string(), string()), {}))
const manifest = object({
  dependencies: ranges,
  devDependencies: ranges,
  peerDependencies: ranges,
  optionalDependencies: ranges,
})

/**
 * Finds dependencies that were added, removed or moved to another major version, by comparing both manifests; `value`
 * is the new range, '' for one that was removed.
 */
export const dependencies = (reading: Reading): readonly Evidence[] =>
  reading.commit.changes.filter(isManifest).flatMap((change) => {
    const [before, after] = [read(reading, change.before), read(reading, change.after)]
    return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name) => {
      const text = describe(before.get(name), after.get(name))
      if (text === undefined) return []
      const value = after.get(name)?.range ?? ''
      const at = { commit: reading.commit.sha, path: change.path }
      return [
        {
          kind: 'dependency' as const,
          about: name,
          value,
          text,
          category: 'environment' as const,
          at,
          grade: 'observed' as const,
          weight: 0.6,
        },
      ]
    })
  })

type Needed = { readonly range: string; readonly list: (typeof lists)[number] }

function read({ texts }: Reading, blob: string): ReadonlyMap<string, Needed> {
  const parsed = manifest.safeParse(toJson(texts.get(blob) ?? '{}'))
  const needed = new Map<string, Needed>()
  if (!parsed.success) return needed
  for (const list of lists)
    for (const [name, range] of Object.entries(parsed.data[list] ?? {})) needed.set(name, { range, list })
  return needed
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A manifest with a syntax error was committed: it says nothing about dependencies.
    return {}
  }
}

function describe(before: Needed | undefined, after: Needed | undefined): string | undefined {
  if (after === undefined) return before === undefined ? undefined : 'removed'
  if (before === undefined) return `added to ${after.list}`
  if (major(before.range) !== major(after.range)) return `moved from ${before.range} to ${after.range} in ${after.list}`
  return undefined
}

/** The part of a version range that may break callers: the major version, or the minor below 1.0 (semver.org, 4). */
const major = (range: string): string => {
  const [, first = range, second = ''] = /(\d+)(?:\.(\d+|x|\*))?/.exec(range) ?? []
  return first === '0' ? `0.${second}` : first
}
