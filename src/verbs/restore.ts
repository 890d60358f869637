import { change } from '../knowledge/change.ts'
import { deletedByHand } from '../knowledge/deleted.ts'
import { commitChanges, type Tip, tooManyRaces } from '../knowledge/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { type Archived, readArchive, readArchivedTexts } from '../repo/git/archive.ts'
import { bareOf, type EntryPath, originalOf, toEntryPath } from '../tree/path.ts'
import { version } from '../version.ts'
import { chooseEntries, explainMove } from './archive.ts'

/**
 * Brings archived entries back, byte for byte: one (by its path, or that of its stub), or all of a folder. What was
 * deleted by hand there comes back first.
 * @throws {Problem} when nothing of that name is in the archive, and nothing was deleted.
 */
export const restore = async (ctx: Ctx, path: string): Promise<readonly EntryPath[]> =>
  await change(ctx, async (tip) => await restoreOn(ctx, tip, path), { restoring: bareOf(path) })

async function restoreOn(ctx: Ctx, tip: Tip, path: string): Promise<readonly EntryPath[]> {
  const known = tip.commit ?? tip.parent
  const { archived } =
    known === undefined ? { archived: new Map<EntryPath, Archived>() } : await readArchive(ctx.place, known)
  const there = [...archived.values()].filter((one) => !tip.knowledge.entries.has(one.path))
  const chosen = new Set(
    chooseEntries(
      originalOf(bareOf(path)) ?? bareOf(path).replace(/^_archived\//, ''),
      there.map((one) => one.path),
    ),
  )
  const kept = there.filter((one) => chosen.has(one.path))
  const deleted = known === undefined ? undefined : await deletedByHand(ctx, known, bareOf(path))
  // What was archived by nobody went in its own time; what somebody archived after they had deleted is what they want.
  const isLater = kept.some(({ at, byItself }) => !byItself && at > (deleted?.at ?? ''))
  const texts = deleted === undefined || isLater ? await readArchivedTexts(ctx.place, kept) : deleted.texts
  if (texts.size === 0)
    throw new Problem('not-archived', `Nothing at ${path} was archived, or deleted by hand.`, {
      hint: there.length === 0 ? 'The archive is empty.' : '`ctx tree --archived` lists what is in the archive.',
    })
  const restored = [...texts.keys()].flatMap((one) => toEntryPath(one) ?? [])
  const message = explainMove('Restore', restored, [
    ...restored.map((one) => `Restored: ${one}`),
    `Curated-By: ctx ${version} (offline)`,
  ])
  const changes = [...texts].map(([one, text]) => ({ path: one, text }))
  const next = await commitChanges(ctx, tip, { changes, message, asTheyAre: true })
  if (next === undefined) throw tooManyRaces(tip.ref)
  return restored
}
