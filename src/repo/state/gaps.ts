import { join } from 'node:path'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'
import { appendTo, removeFile, writeWhole } from './disk.ts'
import { makeStateDir, stateDir } from './state.ts'

/** Questions that found nothing, one a line, oldest first. They stay on this machine: what people ask is theirs. */
const file = (place: RepoPaths): string => join(stateDir(place), 'gaps')

/** So many lines are kept, so that a script that asks all day fills no disk. */
const most = 2_000

/** Notes a question that nothing answered. */
export function noteGap(place: RepoPaths, question: string): void {
  try {
    makeStateDir(place)
    appendTo(file(place), `${question}\n`, { below: place.commonDir })
  } catch {
    // A repository that cannot be written to answers all the same.
  }
}

export const readGaps = (place: RepoPaths): readonly string[] =>
  (readIfThere(file(place)) ?? '').split('\n').filter((line) => line !== '')

/** Keeps of the noted questions these, the newest of too many. */
export function keepGaps(place: RepoPaths, questions: readonly string[]): void {
  if (questions.length === 0) removeFile(file(place), { below: place.commonDir })
  else writeWhole(file(place), `${questions.slice(-most).join('\n')}\n`, { below: place.commonDir })
}
