import { join } from 'node:path'
import type { Commit, FileChange } from '../../commit.ts'
import { Problem } from '../../problem.ts'
import { randomWord } from '../../text/quote.ts'
import { fromSeconds } from '../../tree/meta.ts'
import { decodeText } from './decode.ts'
import { askGit, git, GitError, streamGit } from './git.ts'
import { isPartialClone } from './partial.ts'
import { withHunks } from './patch.ts'
import { type RepoPaths, readIfThere } from './repo-paths.ts'

/** Lists full commit hashes, oldest first, of what was asked for: single revisions and ranges, or all of HEAD. */
export async function resolveCommits(place: RepoPaths, asked: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const revision of asked)
    found.push(...(revision.includes('..') ? await listRange(place, revision) : [await resolveCommit(place, revision)]))
  return [...new Set(found)]
}

async function listRange(place: RepoPaths, range: string): Promise<readonly string[]> {
  const { code, out } = await askGit(place, ['rev-list', '--reverse', '--topo-order', '--end-of-options', range, '--'])
  if (code !== 0) throw unknownRevision(range)
  return out === '' ? [] : out.split('\n')
}

/** Resolves a revision, however it is written, to the full hash of a commit. */
async function resolveCommit(place: RepoPaths, revision: string): Promise<string> {
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
  place: RepoPaths,
  tip: string,
  known: Iterable<string>,
  { most, since, paths = [] }: { most?: number; since?: string; paths?: readonly string[] } = {},
): Promise<readonly string[]> {
  const cut = [
    ...(most === undefined ? [] : [`--max-count=${most}`]),
    ...(since === undefined ? [] : [`--since=${since}`]),
  ]
  const excluded = [...known].map((commit) => `^${commit}\n`).join('')
  const out = await git(
    place,
    [
      'rev-list',
      '--topo-order',
      '--ignore-missing',
      ...cut,
      '--stdin',
      ...(paths.length === 0 ? [] : ['--', ...paths]),
    ],
    {
      input: `${tip}\n${excluded}`,
    },
  )
  return out === '' ? [] : out.split('\n').toReversed()
}

// A patch ends with a line feed only, so each commit begins with the byte that separates its fields. A file that git takes
// for text may hold that byte too, and a file may be called like a hash: so it begins with a word besides, of each call its
// own, that nothing committed before can know.
/** What is asked of git about each commit, in fields that end with NUL; a commit begins with the word. */
export const formatWith = (word: string): string => `%x00${word}%H%x00%P%x00%an%x00%at%x00%ct%x00%B`

/** Reads the hash of a field that begins a commit; undefined for any other field. */
export const beginsCommit = (field: string, word: string): string | undefined => {
  const text = field.startsWith('\n') ? field.slice(1) : field
  return text.startsWith(word) && hash.test(text.slice(word.length)) ? text.slice(word.length) : undefined
}

const hash = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/**
 * Reads commits in the given order through one git process, with the files each touched and what changed in them. Merges
 * show no files, a commit at a shallow boundary is marked, and in a partial clone nothing is read that would fetch:
 * neither patches nor renames beyond exact ones. So it is for a commit of which an object is missing.
 */
