import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commitKey } from '../../commit.ts'
import type { Rejections } from '../git/rejections.ts'
import type { RepoPaths } from '../git/repo-paths.ts'
import { removeFolder, writeWhole } from './disk.ts'
import { shownDir } from './state.ts'

// First the knowledge commit of which it is made, and how many lines follow; then a line each: the key of a commit, and the day.

const file = (place: RepoPaths): string => join(shownDir(place), 'rejected')

/** Reads what people rejected of a knowledge commit; undefined where nobody wrote down that of this one, or it is damaged. */
export function readRejected(place: RepoPaths, commit: string): Rejections | undefined {
  const [head, ...lines] = textOf(place).split('\n')
  if (commit === '' || head !== `${commit} ${lines.length - 1}` || lines.pop() !== '') return undefined
  if (!lines.every((line) => /^[0-9a-f]{8} \d{4}-\d\d-\d\d$/.test(line))) return undefined
  return new Map(lines.map((line) => [commitKey(line), line.slice(9)]))
}

function textOf(place: RepoPaths): string {
  try {
    return readFileSync(file(place), 'utf8')
  } catch {
    // Whatever is there instead, it says nothing, and the next refresh writes it anew.
    return ''
  }
}

/** Writes down what people rejected of a knowledge commit, so that no question has to ask git. */
export function writeRejected(place: RepoPaths, commit: string, rejections: Rejections): void {
  const below = place.gitDir
  if (lstatSync(file(place), { throwIfNoEntry: false })?.isDirectory()) removeFolder(file(place), { below })
  const lines = [...rejections].map(([key, day]) => `${key} ${day}\n`)
  writeWhole(file(place), `${commit} ${lines.length}\n${lines.join('')}`, { below })
}
