import type { Ctx } from '../../repo/context.ts'
import { isKnowledgePath, listFiles, listFolder, readTreeFiles, writeDerived } from '../../repo/state/checkout.ts'
import { readShown, readStale, type Stat, writeShown } from '../../repo/state/state.ts'
import { modelSummaries } from '../../repo/state/summaries.ts'
import { deriveSummaries, foldersAbove } from '../../tree/derive.ts'
import type { Change } from '../../tree/knowledge.ts'
import { type FolderPath, folderOf, isSummaryPath, join, summaryFile, toFolderPath } from '../../tree/path.ts'

/** Makes the summaries and the manifest that a refresh left for later; the tree lock must be held. */
export async function deriveLate(ctx: Ctx): Promise<void> {
  const { since, paths } = readStale(ctx.place)
  if (paths.length === 0) return
  const { commit, files } = readShown(ctx.place)
  await deriveShown(ctx, commit, { from: since, changed: [], files })
  // What was appended to the record is folded into it.
  writeShown(ctx.place, commit, files)
}

/**
 * Makes summaries and the manifest of the commit that is shown: above what changed since `from` and what was left for
 * later; all of them where it is not known what changed. Gives how many files it wrote or removed.
 */
export async function deriveShown(
  ctx: Ctx,
  target: string,
  { from, changed, files }: { from: string; changed: readonly string[] | undefined; files: ReadonlyMap<string, Stat> },
): Promise<number> {
  const stale = readStale(ctx.place)
  const touched = changed === undefined ? undefined : [...changed, ...stale.paths]
  const derived = deriveOnDisk(ctx, touched ?? files.keys(), { all: touched === undefined })
  const { writeManifestFor } = await import('./manifest.ts')
  const registered = await writeManifestFor(ctx, target, {
    before: stale.paths.length > 0 ? stale.since : from,
    changed: touched === undefined ? undefined : [...touched, ...derived.map(({ path }) => path)],
  })
  stale.done()
  return derived.length + registered
}

/**
 * Brings the summaries above changed files in step with what lies on disk; all of them where `changed` is all there is.
 * Gives what it wrote or removed.
 */
function deriveOnDisk(ctx: Ctx, changed: Iterable<string>, { all }: { all: boolean }): readonly Change[] {
  const folders = foldersAbove(changed)
  const listed = folders.map((folder) => ({ folder, ...listFolder(ctx.place, folder) }))
  const below = listed.flatMap(({ folder, folders: names }) =>
    names.flatMap((name) => toFolderPath(join(folder, name)) ?? []),
  )
  const summaries = readSummaries(ctx, [...folders, ...below])
  const paths = listed.flatMap(({ folder, files }) => files.map((name) => join(folder, name)))
  const made = deriveSummaries(folders, readTreeFiles(ctx.place, paths.filter(isKnowledgePath)), {
    summaries,
    told: modelSummaries(ctx.place),
  })
  const written = [...made]
    .filter(([folder, text]) => text !== summaries.get(folder))
    .map(([folder, text]) => ({ path: join(folder, summaryFile), text }))
  const stale = all ? strays(ctx, new Set(folders)) : []
  writeDerived(ctx.place, [...written, ...stale])
  return [...written, ...stale]
}

const readSummaries = (ctx: Ctx, folders: readonly FolderPath[]): ReadonlyMap<FolderPath, string> =>
  new Map(
    [...readTreeFiles(ctx.place, new Set(folders.map((folder) => join(folder, summaryFile))))].map(([path, text]) => [
      folderOf(path),
      text,
    ]),
  )

/** Summaries that stand in folders where no knowledge is left. */
const strays = (ctx: Ctx, folders: ReadonlySet<string>): readonly Change[] =>
  listFiles(ctx.place)
    .filter((path) => isSummaryPath(path) && !folders.has(folderOf(path)))
    .map((path) => ({ path, text: undefined }))
