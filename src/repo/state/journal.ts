import { join } from 'node:path'
import { type EntryPath, toEntryPath } from '../../tree/path.ts'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'
import { appendTo, move, removeFile, writeWhole } from './disk.ts'
import { stateDir } from './state.ts'

const journal = (place: RepoPaths): string => join(stateDir(place), 'accesses')
const taken = (place: RepoPaths): string => `${journal(place)}.taken`

/** Notes that a search returned these entries; nothing in the tree changes by being read. */
export function noteAccesses(place: RepoPaths, paths: readonly EntryPath[]): void {
  if (paths.length === 0) return
  try {
    appendTo(journal(place), paths.map((path) => `${path}\n`).join(''), { below: place.commonDir })
  } catch {
    // A repository that cannot be written to answers all the same.
  }
}

/** Names the entries of which accesses are noted and not settled yet; nothing is taken. */
export const notedPaths = (place: RepoPaths): readonly EntryPath[] => [
  ...count([journal(place), taken(place)].flatMap((path) => (readIfThere(path) ?? '').split('\n'))).keys(),
]

/**
 * Takes the noted accesses, counted by entry; what is noted meanwhile begins a new journal. Call `done` with the
 * entries whose accesses are safe in a commit: the others, and all of them after a crash, are taken again.
 */
export function takeAccesses(place: RepoPaths): {
  accesses: ReadonlyMap<EntryPath, number>
  done: (settled: readonly EntryPath[]) => void
} {
  const noted = readIfThere(journal(place))
  if (noted !== undefined) {
    const waiting = readIfThere(taken(place)) ?? ''
    if (waiting === '') move(journal(place), taken(place))
    else {
      writeWhole(taken(place), waiting + noted, { below: place.commonDir })
      removeFile(journal(place), { below: place.commonDir })
    }
  }
  const lines = (readIfThere(taken(place)) ?? '').split('\n')
  return { accesses: count(lines), done: (settled) => keepOthers(place, lines, new Set<string>(settled)) }
}

function keepOthers(place: RepoPaths, lines: readonly string[], settled: ReadonlySet<string>): void {
  if (settled.size === 0) return
  const kept = lines.filter((line) => line !== '' && !settled.has(line))
  if (kept.length === 0) removeFile(taken(place), { below: place.commonDir })
  else writeWhole(taken(place), `${kept.join('\n')}\n`, { below: place.commonDir })
}

function count(lines: readonly string[]): ReadonlyMap<EntryPath, number> {
  const counts = new Map<EntryPath, number>()
  for (const line of lines) {
    const path = toEntryPath(line)
    if (path !== undefined) counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  return counts
}
