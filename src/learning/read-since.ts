import type { Commit } from '../commit.ts'
import type { CommentNow } from '../curate/evidence/comments-now.ts'
import { codeNames, namesIn } from '../curate/code/code-names.ts'
import type { CommitAnalysis } from '../curate/commit-analysis.ts'
import type { CodeState } from '../curate/plan-operations.ts'
import { lineHistoryAfter } from '../curate/lines/line-history-after.ts'
import { besideNow, quotedIn } from '../curate/standing/stale-quotes.ts'
import { isFollowed } from '../curate/lines/significant-lines.ts'
import type { LineHistory } from '../curate/lines/line-history.ts'
import type { Ctx } from '../repo/context.ts'
import { readCommits } from '../repo/git/commits.ts'
import { readResolution } from '../repo/git/merge-resolution.ts'
import { findObjects, readFiles } from '../repo/git/objects.ts'
import { isPartialClone } from '../repo/git/partial.ts'
import { filesNaming } from '../repo/git/names-in-code.ts'
import { asFiled } from './joined.ts'
import { readSaid, saidByNone, type SaidByFiles } from './said-by-files.ts'
import type { Knowledge } from '../tree/knowledge.ts'

/** Earlier commits that are looked at when a single one is learned: the newest that worked on the same files. */
const mostEarlier = 60
/** Names that are looked for in all of the code, each by a git process of its own. */
const mostNames = 50

/**
 * Reads what a single commit leaves of the lessons that a tree has: of those about the files that it touched, and of those
 * about a name that it took out of the code. Of a merge, what its resolution did counts, and nothing else is read.
 */
export async function readSince(
  ctx: Ctx,
  analyses: readonly CommitAnalysis[],
  { entries }: Knowledge,
): Promise<Pick<CodeState, 'lineHistories' | 'comments'> & Partial<SaidByFiles>> {
  const [only] = analyses
  if (only === undefined || analyses.length > 1 || (await isPartialClone(ctx.place))) return {}
  if (only.parents.length > 1) return await readSinceMerge(ctx, only, entries)
  const touched = new Set(only.touched.map(({ path }) => path))
  // It changed nothing, or nobody could read what.
  if (touched.size === 0) return {}
  const said = { ...saidByNone(), comments: new Map<string, CommentNow>() }
  const quoted = quotedIn(analyses)
  for (const [path, text] of await readFiles(ctx.place, only.sha, touched)) {
    for (const [key, beside] of besideNow(quoted.get(path) ?? [], text)) said.comments.set(key, beside)
    readSaid(said, path, text)
  }
  const near = lessonsNear(touched, entries).filter(({ commit }) => commit !== only.sha)
  const remover = near.length === 0 ? undefined : (await readThese(ctx, [only.sha])).get(only.sha)
  return remover === undefined ? said : { ...said, ...(await standingAfter(ctx, remover, { touched, near })) }
}

/** The same for a merge: lines that its resolution left out are in no commit's diff. */
async function readSinceMerge(
  ctx: Ctx,
  merge: CommitAnalysis,
  entries: Knowledge['entries'],
): Promise<Pick<CodeState, 'lineHistories'>> {
  const changes = await readResolution(ctx.place, merge)
  const touched = new Set(changes.map(({ path }) => path))
  const near = touched.size === 0 ? [] : lessonsNear(touched, entries)
  const remover = near.length === 0 ? undefined : (await readThese(ctx, [merge.sha])).get(merge.sha)
  return remover === undefined ? {} : await standingAfter(ctx, { ...remover, changes }, { touched, near })
}

/** The lessons about some files, and those whose headlines spell names. */
const lessonsNear = (touched: ReadonlySet<string>, entries: Knowledge['entries']): readonly Told[] =>
  lessonsThatHold(entries).filter(({ files, names }) => names.length > 0 || files.some((file) => touched.has(file)))

type Near = { readonly touched: ReadonlySet<string>; readonly near: readonly Told[] }

async function standingAfter(
  ctx: Ctx,
  remover: Commit,
  { touched, near }: Near,
): Promise<Required<Pick<CodeState, 'lineHistories'>>> {
  const lost = await namesLost(ctx, remover, near)
  const about = near.filter(({ files }) => files.some((file) => touched.has(file))).slice(-mostEarlier)
  const named = near.filter(({ names }) => names.some((name) => lost.has(name))).slice(-mostEarlier)
  const lineHistories = await lineHistoriesAfter(ctx, remover, {
    lessons: [...about, ...named],
    lost,
  })
  return { lineHistories: (sha) => lineHistories.get(sha) }
}

/** A lesson of a tree: its commit, the files of its entry, and the names that its headline spells as code does. */
type Told = { readonly commit: string; readonly files: readonly string[]; readonly names: readonly string[] }

const lessonsThatHold = (entries: Knowledge['entries']): readonly Told[] =>
  [...entries.values()].flatMap(({ facts, raw: { files, sources: cited } }) =>
    facts.flatMap(({ subject, note, sources }) => {
      if (note === undefined || note.status === 'past') return []
      const found = cited.filter(({ commit }) => sources.some((hash) => commit.startsWith(hash)))
      return found.map(({ commit }) => ({ commit, files, names: codeNames(subject) }))
    }),
  )

/** Names of lessons that stand nowhere in the code after a commit, one of which it took out. */
async function namesLost({ place }: Ctx, remover: Commit, lessons: readonly Told[]): Promise<ReadonlySet<string>> {
  const hunks = remover.changes.filter(isFollowed).flatMap((change) => change.hunks)
  const removed = new Set(hunks.flatMap((hunk) => hunk.removed.flatMap(namesIn)))
  for (const name of hunks.flatMap((hunk) => hunk.added.flatMap(namesIn))) removed.delete(name)
  const wanted = new Set(lessons.flatMap(({ names }) => (names.some((name) => removed.has(name)) ? names : [])))
  const asked = [...wanted].slice(0, mostNames)
  const there = await filesNaming(place, remover.sha, asked)
  return new Set(asked.filter((name) => !there.get(name)?.some((path) => isFollowed({ path }))))
}

type Earlier = { readonly lessons: readonly Told[]; readonly lost: ReadonlySet<string> }

/** What became of earlier commits by a later one; those that it changed nothing about are left out. */
async function lineHistoriesAfter(
  ctx: Ctx,
  remover: Commit,
  { lessons, lost }: Earlier,
): Promise<ReadonlyMap<string, LineHistory>> {
  const filesOf = new Map(lessons.map(({ commit, files }) => [commit, files]))
  const read = await readThese(ctx, [...filesOf.keys()])
  const earlier = new Map([...read].map(([sha, commit]) => [sha, asFiled(commit, filesOf.get(sha) ?? [])]))
  const paths = new Set([...earlier.values(), remover].flatMap(({ changes }) => changes.map(({ path }) => path)))
  const texts = await readFiles(ctx.place, remover.sha, paths)
  const lineHistories = [...earlier].map(
    ([sha, commit]) => [sha, lineHistoryAfter(commit, { remover, texts, lost })] as const,
  )
  return new Map(
    lineHistories.filter(([, { removers, names }]) => removers.length > 0 || (names.added > 0 && names.there === 0)),
  )
}

/** Reads some commits with their diffs; one that this clone does not have is left out. */
async function readThese(ctx: Ctx, shas: readonly string[]): Promise<ReadonlyMap<string, Commit>> {
  const there = (await findObjects(ctx.place, 'commit', shas)).flatMap((sha) => sha ?? [])
  const found = new Map<string, Commit>()
  for await (const commit of readCommits(ctx.place, there, ctx.signal)) found.set(commit.sha, commit)
  return found
}
