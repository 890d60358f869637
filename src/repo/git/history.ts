import { join } from 'node:path'
import type { Commit } from '../../commit.ts'
import { Problem } from '../../problem.ts'
import { randomWord } from '../../text/quote.ts'
import { askGit, git, GitError, streamGit } from './git.ts'
import { fieldsOf, formatWith, parseLog } from './log-fields.ts'
import { isPartialClone } from './partial.ts'
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
  const commit = await commitNamed(place, revision)
  if (commit === undefined) throw unknownRevision(revision)
  return commit
}

/** Finds the commit that a revision names, by its full hash; undefined where git knows none. */
export async function commitNamed(place: RepoPaths, revision: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]
  const { code, out } = await askGit(place, args)
  return code === 0 && out !== '' ? out : undefined
}

const unknownRevision = (revision: string): Problem =>
  revision === 'HEAD'
    ? new Problem('no-commits', 'This branch has no commits yet.', {
        hint: 'Commit something; ctx learns from it by itself.',
      })
    : new Problem('unknown-revision', `"${revision}" is not a commit or range of this repository.`, {
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

/** Lists all commits of the refs below some prefixes, in which `*` stands for anything; none where one of them is damaged. */
export async function commitsBelow(place: RepoPaths, prefixes: readonly string[]): Promise<readonly string[]> {
  const { code, out } = await askGit(place, ['rev-list', ...prefixes.map((prefix) => `--glob=${prefix}`)])
  return code !== 0 || out === '' ? [] : out.split('\n')
}

/** Git compares what one commit changed for this long, in ms; people's commits take a tenth of a second. */
const longestDiff = 10_000

/**
 * Reads commits in the given order through one git process, with the files each touched and what changed in them. Merges
 * show no files, a commit at a shallow boundary is marked, and in a partial clone nothing is read that would fetch:
 * neither patches nor renames beyond exact ones. So it is for a commit of which an object is missing, and for one that
 * git takes too long to compare.
 */
export async function* readCommits(
  place: RepoPaths,
  shas: readonly string[],
  signal?: AbortSignal,
  { mostMs = longestDiff }: { readonly mostMs?: number } = {},
): AsyncGenerator<Commit> {
  const isPartial = await isPartialClone(place)
  let [at, alone] = [0, 0]
  while (at < shas.length) {
    const limit = isPartial ? undefined : diffLimit(mostMs, signal)
    const some = shas.slice(at, alone > 0 ? at + 1 : undefined)
    try {
      for await (const commit of readLog(place, some, { patches: !isPartial, signal, limit })) {
        at++
        limit?.stop()
        yield commit
        limit?.start()
      }
      if (alone <= 0) return
      alone--
    } catch (error) {
      const isLate = limit?.isOver() === true
      if (isLate && some.length > 1) {
        // Where a commit ends is known when the next begins: one of two took long, and each is read alone.
        alone = 2
        continue
      }
      alone--
      const isMissing = error instanceof GitError && /unable to read|missing blob/.test(error.stderr)
      if (isPartial || !(isLate || isMissing)) throw error
      for await (const commit of readLog(place, shas.slice(at, at + 1), { patches: false, signal }))
        yield isLate ? { ...commit, isDiffUnread: true } : commit
      at++
    } finally {
      limit?.stop()
    }
  }
}

/** Ends git when one commit takes it too long; the time that the reader takes does not count. */
type DiffLimit = {
  readonly signal: AbortSignal
  readonly start: () => void
  readonly stop: () => void
  readonly isOver: () => boolean
}

function diffLimit(mostMs: number, outer: AbortSignal | undefined): DiffLimit {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const start = (): void => {
    if (mostMs <= 0) late.abort()
    else timer = setTimeout(() => late.abort(), mostMs)
  }
  start()
  return {
    signal: outer === undefined ? late.signal : AbortSignal.any([outer, late.signal]),
    start,
    stop: () => clearTimeout(timer),
    isOver: () => late.signal.aborted && outer?.aborted !== true,
  }
}

type Reading = {
  readonly patches: boolean
  readonly signal: AbortSignal | undefined
  readonly limit?: DiffLimit | undefined
}

async function* readLog(
  place: RepoPaths,
  shas: readonly string[],
  { patches, signal, limit }: Reading,
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
  const stream = streamGit(place, args, {
    input: shas.map((sha) => `${sha}\n`).join(''),
    signal: limit?.signal ?? signal,
  })
  for await (const commit of parseLog(fieldsOf(stream), word)) {
    const isBoundary = boundary.has(commit.sha)
    yield isBoundary ? { ...commit, changes: [], isBoundary } : commit
  }
}

/** Tells whether a commit has more than one parent. */
export const isMerge = async (place: RepoPaths, commit: string): Promise<boolean> =>
  (await askGit(place, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^2`])).code === 0

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
