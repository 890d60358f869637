import { lstatSync, openSync, readSync, closeSync, realpathSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
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
    const path = fileAt(root, name)
    if (path !== undefined) found.set(name, signs.includes(name) ? '' : beginningOf(path))
  }
  return found
}

/**
 * Where a file at the top is. A link may lead anywhere, and a clone holds whatever somebody put there: only a README that is
 * a link to a README of the same work tree is followed (axum `README.md` → `axum/README.md`).
 */
function fileAt(root: string, name: string): string | undefined {
  const path = join(root, name)
  const there = lstatSync(path, { throwIfNoEntry: false })
  if (there?.isSymbolicLink() !== true) return there?.isFile() === true ? path : undefined
  try {
    const target = realpathSync(path)
    const [first = '', ...below] = relative(realpathSync(root), target).split(sep)
    const isTheirs = below.length > 0 && first !== '..' && ![first, ...below].some((folder) => aside.has(folder))
    return isTheirs && readme.test(name) && readme.test(basename(target)) && statSync(target).isFile()
      ? target
      : undefined
  } catch {
    // A link may lead in a circle, or nowhere.
    return undefined
  }
}

const readme = /^readme(?:\.(?:md|markdown|rst|txt))?$/i
/** Folders of a work tree that are not the project's. */
const aside: ReadonlySet<string> = new Set(['.git', 'node_modules'])

function beginningOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(mostBytes)
    return bytes.subarray(0, readSync(file, bytes, 0, mostBytes, 0)).toString('utf8')
  } finally {
    closeSync(file)
  }
}
