import type { Commit, FileChange } from '../commit.ts'
import { platformVersionsIn } from '../curate/code/platforms.ts'
import { isChangelog, isFragment } from '../curate/message/changelog-files.ts'
import { readMessage } from '../curate/message/commit-message.ts'
import { codeFirst } from '../curate/code/files.ts'
import { namesCounted } from '../curate/code/names-counted.ts'
import { isOfCtx, withoutFilesOfCtx } from '../curate/code/generated-blocks.ts'
import { ownChangelogLine } from '../curate/evidence/own-changelog-line.ts'
import { saidInDiff } from '../curate/evidence/said-in-diff.ts'
import { namesInDiff, loggedOf, termsOfLogged } from '../curate/message/logged.ts'
import { isCovered } from '../curate/message/shared-words.ts'
import { startSurvival } from '../curate/lines/survival.ts'
import type { Ctx } from '../repo/context.ts'
import { readCommits } from '../repo/git/commits.ts'
import { commitsSince } from '../repo/git/history.ts'
import { readMessages } from '../repo/git/read-messages.ts'
import { cutsIn, cutsOf, isPartialClone } from '../repo/git/partial.ts'
import { readHead } from '../repo/git/refs.ts'
import type { CommitIndex } from '../repo/index/commit-index.ts'
import type { NewRow } from '../repo/index/commit-writes.ts'
import type { CommitDiff, LineCounts, IndexedCommit, NamesOfFiles } from '../repo/index/indexed-commit.ts'
import { madeOnce } from '../text/made-once.ts'
import { redact } from '../text/redact.ts'
import { termText } from '../text/terms.ts'
import { findDropped, droppedFrom } from './dropped-commits.ts'
import { foldersOfJoined, inFolder } from './joined.ts'
import { compareWithCode } from './read-code.ts'
import { toDay } from '../tree/meta.ts'

/** How many of the newest commits are kept. */
const most = 50_000

/** Of a long history that was not read before: so many of the newest commits are read first, and so many at a time of the others. */
const together = 3_000

/**
 * Adds the messages of commits that came since to the commit index, and hides those that HEAD no longer has. Where a shallow
 * clone was deepened, older ones came, and those at the cut are not what they were: all is read again. Where nothing was read
 * before, the newest are read, and the older are left to `readOlderMessages`.
 */
export async function readNewMessages(ctx: Ctx, commitIndex: CommitIndex, head: string): Promise<void> {
  const cuts = cutsOf(ctx.place)
  if (commitIndex.state().cuts !== cuts) commitIndex.clear()
  const { tip, older } = commitIndex.state()
  const isKnown = tip !== '' && (await isThere(ctx, tip))
  // Of what is left to be read, nobody knows what came before that tip.
  if (!isKnown && older > 0) commitIndex.clear()
  if (isKnown) {
    const gone = await commitsSince(ctx.place, tip, [head], { most })
    commitIndex.hide(gone)
    if (gone.length > 0) commitIndex.drop(await droppedFrom(ctx, tip, head))
  }
  const listing = commitsSince(ctx.place, head, isKnown ? [tip] : [], { most })
  // While git makes its list, the rules for secrets are loaded.
  readMessage('')
  const listed = await listing
  const isBegun = tip === '' || (!isKnown && older > 0)
  // Whoever else begins at the same moment reads the same ones: of what is not there yet, the newest would be older than those.
  const wanted = isBegun ? listed.slice(-together) : listed
  commitIndex.add(await readMessagesOf(ctx, commitIndex.show(wanted)))
  if (isBegun) commitIndex.setOlder(listed.length - wanted.length)
  commitIndex.setTip(head, cuts)
}

