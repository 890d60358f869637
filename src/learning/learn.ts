import type { CommitAnalysis } from '../curate/commit-analysis.ts'
import { planOperations, planWithModel, type ProjectNow } from '../curate/plan-operations.ts'
import { batchTitle, explain } from '../curate/entries/knowledge-message.ts'
import { completed } from '../curate/code/overview-sections.ts'
import { ownersOf } from '../curate/entries/ownership.ts'
import { withPurposes } from '../curate/filing/purposes.ts'
import { startSurvival, type Survival } from '../curate/lines/survival.ts'
import { commitLearned } from '../knowledge/record.ts'
import { relearn } from '../knowledge/relearn.ts'
import type { Tip } from '../knowledge/tip.ts'
import type { Ctx } from '../repo/context.ts'
import { codeRefOf } from '../repo/git/branches.ts'
import { readRef } from '../repo/git/refs.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import { addCounts, type Applied, apply, noCounts, type Operation, timeOf } from '../tree/operations.ts'
import { addOwners } from '../tree/overview.ts'
import { version } from '../version.ts'
import type { AskedAhead } from './ask-ahead.ts'
import { planInTime } from './deadline.ts'
import { readNow } from './read-code.ts'
import { type Reader, readerFor, readAnalyses } from './read-commits.ts'
import { readSince } from './read-since.ts'
import { unreadCommits, type Wanted } from './wanted.ts'

/** What one commit taught; `nothing` says why it taught nothing. */
export type Taught = Pick<Applied, 'applied'> & {
  readonly commit: string
  readonly subject: string
  readonly nothing?: string
  readonly operations: readonly Operation[]
}

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
  readonly together: number
  readonly dryRun: boolean
  /** What a model made of commits before the tree was locked. */
  readonly prepared?: AskedAhead
}

