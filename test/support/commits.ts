import type { Evidence } from '../../src/curate/evidence/types.ts'
import type { Commit, FileChange } from '../../src/commit.ts'
import { analyseCommit, type CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import type { ProjectNow } from '../../src/curate/plan-operations.ts'

/** Rules of a project that set nothing. */
export const bareProject: ProjectNow = { ignore: [], layout: { packages: [], domains: {} } }

/** A changed file; lines that nobody gives are none. */
export type Changed = Partial<FileChange> & { readonly added?: readonly string[]; readonly removed?: readonly string[] }

/** The files of a commit by their paths, each with what changed in it. */
export type ChangedFiles = Readonly<Record<string, Changed>>

let count = 0

/** A commit as git would give it: each gets the next number as its hash, and the next day as its time. */
export function commitOf(message: string, files: ChangedFiles, more: Partial<Commit> = {}): Commit {
  count++
  const changes = Object.entries(files).map(([path, { added = [], removed = [], ...change }]): FileChange => ({
    path,
    status: 'modified',
    from: '',
    before: '1'.repeat(40),
    after: '2'.repeat(40),
    hunks: added.length + removed.length === 0 ? [] : [{ section: '', start: 1, added, removed }],
    ...change,
  }))
  return {
    sha: count.toString(16).padStart(8, '0').repeat(5),
    parents: ['f'.repeat(40)],
    author: 'Ada',
    authored: String(count),
    at: new Date(Date.UTC(2026, 0, 1) + count * 86_400_000),
    message,
    changes,
    isBoundary: false,
    ...more,
  }
}

/** What is read of a commit by the rules of a project that set nothing. */
export const analysisOf = (commit: Commit, texts: ReadonlyMap<string, string> = new Map()): CommitAnalysis =>
  analyseCommit({ commit, message: readMessage(commit.message), texts }, bareProject)

/** The same of a commit that is made for it. */
export const analysed = (message: string, files: ChangedFiles, more: Partial<Commit> = {}): CommitAnalysis =>
  analysisOf(commitOf(message, files, more))

/** The same, where a file that nobody gives lines gets one: a commit that changes nothing teaches nothing. */
export const analysedChange = (message: string, files: ChangedFiles): CommitAnalysis =>
  analysed(
    message,
    Object.fromEntries(Object.entries(files).map(([path, file]) => [path, { added: ['x()'], ...file }])),
  )

/** A piece of evidence as a commit proves it, of the whole project. */
export const pieceOf = (kind: Evidence['kind'], text: string, more: Partial<Evidence> = {}): Evidence => ({
  kind,
  about: '',
  value: '',
  text,
  category: 'project',
  at: { commit: 'a'.repeat(40), path: '' },
  grade: 'observed',
  weight: 1,
  ...more,
})
