import type { Commit } from '../commit.ts'
import { distil, type Rules } from '../curate/distil.ts'
import { blobsWanted } from '../curate/evidence.ts'
import { batchTitle, explain } from '../curate/explain.ts'
import { readMessage } from '../curate/message.ts'
import { Problem } from '../problem.ts'
import { readCurated } from '../repo/branch.ts'
import { listRefs } from '../repo/objects.ts'
import { readKnownPackages } from '../repo/packages.ts'
import { commitsSince, isPartialClone, readCommits, resolveCommits } from '../repo/history.ts'
import { lock } from '../repo/lock.ts'
import { readBlobs } from '../repo/objects.ts'
import { check } from '../tree/check.ts'
import { changesBetween, type Knowledge } from '../tree/knowledge.ts'
import { apply, type Applied, type Operation } from '../tree/operations.ts'
import { version } from '../version.ts'
import { settleEdits } from './edits.ts'
import { branchesOf, commitStep, type Tip, tipToLearnOn, tooManyRaces } from './knowledge.ts'
import type { Ctx } from './open.ts'
import { refreshHeld } from './refresh.ts'
import { settleAccesses } from './settle.ts'

/** What is to be read: named revisions and ranges, all of history (or the newest `most`), or what no curation has read. */
export type Wanted =
  | { readonly kind: 'named'; readonly revisions: readonly string[] }
  | { readonly kind: 'all'; readonly most?: number }
  | { readonly kind: 'new' }

/** What one commit taught; `nothing` says why it taught nothing. */
export type Taught = Applied & {
  readonly commit: string
  readonly subject: string
  readonly nothing?: string
  readonly operations: readonly Operation[]
}

/** What a curation did. `read` counts commits; `commits` are the knowledge commits it made. */
export type Curated = Pick<Applied, 'summary'> & {
  readonly read: number
  readonly taught: readonly Taught[]
  readonly commits: readonly string[]
}

export type CurateOptions = {
  /** Finds out what would be learned, and writes nothing. */
  readonly dryRun?: boolean
  /** Makes one knowledge commit for this many commits read; 1 unless all of history is read. */
  readonly together?: number
}

/** Learns from commits on the current branch: each is read once, in order, and its lessons are committed. */
export async function curate(
  ctx: Ctx,
  wanted: Wanted,
  { dryRun = false, together = wanted.kind === 'all' ? 200 : 1 }: CurateOptions = {},
): Promise<Curated> {
  if (dryRun) return await learn(ctx, { tip: await tipToLearnOn(ctx), wanted, together, dryRun })
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  await settleEdits(ctx)
  const curated = await learn(ctx, { tip: await tipToLearnOn(ctx), wanted, together, dryRun })
  await refreshHeld(ctx)
  return curated
}

type Learning = { readonly tip: Tip; readonly wanted: Wanted; readonly together: number; readonly dryRun: boolean }

/** The same on a branch that is open already, for whoever holds the tree lock; the checkout is left to the caller. */
export async function learn(ctx: Ctx, { tip, wanted, together, dryRun }: Learning): Promise<Curated> {
  const start = tip.commit ?? tip.parent
  const known = start === undefined ? new Set<string>() : await readCurated(ctx.place, start)
  const shas = (await commitsWanted(ctx, wanted, known)).filter((sha) => !known.has(sha))
  const reader = await readerFor(ctx)
  const taught: Taught[] = []
  const commits: string[] = []
  let current = tip
  for (let at = 0; at < shas.length; at += together) {
    const batch = await readLessons(ctx, shas.slice(at, at + together), current.knowledge, reader)
    taught.push(...batch.taught)
    ctx.progress(Math.min(at + together, shas.length), shas.length, 'commits read')
    const next = dryRun ? { ...current, knowledge: batch.knowledge } : await commitBatch(ctx, current, batch)
    if (next.commit !== undefined && next.commit !== current.commit) commits.push(next.commit)
    current = next
  }
  return { read: shas.length, taught, commits, summary: total(taught) }
}

