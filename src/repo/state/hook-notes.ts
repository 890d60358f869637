import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing, readIfThere } from '../git/repo-paths.ts'

/** What a hook noted, line by line. */
export type HookNote = readonly (readonly [key: string, value: string])[]

/** Reads what a hook noted: `key value` lines, `end` on the last; undefined where it was not written to its end. */
export function readHookNote(text: string): HookNote | undefined {
  if (!isWhole(text)) return undefined
  return text
    .slice(0, -ending.length)
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)])
}

const ending = '\nend\n'
const isWhole = (text: string): boolean => text.endsWith(ending)

/** Tells a note that was written to its end; a hook that finds no `mv` leaves it under its first name. */
export const isWholeHookNote = (path: string): boolean => isWhole(readIfThere(path) ?? '')

/** Lists the notes of a folder by name, without those that are still being written. */
export const listHookNotes = (dir: string): readonly string[] =>
  filesIn(dir).filter((file) => !file.endsWith('.tmp') || isWholeHookNote(join(dir, file)))

/** Lists the files of a folder by name; none where there is no such folder. */
export function filesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .flatMap((item) => (item.isFile() ? [item.name] : []))
      .sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
