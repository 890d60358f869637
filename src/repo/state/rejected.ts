import { join } from 'node:path'
import { commitKey } from '../../commit.ts'
import type { Rejections } from '../git/rejections.ts'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'
import { writeWhole } from './disk.ts'
import { shownDir } from './state.ts'

/** A line each: the key of a commit, and the day. It follows from the history of the knowledge that is shown. */
const file = (place: RepoPaths): string => join(shownDir(place), 'rejected')

/** Reads what people rejected of the knowledge that is shown; undefined where nobody wrote that down yet. */
export function readRejected(place: RepoPaths): Rejections | undefined {
  const text = readIfThere(file(place))
  if (text === undefined) return undefined
  return new Map(
    text.split('\n').flatMap((line) => {
      const [key = '', day = ''] = line.split(' ')
      return day === '' ? [] : [[commitKey(key), day] as const]
    }),
  )
}

/** Writes down what people rejected, so that no question has to ask git. */
export const writeRejected = (place: RepoPaths, rejections: Rejections): void =>
  writeWhole(file(place), [...rejections].map(([key, day]) => `${key} ${day}\n`).join(''), { below: place.gitDir })
