import { join } from 'node:path'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'
import { removeFile, writeWhole } from './disk.ts'

const line = '/.ctx/tree/'

const file = (place: RepoPaths): string => join(place.commonDir, 'info', 'exclude')

/** Keeps `.ctx/tree` out of `git status` and `git add`; false when it was kept out already. */
export function excludeTree(place: RepoPaths): boolean {
  const text = readIfThere(file(place)) ?? ''
  if (text.split('\n').includes(line)) return false
  // Whether the file ended its last line is kept, so that taking the line out gives back the same bytes.
  const next = text === '' || text.endsWith('\n') ? `${text}${line}\n` : `${text}\n${line}`
  writeWhole(file(place), next, { below: place.commonDir })
  return true
}

/** Takes the line out again; false when it was not there. */
export function includeTree(place: RepoPaths): boolean {
  const text = readIfThere(file(place))
  if (text === undefined || !text.split('\n').includes(line)) return false
  const rest = text.endsWith(`\n${line}`) ? text.slice(0, -line.length - 1) : text.replace(`${line}\n`, '')
  if (rest === '') removeFile(file(place), { below: place.commonDir })
  else writeWhole(file(place), rest, { below: place.commonDir })
  return true
}
