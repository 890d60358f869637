import { distil, distilWith } from '../curate/distil.ts'
import { explain } from '../curate/explain.ts'
import { followRewrites, inOldPlace, isDecided, isSpent, resolveRewrites, withoutSources } from '../curate/rewrite.ts'
import { readCurated } from '../repo/branch.ts'
import { git } from '../repo/git.ts'
import { commitsSince } from '../repo/history.ts'
import type { Job } from '../repo/queue.ts'
import { emptyEntry, type Entry } from '../tree/entry.ts'
import type { EntryPath } from '../tree/path.ts'
import { apply, type Operation } from '../tree/operations.ts'
import { version } from '../version.ts'
import { learn } from './curate.ts'
import { commitStep, type Tip, tooManyRaces } from './knowledge.ts'
import type { Ctx } from './open.ts'
import type { Prepared } from './prepare.ts'
import { readerFor, readStudies } from './reading.ts'

type RewriteJob = Extract<Job, { kind: 'rewrite' }>

/**
 * Lets provenance follow an amend or rebase, and tells whether there was anything to follow. Only commits that were learned from matter; what only the old form of an
 * amended commit said is retired, and a commit made during a rebase is learned as any other.
 */
export async function followRewrite(
  ctx: Ctx,
  job: Pick<RewriteJob, 'how' | 'commit' | 'onto' | 'rewrites'>,
  { tip, prepared = new Map() }: { readonly tip: Tip; readonly prepared?: Prepared },
): Promise<boolean> {
  if (tip.commit === undefined) return false
  const known = await readCurated(ctx.place, tip.commit)
  const rewritten = new Set(await readRewritten(ctx, tip.commit))
  const rewrites = new Map(
    [...resolveRewrites(job.rewrites)].filter(([from]) => known.has(from) && !rewritten.has(from)),
  )
  const after = rewrites.size === 0 ? tip : await commitRewrites(ctx, job.how, { tip, rewrites, known, prepared })
  if (job.how === 'rebase') await learnNewInRebase(ctx, job, after)
  return rewrites.size > 0
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
  readonly prepared: Prepared
}

async function commitRewrites(ctx: Ctx, how: RewriteJob['how'], rewriting: Rewriting): Promise<Tip> {
  const { tip, rewrites, known, prepared } = rewriting
  const operations = how === 'amend' ? await amendOperations(ctx, rewriting) : []
  const { knowledge, applied } = apply(tip.knowledge, operations, momentOf(ctx))
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
  const next = await commitStep(ctx, tip, { knowledge: followRewrites(knowledge, rewrites), message }, { always: true })
  if (next === undefined) throw tooManyRaces(tip.ref)
  return next
}

/**
 * What the amended commit says now, in the place where its old form was told, unless it was read already; and the end of
 * what only its old form said.
 */
async function amendOperations(ctx: Ctx, rewriting: Rewriting): Promise<readonly Operation[]> {
  const { tip, rewrites, known, prepared } = rewriting
  const reader = await readerFor(ctx)
  const { knowledge: before, spent } = withoutSources(tip.knowledge, [...rewrites.keys()])
  const unread = [...new Set(rewrites.values())].filter((commit) => !known.has(commit))
  const operations: Operation[] = []
  for (const read of await readStudies(ctx, unread, reader, () => undefined)) {
    const told = prepared.get(read.sha)?.operations
    const said =
      told === undefined ? distil([read], before, reader) : distilWith(told, [read], { ...reader, knowledge: before })
    operations.push(...inOldPlace(said, spent).map((operation) => replacing(operation, rewriting)))
  }
  const { knowledge: now } = apply(tip.knowledge, operations, momentOf(ctx))
  const isToldAnew = (path: string): boolean =>
    operations.some((operation) => 'path' in operation && operation.path === path)
  return [
    ...operations,
    ...[...now.entries].flatMap(([path, entry]) => (isToldAnew(path) ? [] : endOfOld(path, entry, rewrites))),
  ]
}

/** Where an entry learned from the old form, what the new one says takes the place of what that said. */
function replacing(operation: Operation, { tip, rewrites }: Rewriting): Operation {
  const old = 'entry' in operation ? tip.knowledge.entries.get(operation.path)?.raw.sources : undefined
  if (!('entry' in operation) || !old?.some(({ commit }) => rewrites.has(commit))) return operation
  const retires = [...rewrites.keys()].map((commit) => ({ kind: 'source' as const, commit }))
  return { ...operation, type: 'UPSERT', retires: [...(operation.retires ?? []), ...retires] }
}

/** An operation happens when the commit that it learned from was made. */
const momentOf =
  (ctx: Ctx) =>
  (operation: Operation): Date => {
    const time = 'entry' in operation ? operation.entry.raw.timestamp : ''
    return time === '' ? ctx.now() : new Date(time)
  }

function endOfOld(path: EntryPath, entry: Entry, rewrites: ReadonlyMap<string, string>): readonly Operation[] {
  const old = entry.raw.sources.filter(({ commit }) => rewrites.has(commit)).map(({ commit }) => commit)
  // What a person decided about stays as it was decided, whatever its commit says now.
  if (old.length === 0 || isDecided(entry)) return []
  const retires = old.map((commit) => ({ kind: 'source' as const, commit }))
  const reason = `Amended: ${old.map((commit) => `${commit.slice(0, 8)} became ${rewrites.get(commit)?.slice(0, 8)}`).join(', ')}`
  return isSpent(entry, retires)
    ? [{ type: 'DELETE', path, reason }]
    : [{ type: 'UPDATE', path, entry: emptyEntry, reason, retires }]
}

/** Learns from commits that a person made while a rebase had stopped: they are images of nothing. */
async function learnNewInRebase(
  ctx: Ctx,
  { commit, onto, rewrites }: Pick<RewriteJob, 'commit' | 'onto' | 'rewrites'>,
  tip: Tip,
): Promise<void> {
  if (!/^[0-9a-f]{40,64}$/.test(onto)) return
  const images = new Set(rewrites.map(({ to }) => to))
  const made = (await commitsSince(ctx.place, commit, [onto])).filter((sha) => !images.has(sha))
  if (made.length > 0) await learn(ctx, { tip, wanted: { kind: 'named', revisions: made }, together: 1, dryRun: false })
}
