import { join } from 'node:path'
import type { RepoPaths } from '../git/repo-paths.ts'
import { removeFile } from './disk.ts'
import { isLocked } from './lock.ts'
import { readStateFile, stateDir, writeStateFile } from './state.ts'

const readingFile = 'reading'

/** Notes that a history is being read, whose lessons are written down at the end; gives what to call then. */
export function beginReading(place: RepoPaths): () => void {
  writeStateFile(place, readingFile, '')
  return () => removeFile(join(stateDir(place), readingFile), { below: place.commonDir })
}

/** Tells whether a history was begun to be read, and nobody reads it any more. */
export const isReadingStopped = (place: RepoPaths): boolean =>
  readStateFile(place, readingFile) !== undefined && !isLocked(place, 'tree')
