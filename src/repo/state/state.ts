import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'
import { trackedInTree } from '../git/tracked.ts'
import { appendTo, makeFolders, removeFile, writeWhole } from './disk.ts'

/** Local state shared by all work trees; deleting it costs time, never knowledge. */
export const stateDir = (place: RepoPaths): string => join(place.commonDir, 'ctx')

/** Local state of one work tree: what its `.ctx/tree` shows. */
export const shownDir = (place: RepoPaths): string => join(place.gitDir, 'ctx')

/** Where the tree is checked out. */
export const treeDir = (place: RepoPaths): string => join(place.root, '.ctx', 'tree')

/** Makes the folder of local state, and never the repository around it: one that was deleted under us stays deleted. */
export const makeStateDir = (place: RepoPaths): void =>
  makeFolders(join(stateDir(place), 'queue'), { below: place.commonDir })

/** Reads a small file of local state by its name; undefined when it is not there. */
export const readStateFile = (place: RepoPaths, name: string): string | undefined =>
  readIfThere(join(stateDir(place), name))

/** Writes a file of local state whole, so that nobody reads half of one. */
export const writeStateFile = (place: RepoPaths, name: string, text: string): void =>
  writeWhole(join(stateDir(place), name), text, { below: place.commonDir })

/** What a work tree's `.ctx/tree` shows: the knowledge commit, and the one it was on its way to when something stopped it. */
export type CheckedOut = {
  readonly commit: string
  readonly movingTo: string
  readonly files: ReadonlyMap<string, Stat>
}

/** Size in bytes, time of change in ms and blob of a file as we wrote it. */
export type Stat = { readonly bytes: number; readonly changedAt: number; readonly blob: string }

const shownFile = (place: RepoPaths): string => join(shownDir(place), 'shown')
const recordFile = (place: RepoPaths): string => join(shownDir(place), 'files')

/** Reads which knowledge commit is shown; '' when none is, or when nobody knows any more. */
export const readShownCommit = (place: RepoPaths): string => readShownCommits(place).commit

const hash = /^[0-9a-f]{40,64}$/

/** Reads which commit is shown, and which one it was on its way to. */
export function readShownCommits(place: RepoPaths): Omit<CheckedOut, 'files'> {
  const [commit = '', movingTo = ''] = (readIfThere(shownFile(place)) ?? '').split('\n')
  return { commit: hash.test(commit) ? commit : '', movingTo: hash.test(movingTo) ? movingTo : '' }
}

/** Reads all that is known of the files shown; a damaged record is as good as none. */
export function readShown(place: RepoPaths): CheckedOut {
  return { ...readShownCommits(place), files: readStats((readIfThere(recordFile(place)) ?? '').split('\n')) }
}

/** Reads what is known of some files, without reading the record of all of them as such. */
export function readStatsAt(place: RepoPaths, paths: readonly string[]): ReadonlyMap<string, Stat> {
  const text = `\n${readIfThere(recordFile(place)) ?? ''}`
  const lines = paths.flatMap((path) => {
    const end = text.lastIndexOf(` ${path}\n`)
    return end === -1 ? [] : [text.slice(text.lastIndexOf('\n', end) + 1, end + path.length + 1)]
  })
  return readStats(lines)
}

// A record of this size tells of some thousand files; with fewer, looking at all of them costs next to nothing.
const largeRecord = 128 * 1024

/** Tells whether the tree is so large that a look at every file is felt. */
export const isLargeTree = (place: RepoPaths): boolean =>
  (statSync(recordFile(place), { throwIfNoEntry: false })?.size ?? 0) > largeRecord

/** A line for each file, `<blob> <bytes> <time> <path>`, and `-` instead of the blob of one that is gone; the last counts. */
function readStats(lines: readonly string[]): Map<string, Stat> {
  const stats = new Map<string, Stat>()
  for (const line of lines) {
    const [, blob, bytes, changedAt, path] = /^([0-9a-f]+|-) (\d+) ([\d.]+) (.+)$/.exec(line) ?? []
    if (blob === '-' && path !== undefined) stats.delete(path)
    else if (blob !== undefined && path !== undefined)
      stats.set(path, { blob, bytes: Number(bytes), changedAt: Number(changedAt) })
  }
  return stats
}

const writeStat = (path: string, stat: Stat | undefined): string =>
  stat === undefined ? `- 0 0 ${path}\n` : `${stat.blob} ${stat.bytes} ${stat.changedAt} ${path}\n`

/** Records that the tree is on its way to another commit; until `writeShown`, files of both are ours. */
export const writeMoving = (place: RepoPaths, commit: string, movingTo: string): void =>
  writeShownFile(place, shownFile(place), `${commit}\n${movingTo}\n`)

