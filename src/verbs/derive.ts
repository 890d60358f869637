import { listFiles, readTreeFiles, writeTree } from '../repo/checkout.ts'
import { git } from '../repo/git.ts'
import type { Stat } from '../repo/state.ts'
import { deriveSummaries, foldersAbove } from '../tree/derive.ts'
import type { Change } from '../tree/knowledge.ts'
import { manifest, manifestFile, readManifest, writeManifest } from '../tree/manifest.ts'
import { type FolderPath, folderOf, join } from '../tree/path.ts'
import { toTime } from '../tree/meta.ts'
import { summaryFile } from '../tree/summary.ts'
import type { Ctx } from './open.ts'

type Derivation = {
  /** The knowledge commit that the tree shows. */
  readonly target: string
  readonly files: ReadonlyMap<string, Stat>
  /** The knowledge files that changed; undefined makes everything again. */
  readonly changed: readonly string[] | undefined
}

/** Brings summaries and manifest in step with the knowledge files on disk; gives how many files it wrote or removed. */
export async function deriveOnDisk(ctx: Ctx, { target, files, changed }: Derivation): Promise<number> {
  const folders = foldersAbove(changed ?? files.keys())
  const summaries = summariesOnDisk(ctx, files, folders)
  const known = readTreeFiles(ctx.place, pathsIn(folders, files))
  const made = deriveSummaries(folders, known, summaries)
  const stale = changed === undefined ? strays(ctx, files) : []
  const written = [...made]
    .filter(([folder, text]) => text !== summaries.get(folder))
    .map(([folder, text]) => ({ path: join(folder, summaryFile), text }))
  writeTree(ctx.place, [...written, ...stale])
  const registered = await register(ctx, { target, files, changed, summaries: written })
  return written.length + stale.length + registered
}

/** Reads the summaries of these folders and of those directly below them. */
function summariesOnDisk(
  ctx: Ctx,
  files: ReadonlyMap<string, Stat>,
  folders: readonly FolderPath[],
): ReadonlyMap<FolderPath, string> {
  const wanted = new Set(folders)
  const all = foldersAbove(files.keys()).filter((folder) => wanted.has(folder) || wanted.has(folderOf(folder)))
  const paths = new Map([...new Set([...all, ...folders])].map((folder) => [join(folder, summaryFile), folder]))
  return new Map([...readTreeFiles(ctx.place, paths.keys())].map(([path, text]) => [folderOf(path), text]))
}

const pathsIn = (folders: readonly FolderPath[], files: ReadonlyMap<string, Stat>): readonly string[] => {
  const wanted = new Set(folders)
  return [...files.keys()].filter((path) => wanted.has(folderOf(path)))
}

/** Summaries that stand in folders where no knowledge is left. */
function strays(ctx: Ctx, files: ReadonlyMap<string, Stat>): readonly Change[] {
  const folders = new Set(foldersAbove(files.keys()))
  const there = listFiles(ctx.place).filter((path) => path.endsWith(summaryFile))
  return there.filter((path) => !folders.has(folderOf(path))).map((path) => ({ path, text: undefined }))
}

/** Writes the manifest; what did not change is taken from the one before. */
async function register(
  ctx: Ctx,
  { target, files, changed, summaries }: Derivation & { summaries: readonly Change[] },
): Promise<number> {
  const before = readTreeFiles(ctx.place, [manifestFile]).get(manifestFile)
  const known = changed === undefined || before === undefined ? undefined : readManifest(before)
  const touched = new Set([...(changed ?? []), ...summaries.map(({ path }) => path)])
  const all = [
    ...files.keys(),
    ...(known === undefined ? foldersAbove(files.keys()).map((folder) => join(folder, summaryFile)) : touched),
  ]
  const wanted = known === undefined ? all : all.filter((path) => touched.has(path))
  const [tree = '', seconds = '0'] = (await git(ctx.place, ['log', '-1', '--format=%T %ct', target])).split(' ')
  const made = manifest(
    readTreeFiles(ctx.place, wanted),
    { tree, at: toTime(new Date(Number(seconds) * 1000)) },
    { known, without: touched },
  )
  const text = writeManifest(made)
  if (text === before) return 0
  writeTree(ctx.place, [{ path: manifestFile, text }])
  return 1
}
