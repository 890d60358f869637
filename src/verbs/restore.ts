import { change } from '../knowledge/change.ts'
import { deletedByHand } from '../knowledge/edits/deleted.ts'
import { lastReadable } from '../knowledge/branch/last-readable.ts'
import { commitChanges, type Tip, tooManyRaces } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { type Archived, readArchive, readArchivedTexts } from '../repo/git/archive.ts'
import type { Files } from '../tree/knowledge.ts'
import { bareOf, type EntryPath, originalOf, toEntryPath } from '../tree/path.ts'
import { version } from '../version.ts'
import { chooseEntries, explainMove } from './archive.ts'

/**
 * Brings archived entries back, byte for byte: one (by its path, or that of its stub), or all of a folder. What was
 * deleted by hand there comes back first; of an entry that an edit made unreadable, its last readable version.
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
  const deleted =
    known === undefined
      ? undefined
      : await deletedByHand(ctx, { commit: known, path: bareOf(path), entries: tip.knowledge.entries })
  // What was archived by nobody went in its own time; what somebody archived after they had deleted is what they want.
  const isLater = kept.some(({ at, byItself }) => !byItself && at > (deleted?.at ?? ''))
  const found = deleted === undefined || isLater ? await readArchivedTexts(ctx.place, kept) : deleted.texts
  const texts =
    found.size === 0 && known !== undefined ? await readableBefore(ctx, { ...tip, commit: known }, path) : found
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

/** What an entry was before somebody made it unreadable; nothing where it can be read. */
async function readableBefore(ctx: Ctx, { commit, knowledge }: Tip & { commit: string }, path: string): Promise<Files> {
  const entry = toEntryPath(`${bareOf(path).replace(/\.md$/, '')}.md`)
  if (entry === undefined || !knowledge.findings.some(({ at }) => at === entry)) return new Map()
  const text = await lastReadable(ctx.place, commit, entry)
  return text === undefined ? new Map() : new Map([[entry, text]])
}