/** Records what the tree shows now. */
export function writeShown(place: RepoPaths, commit: string, files: ReadonlyMap<string, Stat>): void {
  writeShownFile(place, recordFile(place), [...files].map(([path, stat]) => writeStat(path, stat)).join(''))
  writeShownFile(place, shownFile(place), `${commit}\n\n`)
}

/** Records that the tree shows another commit, in which only these files differ. */
export function appendShown(place: RepoPaths, commit: string, files: ReadonlyMap<string, Stat | undefined>): void {
  noteFiles(place, files)
  writeShownFile(place, shownFile(place), `${commit}\n\n`)
}

/** Records files as they were last written or committed, without saying that the tree shows another commit. */
export const noteFiles = (place: RepoPaths, files: ReadonlyMap<string, Stat | undefined>): void =>
  appendTo(recordFile(place), [...files].map(([path, stat]) => writeStat(path, stat)).join(''), {
    below: place.gitDir,
  })

const writeShownFile = (place: RepoPaths, path: string, text: string): void =>
  writeWhole(path, text, { below: place.gitDir })

const homeFile = (place: RepoPaths): string => join(shownDir(place), 'home')

/** Reads for which knowledge branch the tree was shown: what people edit in it belongs there; '' when to none. */
export const readHome = (place: RepoPaths): string => (readIfThere(homeFile(place)) ?? '').trim()

/** Notes for which knowledge branch, as a full ref, the tree is shown; '' for none. */
export function writeHome(place: RepoPaths, ref: string): void {
  if (readHome(place) === ref) return
  writeShownFile(place, homeFile(place), `${ref}\n`)
  // Whoever is there sees them.
  const others = readElsewhere(place).filter((edit) => edit.ref !== ref)
  if (others.length > 0) writeShownFile(place, elsewhereFile(place), linesOf(others))
  else removeFile(elsewhereFile(place), { below: place.gitDir })
}

/** A file that was edited while another branch was checked out than the one to whose knowledge the edit went. */
type Elsewhere = { readonly ref: string; readonly path: string }

const elsewhereFile = (place: RepoPaths): string => join(shownDir(place), 'elsewhere')
const linesOf = (edits: readonly Elsewhere[]): string => edits.map(({ ref, path }) => `${ref} ${path}\n`).join('')

/** Notes such edits until the tree is shown for their branch: who committed them may have been in the background. */
export const noteElsewhere = (place: RepoPaths, edits: readonly Elsewhere[]): void =>
  edits.length === 0 ? undefined : appendTo(elsewhereFile(place), linesOf(edits), { below: place.gitDir })

/** Reads such edits; neither a ref nor the path of an entry has a space. */
export const readElsewhere = (place: RepoPaths): readonly Elsewhere[] =>
  [...new Set((readIfThere(elsewhereFile(place)) ?? '').split('\n'))].flatMap((line) => {
    const [ref = '', path] = line.split(' ')
    return path === undefined ? [] : [{ ref, path }]
  })

const staleFile = (place: RepoPaths): string => join(shownDir(place), 'stale')

/** Notes files above which summaries and the manifest have yet to be made again; `since` is the commit before the first. */
export function noteStale(place: RepoPaths, paths: readonly string[], since: string): void {
  const begin = statSync(staleFile(place), { throwIfNoEntry: false }) === undefined ? `${since}\n` : ''
  const lines = paths.map((path) => `${path}\n`).join('')
  if (paths.length > 0) appendTo(staleFile(place), begin + lines, { below: place.gitDir })
}

/** Reads those files, and the commit for which all was made last; `done` forgets them. */
export function readStale(place: RepoPaths): { since: string; paths: readonly string[]; done: () => void } {
  const [since = '', ...paths] = (readIfThere(staleFile(place)) ?? '').split('\n')
  return {
    since: hash.test(since) ? since : '',
    paths: [...new Set(paths)].filter((path) => path !== ''),
    done: () => removeFile(staleFile(place), { below: place.gitDir }),
  }
}

const missingFile = (place: RepoPaths): string => join(shownDir(place), 'missing')

/** Tells whether files are missing from the tree, now or when it was shown last, because the code tracks their paths. */
export const hasMissingFiles = (place: RepoPaths): boolean =>
  trackedInTree(place).size > 0 || readIfThere(missingFile(place)) !== undefined

/** Records whether any are missing from what is shown now. */
export function noteMissingFiles(place: RepoPaths): void {
  if (!hasMissingFiles(place)) return
  if (trackedInTree(place).size > 0) writeShownFile(place, missingFile(place), '')
  else removeFile(missingFile(place), { below: place.gitDir })
}

/** Where background work tells what went wrong; `ctx doctor` names it. */
export const logFile = (place: RepoPaths): string => join(stateDir(place), 'log')
