import { askCurrentIndex } from '../knowledge/shown/current-index.ts'
import { branchesOf } from '../knowledge/branch/tip.ts'
import type { Ctx } from '../repo/context.ts'
import { readKnowledgeFiles } from '../repo/git/knowledge-branch.ts'
import { listFiles, readTreeFiles } from '../repo/state/checkout.ts'
import { sourcesOf, targetsOf } from '../search/relations.ts'
import {
  bareOf,
  fullPath,
  isStubPath,
  originalOf,
  overviewFolder,
  stubPath,
  isSummaryPath,
  summaryFile,
  toEntryPath,
  toFolderPath,
} from '../tree/path.ts'
import { unknownPath } from '../tree/unknown-path.ts'

/** An entry as it is written, with the entries it names and those that name it. */
export type ShownEntry = {
  readonly path: string
  readonly text: string
  readonly related: readonly string[]
  readonly backlinks: readonly string[]
  /** Where the full text lies, when this is the stub of an archived entry; '' otherwise. */
  readonly archived: string
}

/**
 * Reads one entry, or the summary of a folder, by its path in the tree; of an archived entry its stub, or with `full`
 * the text it had.
 * @throws {Problem} when there is no such entry; the hint names the nearest.
 */
export async function show(ctx: Ctx, path: string, { full = false }: { full?: boolean } = {}): Promise<ShownEntry> {
  const bare = bareOf(path)
  return await askCurrentIndex(ctx, async ({ index, store }) => {
    const paths = candidates(bare, full)
    const [found = await onBranch(ctx, paths)] = readTreeFiles(ctx.place, paths)
    if (found === undefined)
      throw unknownPath(
        bare,
        (store?.list() ?? []).map((one) => one.path),
      )
    const [file, text] = found
    const original = originalOf(file)
    return {
      path: file,
      text,
      related: targetsOf(index, index.cards([file]).get(file)?.related ?? []),
      backlinks: sourcesOf(index, [file], 300).map(({ path: other }) => other),
      archived: original !== undefined && isStubPath(file) ? fullPath(original) : '',
    }
  })
}

/** Reads a file from the knowledge branch itself, where none of its files could be written out. */
async function onBranch(
  ctx: Ctx,
  paths: readonly string[],
): Promise<readonly [path: string, text: string] | undefined> {
  if (listFiles(ctx.place).length > 0) return undefined
  const { commit } = await branchesOf(ctx)
  if (commit === undefined) return undefined
  const { files } = await readKnowledgeFiles(ctx.place, commit, new Set(paths))
  return paths.flatMap((path) => [...files].filter(([one]) => one === path))[0]
}

/** The files that a path may mean, the likeliest first. */
function candidates(bare: string, full: boolean): readonly string[] {
  const names = [bare, `${bare}.md`, `${bare}/${summaryFile}`, ...(bare === '' ? [summaryFile] : [])]
  const originals = names.flatMap((name) => originalOf(name) ?? toEntryPath(name) ?? [])
  const archived = originals.map((name) => (full ? fullPath(name) : stubPath(name)))
  const here = names.filter(isOurs)
  return full ? [...archived, ...here] : [...here, ...archived]
}

const isOurs = (name: string): boolean =>
  toEntryPath(name) !== undefined ||
  originalOf(name) !== undefined ||
  overviewFolder(name) !== undefined ||
  name === summaryFile ||
  (isSummaryPath(name) && toFolderPath(name.slice(0, -summaryFile.length - 1)) !== undefined)
