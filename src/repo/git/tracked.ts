import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type RepoPaths, readIfThere } from './repo-paths.ts'

/**
 * Names the files below `.ctx/tree` that the code tracks, by their paths from there: somebody committed them, so they
 * are the code's and never ours. Git's index is read without a process, once for each state of it.
 */
export function trackedInTree(place: RepoPaths): ReadonlySet<string> {
  const path = join(place.gitDir, 'index')
  const stat = statSync(path, { throwIfNoEntry: false })
  const stamp = stat === undefined ? '' : `${path} ${stat.ino} ${stat.size} ${stat.mtimeMs}`
  if (last?.stamp !== stamp) last = { stamp, found: stat === undefined ? new Set() : readTracked(place, path) }
  return last.found
}

let last: { readonly stamp: string; readonly found: ReadonlySet<string> } | undefined

const folder = '.ctx/tree/'

function readTracked(place: RepoPaths, path: string): ReadonlySet<string> {
  const index = readFileSync(path)
  // A split index keeps most of its paths in a second file.
  const isSplit = index.includes('link', index.length - 4096 < 0 ? 0 : index.length - 4096)
  const shared = isSplit ? readdirSync(place.gitDir).filter((name) => name.startsWith('sharedindex.')) : []
  const all = [index, ...shared.map((name) => readFileSync(join(place.gitDir, name)))].filter(mayTrack)
  if (all.length === 0) return new Set()
  const hashBytes = /^[ \t]*objectformat[ \t]*=[ \t]*sha256[ \t]*$/im.test(
    readIfThere(join(place.commonDir, 'config')) ?? '',
  )
    ? 32
    : 20
  const paths = all.flatMap((file) => [...pathsIn(file, hashBytes)])
  return new Set(paths.filter((name) => name.startsWith(folder)).map((name) => name.slice(folder.length)))
}

/** Most often nothing looks like such a path; version 4 leaves out what a path shares with the one before it. */
const mayTrack = (index: Buffer): boolean => index.includes(index.readUInt32BE(4) === 4 ? 'tree/' : folder)

/** Reads the paths of an index (gitformat-index(5)), as far as it can be read. */
function* pathsIn(index: Buffer, hashBytes: number): Generator<string> {
  const version = index.readUInt32BE(4)
  let path = Buffer.alloc(0)
  for (let left = index.readUInt32BE(8), at = 12; left > 0; left--) {
    const start = at
    at += 40 + hashBytes
    if (at + 2 > index.length) return
    const isExtended = version > 2 && (index.readUInt16BE(at) & 0x4000) !== 0
    at += isExtended ? 4 : 2
    if (version === 4) {
      const { value, end } = readOffset(index, at)
      path = path.subarray(0, path.length - value)
      at = end
    } else path = Buffer.alloc(0)
    const end = index.indexOf(0, at)
    if (end === -1) return
    path = Buffer.concat([path, index.subarray(at, end)])
    yield path.toString('utf8')
    // Up to version 3, one to eight zeros make the length of an entry a multiple of eight.
    at = version === 4 ? end + 1 : start + ((end - start + 8) & ~7)
  }
}

/** Reads a number of variable length as git writes offsets (gitformat-pack(5)). */
function readOffset(bytes: Buffer, from: number): { readonly value: number; readonly end: number } {
  let at = from
  let byte = bytes[at++] ?? 0
  let value = byte & 0x7f
  while ((byte & 0x80) !== 0) {
    byte = bytes[at++] ?? 0
    value = ((value + 1) << 7) | (byte & 0x7f)
  }
  return { value, end: at }
}
