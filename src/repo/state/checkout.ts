import { type Dirent, type Stats, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from '../../problem.ts'
import type { Change, Files } from '../../tree/knowledge.ts'
import {
  overviewFolder,
  toEntryPath,
  manifestFile,
  isSummaryPath,
  archiveFolder,
  isStubPath,
  originalOf,
} from '../../tree/path.ts'
import { isMissing, type RepoPaths } from '../git/repo-paths.ts'
import { trackedInTree } from '../git/tracked.ts'
import { removeEmpty, removeFile, writeWhole } from './disk.ts'
import { type Replaced, replaceFile } from './replace.ts'
import { type Stat, treeDir } from './state.ts'

/** Tells what may be written to the tree as knowledge: an entry or an overview, never a path that leads elsewhere. */
export const isKnowledgePath = (path: string): boolean =>
  toEntryPath(path) !== undefined || overviewFolder(path) !== undefined

const isDerived = (path: string): boolean =>
  path === manifestFile || isSummaryPath(path) || originalOf(path) !== undefined

/** Writes and removes derived files of the tree, each whole; folders left empty go too. */
export function writeDerived(place: RepoPaths, changes: readonly Change[]): void {
  const dir = treeDir(place)
  const tracked = trackedInTree(place)
  for (const { path, text } of changes.filter((change) => !tracked.has(change.path))) {
    if (!isDerived(path)) throw new Error(`not a derived file of the tree: ${path}`)
    if (text === undefined) removeFile(join(dir, path), { below: place.root })
    else writeWhole(join(dir, path), text, { below: place.root })
    if (text === undefined) removeEmpty(dirname(join(dir, path)), { below: dir })
  }
}

/** Tells whether a file may be replaced, by the blob of what stands there at the last moment. */
export type MayGo = (path: string, bytes: Buffer) => boolean

/** What people had saved in a file before we replaced it, and saved in the old one after. */
export type Overtaken = { readonly path: string; readonly before: string; readonly after: string }

/** What became of knowledge files: their state as written, those that somebody had changed, and those changed since. */
export type WrittenFiles = {
  readonly stats: ReadonlyMap<string, Stats | undefined>
  readonly kept: readonly string[]
  /** Looks once more whether somebody went on writing to what was replaced, as an editor does that had it open; to be called. */
  readonly lookAgain: () => readonly Overtaken[]
}

/** Writes and removes knowledge files of the tree, each whole, and none that somebody has changed. */
export function writeKnowledge(place: RepoPaths, changes: readonly Change[], mayGo: MayGo): WrittenFiles {
  const stats = new Map<string, Stats | undefined>()
  const kept: string[] = []
  let overtaken: readonly Overtaken[] = []
  const open = new Map<string, (Replaced & { isKept: false })['lookAgain']>()
  const look = (most: number): void => {
    for (const [path, lookAgain] of [...open].slice(0, Math.max(0, open.size - most))) {
      open.delete(path)
      const seen = lookAgain()
      if (seen !== undefined)
        overtaken = [...overtaken, { path, before: seen.before.toString('utf8'), after: seen.after.toString('utf8') }]
    }
  }
  const tracked = trackedInTree(place)
  for (const { path, text } of changes.filter((change) => !tracked.has(change.path))) {
    if (!isKnowledgePath(path)) throw new Error(`not a file of the tree: ${path}`)
    const done = replaceOne(place, { path, text }, mayGo)
    if (done.isKept) {
      kept.push(path)
      continue
    }
    stats.set(path, done.stat)
    open.set(path, done.lookAgain)
    look(mostOpen)
  }
  const lookAgain = (): readonly Overtaken[] => {
    look(0)
    const found = overtaken
    overtaken = []
    return found
  }
  return { stats, kept, lookAgain }
}

/** So many replaced files stay open at once: a process may have 256 on some systems. */
const mostOpen = 100

function replaceOne(place: RepoPaths, { path, text }: Change, mayGo: MayGo): Replaced {
  const full = join(treeDir(place), path)
  const done = replaceFile(full, text, {
    below: place.root,
    mayGo: (bytes) => bytes === undefined || mayGo(path, bytes),
  })
  if (text === undefined) removeEmpty(dirname(full), { below: treeDir(place) })
  return done
}

/** Refuses to go through a symbolic link on the way to a folder of the tree: it could lead out of the repository. */
export function refuseLinks(place: RepoPaths, folders: readonly string[]): void {
  let path = place.root
  for (const part of ['.ctx', 'tree', ...folders]) {
    path = join(path, part)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return
    if (stat.isDirectory()) continue
    throw new Problem(
      'link-in-tree',
      `${path} is ${stat.isSymbolicLink() ? 'a symbolic link' : 'not a folder'}, so nothing is written through it.`,
      {
        hint: 'Remove it, then run `ctx refresh`.',
      },
    )
  }
}

/** Lists the files of the tree on disk, links and what the code tracks left out; archives are not looked into. */
export function listFiles(place: RepoPaths): readonly string[] {
  const found: string[] = []
  const [tracked, dir] = [trackedInTree(place), treeDir(place)]
  const visit = (folder: string): void => {
    // Each question lists a small tree, and to normalise a path takes longer than to read a folder.
    for (const item of readFolder(`${dir}/${folder}`)) {
      const path = folder === '' ? item.name : `${folder}/${item.name}`
      if (item.isDirectory() && item.name !== '_archived' && path.split('/').length <= 3) visit(path)
      else if (item.isFile() && !tracked.has(path)) found.push(path)
    }
  }
  if (isTreeThere(place)) visit('')
  return found
}

/** Tells whether the checkout is there as folders of our own, not through a link. */
const isTreeThere = (place: RepoPaths): boolean => isFolder(join(place.root, '.ctx')) && isFolder(treeDir(place))

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true

function readFolder(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Reads files of the tree; a missing file, what the code tracks and what is reached through a link is left out. */
export function readTreeFiles(place: RepoPaths, paths: Iterable<string>): Files {
  const files = new Map<string, string>()
  const folders = new Map<string, boolean>()
  const isPlain = (folder: string): boolean => {
    const known = folders.get(folder)
    if (known !== undefined) return known
    const isRoot = folder === '.' || folder === ''
    const found = isRoot ? isTreeThere(place) : isPlain(dirname(folder)) && isFolder(join(treeDir(place), folder))
    folders.set(folder, found)
    return found
  }
  const tracked = trackedInTree(place)
  for (const path of paths) {
    const full = join(treeDir(place), path)
    if (!tracked.has(path) && isPlain(dirname(path)) && lstatSync(full, { throwIfNoEntry: false })?.isFile())
      files.set(path, readFileSync(full, 'utf8'))
  }
  return files
}

/** Lists what is directly in a folder of the tree: names of files and of folders, links left out. */
export function listFolder(place: RepoPaths, folder: string): { files: readonly string[]; folders: readonly string[] } {
  const items = isTreeThere(place) ? readFolder(join(treeDir(place), folder)) : []
  const tracked = trackedInTree(place)
  const pathOf = (name: string): string => (folder === '' ? name : `${folder}/${name}`)
  return {
    files: items.flatMap((item) => (item.isFile() && !tracked.has(pathOf(item.name)) ? [item.name] : [])),
    folders: items.filter((item) => item.isDirectory()).map(({ name }) => name),
  }
}

/** Lists the files that are searched: entries, overviews, and the stubs of archived entries. */
export const listSearched = (place: RepoPaths): readonly string[] => [
  ...listFiles(place).filter(isKnowledgePath),
  ...listArchive(place).filter(isStubPath),
]

/** Lists the files of the archive. */
export function listArchive(place: RepoPaths): readonly string[] {
  const found: string[] = []
  const [tracked, dir] = [trackedInTree(place), treeDir(place)]
  const visit = (folder: string): void => {
    for (const item of readFolder(`${dir}/${folder}`)) {
      if (item.isDirectory() && folder.split('/').length <= 3) visit(`${folder}/${item.name}`)
      else if (item.isFile() && !tracked.has(`${folder}/${item.name}`)) found.push(`${folder}/${item.name}`)
    }
  }
  if (isTreeThere(place) && isFolder(join(treeDir(place), archiveFolder))) visit(archiveFolder)
  return found
}

/** Tells one state of a file from another by its size and time; a file that is not there has none. */
export function stampsOf(place: RepoPaths, paths: Iterable<string>): ReadonlyMap<string, string> {
  const stamps = new Map<string, string>()
  const dir = treeDir(place)
  for (const path of paths) {
    // A question in a small tree asks this of every file: to normalise each path takes as long as to look at the file.
    const stat = lstatSync(`${dir}/${path}`, { throwIfNoEntry: false })
    if (stat?.isFile()) stamps.set(path, `${stat.size} ${stat.mtimeMs}`)
  }
  return stamps
}

/** Tells size and time of a file as it was at one moment, with the blob that it held then. */
export const statOf = ({ size, mtimeMs }: Stats, blob: string): Stat => ({ bytes: size, changedAt: mtimeMs, blob })

/** Looks at a file; undefined where none of ours is. */
export function lookAtFile(place: RepoPaths, path: string): Stats | undefined {
  const stat = lstatSync(join(treeDir(place), path), { throwIfNoEntry: false })
  return stat?.isFile() ? stat : undefined
}
