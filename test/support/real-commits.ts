import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Commit, FileChange } from '../../src/commit.ts'
import { analyseCommit, type CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { readMessage } from '../../src/curate/message/commit-message.ts'
import { withHunks } from '../../src/repo/git/with-hunks.ts'
import { bareProject } from './commits.ts'

/** A commit of a public repository, reworded where needed, with what it must and must not teach. */
export type RealCommit = {
  readonly from: string
  readonly message: string
  readonly files: readonly {
    readonly path: string
    readonly status: FileChange['status']
    readonly from?: string
    readonly patch?: string
    readonly before?: string
    readonly after?: string
  }[]
  readonly teaches: readonly string[]
  readonly notTeaches: readonly string[]
}

const folder = join(import.meta.dirname, '../curate/evidence')

/** The files that hold them, one for each kind of evidence. */
export const realCommitFiles: readonly string[] = readdirSync(folder).filter((name) => name.endsWith('.json'))

/** The commits of one of these files. */
export const realCommitsIn = (name: string): readonly RealCommit[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as RealCommit[]

const hashOf = (text: string): string => createHash('sha1').update(text).digest('hex')
const blobOf = (text: string | undefined): string => (text === undefined || text === '' ? '0'.repeat(40) : hashOf(text))

/** Such a commit as git would give it; `more` says when it was made, and by whom. */
export function commitFrom({ from, message, files }: RealCommit, more: Partial<Commit> = {}): Commit {
  const changes = files.map(({ path, status, from: old = '', before, after }): FileChange => ({
    path,
    status,
    from: old,
    before: blobOf(before),
    after: blobOf(after),
    hunks: [],
  }))
  const patch = files.map((file) => `diff --git a/${file.path} b/${file.path}\n${file.patch ?? ''}\n`).join('')
  return {
    sha: hashOf(`${from}\n${message}`),
    parents: ['9'.repeat(40)],
    author: 'Ada Example',
    authored: '',
    at: new Date('2026-03-18T10:00:00Z'),
    message,
    changes: withHunks(changes, patch),
    isBoundary: false,
    ...more,
  }
}

/** The texts that such a commit found and left, by their blobs. */
const textsOf = ({ files }: RealCommit): ReadonlyMap<string, string> =>
  new Map(files.flatMap(({ before = '', after = '' }) => [before, after].map((text) => [blobOf(text), text] as const)))

/** What is read of such a commit by the rules of a project that set nothing. */
export const analysisFrom = (one: RealCommit, commit: Commit = commitFrom(one)): CommitAnalysis =>
  analyseCommit({ commit, message: readMessage(commit.message), texts: textsOf(one) }, bareProject)

/** The project that it is from. */
export const projectOf = ({ from }: RealCommit): string =>
  /[\w-]+\/[\w-]+/.exec(from.replace(/ lib\/\S+/, ''))?.[0] ?? ''