/** Adds the messages of the commits that are older than all that were read, the newest of them first. */
export async function readOlderMessages(ctx: Ctx, commitIndex: CommitIndex): Promise<void> {
  const { tip, older } = commitIndex.state()
  if (older === 0) return
  const unread = commitIndex.show(await commitsSince(ctx.place, tip, [], { most }))
  for (let end = unread.length; end > 0; end -= together) {
    const start = Math.max(0, end - together)
    commitIndex.add(await readMessagesOf(ctx, unread.slice(start, end)), { areOlder: true })
    commitIndex.setOlder(start)
    ctx.progress(unread.length - start, unread.length, 'older messages read')
  }
  commitIndex.setOlder(0)
}

async function readMessagesOf(ctx: Ctx, commits: readonly string[]): Promise<readonly NewRow[]> {
  const rows: NewRow[] = []
  for await (const row of readRows(ctx, commits)) rows.push({ row, terms: termsOfLogged(row, row.paths) })
  return rows
}

/**
 * Adds commits that only the tree names, those that were dropped as dropped; whether there were any. Nobody asked between such
 * a commit and its reset; of others it is known from now on that they are elsewhere.
 */
export async function readDropped(ctx: Ctx, commitIndex: CommitIndex, commits: readonly string[]): Promise<boolean> {
  // Of a history that is read in part, any commit may be an older one.
  const { commit: head } = commitIndex.state().size < most ? await readHead(ctx.place) : {}
  if (head === undefined) return false
  const { here, dropped } = await findDropped(ctx, commits, head)
  commitIndex.add(await readMessagesOf(ctx, here))
  commitIndex.hide(here)
  commitIndex.drop(dropped)
  return dropped.length > 0
}

/** Reads commits as the index keeps them, our own left out. */
export async function* readRows(ctx: Ctx, commits: readonly string[]): AsyncGenerator<IndexedCommit> {
  // The same people change the same files again and again.
  const redactName = madeOnce(redact)
  const cuts = cutsIn(ctx.place)
  const joined = await foldersOfJoined(ctx.place, commits)
  for await (const { sha, author, at, message, paths } of readMessages(ctx.place, commits, ctx.signal)) {
    const read = readMessage(message)
    if (read.trailers.some(({ key }) => key === 'Curated-By')) continue
    // Where history is cut, git lists every file of the tree.
    const named = codeFirst(cuts.has(sha) ? [] : paths.filter((path) => !isOfCtx(path)))
      .map((path) => `${joined.get(sha) ?? ''}${path}`)
      .slice(0, mostPaths)
      .map(redactName)
    yield { ...loggedOf(read), sha, author: redactName(author), date: dayOf(at), paths: named }
  }
}

/** A commit as the index keeps it, with the terms of its diff. */
export type ReadCommit = IndexedCommit & { readonly diff: string }

const saidEach = 100

/** The newest commits of a history as the commit index keeps them, for a search without it. */
export async function readLog(
  ctx: Ctx,
  head: string,
  { most: newest, onRead }: { most: number; onRead?: (done: number, all: number) => void },
): Promise<readonly ReadCommit[]> {
  const shas = await commitsSince(ctx.place, head, [], { most: newest })
  const diffs = new Map<string, CommitDiff>()
  if (!(await isPartialClone(ctx.place)))
    for await (const commit of readCommits(ctx.place, shas, ctx.signal)) {
      diffs.set(commit.sha, diffOf(commit, { isBare: false }))
      if (diffs.size % saidEach === 0 || diffs.size === shas.length) onRead?.(diffs.size, shas.length)
    }
  const rows: ReadCommit[] = []
  for await (const row of readRows(ctx, shas)) {
    const { terms = '', changelog } = diffs.get(row.sha) ?? {}
    rows.push({ ...row, body: [row.body, changelog?.text].filter(Boolean).join('\n'), diff: terms })
  }
  return rows
}

const mostPaths = 20
const dayOf = (at: Date): string => (Number.isNaN(at.getTime()) ? '' : toDay(at))

async function isThere(ctx: Ctx, sha: string): Promise<boolean> {
  const { findObjects } = await import('../repo/git/objects.ts')
  return (await findObjects(ctx.place, 'commit', [sha]))[0] !== undefined
}

