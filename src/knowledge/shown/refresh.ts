import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Ctx } from '../../repo/context.ts'
import { archivesDiffer } from '../../repo/git/archive.ts'
import { requireKnowledgeBranch } from '../../repo/git/descent.ts'
import { commitNamed } from '../../repo/git/history.ts'
import { diffTrees, listKnowledge, type TreeDifference } from '../../repo/git/objects.ts'
import { reindexChanged, withStore } from '../../repo/index/lookup.ts'
import { isKnowledgePath, listFiles } from '../../repo/state/checkout.ts'
import { findEditsAt } from '../../repo/state/edits.ts'
import { lock } from '../../repo/state/lock.ts'
import {
  appendShown,
  isLargeTree,
  hasMissingFiles,
  noteMissingFiles,
  noteStale,
  readHome,
  readShown,
  readShownCommits,
  readStatsAt,
  type CheckedOut,
  type Stat,
  treeDir,
  writeHome,
  writeShown,
} from '../../repo/state/state.ts'
import { sweep } from '../../repo/state/sweep.ts'
import { manifestFile } from '../../tree/path.ts'
import { writeDifferences } from './checkout.ts'
import { deriveShown } from './derive.ts'
import { type Settled, settleEdits } from '../edits/edits.ts'
import { rejectionsInStep } from '../removed/read-rejections.ts'
import { branchesOf } from '../branch/tip.ts'
import type { KnowledgeSource } from '../branch/trust.ts'
import { refsOf, withMending } from '../branch/with-mending.ts'

/** What a refresh did: how many knowledge files and derived files it wrote or removed. */
export type Refreshed = { readonly knowledge: number; readonly derived: number; readonly commit: string | undefined }

const nothing: Refreshed = { knowledge: 0, derived: 0, commit: undefined }

type How = {
  /** Compares every file, and makes every derived file again. */
  readonly full?: boolean
  /** In a large tree, looks only at the files that differ; edits elsewhere and derived files are left for later. */
  readonly quick?: boolean
  /**
   * Leaves derived files for later in a small tree, too, and so what killed processes left: for a caller that reads
   * neither, and lets `ctx look` do both.
   */
  readonly derivesLater?: boolean
}

/** Makes `.ctx/tree` show the knowledge of what is checked out; only what differs is touched. */
export async function refresh(ctx: Ctx, how: How = {}): Promise<Refreshed> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  return await refreshHeld(ctx, how)
}

/** The same; the tree lock must be held. */
export const refreshHeld = async (ctx: Ctx, how: How = {}): Promise<Refreshed> =>
  await withMending(
    ctx,
    async () => refsOf(await branchesOf(ctx)),
    async () => await bringUpToDate(ctx, how),
  )

async function bringUpToDate(ctx: Ctx, { full = false, quick = false, derivesLater = false }: How): Promise<Refreshed> {
  if (quick && !full && isLargeTree(ctx.place)) {
    const done = await refreshTouched(ctx)
    if (done !== undefined) return done
  }
  if (!derivesLater) sweep(ctx.place)
  for (let round = 0; round < mostRounds; round++) {
    const settled = await settleEdits(ctx)
    const { commit: target, shown, own } = settled.branches
    if (target === undefined || shown === undefined) return nothing
    await requireKnowledgeBranch(ctx.place, shown, target)
    const done = await show(ctx, target, { full, derivesLater, settled })
    if (done === undefined) continue
    writeHome(ctx.place, own ?? '')
    return done
  }
  ctx.say('Files in .ctx/tree are being saved all the time: they are left as they are, and brought up to date later.')
  return nothing
}

/** How often edits are looked for again that were saved while files were written. */
const mostRounds = 10

/** Shows what differs between what is shown and the branch; undefined where that is not enough, or was overtaken. */
async function refreshTouched(ctx: Ctx): Promise<Refreshed | undefined> {
  const { branches, kept: waiting, ours } = await settleAfterSwitch(ctx)
  const { commit: target, shown: ref, own } = branches
  const { commit, movingTo } = readShownCommits(ctx.place)
  if (
    target === undefined ||
    ref === undefined ||
    movingTo !== '' ||
    waiting.size > 0 ||
    ours.size > 0 ||
    hasMissingFiles(ctx.place) ||
    !existsSync(join(treeDir(ctx.place), manifestFile))
  )
    return undefined
  const [[differences, isArchiveTouched]] = await Promise.all([
    whatDiffers(ctx, commit, target),
    requireKnowledgeBranch(ctx.place, ref, target),
  ])
  if (differences === undefined) return undefined
  const paths = differences.map(({ path }) => path)
  const known = readStatsAt(ctx.place, paths)
  if (findEditsAt(ctx.place, paths, { stats: known, like: target }).length > 0) return undefined
  using written = await writeDifferences(ctx, {
    from: commit,
    target,
    differences,
    compare: false,
    known,
    ours: new Map(),
  })
  const { paths: changed, stats, kept, putBack } = written
  if (kept.length > 0) return undefined
  const archived = await historyInStep(ctx, { ref, commit: target }, { isArchiveTouched, all: false })
  noteStale(ctx.place, changed, commit)
  appendShown(ctx.place, target, stats)
  await indexInStep(ctx, [...changed, ...archived])
  if (putBack()) return undefined
  writeHome(ctx.place, own ?? '')
  return { knowledge: changed.length, derived: archived.length, commit: target }
}

