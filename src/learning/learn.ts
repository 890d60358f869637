import type { CommitAnalysis } from '../curate/commit-analysis.ts'
import { distil, distilWith, type Rules } from '../curate/distil.ts'
import { batchTitle, explain } from '../curate/knowledge-message.ts'
import { completed } from '../curate/overview-sections.ts'
import { ownersOf } from '../curate/ownership.ts'
import { withPurposes } from '../curate/purposes.ts'
import { startSurvival } from '../curate/survival.ts'
import { commitLearned } from '../knowledge/record.ts'
import { relearn } from '../knowledge/relearn.ts'
import { branchesOf, type Tip } from '../knowledge/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { codeRefOf } from '../repo/git/branches.ts'
import { readCurated } from '../repo/git/descent.ts'
import { commitsBelow, commitsSince, resolveCommits } from '../repo/git/history.ts'
import { listRefs } from '../repo/git/objects.ts'
import { readRef } from '../repo/git/refs.ts'
import { isDate } from '../text/dates.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import { addCounts, type Applied, apply, noCounts, type Operation, timeOf } from '../tree/operations.ts'
import { addOwners } from '../tree/overview.ts'
import { version } from '../version.ts'
import type { AskedAhead } from './ask-ahead.ts'
import { distilInTime } from './deadline.ts'
import { readNow } from './read-code.ts'
import { readerFor, readStudies } from './read-commits.ts'
import { readSince } from './read-since.ts'

/**
 * What is to be read: named revisions and ranges; all of history, or of it the newest `most`, what is younger than a date
 * as git reads it, or what touched some paths; or what no curation has read.
 */
export type Wanted =
  | { readonly kind: 'named'; readonly revisions: readonly string[] }
  | { readonly kind: 'all'; readonly most?: number; readonly since?: string; readonly paths?: readonly string[] }
  | { readonly kind: 'new' }

/** What one commit taught; `nothing` says why it taught nothing. */
export type Taught = Pick<Applied, 'applied'> & {
  readonly commit: string
  readonly subject: string
  readonly nothing?: string
  readonly operations: readonly Operation[]
}

/**
 * What a curation did. `read` counts commits, `learnedFrom` those of them that taught; `commits` are the knowledge commits
 * it made. Where many were distilled together and written down, what each of them did is told there, and not here again.
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

/** Reads what is wanted, distils it and commits it to an open branch; the tree lock must be held, and the checkout is left to the caller. */
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
    const onRead = (done: number): void => ctx.progress(at + done, shas.length, 'commits read')
    const studies = await readStudies(ctx, shas.slice(at, at + together), reader, onRead, survival)
    const isLast = at + together >= shas.length
    const now =
      together > 1
        ? await readNow(ctx, studies, { reader, commit: code, survival, isLast })
        : await readSince(ctx, studies, current.knowledge)
    const bringIn = async (operations: readonly Operation[]): Promise<Batch> => {
      const known = await relearn(ctx, current, operations)
      const brought = applyOperations(studies, known.knowledge, known.operations)
      const overviews = withPurposes(brought.knowledge.overviews, now.gists ?? new Map())
      const parts = { names: now.publicNames ?? new Map(), there: reader.layout.there }
      const knowledge = completed(current.knowledge, { ...brought.knowledge, overviews }, parts)
      return { ...brought, knowledge, restored: known.restored }
    }
    const offline = await bringIn(
      distilInTime(ctx, studies, { knowledge: current.knowledge, rules: { ...reader, ...now } }),
    )
    if (isLast) survival.forget()
    const rules = { ...reader, knowledge: current.knowledge }
    const { batch, ...made } = await improve(studies, { offline, rules, prepared, bringIn })
    learnedFrom += batch.taught.filter(({ operations }) => operations.length > 0).length
    taught.push(...(together > 1 && !dryRun ? batch.taught.map(withoutOperations) : batch.taught))
    addCounts(summary, batch.summary)
    const next = dryRun ? { ...current, knowledge: batch.knowledge } : await commitBatch(ctx, current, batch, made)
    if (next.commit !== undefined && next.commit !== current.commit) commits.push(next.commit)
    current = next
  }
  return { read: shas.length, learnedFrom, taught, commits, summary }
}

/** What all of a history did would stay in memory until its end. */
const withoutOperations = (taught: Taught): Taught => ({ ...taught, operations: [], applied: [] })

/** What a branch teaches is held against the code of that branch, whatever is checked out by the time it is learned. */
async function codeFor({ place, settings }: Ctx, { ref }: Tip): Promise<string> {
  const branch = codeRefOf(settings.branchPrefix, ref)
  return (branch === ref ? undefined : await readRef(place, branch)) ?? 'HEAD'
}