export async function* readCommits(
  place: RepoPaths,
  shas: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<Commit> {
  const isPartial = await isPartialClone(place)
  let at = 0
  while (at < shas.length) {
    try {
      for await (const commit of readLog(place, shas.slice(at), { patches: !isPartial, signal })) {
        at++
        yield commit
      }
      return
    } catch (error) {
      if (isPartial || !(error instanceof GitError) || !/unable to read|missing blob/.test(error.stderr)) throw error
      yield* readLog(place, shas.slice(at, at + 1), { patches: false, signal })
      at++
    }
  }
}

async function* readLog(
  place: RepoPaths,
  shas: readonly string[],
  { patches, signal }: { patches: boolean; signal: AbortSignal | undefined },
): AsyncGenerator<Commit> {
  const word = randomWord()
  const boundary = new Set((readIfThere(join(place.commonDir, 'shallow')) ?? '').split('\n'))
  const args = [
    'log',
    '--stdin',
    '--no-walk=unsorted',
    '-z',
    '--raw',
    '--no-abbrev',
    ...(patches ? ['-M', '-p', '-U0', '--diff-algorithm=myers'] : ['-M100%']),
    '-l400',
    '--root',
    '--submodule=short',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
    '--no-mailmap',
    '--no-show-signature',
    '--encoding=UTF-8',
    `--format=${formatWith(word)}`,
  ]
  const stream = streamGit(place, args, { input: shas.map((sha) => `${sha}\n`).join(''), signal })
  for await (const commit of parseLog(fieldsOf(stream), word)) {
    const isBoundary = boundary.has(commit.sha)
    yield isBoundary ? { ...commit, changes: [], isBoundary } : commit
  }
}

/** Tells whether a commit has more than one parent. */
export const isMerge = async (place: RepoPaths, commit: string): Promise<boolean> =>
  (await askGit(place, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^2`])).code === 0

/** A patch longer than this, in bytes, is read no further: nobody writes as much in one change. */
const longestField = 4 * 1024 * 1024

/** Splits a stream at NUL. */
export async function* fieldsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = []
  let length = 0
  const keep = (piece: Buffer): void => {
    if (length < longestField) begun.push(piece.subarray(0, longestField - length))
    length += piece.length
  }
  for await (const chunk of stream) {
    let at = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, at)) {
      if (begun.length === 0) yield decodeText(chunk.subarray(at, Math.min(end, at + longestField)))
      else {
        keep(chunk.subarray(at, end))
        yield decodeText(Buffer.concat(begun))
      }
      ;[begun, length, at] = [[], 0, end + 1]
    }
    if (at < chunk.length) keep(chunk.subarray(at))
  }
  if (begun.length > 0) yield decodeText(Buffer.concat(begun))
}

/** How many fields `format` has. */
export const headFields = 6

const rawLine = /^\n?:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/

async function* parseLog(fields: AsyncGenerator<string>, word: string): AsyncGenerator<Commit> {
  let head: string[] = []
  let changes: FileChange[] = []
  let patch: string | undefined
  for await (const field of fields) {
    const sha = beginsCommit(field, word)
    if (sha !== undefined) {
      if (head.length === headFields) yield toCommit(head, changes, patch ?? '')
      ;[head, changes, patch] = [[sha], [], undefined]
    } else if (head.length < headFields) {
      if (head.length > 0) head.push(field)
    } else {
      // Behind the first piece of a patch, whatever looks like a change is what somebody wrote into a file.
      const raw = patch === undefined ? rawLine.exec(field) : null
      if (raw !== null) changes.push(await readChange(raw, fields))
      else if ((patch ?? '').length < longestField) patch = (patch ?? '') + field
    }
  }
  if (head.length === headFields) yield toCommit(head, changes, patch ?? '')
}

async function readChange(
  [, before = '', after = '', letter = '']: RegExpExecArray,
  fields: AsyncGenerator<string>,
): Promise<FileChange> {
  const next = async (): Promise<string> => String((await fields.next()).value ?? '')
  const first = await next()
  const isMove = letter === 'R' || letter === 'C'
  const status = ({ A: 'added', M: 'modified', D: 'deleted', R: 'renamed' } as const)[letter] ?? 'other'
  return { path: isMove ? await next() : first, status, from: isMove ? first : '', before, after, hunks: [] }
}

/** Makes a commit of its fields. */
export function toCommit(
  [sha = '', parents = '', author = '', authored = '', seconds = '', message = '']: readonly string[],
  changes: readonly FileChange[],
  patch: string,
): Commit {
  return {
    sha: sha.trim(),
    parents: parents === '' ? [] : parents.split(' '),
    author,
    authored,
    at: fromSeconds(seconds),
    message,
    changes: withHunks(changes, patch),
    isBoundary: false,
  }
}

/** Counts the bytes of `git log -p -U0` over some commits: all that a history says. Commits that git cannot show count nothing. */
export async function sizeOfHistory(place: RepoPaths, shas: readonly string[]): Promise<number> {
  const input = shas.map((sha) => `${sha}\n`).join('')
  const args = ['log', '--stdin', '--no-walk=unsorted', '-p', '-U0', '--no-color', '--no-ext-diff', '--no-textconv']
  let size = 0
  try {
    for await (const chunk of streamGit(place, args, { input })) size += chunk.length
    return size
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    if (shas.length === 1) return size
    const half = Math.ceil(shas.length / 2)
    return (await sizeOfHistory(place, shas.slice(0, half))) + (await sizeOfHistory(place, shas.slice(half)))
  }
}
