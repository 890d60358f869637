import { distil } from '../curate/distil.ts'
import { explain } from '../curate/explain.ts'
import { readMessage } from '../curate/message.ts'
import { study } from '../curate/study.ts'
import { followRewrites, isSpent, resolveRewrites } from '../curate/rewrite.ts'
import { readCurated } from '../repo/branch.ts'
import { git } from '../repo/git.ts'
import { commitsSince, readCommits } from '../repo/history.ts'
import type { Job } from '../repo/queue.ts'
import { emptyEntry, type Entry } from '../tree/entry.ts'
import type { EntryPath } from '../tree/path.ts'
import { apply, type Operation } from '../tree/operations.ts'
import { version } from '../version.ts'
import { learn } from './curate.ts'
import { commitStep, type Tip, tooManyRaces } from './knowledge.ts'
import type { Ctx } from './open.ts'
import { readerFor } from './reading.ts'

type RewriteJob = Extract<Job, { kind: 'rewrite' }>

/**
 * Lets provenance follow an amend or rebase. Only commits that were learned from matter; what only the old form of an
 * amended commit said is retired, and a commit made during a rebase is learned as any other.
 */
export async function followRewrite(ctx: Ctx, job: RewriteJob, tip: Tip): Promise<void> {
  if (tip.commit === undefined) return
  const known = await readCurated(ctx.place, tip.commit)
  const rewritten = new Set(await readRewritten(ctx, tip.commit))
  const rewrites = new Map(
    [...resolveRewrites(job.rewrites)].filter(([from]) => known.has(from) && !rewritten.has(from)),
  )
  const after = rewrites.size === 0 ? tip : await commitRewrites(ctx, job.how, { tip, rewrites, known })
  if (job.how === 'rebase') await learnNewInRebase(ctx, job, after)
}

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
  readonly known: ReadonlySet<string>
}

async function commitRewrites(ctx: Ctx, how: RewriteJob['how'], { tip, rewrites, known }: Rewriting): Promise<Tip> {
  const operations = how === 'amend' ? await amendOperations(ctx, { tip, rewrites, known }) : []
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

/** What the amended commit says now, unless it was read already, and the end of what only its old form said. */
async function amendOperations(ctx: Ctx, { tip, rewrites, known }: Rewriting): Promise<readonly Operation[]> {
  const reader = await readerFor(ctx)
  const operations: Operation[] = []
  const unread = [...new Set(rewrites.values())].filter((commit) => !known.has(commit))
  for await (const commit of readCommits(ctx.place, unread)) {
    const read = study({ commit, message: readMessage(commit.message), texts: new Map() }, reader)
    operations.push(...distil([read], tip.knowledge, reader))
  }
  const { knowledge: now } = apply(tip.knowledge, operations, ctx.now())
  return [...operations, ...[...now.entries].flatMap(([path, entry]) => endOfOld(path, entry, rewrites))]
}

function endOfOld(path: EntryPath, entry: Entry, rewrites: ReadonlyMap<string, string>): readonly Operation[] {
  const old = entry.raw.sources.filter(({ commit }) => rewrites.has(commit)).map(({ commit }) => commit)
  if (old.length === 0) return []
  const retires = old.map((commit) => ({ kind: 'source' as const, commit }))
  const reason = `Amended: ${old.map((commit) => `${commit.slice(0, 8)} became ${rewrites.get(commit)?.slice(0, 8)}`).join(', ')}`
  return isSpent(entry, retires)
    ? [{ type: 'DELETE', path, reason }]
    : [{ type: 'UPDATE', path, entry: emptyEntry, reason, retires }]
}

/** Learns from commits that a person made while a rebase had stopped: they are images of nothing. */
async function learnNewInRebase(ctx: Ctx, { commit, onto, rewrites }: RewriteJob, tip: Tip): Promise<void> {
  if (!/^[0-9a-f]{40,64}$/.test(onto)) return
  const images = new Set(rewrites.map(({ to }) => to))
  const made = (await commitsSince(ctx.place, commit, [onto])).filter((sha) => !images.has(sha))
  if (made.length > 0) await learn(ctx, { tip, wanted: { kind: 'named', revisions: made }, together: 1, dryRun: false })
}
