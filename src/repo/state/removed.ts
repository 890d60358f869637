import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { type CommitKey, commitKey } from '../../commit.ts'
import { readIfThere, type RepoPaths } from '../git/repo-paths.ts'
import { removeFolder, writeWhole } from './disk.ts'
import { shownDir } from './state.ts'

// First the knowledge commit of which it is made, and how many lines follow; then a line each: the key of a commit, the day on which
// something that it taught was last taken out, and the marks of what was. What people deleted is not kept in clear.

/** What was taken out of what a commit taught: when last, '' where it was archived, and the marks of its statements. */
export type RemovedOf = { readonly day: string; readonly marks: ReadonlySet<string> }

/** The same of all commits, with the knowledge commit of which it is known. */
export type RemovedRecord = { readonly commit: string; readonly of: ReadonlyMap<CommitKey, RemovedOf> }

/** By what a statement is known that may be a secret. */
export const markOf = (statement: string): string => createHash('sha256').update(statement).digest('hex').slice(0, 12)

/** Commits of which something was taken out, at most: more than anybody deletes by hand, and read with every question. */
const mostCommits = 10_000

const file = (place: RepoPaths): string => join(shownDir(place), 'removed')

/** Reads what was written down of what people took out; undefined where nobody did, or it is damaged. */
export function readRemoved(place: RepoPaths): RemovedRecord | undefined {
  const isFile = lstatSync(file(place), { throwIfNoEntry: false })?.isFile() === true
  const [head = '', ...lines] = ((isFile ? readIfThere(file(place)) : '') ?? '').split('\n')
  const [commit = ''] = head.split(' ')
  if (commit === '' || head !== `${commit} ${lines.length - 1}` || lines.pop() !== '') return undefined
  if (!lines.every((line) => /^[0-9a-f]{8} (?:\d{4}-\d\d-\d\d|-)(?: [0-9a-f]{12})*$/.test(line))) return undefined
  const read = lines.map((line) => {
    const [key = '', day = '', ...marks] = line.split(' ')
    return [commitKey(key), { day: day === '-' ? '' : day, marks: new Set(marks) }] as const
  })
  return { commit, of: new Map(read) }
}

/** Writes down what people took out, so that no question has to ask git. */
export function writeRemoved(place: RepoPaths, { commit, of }: RemovedRecord): void {
  const below = place.gitDir
  if (lstatSync(file(place), { throwIfNoEntry: false })?.isDirectory()) removeFolder(file(place), { below })
  const lines = [...of]
    .slice(0, mostCommits)
    .map(([key, { day, marks }]) => `${[key, day === '' ? '-' : day, ...marks].join(' ')}\n`)
  writeWhole(file(place), `${commit} ${lines.length}\n${lines.join('')}`, { below })
}
