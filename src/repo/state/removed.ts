import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type CommitKey, commitKey } from '../../commit.ts'
import type { RepoPaths } from '../git/repo-paths.ts'
import { readCountedLines, writeCountedLines } from './counted-lines.ts'
import { shownDir } from './state.ts'

/** What was taken out of what a commit taught: when last, '' where it was archived, and the marks of its statements. */
export type RemovedOf = { readonly day: string; readonly marks: ReadonlySet<string> }

/** The same of all commits, with the knowledge commit of which it is known. */
export type RemovedRecord = { readonly commit: string; readonly of: ReadonlyMap<CommitKey, RemovedOf> }

/** By what a statement is known that may be a secret. */
export const markOf = (statement: string): string => createHash('sha256').update(statement).digest('hex').slice(0, 12)

/** Commits of which something was taken out, at most: more than anybody deletes by hand, and read with every question. */
const mostCommits = 10_000

const file = (place: RepoPaths): string => join(shownDir(place), 'removed')

/**
 * A line: the key of a commit, the day on which something that it taught was last taken out, and the marks of what was. What people
 * deleted is not kept in clear.
 */
const shape = /^[0-9a-f]{8} (?:\d{4}-\d\d-\d\d|-)(?: [0-9a-f]{12})*$/

/** Reads what was written down of what people took out; undefined where nobody did, or it is damaged. */
export function readRemoved(place: RepoPaths): RemovedRecord | undefined {
  const read = readCountedLines(file(place), shape)
  if (read === undefined) return undefined
  const taken = read.lines.map((line) => {
    const [key = '', day = '', ...marks] = line.split(' ')
    return [commitKey(key), { day: day === '-' ? '' : day, marks: new Set(marks) }] as const
  })
  return { commit: read.commit, of: new Map(taken) }
}

/** Writes down what people took out. */
export function writeRemoved(place: RepoPaths, { commit, of }: RemovedRecord): void {
  const lines = [...of]
    .slice(0, mostCommits)
    .map(([key, { day, marks }]) => [key, day === '' ? '-' : day, ...marks].join(' '))
  writeCountedLines(file(place), { commit, lines }, place.gitDir)
}
