import { join } from 'node:path'
import type { RepoPaths } from '../git/repo-paths.ts'
import { removeFile } from './disk.ts'
import { isLocked } from './lock.ts'
import { readStateFile, stateDir, writeStateFile } from './state.ts'

const readingFile = 'reading'

const branchesBegun = (place: RepoPaths): readonly string[] =>
  (readStateFile(place, readingFile) ?? '').split('\n').filter((line) => line !== '')

function writeBegun(place: RepoPaths, refs: readonly string[]): void {
  if (refs.length === 0) removeFile(join(stateDir(place), readingFile), { below: place.commonDir })
  else writeStateFile(place, readingFile, refs.map((ref) => `${ref}\n`).join(''))
}

/** Notes that the history of a code branch is being read, whose lessons are written down at the end; gives what to call then. */
export function beginReading(place: RepoPaths, ref: string): () => void {
  const others = (): readonly string[] => branchesBegun(place).filter((one) => one !== ref)
  writeBegun(place, [...others(), ref])
  return () => writeBegun(place, others())
}

/** Tells whether the history of a code branch was begun to be read, and nobody reads it any more. */
export const isReadingStopped = (place: RepoPaths, ref: string): boolean =>
  branchesBegun(place).includes(ref) && !isLocked(place, 'tree')
