import { Problem } from '../problem.ts'
import { type Archived, readArchive, readArchivedTexts } from '../repo/git/archive.ts'
import { listArchive, readTreeFiles, writeDerived } from '../repo/state/checkout.ts'
import { lock } from '../repo/state/lock.ts'
import { writeStub } from '../tree/archive.ts'
import type { Change } from '../tree/knowledge.ts'
import { importanceAt } from '../tree/lifecycle.ts'
import { type EntryPath, fullPath, originalOf, stubPath, toEntryPath, toFolderPath } from '../tree/path.ts'
import { version } from '../version.ts'
import { settleEdits } from '../knowledge/edits.ts'
import { commitChanges, type Tip, tipToLearnOn, tooManyRaces } from '../knowledge/tip.ts'
import type { Ctx } from '../repo/context.ts'
import { bareOf } from './show.ts'
import { refreshHeld } from '../knowledge/refresh.ts'

/**
 * Puts entries into the archive: one, or all of a folder. They leave the knowledge branch in a commit that says so; a
 * stub of each is searched in its place, and `restore` brings the same bytes back.
 * @throws {Problem} when there is no such entry or folder.
 */
export async function archive(ctx: Ctx, path: string): Promise<readonly EntryPath[]> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  await settleEdits(ctx)
  const tip = await tipToLearnOn(ctx)
  const chosen = choose(path, [...tip.knowledge.entries.keys()])
  if (chosen.length === 0)
    throw new Problem('no-such-entry', `There is no entry or folder ${path}.`, {
      hint: 'See `ctx tree` for what there is.',
    })
  await archiveOn(ctx, tip, { paths: chosen })
  await refreshHeld(ctx)
  return chosen
}

/** The same on a branch that is open already; the checkout is left to the caller. */
export async function archiveOn(
  ctx: Ctx,
  tip: Tip,
  { paths, byItself = false }: { paths: readonly EntryPath[]; byItself?: boolean },
): Promise<Tip> {
  const importance = (path: EntryPath): number => {
    const entry = tip.knowledge.entries.get(path)
    return entry === undefined ? 0 : Math.round(importanceAt(entry, ctx.now()) * 100) / 100
  }
  const message = explainMove('Archive', paths, [
    ...paths.map((path) => `Archived: ${path} ${importance(path)}${byItself ? ' by-itself' : ''}`),
    `Curated-By: ctx ${version} (offline)`,
  ])
  const next = await commitChanges(ctx, tip, { changes: paths.map((path) => ({ path, text: undefined })), message })
  if (next === undefined) throw tooManyRaces(tip.ref)
  const entries = new Map(tip.knowledge.entries)
  for (const path of paths) entries.delete(path)
  return { ...next, knowledge: { ...tip.knowledge, entries } }
}

/**
 * Brings archived entries back, byte for byte: one (by its path, or that of its stub), or all of a folder.
 * @throws {Problem} when nothing of that name is in the archive.
 */
export async function restore(ctx: Ctx, path: string): Promise<readonly EntryPath[]> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  await settleEdits(ctx)
  const tip = await tipToLearnOn(ctx)
  const known = tip.commit ?? tip.parent
  const { archived } =
    known === undefined ? { archived: new Map<EntryPath, Archived>() } : await readArchive(ctx.place, known)
  const there = [...archived.values()].filter((one) => !tip.knowledge.entries.has(one.path))
  const chosen = new Set(
    choose(
      originalOf(bareOf(path)) ?? bareOf(path).replace(/^_archived\//, ''),
      there.map((one) => one.path),
    ),
  )
  const texts = await readArchivedTexts(
    ctx.place,
    there.filter((one) => chosen.has(one.path)),
  )
  if (texts.size === 0)
    throw new Problem('not-archived', `${path} is not in the archive.`, {
      hint: there.length === 0 ? 'Nothing is.' : '`ctx tree --archived` lists what is.',
    })
  const restored = [...texts.keys()]
  const message = explainMove('Restore', restored, [
    ...restored.map((one) => `Restored: ${one}`),
    `Curated-By: ctx ${version} (offline)`,
  ])
  const changes = [...texts].map(([one, text]) => ({ path: one, text }))
  const next = await commitChanges(ctx, tip, { changes, message, asTheyAre: true })
  if (next === undefined) throw tooManyRaces(tip.ref)
  await refreshHeld(ctx)
  return restored
}

function choose(path: string, among: readonly EntryPath[]): readonly EntryPath[] {
  const bare = bareOf(path)
  const entry = toEntryPath(bare) ?? toEntryPath(`${bare}.md`)
  if (entry !== undefined && among.includes(entry)) return [entry]
  return toFolderPath(bare) === undefined ? [] : among.filter((one) => one.startsWith(`${bare}/`))
}

const explainMove = (verb: string, paths: readonly EntryPath[], trailers: readonly string[]): string =>
  `${verb}: ${paths.length === 1 ? paths[0] : `${paths.length} entries`}\n\n${paths.map((path) => `${verb.toUpperCase()} ${path}`).join('\n')}\n\n${trailers.join('\n')}\n`

/**
 * Brings `_archived` in step with what a knowledge commit's history says: what is missing or outdated, or with `all`
 * every file of it. Gives those it wrote or removed.
 */
export async function deriveArchive(
  ctx: Ctx,
  target: string,
  { isThere, all }: { isThere: (path: EntryPath) => boolean; all: boolean },
): Promise<readonly string[]> {
  const { archived } = await readArchive(ctx.place, target)
  const wanted = [...archived.values()].filter(({ path }) => !isThere(path))
  const there = readTreeFiles(ctx.place, listArchive(ctx.place))
  // An entry may have been archived, restored, changed and archived again since its stub was written.
  const isCurrent = ({ path, at }: Archived): boolean =>
    there.has(fullPath(path)) && there.get(stubPath(path))?.startsWith(`---\nevicted_at: ${at}\n`) === true
  const due = wanted.filter((one) => all || !isCurrent(one))
  const texts = await readArchivedTexts(ctx.place, due)
  const written = due.flatMap(({ path, at, importance }): readonly Change[] => {
    const text = texts.get(path)
    if (text === undefined) return []
    return [
      { path: fullPath(path), text },
      { path: stubPath(path), text: writeStub(path, text, { at, importance }) },
    ]
  })
  const kept = new Set(wanted.flatMap(({ path }) => [stubPath(path), fullPath(path)]))
  const stale = [...there.keys()].filter((path) => !kept.has(path)).map((path): Change => ({ path, text: undefined }))
  const changes = [...stale, ...written].filter(({ path, text }) => there.get(path) !== text)
  writeDerived(ctx.place, changes)
  return changes.map(({ path }) => path)
}
