import { join } from 'node:path'
import { commitKey } from '../../commit.ts'
import type { Rejections } from '../git/rejections.ts'
import type { RepoPaths } from '../git/repo-paths.ts'
import { readCountedLines, writeCountedLines } from './counted-lines.ts'
import { shownDir } from './state.ts'

const file = (place: RepoPaths): string => join(shownDir(place), 'rejected')

/** A line: the key of a commit, and the day. */
const shape = /^[0-9a-f]{8} \d{4}-\d\d-\d\d$/

/** Reads what people rejected of a knowledge commit; undefined where nobody wrote down that of this one, or it is damaged. */
export function readRejected(place: RepoPaths, commit: string): Rejections | undefined {
  const read = readCountedLines(file(place), shape)
  if (read === undefined || read.commit !== commit) return undefined
  return new Map(read.lines.map((line) => [commitKey(line), line.slice(9)]))
}

/** Writes down what people rejected of a knowledge commit. */
export function writeRejected(place: RepoPaths, commit: string, rejections: Rejections): void {
  const lines = [...rejections].map(([key, day]) => `${key} ${day}`)
  writeCountedLines(file(place), { commit, lines }, place.gitDir)
}
