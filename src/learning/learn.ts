import { startSurvival, type Survival } from '../curate/lines/survival.ts'
import type { ProjectNow } from '../curate/plan-operations.ts'
import type { CommitAnalysis } from '../curate/commit-analysis.ts'
import type { Tip } from '../knowledge/branch/tip.ts'
import type { Ctx } from '../repo/context.ts'
import { codeRefOf } from '../repo/git/branches.ts'
import { readRef } from '../repo/git/refs.ts'
import { beginReading } from '../repo/state/reading.ts'
import { addCounts, type Applied, noCounts } from '../tree/operations.ts'
import { applyPlan } from './apply-plan.ts'
import type { AskedAhead } from './ask-ahead.ts'
import { commitBatch } from './commit-batch.ts'
import { planInTime } from './deadline.ts'
import { type DecidedBatch, preferModel } from './prefer-model.ts'
import { readNow } from './read-code.ts'
import { type Reader, readerFor, readAnalyses } from './read-commits.ts'
import { readSince } from './read-since.ts'
import { noMerges, readMerges, readSquash, type SaidByMerges } from './said-by-merges.ts'
import { isTeaching, type Taught } from './teach.ts'
import { plannedTogether, unreadCommits, type Wanted } from './wanted.ts'

/**
 * What a curation did. `read` counts commits, `learnedFrom` those of them that taught; `commits` are the knowledge commits
 * it made. Where many were planned together and written down, what each of them did is told there, and not here again.
 */
export type Curated = Pick<Applied, 'summary'> & {
  readonly read: number
  readonly learnedFrom: number
  readonly taught: readonly Taught[]
  readonly commits: readonly string[]
}

type Learning = {
  readonly tip: Tip
  readonly wanted: Wanted
  /** Commits that are planned and written down as one batch; undefined for as many as memory allows. */
  readonly together: number | undefined
  readonly dryRun: boolean
  /** What a model made of commits before the tree was locked. */
  readonly prepared?: AskedAhead
}

/**
 * Learns from what is wanted, a batch of commits at a time: reads the batch and the code, plans what it teaches, applies that
 * to the tree in memory, and commits the tree to an open branch. The tree lock must be held; the checkout is left to the caller.
 */
export async function learn(ctx: Ctx, { tip, wanted, together: asked, dryRun, prepared }: Learning): Promise<Curated> {
  const shas = await unreadCommits(ctx, tip, wanted)
  const together = asked ?? plannedTogether(shas.length)
  const endReading =
    wanted.kind === 'all' && !dryRun
      ? beginReading(ctx.place, codeRefOf(ctx.settings.branchPrefix, tip.ref))
      : undefined
  const code = await codeFor(ctx, tip)
  const reader = await readerFor(ctx, code, { isInParts: together > 1 && shas.length > together })
  const given = {
    dryRun,
    prepared,
    code,
    reader,
    saidByMerges: await saidOf(ctx, shas, { wanted, together, tip, reader }),
    survival: startSurvival(),
  }
  const [taught, commits]: [Taught[], string[]] = [[], []]
  const summary = noCounts()
  let learnedFrom = 0
  let current = tip
  for (let at = 0; at < shas.length; at += together) {
    const learned = await learnBatch(ctx, shas.slice(at, at + together), {
      ...given,
      tip: current,
      isTogether: together > 1,
      isLast: at + together >= shas.length,
      onRead: (done) => ctx.progress(at + done, shas.length, 'commits read'),
    })
    const { commit } = learned.tip
    if (commit !== undefined && commit !== current.commit) commits.push(commit)
    learnedFrom += learned.learnedFrom
    taught.push(...learned.taught)
    addCounts(summary, learned.summary)
    current = learned.tip
  }
  endReading?.()
  return { read: shas.length, learnedFrom, taught, commits, summary }
}

/** What other commits say of those that are wanted, or have said before. */
async function saidOf(
  ctx: Ctx,
  shas: readonly string[],
  {
    wanted,
    together,
    ...given
  }: Pick<Learning, 'wanted' | 'tip'> & { readonly together: number; readonly reader: Reader },
): Promise<SaidByMerges> {
  if (wanted.kind === 'squash') return await readSquash(ctx, wanted, given)
  return together > 1 ? noMerges : await readMerges(ctx, shas, given)
}

/** What a branch teaches is held against the code of that branch, whatever is checked out by the time it is learned. */
async function codeFor({ place, settings }: Ctx, { ref }: Tip): Promise<string> {
  const branch = codeRefOf(settings.branchPrefix, ref)
  return (branch === ref ? undefined : await readRef(place, branch)) ?? 'HEAD'
}

type Batch = {
  readonly tip: Tip
  readonly dryRun: boolean
  readonly prepared: AskedAhead | undefined
  readonly code: string
  readonly reader: Reader
  readonly saidByMerges: SaidByMerges
  readonly survival: Survival
  readonly isTogether: boolean
  readonly isLast: boolean
  readonly onRead: (done: number) => void
}

type BatchLearned = Pick<Curated, 'learnedFrom' | 'taught' | 'summary'> & { readonly tip: Tip }

/** Decides what some commits teach, and writes it down. */
async function learnBatch(ctx: Ctx, shas: readonly string[], batch: Batch): Promise<BatchLearned> {
  const { tip, dryRun, isTogether } = batch
  const decided = await decide(ctx, shas, batch)
  const { taught, summary, knowledge } = decided.learned
  return {
    learnedFrom: taught.filter(isTeaching).length,
    taught: isTogether && !dryRun ? taught.map(withoutOperations) : taught,
    summary,
    tip: dryRun ? { ...tip, knowledge } : await commitBatch(ctx, tip, decided),
  }
}

/** What all of a history did would stay in memory until its end. */
const withoutOperations = (taught: Taught): Taught => ({ ...taught, operations: [], applied: [] })

/**
 * Reads some commits, plans what they teach, and applies it to the tree. What they proved is nobody's any more when this
 * returns: V8 keeps what a function that waits for the next ones still names, a hundred megabytes of a long history.
 */
async function decide(ctx: Ctx, shas: readonly string[], batch: Batch): Promise<DecidedBatch> {
  const { tip, prepared, isLast, survival } = batch
  const { analyses, project } = await readBatch(ctx, shas, batch)
  const operations = planInTime(ctx, analyses, { knowledge: tip.knowledge, project })
  if (isLast) survival.forget()
  const offline = await applyPlan(ctx, operations, { tip, analyses, project })
  return await preferModel(ctx, offline, { tip, analyses, project, prepared })
}

/** Reads some commits, and the code that they are held against: all of it after many, what a single one touched after that. */
async function readBatch(
  ctx: Ctx,
  shas: readonly string[],
  { tip, code, reader, saidByMerges, survival, isTogether, isLast, onRead }: Batch,
): Promise<{ readonly analyses: readonly CommitAnalysis[]; readonly project: ProjectNow }> {
  const read = await readAnalyses(ctx, shas, { reader, survival, onRead })
  const { said, earlier } = saidByMerges
  const before = shas.flatMap((sha) => earlier.get(sha) ?? [])
  const untold = before.flatMap(({ after, hasTaught }) => (hasTaught ? [] : [after]))
  const analyses = [...untold, ...read.map((analysis) => said.get(analysis.sha) ?? analysis)]
  const now = isTogether
    ? await readNow(ctx, analyses, { reader, commit: code, survival, isLast })
    : await readSince(ctx, analyses, tip.knowledge)
  return { analyses, project: { ...reader, ...now, readAgain: before.filter(({ hasTaught }) => hasTaught) } }
}