/** Reads what is wanted, plans what it teaches and commits that to an open branch; the tree lock must be held, and the checkout is left to the caller. */
export async function learn(ctx: Ctx, { tip, wanted, together, dryRun, prepared }: Learning): Promise<Curated> {
  const shas = await unreadCommits(ctx, tip, wanted)
  const code = await codeFor(ctx, tip)
  const reader = await readerFor(ctx, code)
  const [taught, commits]: [Taught[], string[]] = [[], []]
  const summary = noCounts()
  let learnedFrom = 0
  let current = tip
  const survival = startSurvival()
  for (let at = 0; at < shas.length; at += together) {
    const learned = await learnSome(ctx, shas.slice(at, at + together), {
      tip: current,
      code,
      reader,
      survival,
      prepared,
      dryRun,
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
  return { read: shas.length, learnedFrom, taught, commits, summary }
}

type Round = Pick<Learning, 'tip' | 'dryRun'> & {
  readonly prepared: AskedAhead | undefined
  readonly code: string
  readonly reader: Reader
  readonly survival: Survival
  readonly isTogether: boolean
  readonly isLast: boolean
  readonly onRead: (done: number) => void
}

type Learned = Pick<Curated, 'learnedFrom' | 'taught' | 'summary'> & { readonly tip: Tip }

/**
 * Learns from some commits and writes it down. What they proved is nobody's any more when this returns: V8 keeps what a
 * function that waits for the next ones still names, a hundred megabytes of a long history.
 */
async function learnSome(ctx: Ctx, shas: readonly string[], round: Round): Promise<Learned> {
  const { tip, dryRun, isTogether } = round
  const { batch, ...made } = await planBatch(ctx, shas, round)
  return {
    learnedFrom: batch.taught.filter(({ operations }) => operations.length > 0).length,
    taught: isTogether && !dryRun ? batch.taught.map(withoutOperations) : batch.taught,
    summary: batch.summary,
    tip: dryRun ? { ...tip, knowledge: batch.knowledge } : await commitBatch(ctx, tip, batch, made),
  }
}

async function planBatch(
  ctx: Ctx,
  shas: readonly string[],
  { tip, code, reader, survival, prepared, isTogether, isLast, onRead }: Round,
): Promise<Made & { readonly batch: Batch }> {
  const { knowledge: before } = tip
  const analyses = await readAnalyses(ctx, shas, reader, onRead, survival)
  const now = isTogether
    ? await readNow(ctx, analyses, { reader, commit: code, survival, isLast })
    : await readSince(ctx, analyses, before)
  const bringIn = async (operations: readonly Operation[]): Promise<Batch> => {
    const known = await relearn(ctx, tip, operations)
    const brought = applyOperations(analyses, known.knowledge, known.operations)
    const overviews = withPurposes(brought.knowledge, now.gists ?? new Map())
    const parts = { names: now.publicNames ?? new Map(), there: reader.layout.there }
    const knowledge = completed(before, { ...brought.knowledge, overviews }, parts)
    return { ...brought, knowledge, restored: known.restored }
  }
  const project = { ...reader, ...now }
  const operations = planInTime(ctx, analyses, { knowledge: before, project })
  if (isLast) survival.forget()
  const offline = await bringIn(operations)
  return await improve(analyses, { offline, project: { ...project, knowledge: before }, prepared, bringIn })
}

/** What all of a history did would stay in memory until its end. */
const withoutOperations = (taught: Taught): Taught => ({ ...taught, ...nothingDone })

const nothingDone = { operations: [], applied: [] } as const satisfies Pick<Taught, 'operations' | 'applied'>

/** What a branch teaches is held against the code of that branch, whatever is checked out by the time it is learned. */
async function codeFor({ place, settings }: Ctx, { ref }: Tip): Promise<string> {
  const branch = codeRefOf(settings.branchPrefix, ref)
  return (branch === ref ? undefined : await readRef(place, branch)) ?? 'HEAD'
}

type Batch = Pick<Applied, 'summary'> & {
  readonly knowledge: Knowledge
  readonly taught: readonly Taught[]
  readonly restored?: readonly string[]
}

/** Who wrote a lesson, and the tokens it took. */
type Made = { readonly by: string; readonly tokens: number }

type Improving = {
  readonly offline: Batch
  readonly project: ProjectNow & { readonly knowledge: Knowledge }
  readonly prepared: AskedAhead | undefined
  readonly bringIn: (operations: readonly Operation[]) => Promise<Batch>
}

/** Takes what a model made of a commit, where it was asked and proved something; who wrote it in the end is `by`. */
async function improve(
  analyses: readonly CommitAnalysis[],
  { offline, project, prepared, bringIn }: Improving,
): Promise<Made & { readonly batch: Batch }> {
  const made = analyses.length === 1 ? prepared?.get(analyses[0]?.sha ?? '') : undefined
  const { by = 'offline', tokens = 0, operations: told } = made ?? {}
  if (told === undefined) return { batch: offline, by, tokens }
  const batch = await bringIn(planWithModel(told, analyses, project))
  // The tree may have changed since the model saw it, so that nothing of what it wrote fits any more.
  const fits = batch.taught.some(({ applied }) =>
    applied.slice(-told.length).some(({ status }) => status === 'success'),
  )
  return fits ? { batch, by, tokens } : { batch: offline, by: `offline: ${by} wrote for another tree`, tokens }
}

/** Plans what commits taught, and brings it into the tree: each entry as of the last commit that it learned from. */
export const teach = (analyses: readonly CommitAnalysis[], before: Knowledge, project: ProjectNow): Batch =>
  applyOperations(analyses, before, planOperations(analyses, before, project))

function applyOperations(
  analyses: readonly CommitAnalysis[],
  before: Knowledge,
  operations: readonly Operation[],
): Batch {
  const end = analyses.at(-1)?.at ?? new Date(0)
  const { knowledge: learned, applied, summary } = apply(before, operations, (operation) => timeOf(operation, end))
  const knowledge = { ...learned, overviews: addOwners(learned.overviews, ownersOf(operations, analyses)) }
  const taughtBy = new Map<string, number[]>()
  for (const [at, operation] of operations.entries())
    for (const { commit } of 'entry' in operation ? operation.entry.raw.sources : [])
      taughtBy.set(commit, [...(taughtBy.get(commit) ?? []), at])
  const taught = analyses.map(({ sha, subject, skippedBecause }): Taught => {
    const own = analyses.length === 1 ? [...operations.keys()] : (taughtBy.get(sha) ?? [])
    return {
      commit: sha,
      subject,
      operations: own.flatMap((at) => operations[at] ?? []),
      applied: own.flatMap((at) => applied[at] ?? []),
      ...(skippedBecause === undefined || own.length > 0 ? {} : { nothing: skippedBecause }),
    }
  })
  return { knowledge, taught, summary }
}

async function commitBatch(ctx: Ctx, tip: Tip, batch: Batch, { by, tokens }: Made): Promise<Tip> {
  const taught = batch.taught.filter(({ operations }) => operations.length > 0)
  if (taught.length === 0) return tip
  const told = new Map(
    taught.flatMap(({ operations, applied }) => operations.map((operation, at) => [operation, applied[at]])),
  )
  const applied = [...told.values()].flatMap((result) => result ?? [])
  const [only] = batch.taught.length === 1 ? taught : []
  const message = explain({
    title: only === undefined ? batchTitle(applied, taught.length) : `Curate: ${only.subject}`,
    applied,
    reasons: [...told.keys()].map(({ reason }) => reason),
    commits: batch.taught.map(({ commit }) => commit),
    by: `ctx ${version} (${by})`,
    restored: batch.restored ?? [],
    tokens,
  })
  return await commitLearned(ctx, tip, { knowledge: batch.knowledge, message })
}
