import { join } from 'node:path'
import type { Commit, FileChange } from '../commit.ts'
import { Problem } from '../problem.ts'
import { askGit, git, streamGit } from './git.ts'
import { records } from './objects.ts'
import { type Place, readIfThere } from './place.ts'

/** Lists full commit hashes, oldest first, of what was asked for: single revisions and ranges, or all of HEAD. */
export async function resolveCommits(place: Place, asked: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const revision of asked)
    found.push(...(revision.includes('..') ? await listRange(place, revision) : [await resolveCommit(place, revision)]))
  return [...new Set(found)]
}

async function listRange(place: Place, range: string): Promise<readonly string[]> {
  const { code, out } = await askGit(place, ['rev-list', '--reverse', '--topo-order', '--end-of-options', range, '--'])
  if (code !== 0) throw unknownRevision(range)
  return out === '' ? [] : out.split('\n')
}

/** Resolves a revision, however it is written, to the full hash of a commit. */
async function resolveCommit(place: Place, revision: string): Promise<string> {
  const { code, out } = await askGit(place, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${revision}^{commit}`,
  ])
  if (code !== 0 || out === '') throw unknownRevision(revision)
  return out
}

const unknownRevision = (revision: string): Problem =>
  new Problem('unknown-revision', `"${revision}" is not a commit or range of this repository.`, {
    hint: 'Name a commit, branch or tag, or a range such as `main..HEAD`.',
  })

/** Lists the commits reachable from one revision and from none of the others, oldest first. */
export async function commitsSince(
  place: Place,
  tip: string,
  known: Iterable<string>,
  most?: number,
): Promise<readonly string[]> {
  const cut = most === undefined ? [] : [`--max-count=${most}`]
  const excluded = [...known].map((commit) => `^${commit}\n`).join('')
  const out = await git(place, ['rev-list', '--topo-order', '--ignore-missing', ...cut, '--stdin'], {
    input: `${tip}\n${excluded}`,
  })
  return out === '' ? [] : out.split('\n').toReversed()
}

const format = '%H%x00%P%x00%an%x00%ct%x00%B'

/**
 * Reads commits in the given order through one git process, with the files each touched. Merges show no files, a
 * commit at a shallow boundary is marked, and in a partial clone only exact renames are looked for, because anything
 * more would fetch.
 */
export async function* readCommits(
  place: Place,
  shas: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<Commit> {
  if (shas.length === 0) return
  const boundary = new Set((readIfThere(join(place.commonDir, 'shallow')) ?? '').split('\n'))
  const renames = (await isPartialClone(place)) ? '-M100%' : '-M'
  const args = [
    'log',
    '--stdin',
    '--no-walk=unsorted',
    '-z',
    '--raw',
    '--no-abbrev',
    renames,
    '-l400',
    '--root',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--no-mailmap',
    '--no-show-signature',
    '--encoding=UTF-8',
    `--format=${format}`,
  ]
  const stream = streamGit(place, args, { input: shas.map((sha) => `${sha}\n`).join(''), signal })
  for await (const commit of parseLog(fieldsOf(stream))) {
    const isBoundary = boundary.has(commit.sha)
    yield isBoundary ? { ...commit, changes: [], isBoundary } : commit
  }
}

/** Tells whether a commit has more than one parent. */
export const isMerge = async (place: Place, commit: string): Promise<boolean> =>
  (await askGit(place, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^2`])).code === 0

/** Tells a clone whose objects are fetched on demand: there, nothing may read a blob in the background. */
export async function isPartialClone(place: Place): Promise<boolean> {
  const { out } = await askGit(place, [
    'config',
    '--get-regexp',
    String.raw`^remote\..*\.promisor$|^extensions\.partialclone$`,
  ])
  return out !== ''
}

async function* fieldsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      yield rest.toString('utf8', 0, end)
      rest = rest.subarray(end + 1)
    }
  }
  if (rest.length > 0) yield rest.toString('utf8')
}

const rawLine = /^\n?:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/

async function* parseLog(fields: AsyncGenerator<string>): AsyncGenerator<Commit> {
  let head: string[] = []
  let changes: FileChange[] = []
  for await (const field of fields) {
    const raw = head.length === 5 ? rawLine.exec(field) : null
    if (raw !== null) changes.push(await readChange(raw, fields))
    else if (field !== '' || head.length < 5) {
      if (head.length === 5) yield toCommit(head, changes)
      if (head.length === 5) [head, changes] = [[], []]
      head.push(field)
    }
  }
  if (head.length === 5) yield toCommit(head, changes)
}

async function readChange(
  [, before = '', after = '', letter = '']: RegExpExecArray,
  fields: AsyncGenerator<string>,
): Promise<FileChange> {
  const next = async (): Promise<string> => String((await fields.next()).value ?? '')
  const first = await next()
  const isMove = letter === 'R' || letter === 'C'
  const status = ({ A: 'added', M: 'modified', D: 'deleted', R: 'renamed' } as const)[letter] ?? 'other'
  return { path: isMove ? await next() : first, status, from: isMove ? first : '', before, after }
}

function toCommit(
  [sha = '', parents = '', author = '', seconds = '', message = '']: readonly string[],
  changes: readonly FileChange[],
): Commit {
  return {
    sha,
    parents: parents === '' ? [] : parents.split(' '),
    author,
    at: new Date(Number(seconds) * 1000),
    message,
    changes,
    isBoundary: false,
  }
}

/** Names the files that commits of a branch touched since a moment. */
export async function learnedSince(place: Place, commit: string, since: Date): Promise<ReadonlySet<string>> {
  const args = [
    'log',
    '--format=',
    '--name-only',
    '-z',
    `--since=${since.toISOString()}`,
    '--end-of-options',
    commit,
    '--',
  ]
  return new Set(records(await git(place, args)))
}
