import type { Ctx } from '../repo/context.ts'
import { isKnowledgePath, listFiles, listFolder, readTreeFiles, writeDerived } from '../repo/state/checkout.ts'
import { modelSummaries } from '../repo/state/summaries.ts'
import { deriveSummaries, foldersAbove } from '../tree/derive.ts'
import type { Change } from '../tree/knowledge.ts'
import { type FolderPath, folderOf, isSummaryPath, join, summaryFile, toFolderPath } from '../tree/path.ts'

/**
 * Brings the summaries above changed files in step with what lies on disk; all of them where `changed` is all there is.
 * Gives what it wrote or removed.
 */
export function deriveOnDisk(ctx: Ctx, changed: Iterable<string>, { all }: { all: boolean }): readonly Change[] {
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
