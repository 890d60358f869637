import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Ctx } from '../repo/context.ts'
import type { HistoriesDiffer } from '../repo/git/archive.ts'
import { treeDir } from '../repo/state/state.ts'
import { noteRejections } from './rejections.ts'

/**
 * Brings what follows from the history alone in step with the branch: what people rejected, and `_archived`, every file of it
 * with `all`; gives the files of that which it touched.
 */
export async function historyInStep(
  ctx: Ctx,
  target: string,
  { touched, all }: { readonly touched: HistoriesDiffer; readonly all: boolean },
): Promise<readonly string[]> {
  if (touched.rejections) await noteRejections(ctx, target)
  if (!touched.archive) return []
  const { deriveArchive } = await import('./archive.ts')
  const isThere = (path: string): boolean => existsSync(join(treeDir(ctx.place), path))
  return await deriveArchive(ctx, target, { isThere, all })
}
