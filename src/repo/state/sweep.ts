import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing, type RepoPaths } from '../git/repo-paths.ts'
import { removeFile } from './disk.ts'
import { isAlive } from './lock.ts'
import { isWholeHookNote } from './hook-notes.ts'
import { shownDir, stateDir, treeDir } from './state.ts'

/** A file beside its place that somebody alive may still rename is younger than this. */
const minute = 60_000

/** Removes what a killed process left between writing a file and giving it its name. */
export function sweep(place: RepoPaths): void {
  for (const dir of [treeDir(place), shownDir(place), stateDir(place)]) {
    for (const path of unfinished(dir))
      if (isAbandoned(path) && !isWholeHookNote(path)) removeFile(path, { below: dir })
  }
}

function unfinished(dir: string): readonly string[] {
  try {
    return readdirSync(dir, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      name.endsWith('.tmp') ? [join(dir, name)] : [],
    )
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function isAbandoned(path: string): boolean {
  const pid = Number(/\.(\d+)\.tmp$/.exec(path)?.[1])
  if (pid > 0 && !isAlive(pid)) return true
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs > minute
}
