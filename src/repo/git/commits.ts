import type { Commit } from '../../commit.ts'
import { randomWord } from '../../text/quote.ts'
import { GitError, streamGit, TooMuch } from './git.ts'
import { fieldListsOf, formatWith, parseLog } from './log-fields.ts'
import { eachInOrder } from './each-in-order.ts'
import { cutsIn, isPartialClone } from './partial.ts'
import type { RepoPaths } from './repo-paths.ts'

/** Git compares what one commit changed for this long, in ms; people's commits take a tenth of a second. */
const longestDiff = 10_000

/**
 * Reads commits in the given order through one git process, with the files each touched and what changed in them. Merges
 * show no files, a commit at a shallow boundary is marked, and in a partial clone nothing is read that would fetch:
 * neither patches nor renames beyond exact ones. So it is for a commit of which an object is missing, and for one that
 * git takes too long to compare. Of one that has more files than git can list no files are known, and of one whose message
 * is too large for it, nothing is.
 */
export async function* readCommits(
  place: RepoPaths,
  shas: readonly string[],
  signal?: AbortSignal,
  { mostMs = longestDiff }: { readonly mostMs?: number } = {},
): AsyncGenerator<Commit> {
  const isPartial = await isPartialClone(place)
  const read = (some: readonly string[]): AsyncGenerator<Commit> =>
    isPartial ? readLog(place, some, { depth: 'paths', signal }) : withPatches(place, some, { signal, mostMs })
  yield* eachInOrder(shas, {
    read,
    isMendable: (error) => error instanceof TooLate || error instanceof TooMuch || (!isPartial && isMissing(error)),
    less: (sha, error) => withLess(place, sha, { signal, isDiffUnread: !isMissing(error) }),
  })
}

const isMissing = (error: unknown): boolean =>
  error instanceof GitError && /unable to read|missing blob/.test(error.stderr)

class TooLate extends Error {}

async function* withPatches(
  place: RepoPaths,
  some: readonly string[],
  { signal, mostMs }: { readonly signal: AbortSignal | undefined; readonly mostMs: number },
): AsyncGenerator<Commit> {
  const limit = diffLimit(mostMs, signal)
  try {
    for await (const commit of readLog(place, some, { depth: 'patches', signal: limit.signal })) {
      limit.stop()
      yield commit
      limit.start()
    }
  } catch (error) {
    throw limit.isOver() ? new TooLate() : error
  } finally {
    limit.end()
  }
}

type Less = { readonly signal: AbortSignal | undefined; readonly isDiffUnread: boolean }

async function* withLess(place: RepoPaths, sha: string, { signal, isDiffUnread }: Less): AsyncGenerator<Commit> {
  for (const depth of ['paths', 'head'] as const)
    try {
      for await (const commit of readLog(place, [sha], { depth, signal }))
        yield isDiffUnread || depth === 'head' ? { ...commit, isDiffUnread: true } : commit
      return
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error
    }
  yield { ...unread, sha }
}

const unread: Omit<Commit, 'sha'> = {
  parents: [],
  author: '',
  authored: '',
  at: new Date(0),
  message: '',
  changes: [],
  isBoundary: false,
  isDiffUnread: true,
}

/** Ends git when one commit takes it too long; the time that the reader takes does not count. */
type DiffLimit = {
  readonly signal: AbortSignal
  readonly start: () => void
  readonly stop: () => void
  readonly isOver: () => boolean
  readonly end: () => void
}

function diffLimit(mostMs: number, outer: AbortSignal | undefined): DiffLimit {
  const late = new AbortController()
  let isRunning = mostMs > 0
  // One for all: to set a timer for each commit takes longer than to read some.
  const timer = setTimeout(() => isRunning && late.abort(), mostMs)
  if (mostMs <= 0) late.abort()
  return {
    signal: outer === undefined ? late.signal : AbortSignal.any([outer, late.signal]),
    start: () => {
      isRunning = true
      timer.refresh()
    },
    stop: () => {
      isRunning = false
    },
    isOver: () => late.signal.aborted && outer?.aborted !== true,
    end: () => clearTimeout(timer),
  }
}

type Reading = {
  /** What is read besides the message: what changed, which files did, or nothing. */
  readonly depth: 'patches' | 'paths' | 'head'
  readonly signal: AbortSignal | undefined
}

const shownAt = {
  patches: ['--raw', '-M', '-p', '-U0', '--diff-algorithm=myers'],
  paths: ['--raw', '-M100%'],
  head: ['--no-patch'],
} as const

async function* readLog(place: RepoPaths, shas: readonly string[], { depth, signal }: Reading): AsyncGenerator<Commit> {
  const word = randomWord()
  const boundary = cutsIn(place)
  const args = [
    'log',
    '--stdin',
    '--no-walk=unsorted',
    '-z',
    ...shownAt[depth],
    '--no-abbrev',
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
    signal,
    isBounded: true,
  })
  for await (const commit of parseLog(fieldListsOf(stream), word)) {
    const isBoundary = boundary.has(commit.sha)
    yield isBoundary ? { ...commit, changes: [], isBoundary } : commit
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
