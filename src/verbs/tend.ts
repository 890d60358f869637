import { recordAccesses } from '../knowledge/branch/accesses.ts'
import { changeHeld } from '../knowledge/change.ts'
import { findForgotten } from '../knowledge/shown/forget.ts'
import { refreshAgentFiles } from '../knowledge/shown/refresh-agent-files.ts'
import { refreshHeld } from '../knowledge/shown/refresh.ts'
import {
  branchesOf,
  commitStep,
  knowledgeOnDisk,
  type Tip,
  tipToLearnOn,
  tooManyRaces,
} from '../knowledge/branch/tip.ts'
import type { Ctx } from '../repo/context.ts'
import { lock } from '../repo/state/lock.ts'
import { readShownCommit, readStateFile, writeStateFile } from '../repo/state/state.ts'
import type { Entry } from '../tree/entry.ts'
import type { ForgettingCandidate } from '../tree/forgetting.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import { importanceAt, maturityAfter, msPerDay } from '../tree/lifecycle.ts'
import type { Maturity } from '../tree/maturity.ts'
import type { EntryPath } from '../tree/path.ts'
import { version } from '../version.ts'
import { archiveOn } from './archive.ts'

/** A step of an entry on the ladder draft, validated, core. */
export type MaturityStep = { readonly path: EntryPath; readonly from: Maturity; readonly to: Maturity }

/** What tending did, or would do. */
export type Tended = {
  /** Entries whose accesses were written into their scores. */
  readonly settled: readonly EntryPath[]
  readonly promoted: readonly MaturityStep[]
  readonly demoted: readonly MaturityStep[]
  readonly archived: readonly EntryPath[]
  /** Entries that could be archived besides, and why. */
  readonly candidates: readonly ForgettingCandidate[]
  /** Derived files that were made again. */
  readonly derived: number
}

/**
 * Tends the tree: writes noted accesses into scores, promotes and demotes by decayed importance, archives what no
 * longer holds and nobody used, as far as the settings let it, and makes derived files again.
 */
export async function tend(ctx: Ctx, { dryRun = false, yes = false }: Tending = {}): Promise<Tended> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  return await tendHeld(ctx, { dryRun, isAutomatic: false, archivesGone: yes })
}

/** `yes` archives all that no longer holds, used or not, and however much it is. */
type Tending = { readonly dryRun?: boolean; readonly yes?: boolean }

/** Tends the tree by itself, at most once a day; for the worker, which holds the tree lock. */
export async function tendDaily(ctx: Ctx): Promise<void> {
  if ((await branchesOf(ctx)).own === undefined) return
  const last = Date.parse(readStateFile(ctx.place, 'tended') ?? '')
  if (ctx.now().getTime() - last < msPerDay) return
  writeStateFile(ctx.place, 'tended', ctx.now().toISOString())
  // On the first day there is nothing that time could have changed.
  if (!Number.isNaN(last)) await tendHeld(ctx, { dryRun: false, isAutomatic: true, archivesGone: false })
}

type How = { readonly dryRun: boolean; readonly isAutomatic: boolean; readonly archivesGone: boolean }

async function tendHeld(ctx: Ctx, how: How): Promise<Tended> {
  if (how.dryRun) {
    const tip = await tipToLearnOn(ctx)
    // What was edited by hand would be committed first.
    return { ...(await tendOn(ctx, { ...tip, knowledge: await knowledgeNow(ctx, tip) }, how)), derived: 0 }
  }
  const result = await changeHeld(ctx, async (tip) => await tendOn(ctx, tip, how))
  const { derived } = await refreshHeld(ctx, { full: !how.isAutomatic })
  await refreshAgentFiles(ctx)
  return { ...result, derived }
}

async function tendOn(ctx: Ctx, tip: Tip, { dryRun, archivesGone }: How): Promise<Omit<Tended, 'derived'>> {
  const settled = recordAccesses(ctx, tip.knowledge)
  const paths = [...settled.knowledge.entries].flatMap(([path, entry]) =>
    entry === tip.knowledge.entries.get(path) ? [] : [path],
  )
  const knowledge = rankAnew(settled.knowledge, ctx.now())
  const steps = stepsBetween(tip.knowledge, knowledge)
  const found = await findForgotten(ctx, tip.commit ?? tip.parent, knowledge.entries)
  const gone = found.candidates.filter(({ why }) => why !== 'unused').map(({ path }) => path)
  const archived = archivesGone ? gone : found.due
  const result = {
    settled: paths,
    promoted: steps.filter(({ from, to }) => order[to] > order[from]),
    demoted: steps.filter(({ from, to }) => order[to] < order[from]),
    archived,
    candidates: found.candidates.filter(({ path }) => !archived.includes(path)),
  }
  if (dryRun) return result
  const message = explainTending(result)
  const next = await commitStep(ctx, tip, { knowledge, message })
  if (next === undefined) throw tooManyRaces(tip.ref)
  settled.done()
  if (archived.length > 0) await archiveOn(ctx, next, { paths: archived, byItself: !archivesGone })
  return result
}

const knowledgeNow = async (ctx: Ctx, tip: Tip): Promise<Knowledge> =>
  (tip.commit ?? tip.parent) === readShownCommit(ctx.place) ? knowledgeOnDisk(ctx) : tip.knowledge

const order: Readonly<Record<Maturity, number>> = { draft: 0, validated: 1, core: 2 }

/** Lets every entry take the steps that its decayed importance asks for. */
function rankAnew(knowledge: Knowledge, now: Date): Knowledge {
  const entries = new Map<EntryPath, Entry>(knowledge.entries)
  for (const [path, entry] of entries) {
    const maturity = restingAt(entry.maturity, importanceAt(entry, now))
    if (maturity !== entry.maturity) entries.set(path, { ...entry, maturity })
  }
  return { ...knowledge, entries }
}

/** One step may be followed by another; the thresholds lie apart, so it comes to rest. */
function restingAt(maturity: Maturity, importance: number): Maturity {
  const next = maturityAfter(maturity, importance)
  return next === maturity ? maturity : restingAt(next, importance)
}

const stepsBetween = (before: Knowledge, after: Knowledge): readonly MaturityStep[] =>
  [...after.entries].flatMap(([path, { maturity: to }]) => {
    const from = before.entries.get(path)?.maturity
    return from === undefined || from === to ? [] : [{ path, from, to }]
  })

function explainTending({ settled, promoted, demoted }: Omit<Tended, 'derived'>): string {
  const counts = [
    [settled.length, 'settled'],
    [promoted.length, 'promoted'],
    [demoted.length, 'demoted'],
  ] as const
  const said = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  const lines = [...promoted, ...demoted].map(({ path, from, to }) => `UPDATE ${path}: ${from} → ${to}`)
  // This change is due to time alone and is no use of the entry: its age is not reset.
  const fallen = demoted.filter(({ path }) => !settled.includes(path)).map(({ path }) => `Demoted: ${path}\n`)
  return `Tend: ${said.join(', ')}\n\n${[...lines, ''].join('\n')}\n${fallen.join('')}Curated-By: ctx ${version} (offline)\n`
}
