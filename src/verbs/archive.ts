import { change } from '../knowledge/change.ts'
import { commitChanges, type Tip, tooManyRaces } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { importanceAt } from '../tree/lifecycle.ts'
import { bareOf, type EntryPath, toEntryPath, toFolderPath } from '../tree/path.ts'
import { version } from '../version.ts'

/**
 * Puts entries into the archive: one, or all of a folder. They leave the knowledge branch in a commit that says so; a
 * stub of each is searched in its place, and `restore` brings the same bytes back.
 * @throws {Problem} when there is no such entry or folder.
 */
export const archive = async (ctx: Ctx, path: string): Promise<readonly EntryPath[]> =>
  await change(ctx, async (tip) => {
    const chosen = chooseEntries(path, [...tip.knowledge.entries.keys()])
    if (chosen.length === 0)
      throw new Problem('no-such-entry', `There is no entry or folder ${path}.`, {
        hint: 'See `ctx tree` for what there is.',
      })
    await archiveOn(ctx, tip, { paths: chosen })
    return chosen
  })

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

/** Chooses what a path names: one entry, or all of a folder. */
export function chooseEntries(path: string, among: readonly EntryPath[]): readonly EntryPath[] {
  const bare = bareOf(path)
  const entry = toEntryPath(bare) ?? toEntryPath(`${bare}.md`)
  if (entry !== undefined && among.includes(entry)) return [entry]
  return toFolderPath(bare) === undefined ? [] : among.filter((one) => one.startsWith(`${bare}/`))
}

/** Writes the message of a commit that puts entries into the archive, or takes them out. */
export const explainMove = (verb: string, paths: readonly EntryPath[], trailers: readonly string[]): string =>
  `${verb}: ${paths.length === 1 ? paths[0] : `${paths.length} entries`}\n\n${paths.map((path) => `${verb.toUpperCase()} ${path}`).join('\n')}\n\n${trailers.join('\n')}\n`
