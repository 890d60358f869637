import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  type Stats,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { Problem } from '../../problem.ts'
import { isMissing } from '../git/repo-paths.ts'

// Every write of the program is in this file, and test/writes.test.ts proves it: what a clone brings may hold a link
// anywhere, and a name that can be guessed can be one already.

/** `below`: the folder that may be trusted, because no commit made it; from it down, nothing may be a link. */
export type Within = { readonly below: string; readonly mode?: number }

/**
 * Opens what was made in a git directory to whom the folder around it is open: git gives that the mode that
 * core.sharedRepository asks for, and whoever shares a repository shares what lies in it.
 */
export function openAsAround(path: string, below: string): void {
  if (statSync(join(below, 'HEAD'), { throwIfNoEntry: false }) === undefined) return
  const around = statSync(dirname(path)).mode & 0o077
  const own = statSync(path)
  const wanted = own.mode | (own.isDirectory() ? around : around & 0o066)
  if (wanted === own.mode) return
  try {
    chmodSync(path, wanted)
  } catch {
    // It is somebody else's, who has to open it.
  }
}

/** Writes a file beside its place and renames it, so that nobody ever reads half of it; it keeps its mode. */
export function writeWhole(path: string, text: string | Uint8Array, { below, mode }: Within): void {
  makeFolders(dirname(path), { below })
  const beside = nameBeside(path)
  const before = lstatSync(path, { throwIfNoEntry: false })
  try {
    fillFile(beside, text, mode ?? (before?.isFile() ? before.mode : undefined))
    if (mode === undefined) openAsAround(beside, below)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/** A name beside a file that nobody can guess; `sweep` finds by its end whose it was. */
export const nameBeside = (path: string): string => `${path}.${randomBytes(8).toString('hex')}.${process.pid}.tmp`

/** Makes and fills a file where nothing stands, not even a link, and tells size and time. */
export function fillFile(path: string, text: string | Uint8Array, mode?: number): Stats {
  const file = openSync(path, 'wx', 0o666)
  try {
    writeFileSync(file, text)
    if (mode !== undefined) fchmodSync(file, mode & 0o7777)
    return fstatSync(file)
  } finally {
    closeSync(file)
  }
}

/** Makes a folder and those above it, one by one: Node's own recursive way never ends where none can be made (/proc). */
export function makeFolders(folder: string, { below, mode = 0o777 }: Within): void {
  let at = below
  for (const part of partsBelow(below, folder)) {
    at = join(at, part)
    if (isOwnFolder(at)) continue
    try {
      mkdirSync(at, mode)
      openAsAround(at, below)
    } catch (error) {
      if (isMissing(error) && isOwnFolder(dirname(at))) throw noFolder(at, error)
      // Somebody else made it just now.
      if (!isOwnFolder(at)) throw error
    }
  }
}

const noFolder = (path: string, cause: unknown): Problem =>
  new Problem('no-folder-here', `${path} cannot be made: no folders can be made there.`, {
    hint: 'Name another folder.',
    cause,
  })

function partsBelow(below: string, path: string): readonly string[] {
  const parts = relative(below, path)
    .split(sep)
    .filter((part) => part !== '')
  if (parts[0] === '..') throw new Error(`${path} is not below ${below}`)
  return parts
}

/** Tells a folder from nothing; refuses a link, which could lead anywhere, and a file. */
function isOwnFolder(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return false
  if (stat.isDirectory()) return true
  const what = stat.isSymbolicLink() ? 'a symbolic link' : 'not a folder'
  throw new Problem('link-in-the-way', `${path} is ${what}, so nothing is written through it.`, {
    hint: 'Remove it, then run this again.',
  })
}

/** Refuses to go through a link on the way to a folder; what is not there leads nowhere. */
export function refuseLinksBetween(below: string, folder: string): void {
  let at = below
  for (const part of partsBelow(below, folder)) {
    at = join(at, part)
    if (!isOwnFolder(at)) return
  }
}

/** The nearest folder that is there: what a person names outside of a repository is theirs, links and all. */
export function nearestFolder(path: string): string {
  const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  return isThere || path === dirname(path) ? path : nearestFolder(dirname(path))
}

/** Adds to the end of a file, and makes it where there is none. */
export function appendTo(path: string, text: string, { below }: Within): void {
  makeFolders(dirname(path), { below })
  const file = openSync(path, constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | noFollow)
  try {
    appendFileSync(file, text)
  } finally {
    closeSync(file)
  }
  openAsAround(path, below)
}

/** Refuses a link at the end of a path; Windows has no such flag, and there only administrators make links. */
export const noFollow = constants.O_NOFOLLOW ?? 0

/** Makes a file that must not be there yet; false when it is. */
export function createOnce(path: string, text: string): boolean {
  try {
    fillFile(path, text)
    return true
  } catch (error) {
    if (isThere(error)) return false
    throw error
  }
}

const isThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** Gives a file a second name; false when that is taken. */
export function linkOnce(path: string, second: string): boolean {
  try {
    linkSync(path, second)
    return true
  } catch (error) {
    if (isThere(error)) return false
    throw error
  }
}

/** Renames a file of our own within a folder of our own. */
export const move = (from: string, to: string): void => renameSync(from, to)

/** Says that a file of our own is still in use. */
export const touch = (path: string): void => utimesSync(path, new Date(), new Date())

/** Removes a file; one that is not there is fine, and a link goes without what it leads to. */
export function removeFile(path: string, { below }: Within): void {
  refuseLinksBetween(below, dirname(path))
  rmSync(path, { force: true })
}

/** Removes a folder with all that is in it; links in it go without what they lead to. */
export function removeFolder(path: string, { below }: Within): void {
  refuseLinksBetween(below, dirname(path))
  rmSync(path, { recursive: true, force: true })
}

/** Removes a folder and those above it, up to the one that stays, as long as nothing is in them. */
export function removeEmpty(folder: string, { below }: Within): void {
  for (let at = folder; at !== below && at.startsWith(below); at = dirname(at)) {
    try {
      rmdirSync(at)
    } catch {
      // Not empty, or gone already: what lies above it stays.
      return
    }
  }
}

/** Writes a file for a person to a new folder among the temporary ones, and gives its path. */
export function writeTemporary(name: string, text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'ctx-')), name)
  fillFile(path, text)
  return path
}

/** Makes an empty folder among the temporary ones, for its owner alone, which is gone when it goes out of scope. */
export function makeTemporaryFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'ctx-'))
  const dispose = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  return { path, [Symbol.dispose]: dispose }
}

/** The program of the thread that touches locks: a text, because ours is one file, and it touches none but its own. */
export const beating = `
const { readFileSync, utimesSync } = require('node:fs')
const { paths, mark, every } = require('node:worker_threads').workerData
const beat = () => {
  for (const path of paths)
    try {
      if (readFileSync(path, 'utf8').startsWith(mark)) utimesSync(path, new Date(), new Date())
    } catch {}
}
setInterval(beat, every)`
