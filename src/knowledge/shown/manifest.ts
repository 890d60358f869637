import type { Ctx } from '../../repo/context.ts'
import { askGit, git } from '../../repo/git/git.ts'
import { isKnowledgePath, listArchive, listFiles, readTreeFiles, writeDerived } from '../../repo/state/checkout.ts'
import { manifest, readManifest, writeManifest } from '../../tree/manifest.ts'
import { fromSeconds, toTime } from '../../tree/meta.ts'
import { isStubPath, isSummaryPath, manifestFile } from '../../tree/path.ts'

/**
 * Writes the manifest of what lies on disk for a knowledge commit; files that did not change since `before`, the commit
 * it was last made for, are taken from it. Gives how many files it wrote.
 */
export async function writeManifestFor(
  ctx: Ctx,
  target: string,
  { before, changed }: { before: string; changed: readonly string[] | undefined },
): Promise<number> {
  const { tree, at } = await fingerprint(ctx, target)
  const text = readTreeFiles(ctx.place, [manifestFile]).get(manifestFile)
  const last = changed === undefined || text === undefined ? undefined : readManifest(text)
  const known = last !== undefined && last.source_fingerprint === (await treeOf(ctx, before)) ? last : undefined
  const touched = new Set(changed)
  const registered = (path: string): boolean => isKnowledgePath(path) || isSummaryPath(path)
  const wanted = known === undefined ? listFiles(ctx.place).filter(registered) : [...touched].filter(registered)
  const files = readTreeFiles(ctx.place, [...wanted, ...listArchive(ctx.place).filter(isStubPath)])
  const made = writeManifest(manifest(files, { tree, at }, { known, without: touched }))
  if (made === text) return 0
  writeDerived(ctx.place, [{ path: manifestFile, text: made }])
  return 1
}

async function treeOf({ place }: Ctx, commit: string): Promise<string | undefined> {
  const { code, out } = await askGit(place, ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`])
  return code === 0 ? out : undefined
}

async function fingerprint(ctx: Ctx, commit: string): Promise<{ tree: string; at: string }> {
  const [tree = '', seconds = '0'] = (await git(ctx.place, ['log', '-1', '--format=%T %ct', commit])).split(' ')
  return { tree, at: toTime(fromSeconds(seconds)) }
}
