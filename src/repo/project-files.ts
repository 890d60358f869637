import { lstatSync, openSync, readSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import type { RepoPaths } from './git/repo-paths.ts'

/** What is read of a file at the top of a project: its beginning says what it is. */
const mostBytes = 64 * 1024

/** Reads the beginning of files at the top of a work tree, by name; of `signs` only whether they are there. */
export function readTopFiles(
  { root }: RepoPaths,
  names: readonly string[],
  signs: readonly string[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const name of [...names, ...signs]) {
    // A link may lead anywhere, and a clone holds whatever somebody put there.
    if (lstatSync(join(root, name), { throwIfNoEntry: false })?.isFile() !== true) continue
    found.set(name, signs.includes(name) ? '' : beginningOf(join(root, name)))
  }
  return found
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(mostBytes)
    return bytes.subarray(0, readSync(file, bytes, 0, mostBytes, 0)).toString('utf8')
  } finally {
    closeSync(file)
  }
}