/** Names the commits that are wanted and that no curation has read. */
export async function unreadCommits(ctx: Ctx, tip: Tip, wanted: Wanted): Promise<readonly string[]> {
  const start = tip.commit ?? tip.parent
  const known = start === undefined ? new Set<string>() : await readCurated(ctx.place, start)
  return (await commitsWanted(ctx, wanted, known)).filter((sha) => !known.has(sha))
}

async function commitsWanted(ctx: Ctx, wanted: Wanted, known: ReadonlySet<string>): Promise<readonly string[]> {
  if (wanted.kind === 'named') return await codeCommits(ctx, wanted.revisions)
  const { head } = await branchesOf(ctx)
  if (head.commit === undefined) {
    throw new Problem('no-commits', 'This branch has no commits yet.', {
      hint: 'Commit something; ctx learns from it by itself.',
    })
  }
  // Somebody may have merged a knowledge branch into the code: our own commits are never read.
  const own = await listRefs(ctx.place, `refs/heads/${ctx.settings.branchPrefix}/`)
  const ours = own.map(({ commit }) => commit)
  if (wanted.kind === 'all' && wanted.since !== undefined && !isDate(wanted.since))
    throw new Problem('bad-date', `"${wanted.since}" is no date.`, {
      hint: 'Write one such as 2026-05-01 or "2 weeks ago".',
    })
  if (wanted.kind === 'all') return await commitsSince(ctx.place, head.commit, ours, wanted)
  const all = await commitsSince(ctx.place, head.commit, ours)
  const first = all.findIndex((sha) => known.has(sha))
  return first === -1 ? [head.commit] : all.slice(first)
}

/** Resolves what was named; what stands on a knowledge branch, ours or one that was fetched, is what ctx or people wrote there. */
async function codeCommits({ place, settings }: Ctx, revisions: readonly string[]): Promise<readonly string[]> {
  const named = await resolveCommits(place, revisions)
  const ours = new Set(
    await commitsBelow(
      place,
      ['refs/heads', 'refs/remotes/*'].map((ref) => `${ref}/${settings.branchPrefix}/`),
    ),
  )
  const code = named.filter((sha) => !ours.has(sha))
  if (named.length > 0 && code.length === 0)
    throw new Problem(
      'knowledge-commit',
      `${revisions.join(', ')}: that is knowledge already, and no commit of the code.`,
      {
        hint: 'Name a commit of the code; `ctx pull` brings what others know.',
      },
    )
  return code
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
  readonly rules: Rules & { readonly knowledge: Knowledge }
  readonly prepared: AskedAhead | undefined
  readonly bringIn: (operations: readonly Operation[]) => Promise<Batch>
}

/** Takes what a model made of a commit, where it was asked and proved something; who wrote it in the end is `by`. */
async function improve(
  studies: readonly CommitAnalysis[],
  { offline, rules, prepared, bringIn }: Improving,
): Promise<Made & { readonly batch: Batch }> {
  const made = studies.length === 1 ? prepared?.get(studies[0]?.sha ?? '') : undefined
  const { by = 'offline', tokens = 0, operations: told } = made ?? {}
  if (told === undefined) return { batch: offline, by, tokens }
  const batch = await bringIn(distilWith(told, studies, rules))
  // The tree may have changed since the model saw it, so that nothing of what it wrote fits any more.
  const fits = batch.taught.some(({ applied }) =>
    applied.slice(-told.length).some(({ status }) => status === 'success'),
  )
  return fits ? { batch, by, tokens } : { batch: offline, by: `offline: ${by} wrote for another tree`, tokens }
}

/** Distils what commits taught, and brings it into the tree: each entry as of the last commit that it learned from. */
export const teach = (studies: readonly CommitAnalysis[], before: Knowledge, rules: Rules): Batch =>
  applyOperations(studies, before, distil(studies, before, rules))

function applyOperations(
  studies: readonly CommitAnalysis[],
  before: Knowledge,
  operations: readonly Operation[],
): Batch {
  const end = studies.at(-1)?.at ?? new Date(0)
  const { knowledge: learned, applied, summary } = apply(before, operations, (operation) => timeOf(operation, end))
  const knowledge = { ...learned, overviews: addOwners(learned.overviews, ownersOf(operations, studies)) }
  const taughtBy = new Map<string, number[]>()
  for (const [at, operation] of operations.entries())
    for (const { commit } of 'entry' in operation ? operation.entry.raw.sources : [])
      taughtBy.set(commit, [...(taughtBy.get(commit) ?? []), at])
  const taught = studies.map(({ sha, subject, nothing }): Taught => {
    const own = studies.length === 1 ? [...operations.keys()] : (taughtBy.get(sha) ?? [])
    return {
      commit: sha,
      subject,
      operations: own.flatMap((at) => operations[at] ?? []),
      applied: own.flatMap((at) => applied[at] ?? []),
      ...(nothing === '' || own.length > 0 ? {} : { nothing }),
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
