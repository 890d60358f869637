import { planOperations, planWithModel } from '../curate/plan-operations.ts'
import { explain } from '../curate/entries/knowledge-message.ts'
import { contentOf, pairReplays, type Replayed } from '../curate/replay.ts'
import { followRewrites, inOldPlace, isDecided, isSpent, resolveRewrites, withoutSources } from '../curate/rewrite.ts'
import { commitStep, type Tip, tooManyRaces } from '../knowledge/branch/tip.ts'
import type { Ctx } from '../repo/context.ts'
import { git } from '../repo/git/git.ts'
import { readCommits } from '../repo/git/commits.ts'
import { commitsSince } from '../repo/git/history.ts'
import { findObjects } from '../repo/git/objects.ts'
import type { Job } from '../repo/state/queue.ts'
import { emptyEntry, type Entry } from '../tree/entry.ts'
import { apply, type Operation, timeOf } from '../tree/operations.ts'
import type { EntryPath } from '../tree/path.ts'
import { version } from '../version.ts'
import type { AskedAhead } from './ask-ahead.ts'
import { followInNotes } from './follow-notes.ts'
import { learn } from './learn.ts'
import { readerFor, readAnalyses } from './read-commits.ts'
import { learnedBefore } from './wanted.ts'

type RewriteJob = Extract<Job, { kind: 'rewrite' }>

/**
 * Lets provenance follow an amend or rebase, and tells whether there was anything to follow. A commit that was only
 * replayed is the same lesson; one that says something else is read in the place where its old form was told, and what
 * only that said is retired. A commit made during a rebase is learned as any other.
 */
export async function followRewrite(
  ctx: Ctx,
  job: Pick<RewriteJob, 'how' | 'commit' | 'onto' | 'rewrites'>,
  { tip, prepared = new Map() }: { readonly tip: Tip; readonly prepared?: AskedAhead },
): Promise<boolean> {
  const start = tip.commit ?? tip.parent
  const known = await learnedBefore(ctx, tip)
  const followed = new Set(start === undefined ? [] : await readRewritten(ctx, start))
  const { images, changed } = await replaysOf(ctx, job)
  const rewrites = new Map([...images].filter(([from]) => known.has(from) && !followed.has(from)))
  const after =
    rewrites.size === 0 ? tip : await commitRewrites(ctx, { tip, rewrites, images, changed, known, prepared })
  const learned = new Set(rewrites.values())
  const unread = changed.filter((commit) => !learned.has(commit) && !known.has(commit))
  // An amended commit has a job of its own.
  if (job.how === 'rebase' && unread.length > 0)
    await learn(ctx, { tip: after, wanted: { kind: 'named', revisions: unread }, together: 1, dryRun: false })
  return rewrites.size > 0
}

async function replaysOf(
  ctx: Ctx,
  { rewrites, commit, onto }: Pick<RewriteJob, 'rewrites' | 'commit' | 'onto'>,
): Promise<Replayed> {
  const listed = resolveRewrites(rewrites)
  const originals = [...listed.keys()]
  const since = async (...known: readonly string[]): Promise<readonly string[]> =>
    hash.test(onto) ? await commitsSince(ctx.place, commit, [onto, ...known]) : []
  // A commit that stayed where it was may be named as rewritten all the same.
  const [made, fresh] = await Promise.all([since(), since(...originals)])
  const ends = [...listed.values()]
  const all = [...new Set([...made, ...ends])]
  const there = (await findObjects(ctx.place, 'commit', [...originals, ...all])).flatMap((found) => found ?? [])
  const contents = new Map<string, string>()
  for await (const read of readCommits(ctx.place, there)) contents.set(read.sha, contentOf(read))
  const isNew = new Set([...fresh, ...ends])
  const { images, changed } = pairReplays(listed, all, contents)
  return { images, changed: changed.filter((sha) => isNew.has(sha)) }
}

const hash = /^[0-9a-f]{40,64}$/

const readRewritten = async (ctx: Ctx, commit: string): Promise<readonly string[]> => {
  const out = await git(ctx.place, [
    'log',
    '--format=%(trailers:key=Source-Rewritten,valueonly)',
    '--end-of-options',
    commit,
  ])
  return out.split('\n').flatMap((line) => line.split(' ')[0] ?? [])
}

