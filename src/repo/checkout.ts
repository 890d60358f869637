import { type Dirent, lstatSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from '../problem.ts'
import type { Change, Files } from '../tree/knowledge.ts'
import {
  overviewFolder,
  toEntryPath,
  manifestFile,
  summaryFile,
  archiveFolder,
  isStubPath,
  originalOf,
} from '../tree/path.ts'
import { isMissing, type Place } from './place.ts'
import { type Stat, treeDir, writeWhole } from './state.ts'

/** Tells what may be written to the tree as knowledge: an entry or an overview, never a path that leads elsewhere. */
export const isKnowledgePath = (path: string): boolean =>
  toEntryPath(path) !== undefined || overviewFolder(path) !== undefined

const isDerived = (path: string): boolean =>
  path === manifestFile || path.endsWith(summaryFile) || originalOf(path) !== undefined

/** Writes and removes files of the tree, each whole; folders left empty go too. */
export function writeTree(place: Place, changes: readonly Change[]): void {
  const dir = treeDir(place)
  refuseLinks(place, [])
  const checked = new Set<string>()
  for (const { path, text } of changes) {
    const parts = path.split('/')
    if (!isKnowledgePath(path) && !isDerived(path)) throw new Error(`not a file of the tree: ${path}`)
    if (!checked.has(dirname(path))) refuseLinks(place, parts.slice(0, -1))
    checked.add(dirname(path))
    if (text === undefined) removeFile(dir, path)
    else writeWhole(join(dir, path), text)
  }
}

/** Refuses to go through a symbolic link on the way to a folder of the tree: it could lead out of the repository. */
export function refuseLinks(place: Place, folders: readonly string[]): void {
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

function removeFile(dir: string, path: string): void {
  rmSync(join(dir, path), { force: true })
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(dir, folder))
    } catch {
      // Not empty, or gone already: what lies above it stays.
      return
    }
  }
}

/** Lists the files of the tree on disk, links left out; archives are not looked into. */
export function listFiles(place: Place): readonly string[] {
  const found: string[] = []
  const visit = (folder: string): void => {
    for (const item of readFolder(join(treeDir(place), folder))) {
      const path = folder === '' ? item.name : `${folder}/${item.name}`
      if (item.isDirectory() && item.name !== '_archived' && path.split('/').length <= 3) visit(path)
      else if (item.isFile()) found.push(path)
    }
  }
  if (isTreeThere(place)) visit('')
  return found
}

/** Tells whether the checkout is there as folders of our own, not through a link. */
const isTreeThere = (place: Place): boolean => isFolder(join(place.root, '.ctx')) && isFolder(treeDir(place))

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true

function readFolder(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Reads files of the tree; a missing file, and what is reached through a link, is left out. */
export function readTreeFiles(place: Place, paths: Iterable<string>): Files {
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
  for (const path of paths) {
    const full = join(treeDir(place), path)
    if (isPlain(dirname(path)) && lstatSync(full, { throwIfNoEntry: false })?.isFile())
      files.set(path, readFileSync(full, 'utf8'))
  }
  return files
}

/** Lists what is directly in a folder of the tree: names of files and of folders, links left out. */
export function listFolder(place: Place, folder: string): { files: readonly string[]; folders: readonly string[] } {
  const items = isTreeThere(place) ? readFolder(join(treeDir(place), folder)) : []
  return {
    files: items.filter((item) => item.isFile()).map(({ name }) => name),
    folders: items.filter((item) => item.isDirectory()).map(({ name }) => name),
  }
}

/** Lists the files that are searched: entries, and the stubs of archived ones. */
export const listSearched = (place: Place): readonly string[] => [
  ...listFiles(place).filter((path) => toEntryPath(path) !== undefined),
  ...listArchive(place).filter(isStubPath),
]

/** Lists the files of the archive. */
export function listArchive(place: Place): readonly string[] {
  const found: string[] = []
  const visit = (folder: string): void => {
    for (const item of readFolder(join(treeDir(place), folder))) {
      if (item.isDirectory() && folder.split('/').length <= 3) visit(`${folder}/${item.name}`)
      else if (item.isFile()) found.push(`${folder}/${item.name}`)
    }
  }
  if (isTreeThere(place) && isFolder(join(treeDir(place), archiveFolder))) visit(archiveFolder)
  return found
}

/** Tells one state of a file from another by its size and time; a file that is not there has none. */
export function stampsOf(place: Place, paths: Iterable<string>): ReadonlyMap<string, string> {
  const stamps = new Map<string, string>()
  for (const path of paths) {
    const stat = lstatSync(join(treeDir(place), path), { throwIfNoEntry: false })
    if (stat?.isFile()) stamps.set(path, `${stat.size} ${stat.mtimeMs}`)
  }
  return stamps
}

/** Tells size and time of a file as it is on disk, with the blob it was written from. */
export function statOf(place: Place, path: string, blob: string): Stat {
  const { size, mtimeMs } = lstatSync(join(treeDir(place), path))
  return { bytes: size, changedAt: mtimeMs, blob }
}