/** Reads the diffs that were not read yet, and what became of each commit's lines, for an index in step with this commit. */
export async function readDiffsOf(ctx: Ctx, commitIndex: CommitIndex, head: string): Promise<void> {
  if (await isPartialClone(ctx.place)) return
  const wasWhole = commitIndex.state().isFollowed
  const unread = commitIndex.unread()
  if (unread.size === 0 && wasWhole) return
  const all = wasWhole ? [...unread.keys()] : await commitsSince(ctx.place, head, [], { most })
  const survival = startSurvival()
  const diffs = new Map<string, CommitDiff>()
  const joined = await foldersOfJoined(ctx.place, all)
  for await (const read of readCommits(ctx.place, all, ctx.signal)) {
    const commit = inFolder(read, joined.get(read.sha))
    if (!wasWhole) survival.follow(commit, { isTracked: true })
    const isBare = unread.get(commit.sha)
    if (isBare !== undefined) diffs.set(commit.sha, diffOf(commit, { isBare }))
    if (diffs.size >= batch) {
      commitIndex.addDiffs(diffs)
      diffs.clear()
    }
  }
  commitIndex.addDiffs(diffs)
  if (wasWhole) return
  await compareWithCode(ctx, survival, head)
  commitIndex.setLineCounts(
    new Map(
      all.flatMap((sha): readonly (readonly [string, LineCounts])[] => {
        const lineHistory = survival.lineHistoryOf(sha)
        if (lineHistory === undefined) return []
        const removers = lineHistory.removers.slice(0, 3).map(({ commit, lines }) => [commit, lines] as const)
        const { added, gone, rewritten, tests } = lineHistory
        const counts = [added, gone, removers, rewritten] as const
        return [[sha, tests.added === 0 ? counts : [...counts, tests]]]
      }),
    ),
  )
}

/** What the diff of a commit adds to its message. */
function diffOf(read: Commit, { isBare }: { readonly isBare: boolean }): CommitDiff {
  const commit = withoutFilesOfCtx(read)
  const text = redact(changelogLineOf(commit))
  return {
    terms: namesInDiff(commit),
    // What it writes into the changelog stands behind its message.
    said: (isBare ? saidInDiff(commit) : []).filter(({ path }) => text === '' || !isOfChangelog(path)),
    changelog: text === '' ? undefined : { text, terms: termText(text) },
    names: namesOf(commit),
    needs: platformVersionsIn(commit.changes).map((one) => ({ ...one, path: redact(one.path) })),
    inCode: namesCounted(commit),
  }
}

function namesOf({ changes }: Commit): NamesOfFiles {
  const named = (wanted: FileChange['status']): readonly string[] =>
    changes.flatMap(({ status, path }) => (status === wanted ? [redact(path)] : []))
  const moved = changes.flatMap(({ status, from, path, after }) =>
    // One empty file is like any other.
    status === 'renamed' && from !== path && !emptyBlobs.has(after) ? [[redact(from), redact(path)] as const] : [],
  )
  return { moved, added: named('added'), deleted: named('deleted') }
}

/** What git calls a file with nothing in it, by SHA-1 and by SHA-256. */
const emptyBlobs: ReadonlySet<string> = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
])

/** The line that a commit writes into the changelog, '' where its message says the same. */
function changelogLineOf(commit: Commit): string {
  if (!commit.changes.some(({ path }) => isOfChangelog(path))) return ''
  const message = readMessage(commit.message)
  const line = ownChangelogLine({ commit, message })?.text ?? ''
  return isCovered(line, `${message.subject} ${message.body}`) ? '' : line
}

const isOfChangelog = (path: string): boolean => isChangelog(path) || isFragment(path)

/** Commits whose terms are written together: a question that comes meanwhile waits no longer than for these. */
const batch = 500