type Rewriting = {
  readonly tip: Tip
  /** The image of each commit that taught something, and of all that were rewritten: those may have changed lessons, too. */
  readonly rewrites: ReadonlyMap<string, string>
  readonly images: ReadonlyMap<string, string>
  /** Images that say something else than what they are of, and commits that are images of nothing. */
  readonly changed: readonly string[]
  readonly known: ReadonlySet<string>
  readonly prepared: AskedAhead
}

async function commitRewrites(ctx: Ctx, rewriting: Rewriting): Promise<Tip> {
  const { tip, rewrites, images, known, prepared } = rewriting
  const operations = await operationsFor(ctx, rewriting)
  const { knowledge, applied } = apply(tip.knowledge, operations, (operation) => timeOf(operation, ctx.now()))
  const made = [...rewrites.values()].flatMap((commit) => prepared.get(commit) ?? [])
  const message = explain({
    title: `Curate: follow ${rewrites.size} rewritten ${rewrites.size === 1 ? 'commit' : 'commits'}`,
    applied,
    reasons: operations.map(({ reason }) => reason),
    commits: [...new Set(rewrites.values())].filter((commit) => !known.has(commit)),
    by: `ctx ${version} (${made[0]?.by ?? 'offline'})`,
    tokens: made.reduce((sum, { tokens }) => sum + tokens, 0),
    rewrites,
  })
  const followed = followInNotes(followRewrites(knowledge, rewrites), images)
  const next = await commitStep(ctx, tip, { knowledge: followed, message }, { always: true })
  if (next === undefined) throw tooManyRaces(tip.ref)
  return next
}

/** What changed commits say now, in the place where their old forms were told, and the end of what only those said. */
async function operationsFor(ctx: Ctx, rewriting: Rewriting): Promise<readonly Operation[]> {
  const { tip, changed, known, prepared } = rewriting
  const ended = new Map([...rewriting.rewrites].filter(([, to]) => changed.includes(to)))
  if (ended.size === 0) return []
  const images = new Set(ended.values())
  const reader = await readerFor(ctx)
  const { knowledge: before, spent } = withoutSources(tip.knowledge, [...ended.keys()])
  const unread = changed.filter((commit) => images.has(commit) && !known.has(commit))
  const operations: Operation[] = []
  let now = before
  for (const read of await readAnalyses(ctx, unread, { reader })) {
    const made = prepared.get(read.sha)?.operations
    const said =
      made === undefined
        ? planOperations([read], now, reader)
        : planWithModel(made, [read], { ...reader, knowledge: now })
    const told = inOldPlace(said, spent).map((operation) => replacing(operation, { tip, rewrites: ended }))
    operations.push(...told)
    now = apply(now, told, (operation) => timeOf(operation, ctx.now())).knowledge
  }
  const { knowledge: after } = apply(tip.knowledge, operations, (operation) => timeOf(operation, ctx.now()))
  const anew = new Set<string>(operations.flatMap((operation) => ('path' in operation ? [operation.path] : [])))
  const left = [...after.entries].filter(([path]) => !anew.has(path))
  return [...operations, ...left.flatMap(([path, entry]) => endOfOld(path, entry, ended))]
}

/** Where an entry learned from the old form, what the new one says takes the place of what that said. */
function replacing(operation: Operation, { tip, rewrites }: Pick<Rewriting, 'tip' | 'rewrites'>): Operation {
  const old = 'entry' in operation ? tip.knowledge.entries.get(operation.path)?.raw.sources : undefined
  if (!('entry' in operation) || !old?.some(({ commit }) => rewrites.has(commit))) return operation
  const retires = [...rewrites.keys()].map((commit) => ({ kind: 'source' as const, commit }))
  return { ...operation, type: 'UPSERT', retires: [...(operation.retires ?? []), ...retires] }
}

function endOfOld(path: EntryPath, entry: Entry, rewrites: ReadonlyMap<string, string>): readonly Operation[] {
  const old = entry.raw.sources.filter(({ commit }) => rewrites.has(commit)).map(({ commit }) => commit)
  // What a person decided about stays as it was decided, whatever its commit says now.
  if (old.length === 0 || isDecided(entry)) return []
  const retires = old.map((commit) => ({ kind: 'source' as const, commit }))
  const reason = `Rewritten: ${old.map((commit) => `${commit.slice(0, 8)} became ${rewrites.get(commit)?.slice(0, 8)}`).join(', ')}`
  return isSpent(entry, retires)
    ? [{ type: 'DELETE', path, reason }]
    : [{ type: 'UPDATE', path, entry: emptyEntry, reason, retires }]
}
