import { distil } from '../curate/distil.ts'
import { explain } from '../curate/explain.ts'
import { contentOf, pairReplays, type Replayed } from '../curate/replay.ts'
import { followRewrites, isSpent, resolveRewrites } from '../curate/rewrite.ts'
import { readCurated } from '../repo/branch.ts'
import { git } from '../repo/git.ts'
import { commitsSince, readCommits } from '../repo/history.ts'
import { findObjects } from '../repo/objects.ts'
import type { Job } from '../repo/queue.ts'
import { emptyEntry, type Entry } from '../tree/entry.ts'
import type { EntryPath } from '../tree/path.ts'
import { apply, type Operation } from '../tree/operations.ts'
import { version } from '../version.ts'
import { learn } from './curate.ts'
import { commitStep, type Tip, tooManyRaces } from './knowledge.ts'
import type { Ctx } from './open.ts'
import { readerFor, readStudies } from './reading.ts'

type RewriteJob = Extract<Job, { kind: 'rewrite' }>

/**
 * Lets provenance follow an amend or rebase. A commit that was only replayed is the same lesson; one that says something
 * else is read, and what only its old form said is retired. A commit made during a rebase is learned as any other.
 */
export async function followRewrite(ctx: Ctx, job: RewriteJob, tip: Tip): Promise<void> {
  const start = tip.commit ?? tip.parent
  const known = start === undefined ? new Set<string>() : await readCurated(ctx.place, start)
  const followed = new Set(start === undefined ? [] : await readRewritten(ctx, start))
  const { images, changed } = await replaysOf(ctx, job)
  const rewrites = new Map([...images].filter(([from]) => known.has(from) && !followed.has(from)))
  const after = rewrites.size === 0 ? tip : await commitRewrites(ctx, { tip, rewrites, changed, known })
  const learned = new Set(rewrites.values())
  const unread = changed.filter((commit) => !learned.has(commit) && !known.has(commit))
  // An amended commit has a job of its own.
  if (job.how === 'rebase' && unread.length > 0)
    await learn(ctx, { tip: after, wanted: { kind: 'named', revisions: unread }, together: 1, dryRun: false })
}

async function replaysOf(ctx: Ctx, { rewrites, commit, onto }: RewriteJob): Promise<Replayed> {
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
  readonly rewrites: ReadonlyMap<string, string>
  readonly changed: readonly string[]
  readonly known: ReadonlySet<string>
}

async function commitRewrites(ctx: Ctx, { tip, rewrites, changed, known }: Rewriting): Promise<Tip> {
  const operations = await operationsFor(ctx, { tip, rewrites, changed, known })
  const { knowledge, applied } = apply(tip.knowledge, operations, ctx.now())
  const message = explain({
    title: `Curate: follow ${rewrites.size} rewritten ${rewrites.size === 1 ? 'commit' : 'commits'}`,
    applied,
    reasons: operations.map(({ reason }) => reason),
    commits: [...new Set(rewrites.values())].filter((commit) => !known.has(commit)),
    by: `ctx ${version} (offline)`,
    rewrites,
  })
  const next = await commitStep(ctx, tip, { knowledge: followRewrites(knowledge, rewrites), message }, { always: true })
  if (next === undefined) throw tooManyRaces(tip.ref)
  return next
}

/** What changed commits say now, unless it was read already, and the end of what only their old forms said. */
async function operationsFor(ctx: Ctx, { tip, rewrites, changed, known }: Rewriting): Promise<readonly Operation[]> {
  const ended = new Map([...rewrites].filter(([, to]) => changed.includes(to)))
  if (ended.size === 0) return []
  const images = new Set(ended.values())
  const reader = await readerFor(ctx)
  const unread = changed.filter((commit) => images.has(commit) && !known.has(commit))
  const operations: Operation[] = []
  let now = tip.knowledge
  for (const read of await readStudies(ctx, unread, reader, () => undefined)) {
    const told = distil([read], now, reader)
    operations.push(...told)
    now = apply(now, told, ctx.now()).knowledge
  }
  return [...operations, ...[...now.entries].flatMap(([path, entry]) => endOfOld(path, entry, ended))]
}

function endOfOld(path: EntryPath, entry: Entry, rewrites: ReadonlyMap<string, string>): readonly Operation[] {
  const old = entry.raw.sources.filter(({ commit }) => rewrites.has(commit)).map(({ commit }) => commit)
  if (old.length === 0) return []
  const retires = old.map((commit) => ({ kind: 'source' as const, commit }))
  const reason = `Rewritten: ${old.map((commit) => `${commit.slice(0, 8)} became ${rewrites.get(commit)?.slice(0, 8)}`).join(', ')}`
  return isSpent(entry, retires)
    ? [{ type: 'DELETE', path, reason }]
    : [{ type: 'UPDATE', path, entry: emptyEntry, reason, retires }]
}
