import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Place, readIfThere } from './place.ts'

/** Local state shared by all work trees; deleting it costs time, never knowledge. */
export const stateDir = (place: Place): string => join(place.commonDir, 'ctx')

/** Local state of one work tree: what its `.ctx/tree` shows. */
export const shownDir = (place: Place): string => join(place.gitDir, 'ctx')

/** Where the tree is checked out. */
export const treeDir = (place: Place): string => join(place.root, '.ctx', 'tree')

/** Writes a file beside its place and renames it, so that nobody ever reads half of it. */
export function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  const beside = `${path}.${process.pid}.tmp`
  try {
    writeFileSync(beside, text)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/** What a work tree's `.ctx/tree` shows: the knowledge commit, and the one it was on its way to when something stopped it. */
export type Shown = { readonly commit: string; readonly movingTo: string; readonly files: ReadonlyMap<string, Stat> }

/** Size in bytes, time of change in ms and blob of a file as we wrote it. */
export type Stat = { readonly bytes: number; readonly changedAt: number; readonly blob: string }

/** Reads which knowledge commit is shown; '' when none is, or when nobody knows any more. */
export const readShownCommit = (place: Place): string => readShownLines(place).commit

const hash = /^[0-9a-f]{40,64}$/

function readShownLines(place: Place): { commit: string; movingTo: string } {
  const [commit = '', movingTo = ''] = (readIfThere(join(shownDir(place), 'shown')) ?? '').split('\n')
  return { commit: hash.test(commit) ? commit : '', movingTo: hash.test(movingTo) ? movingTo : '' }
}

/** Reads all that is known of the files shown; a damaged record is as good as none. */
export function readShown(place: Place): Shown {
  return { ...readShownLines(place), files: readStats(readIfThere(join(shownDir(place), 'files')) ?? '') }
}

function readStats(text: string): ReadonlyMap<string, Stat> {
  const stats = new Map<string, Stat>()
  for (const line of text.split('\n')) {
    const [, blob, bytes, changedAt, path] = /^([0-9a-f]+) (\d+) ([\d.]+) (.+)$/.exec(line) ?? []
    if (blob !== undefined && path !== undefined)
      stats.set(path, { blob, bytes: Number(bytes), changedAt: Number(changedAt) })
  }
  return stats
}

/** Records that the tree is on its way to another commit; until `writeShown`, files of both are ours. */
export const writeMoving = (place: Place, commit: string, movingTo: string): void =>
  writeWhole(join(shownDir(place), 'shown'), `${commit}\n${movingTo}\n`)

/** Records what the tree shows now. */
export function writeShown(place: Place, commit: string, files: ReadonlyMap<string, Stat>): void {
  const lines = [...files].map(([path, { blob, bytes, changedAt }]) => `${blob} ${bytes} ${changedAt} ${path}\n`)
  writeWhole(join(shownDir(place), 'files'), lines.join(''))
  writeWhole(join(shownDir(place), 'shown'), `${commit}\n\n`)
}
