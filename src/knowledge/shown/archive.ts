import type { Ctx } from '../../repo/context.ts'
import { type Archived, readArchive, readArchivedTexts } from '../../repo/git/archive.ts'
import { listArchive, readTreeFiles, writeDerived } from '../../repo/state/checkout.ts'
import { writeStub } from '../../tree/archive.ts'
import type { Change } from '../../tree/knowledge.ts'
import { type EntryPath, fullPath, stubPath } from '../../tree/path.ts'

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
