import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing, type RepoPaths, readIfThere } from '../../repo/git/repo-paths.ts'
import { writeWhole } from '../../repo/state/disk.ts'
import { stateDir } from '../../repo/state/state.ts'
import type { Change } from '../../tree/knowledge.ts'
import { goalFolder } from '../../tree/path.ts'

/**
 * Keeps goals as they were last written here: no file of the tree shows them, and a branch whose objects are gone had
 * no other.
 */
export function copyGoals(place: RepoPaths, ref: string, written: readonly Change[]): void {
  for (const { path, text } of written)
    if (text !== undefined) writeWhole(join(folderOf(place, ref), nameOf(path)), text, { below: place.commonDir })
}

/** Reads the goals that were last written to a knowledge branch here. */
export function copiedGoals(place: RepoPaths, ref: string): ReadonlyMap<string, string> {
  const folder = folderOf(place, ref)
  const named = namesIn(folder).filter((name) => name.endsWith('.json'))
  return new Map(named.map((name) => [`${goalFolder}/${name}`, readIfThere(join(folder, name)) ?? '']))
}

const nameOf = (path: string): string => path.slice(goalFolder.length + 1)

/** A branch may be called what no folder can. */
const folderOf = (place: RepoPaths, ref: string): string =>
  join(stateDir(place), 'goals', createHash('sha256').update(ref).digest('hex').slice(0, 16))

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
