import { commitKey } from '../commit.ts'
import { fileKindOf } from '../curate/code/files.ts'
import { ownReverts } from '../curate/evidence/reverts.ts'
import { readMessage } from '../curate/message/commit-message.ts'
import { isEmptySubject } from '../curate/message/nameless.ts'
import { askCurrentIndex } from '../knowledge/shown/current-index.ts'
import { lessonsOf } from '../knowledge/answers/lesson-hits.ts'
import { noteOf } from '../knowledge/answers/outcome-now.ts'
import { syncCommitIndex } from './sync-commit-index.ts'
import { readRows } from './read-log.ts'
import { withRevivedCommits } from './revived.ts'
import type { Ctx } from '../repo/context.ts'
import { commitNamed, commitsOfMerge } from '../repo/git/history.ts'
import { readMessages } from '../repo/git/read-messages.ts'
import type { CommitIndex } from '../repo/index/commit-index.ts'
import type { FoundCommit, IndexedCommit } from '../repo/index/indexed-commit.ts'
import type { Store } from '../repo/index/store.ts'
import { asTheyAre, bearingOn, reasonLengths } from '../search/bearing.ts'
import type { Later, LessonHit } from '../search/lesson-hit.ts'
import { terms } from '../text/terms.ts'
import { noNote, printedNote } from '../tree/note.ts'

/** A commit as lessons tell it, a squash as several, a merge or a revert of a revert with what it brought, and the earlier ones that it took the place of. */
export type WhyCommit = {
  readonly commit: string
  /** What it is called itself, where its lessons go by other names, as the sections of a page do; else ''. */
  readonly subject: string
  readonly hits: readonly LessonHit[]
  readonly replaced: readonly Later[]
  /** What its files are called today, as far as diffs were read. */
  readonly files: readonly string[]
}

/**
 * Tells why a commit was made: what it says, in its diff where its message is only a headline, what became of it, and what
 * it took the place of. Undefined where git knows no commit by this name.
 */
export async function whyCommit(ctx: Ctx, revision: string): Promise<WhyCommit | undefined> {
  const commit = await commitNamed(ctx.place, revision)
  if (commit === undefined) return undefined
  return await askCurrentIndex(ctx, async ({ store }) => {
    const brought = await commitsOfMerge(ctx.place, commit, { most: mostBrought })
    const commits = [...(await withRevivedCommits(ctx.place, [commit])), ...brought]
    const told = await lessonsOfCommits(ctx, store, commits)
    // A commit of another branch, or an older one than are kept, is in no index.
    const hits = told.length > 0 ? told : await lessonsOfCommits(ctx, undefined, commits)
    const { commitIndex } = store === undefined ? {} : await syncCommitIndex(ctx, store)
    const named = await revertedIn(ctx, commit)
    const row = commitIndex?.rowsOf([commitKey(commit)])[0]
    const replaced = commitIndex === undefined ? [] : replacedBy(commitIndex, { commit, hits, named, row })
    return { commit, subject: ownSubject(hits, row), hits, replaced, files: row?.paths ?? [] }
  })
}

/** The subject of a commit, unless a lesson of it has most of its words. */
function ownSubject(hits: readonly LessonHit[], row: FoundCommit | undefined): string {
  if (row === undefined || hits.length === 0 || isEmptySubject(row.subject)) return ''
  const own = new Set(terms(row.subject))
  const isCalledSo = ({ commit, headline }: LessonHit): boolean =>
    commit === row.sha && [...new Set(terms(headline))].filter((term) => own.has(term)).length * 2 > own.size
  return hits.some(isCalledSo) ? '' : [row.subject, row.number].filter((part) => part !== '').join(' ')
}

/** The commits that a message says it reverts: an index keeps what messages explain, and not that. */
async function revertedIn({ place, signal }: Ctx, commit: string): Promise<readonly string[]> {
  const named: string[] = []
  for await (const { message } of readMessages(place, [commit], signal)) named.push(...ownReverts(readMessage(message)))
  const found = await Promise.all(named.map(async (hash) => await commitNamed(place, hash)))
  return found.flatMap((sha) => sha ?? [])
}

/** Of the commits that a merge brought, the newest. */
const mostBrought = 50

/**
 * Tells commits as lessons, in their order; without an index on disk by their messages alone. Where they are told of one
 * `file`, of what their diffs say only what stands there.
 */
export async function lessonsOfCommits(
  ctx: Ctx,
  store: Store | undefined,
  commits: readonly string[],
  { file }: { readonly file?: string | undefined } = {},
): Promise<readonly LessonHit[]> {
  if (store !== undefined) {
    const { commitIndex } = await syncCommitIndex(ctx, store)
    return lessonsOf({ place: ctx.place, store, commitIndex, file }, commits)
  }
  const hits: LessonHit[] = []
  for await (const row of readRows(ctx, commits)) {
    const most = hits.length === 0 ? reasonLengths.alone : reasonLengths.others
    hits.push(lessonOfMessage(row, most))
  }
  return hits
}

/**
 * The commits that the tree says a commit took the place of, those that it says it reverts, and those most of whose lines it
 * took out, newest first.
 */
function replacedBy(
  commitIndex: CommitIndex,
  {
    commit,
    hits,
    named,
    row: own,
  }: Pick<WhyCommit, 'commit' | 'hits'> & { readonly named: readonly string[]; readonly row: FoundCommit | undefined },
): readonly Later[] {
  const taken = commitIndex.takenBy(commit).filter((row) => {
    const { lineCounts } = row
    const { status, supersededBy } = lineCounts === undefined ? noNote : noteOf(lineCounts, row)
    // Who only rewrote lines of what its tests hold took nothing's place, nor did who changed the program and its page (ioredis c6f41f69).
    const isHeld = status === 'reworked' && (lineCounts?.[4]?.there ?? 0) > 0
    const isBesideIt = own !== undefined && touchesCode(own) && !touchesCode(row)
    return !isHeld && !isBesideIt && supersededBy.some((one) => commit.startsWith(one))
  })
  const told = commitIndex.rowsOf([...hits.flatMap(({ note }) => note.replaces), ...named].map(commitKey))
  return [...new Map([...told, ...taken].map((row) => [row.sha, row])).values()]
    .toSorted((a, b) => b.id - a.id)
    .map(({ sha, date, subject }) => ({ commit: sha, date, headline: subject, why: '' }))
}

const touchesCode = ({ paths }: FoundCommit): boolean => paths.some((path) => fileKindOf(path) === 'code')

/** Tells a commit by its message alone, where there is no index on disk to say more. */
function lessonOfMessage({ sha, subject, body, date, author, number, paths }: IndexedCommit, most: number): LessonHit {
  const why = bearingOn(body, asTheyAre([]), { most, rarity: () => 1 })
  const text = {
    lane: 'log',
    kind: 'lesson',
    headline: subject,
    why,
    commit: sha,
    date,
    author,
    number,
    files: paths,
  } as const
  const unknown = {
    entry: '',
    source: '',
    standing: '',
    archived: '',
    holds: '',
    isInCode: false,
    linesGone: 0,
    isBare: body === '',
    inDiff: '',
    note: printedNote(noNote),
    supersededBy: [],
    followUps: [],
    replaced: [],
  } as const
  return { ...text, ...unknown, covers: 1, score: 0 }
}
