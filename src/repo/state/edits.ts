import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Change } from '../../tree/knowledge.ts'
import type { RepoPaths } from '../git/repo-paths.ts'
import { trackedInTree } from '../git/tracked.ts'
import { isKnowledgePath, listFiles, statOf } from './checkout.ts'
import { type CheckedOut, type Stat, treeDir } from './state.ts'

/** Computes the name git gives a blob: SHA-1 or SHA-256, whichever the repository uses. */
export function blobName(text: string | Uint8Array, like: string): string {
  const bytes = Buffer.from(text)
  return createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex')
}

/** A file that a person changed: what they made of it, its state then, and the blob that we wrote there last. */
export type Edit = Change & { readonly stat: Stat | undefined; readonly was: string | undefined }

/** The same of a file that was saved in another encoding than UTF-8: it is no change of knowledge, and stays as it is. */
export type UnreadEdit = { readonly path: string; readonly bytes: Buffer; readonly stat: Stat }

/**
 * Finds what people changed in `.ctx/tree` since it was shown. `isOurs` tells the blobs that the tree may hold without
 * anybody's doing: those of the commit on its way when something stopped it.
 */
export function findEdits(
  place: RepoPaths,
  shown: CheckedOut,
  isOurs: (path: string, blob: string | undefined) => boolean,
): readonly (Edit | UnreadEdit)[] {
  const present = listFiles(place).filter(isKnowledgePath)
  const tracked = trackedInTree(place)
  const known = [...shown.files.keys()].filter((path) => !tracked.has(path))
  // A tree that is gone as a whole was deleted as a cache is; its knowledge is on the branch.
  if (present.length === 0) return []
  const there = new Set(present)
  const isGone = (path: string): boolean => !there.has(path) && isKnowledgePath(path) && isNothing(place, path)
  const removed = known.filter((path) => isGone(path) && !isOurs(path, undefined))
  const dir = treeDir(place)
  return [
    ...present.flatMap((path) => editOf(dir, path, { known: shown.files.get(path), isOurs, like: shown.commit })),
    ...removed.map((path) => ({ path, text: undefined, stat: undefined, was: shown.files.get(path)?.blob })),
  ]
}

/** The same for some files, by what is known of them. */
export const findEditsAt = (
  place: RepoPaths,
  paths: readonly string[],
  { stats, like }: { stats: ReadonlyMap<string, Stat>; like: string },
): readonly (Edit | UnreadEdit)[] => {
  const tracked = trackedInTree(place)
  const dir = treeDir(place)
  return paths.filter(isKnowledgePath).flatMap((path): readonly (Edit | UnreadEdit)[] => {
    if (tracked.has(path)) return []
    const isThere = lstatSync(join(dir, path), { throwIfNoEntry: false })?.isFile() === true
    if (isThere) return editOf(dir, path, { known: stats.get(path), isOurs: () => false, like })
    return stats.has(path) ? [{ path, text: undefined, stat: undefined, was: stats.get(path)?.blob }] : []
  })
}

/** A file counts as removed where nothing stands: a link or folder in its place, or on the way to it, is no deletion. */
function isNothing(place: RepoPaths, path: string): boolean {
  let at = treeDir(place)
  for (const part of path.split('/')) {
    at = join(at, part)
    const stat = lstatSync(at, { throwIfNoEntry: false })
    if (stat === undefined) return true
    if (!stat.isDirectory()) return false
  }
  return false
}

// Two writes within one tick of the file system's clock leave the same time; younger files are compared by content.
const tick = 20

function editOf(
  dir: string,
  path: string,
  { known, isOurs, like }: { known: Stat | undefined; isOurs: (path: string, blob: string) => boolean; like: string },
): readonly (Edit | UnreadEdit)[] {
  // After a switch this is asked of every file: to normalise each path takes as long as to look at the file.
  const full = `${dir}/${path}`
  const stat = lstatSync(full)
  const isSettled = Date.now() - stat.mtimeMs > tick
  if (known !== undefined && isSettled && stat.size === known.bytes && stat.mtimeMs === known.changedAt) return []
  const bytes = readFileSync(full)
  const blob = blobName(bytes, known?.blob ?? like)
  if (blob === known?.blob || isOurs(path, blob)) return []
  const now = statOf(stat, blob)
  return isUtf8(bytes)
    ? [{ path, text: bytes.toString('utf8'), stat: now, was: known?.blob }]
    : [{ path, bytes, stat: now }]
}
