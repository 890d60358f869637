import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { blobName, isKnowledgePath, listFiles, readTreeFiles, statOf, writeTree } from '../repo/checkout.ts'
import { requireKnowledgeBranch } from '../repo/branch.ts'
import { askGit } from '../repo/git.ts'
import { sweep } from '../repo/sweep.ts'
import { excludeTree } from '../repo/exclude.ts'
import { lock } from '../repo/lock.ts'
import { diffTrees, isPlain, listTree, mostBytes, readBlobs, type TreeDifference } from '../repo/objects.ts'
import { readShown, type Shown, type Stat, treeDir, writeMoving, writeShown } from '../repo/state.ts'
import type { Change } from '../tree/knowledge.ts'
import { manifestFile } from '../tree/manifest.ts'
import { deriveOnDisk } from './derive.ts'
import { settleEdits } from './edits.ts'
import type { Ctx } from './open.ts'

/** What a refresh did: how many knowledge files and derived files it wrote or removed. */
export type Refreshed = { readonly knowledge: number; readonly derived: number; readonly commit: string | undefined }

const nothing: Refreshed = { knowledge: 0, derived: 0, commit: undefined }

/**
 * Makes `.ctx/tree` show the knowledge of what is checked out; only what differs is touched. With `full`, every file is
 * compared and every derived file made again.
 */
export async function refresh(ctx: Ctx, { full = false }: { full?: boolean } = {}): Promise<Refreshed> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  return await refreshHeld(ctx, { full })
}

/** The same, for whoever holds the tree lock already. */
export async function refreshHeld(ctx: Ctx, { full = false }: { full?: boolean } = {}): Promise<Refreshed> {
  const { branches, kept } = await settleEdits(ctx)
  sweep(ctx.place)
  if (branches.commit === undefined || branches.shown === undefined) return nothing
  await requireKnowledgeBranch(ctx.place, branches.shown, branches.commit)
  return await show(ctx, branches.commit, { full, kept })
}

async function show(
  ctx: Ctx,
  target: string,
  { full, kept }: { full: boolean; kept: ReadonlySet<string> },
): Promise<Refreshed> {
  const { place } = ctx
  const shown = readShown(place)
  const isKnown =
    !full &&
    shown.files.size > 0 &&
    (shown.movingTo === '' || shown.movingTo === target) &&
    existsSync(join(treeDir(place), manifestFile)) &&
    (await isCommit(ctx, shown.commit))
  const differences = isKnown ? await diffTrees(place, shown.commit, target) : await wholeTree(ctx, target, shown)
  const wanted = differences.filter(({ path }) => isKnowledgePath(path) && !kept.has(path))
  for (const { path, mode } of differences)
    if (!isPlain(mode) && mode !== '000000') ctx.say(`Left out ${path}: it is not a plain file.`)
  const changes = await changesFor(
    ctx,
    wanted.filter(({ blob, mode }) => blob === undefined || isPlain(mode)),
    { compare: !isKnown },
  )
  // Whoever reads without `ctx init` sees a checkout too; the code branch must not.
  excludeTree(place)
  writeMoving(place, shown.commit, target)
  writeTree(place, changes)
  const files = statsAfter(ctx, isKnown ? shown.files : new Map(), wanted)
  const derived = await deriveOnDisk(ctx, {
    target,
    files,
    changed: isKnown ? changes.map(({ path }) => path) : undefined,
  })
  writeShown(place, target, files)
  return { knowledge: changes.length, derived, commit: target }
}

const isCommit = async (ctx: Ctx, commit: string): Promise<boolean> =>
  (await askGit(ctx.place, ['cat-file', '-e', `${commit}^{commit}`])).code === 0

/** Everything in the target, and the removal of what was shown and is in it no more. */
async function wholeTree(ctx: Ctx, target: string, shown: Shown): Promise<readonly TreeDifference[]> {
  const listed = await listTree(ctx.place, target)
  const there = new Set(listed.map(({ path }) => path))
  const gone = [...new Set([...shown.files.keys(), ...listFiles(ctx.place)])].filter(
    (path) => isKnowledgePath(path) && !there.has(path),
  )
  return [
    ...listed.map(({ path, mode, blob }) => ({ path, mode, blob })),
    ...gone.map((path) => ({ path, mode: '000000', blob: undefined })),
  ]
}

async function changesFor(
  ctx: Ctx,
  wanted: readonly TreeDifference[],
  { compare }: { compare: boolean },
): Promise<readonly Change[]> {
  const present = compare
    ? readTreeFiles(
        ctx.place,
        wanted.map(({ path }) => path),
      )
    : new Map<string, string>()
  const differing = wanted.filter(({ path, blob }) => {
    const text = present.get(path)
    return blob === undefined ? !compare || text !== undefined : text === undefined || blobName(text, blob) !== blob
  })
  const texts = await readBlobs(
    ctx.place,
    differing.flatMap(({ blob }) => (blob === undefined ? [] : [blob])),
    { mostBytes },
  )
  return differing.flatMap(({ path, blob }): readonly Change[] => {
    if (blob === undefined) return [{ path, text: undefined }]
    const text = texts.get(blob)
    if (text === undefined) ctx.say(`Left out ${path}: it is larger than 1 MiB.`)
    return text === undefined ? [] : [{ path, text }]
  })
}

function statsAfter(
  ctx: Ctx,
  before: ReadonlyMap<string, Stat>,
  wanted: readonly TreeDifference[],
): ReadonlyMap<string, Stat> {
  const files = new Map(before)
  for (const { path, blob } of wanted) {
    if (blob === undefined || !existsSync(join(treeDir(ctx.place), path))) files.delete(path)
    else files.set(path, statOf(ctx.place, path, blob))
  }
  return files
}