async function commitsWanted(ctx: Ctx, wanted: Wanted, known: ReadonlySet<string>): Promise<readonly string[]> {
  if (wanted.kind === 'named') return await resolveCommits(ctx.place, wanted.revisions)
  const { head } = await branchesOf(ctx)
  if (head.commit === undefined) {
    throw new Problem('no-commits', 'This branch has no commits yet.', {
      hint: 'Commit something; ctx learns from it by itself.',
    })
  }
  // Somebody may have merged a knowledge branch into the code: our own commits are never read.
  const own = await listRefs(ctx.place, `refs/heads/${ctx.settings.branchPrefix}/`)
  const ours = own.map(({ commit }) => commit)
  if (wanted.kind === 'all') return await commitsSince(ctx.place, head.commit, ours, wanted.most)
  const all = await commitsSince(ctx.place, head.commit, ours)
  const first = all.findIndex((sha) => known.has(sha))
  return first === -1 ? [head.commit] : all.slice(first)
}

/** What reading needs besides the commits: the rules of the project, and whether blobs are there to be read. */
export type Reader = Rules & { readonly mayReadBlobs: boolean }

export async function readerFor({ place, settings }: Ctx): Promise<Reader> {
  const layout = { domains: settings.domains, packages: await readKnownPackages(place) }
  return { ignore: settings.ignore, layout, mayReadBlobs: !(await isPartialClone(place)) }
}

type Batch = { readonly knowledge: Knowledge; readonly taught: readonly Taught[] }

async function readLessons(ctx: Ctx, shas: readonly string[], before: Knowledge, reader: Reader): Promise<Batch> {
  const commits: Commit[] = []
  for await (const commit of readCommits(ctx.place, shas, ctx.signal)) commits.push(commit)
  const wanted = reader.mayReadBlobs ? commits.flatMap(blobsWanted) : []
  const texts = await readBlobs(ctx.place, wanted, { mostBytes: 512 * 1024 })
  const taught: Taught[] = []
  let knowledge = before
  for (const commit of commits) {
    const message = readMessage(commit.message)
    const lesson = distil({ commit, message, texts }, knowledge, reader)
    const operations = 'nothing' in lesson ? [] : lesson.operations
    const result = apply(knowledge, operations, commit.at)
    knowledge = result.knowledge
    const nothing = 'nothing' in lesson ? { nothing: lesson.nothing } : {}
    taught.push({
      commit: commit.sha,
      subject: message.subject,
      operations,
      applied: result.applied,
      summary: result.summary,
      ...nothing,
    })
  }
  return { knowledge, taught }
}

async function commitBatch(ctx: Ctx, tip: Tip, batch: Batch): Promise<Tip> {
  const taught = batch.taught.filter(({ operations }) => operations.length > 0)
  if (taught.length === 0) return tip
  const settled = settleAccesses(
    ctx,
    batch.knowledge,
    new Set(changesBetween(tip.knowledge, batch.knowledge).map(({ path }) => path)),
  )
  requireSafe(tip.knowledge, settled.knowledge)
  const applied = taught.flatMap((lesson) => lesson.applied)
  const [only] = batch.taught.length === 1 ? taught : []
  const message = explain({
    title: only === undefined ? batchTitle(applied, taught.length) : `Curate: ${only.subject}`,
    applied,
    reasons: taught.flatMap(({ operations }) => operations.map(({ reason }) => reason)),
    commits: batch.taught.map(({ commit }) => commit),
    by: `ctx ${version} (offline)`,
  })
  const next = await commitStep(ctx, tip, { knowledge: settled.knowledge, message })
  if (next === undefined) throw tooManyRaces(tip.ref)
  settled.done()
  return next
}

/** Stops before a commit that would share a secret; our own lessons are redacted, what people wrote may not be. */
function requireSafe(before: Knowledge, after: Knowledge): void {
  const changed = new Map([...after.entries].filter(([path, entry]) => before.entries.get(path) !== entry))
  const overviews = new Map([...after.overviews].filter(([folder, text]) => before.overviews.get(folder) !== text))
  const [blocking] = check({ entries: changed, overviews, findings: [] }).filter(({ weight }) => weight === 'blocking')
  if (blocking === undefined) return
  throw new Problem('blocking-finding', `${blocking.at}: ${blocking.detail}`, {
    hint: 'Take it out of .ctx/tree, then run `ctx curate` again.',
  })
}

/** Adds up what several lessons did. */
function total(lessons: readonly Applied[]): Applied['summary'] {
  const sum = (key: keyof Applied['summary']): number => lessons.reduce((all, { summary }) => all + summary[key], 0)
  return {
    added: sum('added'),
    updated: sum('updated'),
    merged: sum('merged'),
    deleted: sum('deleted'),
    failed: sum('failed'),
  }
}