/** Edits from before a switch belong to the branch that was left, so edits are looked for everywhere first. */
async function settleAfterSwitch(ctx: Ctx): Promise<Settled> {
  const branches = await branchesOf(ctx)
  const isHome = readHome(ctx.place) === (branches.own ?? '')
  return isHome ? { branches, kept: new Set(), ours: new Map() } : await settleEdits(ctx)
}

/** Shows a commit; undefined where somebody saved files meanwhile, so that edits have to be looked for again. */
async function show(
  ctx: Ctx,
  target: string,
  { full, derivesLater, settled }: { full: boolean; derivesLater: boolean; settled: Settled },
): Promise<Refreshed | undefined> {
  const shown = readShown(ctx.place)
  const [known, hasArchived = true] =
    !full && isComplete(ctx, shown, target) ? await whatDiffers(ctx, shown.commit, target) : []
  const differences = known ?? (await wholeTree(ctx, target, shown.files.keys()))
  using written = await writeDifferences(ctx, {
    from: shown.commit,
    target,
    differences: differences.filter(({ path }) => !settled.kept.has(path)),
    compare: known === undefined,
    known: shown.files,
    ours: settled.ours,
  })
  const { paths: changed, stats, putBack } = written
  if (written.kept.length > 0) return undefined
  const files = recordAfter(shown.files, stats)
  const source = { ref: settled.branches.shown ?? '', commit: target }
  const isArchiveTouched = known === undefined || hasArchived
  const archived = await historyInStep(ctx, source, { isArchiveTouched, all: known === undefined })
  const isLater = derivesLater && known !== undefined
  if (isLater) noteStale(ctx.place, changed, shown.commit)
  const derived = isLater ? 0 : await deriveShown(ctx, target, { from: shown.commit, changed: known && changed, files })
  writeShown(ctx.place, target, files)
  noteMissingFiles(ctx.place)
  await indexInStep(ctx, known === undefined ? undefined : [...changed, ...archived])
  if (putBack()) return undefined
  return { knowledge: changed.length, derived: derived + archived.length, commit: target }
}

/** Whether all is known of what the tree shows, so that only what differs has to be looked at. */
const isComplete = ({ place }: Ctx, { files, movingTo }: CheckedOut, target: string): boolean =>
  !hasMissingFiles(place) &&
  files.size > 0 &&
  (movingTo === '' || movingTo === target) &&
  existsSync(join(treeDir(place), manifestFile))

function recordAfter(
  before: ReadonlyMap<string, Stat>,
  stats: ReadonlyMap<string, Stat | undefined>,
): ReadonlyMap<string, Stat> {
  const files = new Map(before)
  for (const [path, stat] of stats) {
    if (stat === undefined) files.delete(path)
    else files.set(path, stat)
  }
  return files
}

/** What differs between the commit that is shown and the target; undefined where git does not know the first. */
async function differencesFrom(
  ctx: Ctx,
  commit: string,
  target: string,
): Promise<readonly TreeDifference[] | undefined> {
  if (commit === target) return []
  try {
    return commit === '' ? undefined : await diffTrees(ctx.place, commit, target)
  } catch (error) {
    if ((await commitNamed(ctx.place, commit)) === undefined) return undefined
    throw error
  }
}

/** The same, and whether anything was archived or brought back between both; git is asked for both at once. */
const whatDiffers = async (
  ctx: Ctx,
  commit: string,
  target: string,
): Promise<readonly [differences: readonly TreeDifference[] | undefined, hasArchived: boolean]> =>
  await Promise.all([differencesFrom(ctx, commit, target), archivesDiffer(ctx.place, commit, target).catch(() => true)])

/** Everything in the target, and the removal of what was shown and is in it no more. */
async function wholeTree(ctx: Ctx, target: string, shown: Iterable<string>): Promise<readonly TreeDifference[]> {
  const listed = await listKnowledge(ctx.place, target)
  const there = new Set(listed.map(({ path }) => path))
  const gone = [...new Set([...shown, ...listFiles(ctx.place)])].filter(
    (path) => isKnowledgePath(path) && !there.has(path),
  )
  return [
    ...listed.map(({ path, mode, blob }) => ({ path, mode, blob })),
    ...gone.map((path) => ({ path, mode: '000000', blob: undefined })),
  ]
}

/** Indexes what changed; all that differs where `paths` is undefined, or nothing was indexed yet. */
async function indexInStep(ctx: Ctx, paths: readonly string[] | undefined): Promise<void> {
  await withStore(ctx, async (store) => {
    await reindexChanged(ctx, store, store.state().size === 0 ? undefined : paths)
  })
}

/** Brings what the history alone says in step: rejections, and `_archived`, with `all` every file; gives those it touched. */
async function historyInStep(
  ctx: Ctx,
  source: KnowledgeSource,
  { isArchiveTouched, all }: { readonly isArchiveTouched: boolean; readonly all: boolean },
): Promise<readonly string[]> {
  await rejectionsInStep(ctx, source, { all })
  if (!isArchiveTouched) return []
  const { deriveArchive } = await import('./archive.ts')
  const isThere = (path: string): boolean => existsSync(join(treeDir(ctx.place), path))
  return await deriveArchive(ctx, source.commit, { isThere, all })
}
