import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'
import { makeFolders, move, removeFile, writeWhole } from './disk.ts'
import { filesIn, listHookNotes, readHookNote } from './hook-notes.ts'
import { stateDir } from './state.ts'

/** A commit replaced by another: by amending, rebasing or both. */
export type Rewrite = { readonly from: string; readonly to: string }

/** What a hook saw; `root` is the work tree that it happened in, `branch` the full ref, '' when HEAD was detached. */
export type Job = { readonly file: string; readonly root: string; readonly branch: string } & (
  | { readonly kind: 'commit'; readonly commit: string }
  | { readonly kind: 'merge'; readonly commit: string }
  | { readonly kind: 'moved' }
  | {
      readonly kind: 'rewrite'
      readonly how: 'amend' | 'rebase'
      readonly commit: string
      readonly onto: string
      readonly rewrites: readonly Rewrite[]
    }
)

const queueDir = (place: RepoPaths): string => join(stateDir(place), 'queue')
const damagedDir = (place: RepoPaths): string => join(stateDir(place), 'damaged')

/** Reads the jobs that wait, oldest first; a damaged file is set aside, where `ctx doctor` finds it. */
export function readQueue(place: RepoPaths): readonly Job[] {
  return waiting(place).flatMap((file) => {
    const text = readIfThere(join(queueDir(place), file))
    // Another worker finished it since the folder was listed.
    if (text === undefined) return []
    const job = readJob(file, text)
    if (job === undefined) setAsideJob(place, file)
    return job === undefined ? [] : [job]
  })
}

/** Queues commits of a code branch as the hook does, to be read again by the worker. */
export function queueCommits(
  place: RepoPaths,
  { branch, commits }: { branch: string; commits: readonly string[] },
): void {
  for (const commit of commits) {
    const text = `kind commit\nroot ${place.root}\nbranch ${branch}\ncommit ${commit}\nend\n`
    writeWhole(join(queueDir(place), `${commit}.${process.pid}`), text, { below: place.commonDir })
  }
}

/** Counts the jobs that wait, without reading them. */
export const queueLength = (place: RepoPaths): number => waiting(place).length

/** Lists the job files that could not be read. */
export const damagedJobs = (place: RepoPaths): readonly string[] =>
  filesIn(damagedDir(place)).map((file) => join(damagedDir(place), file))

/** Reads the jobs that failed, as far as they can be read. */
export const readDamaged = (place: RepoPaths): readonly Job[] =>
  filesIn(damagedDir(place)).flatMap((file) => readJob(file, readIfThere(join(damagedDir(place), file)) ?? '') ?? [])

/** Forgets a job that failed, because its work is done by now. */
export const finishDamaged = (place: RepoPaths, { file }: Job): void =>
  removeFile(join(damagedDir(place), file), { below: place.commonDir })

/** Forgets a job that is done. */
export const finishJob = (place: RepoPaths, { file }: Job): void =>
  removeFile(join(queueDir(place), file), { below: place.commonDir })

function waiting(place: RepoPaths): readonly string[] {
  const dir = queueDir(place)
  const timed = listHookNotes(dir).map((file) => ({
    file,
    at: statSync(join(dir, file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }))
  return timed.sort((a, b) => a.at - b.at || (a.file < b.file ? -1 : 1)).map(({ file }) => file)
}

/** Moves a job that cannot be done out of the way; nothing is deleted. */
export function setAsideJob(place: RepoPaths, file: string): void {
  makeFolders(damagedDir(place), { below: place.commonDir })
  move(join(queueDir(place), file), join(damagedDir(place), file))
}

const hash = /^[0-9a-f]{40,64}$/

function readJob(file: string, text: string): Job | undefined {
  const pairs = readHookNote(text)
  if (pairs === undefined) return undefined
  const values = new Map(pairs)
  const [kind, root = '', branch = '', commit = '', how] = ['kind', 'root', 'branch', 'commit', 'how'].map((key) =>
    values.get(key),
  )
  const base = { file, root, branch: branch.startsWith('refs/heads/') ? branch : '' }
  if (root === '') return undefined
  if (kind === 'moved') return { ...base, kind }
  if (!hash.test(commit)) return undefined
  if (kind === 'commit' || kind === 'merge') return { ...base, kind, commit }
  if (kind !== 'rewrite' || (how !== 'amend' && how !== 'rebase')) return undefined
  const rewrites = pairs.filter(([key]) => key === 'rewrote').map(([, value]) => value.split(' '))
  const valid = rewrites.flatMap(([from = '', to = '']) =>
    hash.test(from) && hash.test(to) && from !== to ? [{ from, to }] : [],
  )
  return { ...base, kind, how, commit, onto: values.get('onto') ?? '', rewrites: valid }
}
