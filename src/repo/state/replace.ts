import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, renameSync, rmSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { isMissing } from '../git/repo-paths.ts'
import { fillFile, linkOnce, makeFolders, nameBeside, noFollow, refuseLinksBetween, type Within } from './disk.ts'

/** What became of a file that was to be replaced: kept, because somebody had changed it, or replaced. */
export type Replaced =
  | { readonly isKept: true }
  | {
      readonly isKept: false
      /** The new file as we wrote it; undefined where it was removed. */
      readonly stat: Stats | undefined
      /** Gives both states of the old file where somebody went on writing to it, as an editor does that had it open. */
      readonly lookAgain: () => { readonly before: Buffer; readonly after: Buffer } | undefined
    }

type Replacing = Within & {
  /** Whether what stands there may go, asked at the last moment; undefined where nothing stands there. */
  readonly mayGo: (bytes: Buffer | undefined) => boolean
}

/** Replaces a file that people edit too, or removes it; what they saved meanwhile is never overwritten. */
export function replaceFile(path: string, text: string | undefined, { below, mayGo }: Replacing): Replaced {
  if (text === undefined) refuseLinksBetween(below, dirname(path))
  else makeFolders(dirname(path), { below })
  const beside = nameBeside(path)
  const stat = text === undefined ? undefined : fillFile(beside, text)
  const old = openOld(path)
  let isDone = false
  try {
    const before = old === undefined ? undefined : readAll(old)
    isDone = mayGo(before) && isStill(path, old) && swap(path, { beside, isGone: text === undefined, old })
    if (!isDone) return { isKept: true }
    if (old === undefined || before === undefined) return { isKept: false, stat, lookAgain: () => undefined }
    return { isKept: false, stat, lookAgain: () => lookAt(old, before) }
  } finally {
    if (!isDone && old !== undefined) closeSync(old)
    if (stat !== undefined) rmSync(beside, { force: true })
  }
}

/** Opens what stands at a path; a link or a pipe is nobody's text, and may be replaced like nothing. */
function openOld(path: string): number | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  try {
    return openSync(path, constants.O_RDONLY | noFollow)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Whether a path still leads to the file that was read: many an editor saves beside and renames, as we do. */
const isStill = (path: string, old: number | undefined): boolean =>
  old === undefined || lstatSync(path, { throwIfNoEntry: false })?.ino === fstatSync(old).ino

type Swapping = { readonly beside: string; readonly isGone: boolean; readonly old: number | undefined }

function swap(path: string, { beside, isGone, old }: Swapping): boolean {
  if (isGone) rmSync(path, { force: true })
  else if (old !== undefined || lstatSync(path, { throwIfNoEntry: false }) !== undefined) renameSync(beside, path)
  else return linkWhereFree(beside, path)
  return true
}

/** A second name is never given over a file that somebody made just now; where a disk knows none, it is renamed. */
function linkWhereFree(beside: string, path: string): boolean {
  try {
    return linkOnce(beside, path)
  } catch {
    renameSync(beside, path)
    return true
  }
}

function lookAt(file: number, before: Buffer): { before: Buffer; after: Buffer } | undefined {
  try {
    const after = readAll(file)
    return after.equals(before) ? undefined : { before, after }
  } finally {
    closeSync(file)
  }
}

function readAll(file: number): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0, read = 1; read > 0; at += read) {
    const piece = Buffer.alloc(64 * 1024)
    read = readSync(file, piece, 0, piece.length, at)
    pieces.push(piece.subarray(0, read))
  }
  return Buffer.concat(pieces)
}
