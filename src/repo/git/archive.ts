import { fromSeconds, toTime } from '../../tree/meta.ts'
import { type EntryPath, toEntryPath } from '../../tree/path.ts'
import { askGit, git } from './git.ts'
import { fieldsOfEach, mostBytes } from './objects.ts'
import type { RepoPaths } from './repo-paths.ts'
import { strangersIn } from './strangers.ts'
import { readOurBlobs } from './our-blobs.ts'

/** An entry that a knowledge commit put into the archive; the commit before it still holds the bytes. */
export type Archived = {
  readonly path: EntryPath
  readonly commit: string
  readonly at: string
  readonly importance: number
  /** Nobody asked for it: it was forgotten. */
  readonly byItself: boolean
}

/** What the history of a knowledge branch says of archives: the last word on each path. */
export type ArchiveHistory = {
  readonly archived: ReadonlyMap<EntryPath, Archived>
  /** When entries came back, by path. */
  readonly restored: ReadonlyMap<EntryPath, string>
}

const format =
  '--format=%H%x00%ct%x00%(trailers:key=Archived,valueonly,separator=%x1f)%x00%(trailers:key=Restored,valueonly,separator=%x1f)'
const fieldCount = 4

/**
 * Reads the trailers `Archived: <path> <importance>`, with `by-itself` where nobody asked for it, and `Restored: <path>`
 * of a branch, but for those of strangers; what happened last counts.
 */
export async function readArchive(place: RepoPaths, commit: string): Promise<ArchiveHistory> {
  const out = await git(place, [
    'log',
    '-z',
    format,
    '--grep=^Archived: ',
    '--grep=^Restored: ',
    '--end-of-options',
    commit,
  ])
  const archived = new Map<EntryPath, Archived>()
  const restored = new Map<EntryPath, string>()
  const isTold = (path: EntryPath): boolean => archived.has(path) || restored.has(path)
  const strangers = out === '' ? new Set() : await strangersIn(place, commit)
  for (const [sha = '', seconds = '0', gone = '', back = ''] of fieldsOfEach(out, fieldCount)) {
    if (strangers.has(sha)) continue
    const at = toTime(fromSeconds(seconds))
    for (const line of lines(back)) {
      const path = toEntryPath(line)
      if (path !== undefined && !isTold(path)) restored.set(path, at)
    }
    for (const line of lines(gone)) {
      const [name = '', importance = '0', how] = line.split(' ')
      const path = toEntryPath(name)
      if (path !== undefined && !isTold(path))
        archived.set(path, { path, commit: sha, at, importance: Number(importance), byItself: how === 'by-itself' })
    }
  }
  return { archived, restored }
}

/** Tells whether anything was archived or restored on one of two commits' histories and not on the other. */
export async function archivesDiffer(place: RepoPaths, one: string, other: string): Promise<boolean> {
  const args = ['log', '--max-count=1', '--format=%H', '--grep=^Archived: ', '--grep=^Restored: ']
  return one !== other && (await git(place, [...args, '--end-of-options', `${one}...${other}`])) !== ''
}

const lines = (values: string): readonly string[] =>
  values
    .split('\u001f')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Reads what archived entries were, by path; those that git has no more are left out. */
export async function readArchivedTexts(
  place: RepoPaths,
  archived: readonly Archived[],
): Promise<ReadonlyMap<EntryPath, string>> {
  if (archived.length === 0) return new Map()
  const { out } = await askGit(place, ['cat-file', '--batch-check'], {
    input: archived.map(({ commit, path }) => `${commit}^:${path}\n`).join(''),
  })
  const blobs = out.split('\n').map((line) => (line.endsWith(' missing') ? '' : (line.split(' ')[0] ?? '')))
  const texts = await readOurBlobs(
    place,
    blobs.filter((blob) => blob !== ''),
    { mostBytes },
  )
  return new Map(
    archived.flatMap(({ path }, at) => {
      const text = texts.get(blobs[at] ?? '')
      return text === undefined ? [] : [[path, text] as const]
    }),
  )
}
