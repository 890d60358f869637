import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'
import { appendTo, removeFile, writeWhole } from './disk.ts'
import { makeStateDir, stateDir } from './state.ts'

/** Questions that found nothing, one a line, oldest first. They stay on this machine: what people ask is theirs. */
const file = (place: RepoPaths): string => join(stateDir(place), 'gaps')

/** So much is kept, so that a script that asks all day fills no disk. */
const most = { lines: 2_000, bytes: 256 * 1024 }

/** Notes a question that nothing answered. */
export function noteGap(place: RepoPaths, question: string): void {
  try {
    makeStateDir(place)
    appendTo(file(place), `${question}\n`, { below: place.commonDir })
    const { size } = statSync(file(place))
    if (size > 2 * most.bytes) keepGaps(place, readGaps(place))
  } catch {
    // A repository that cannot be written to answers all the same.
  }
}

/** Reads the noted questions, the oldest first. */
export const readGaps = (place: RepoPaths): readonly string[] =>
  (readIfThere(file(place)) ?? '').split('\n').filter((line) => line !== '')

/** Keeps of the noted questions these, the newest of too many. */
export function keepGaps(place: RepoPaths, questions: readonly string[]): void {
  const kept: string[] = []
  let bytes = 0
  for (const question of questions.slice(-most.lines).toReversed()) {
    bytes += Buffer.byteLength(question) + 1
    if (bytes > most.bytes) break
    kept.unshift(question)
  }
  if (kept.length === 0) removeFile(file(place), { below: place.commonDir })
  else writeWhole(file(place), `${kept.join('\n')}\n`, { below: place.commonDir })
}
