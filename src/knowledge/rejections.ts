import { commitKey } from '../commit.ts'
import type { Ctx } from '../repo/context.ts'
import { findBranches } from '../repo/git/branches.ts'
import type { Rejections } from '../repo/git/rejections.ts'
import { type Database, isRefused } from '../repo/index/database.ts'
import { commitsStated } from '../repo/index/statement-index.ts'
import { readRejected, writeRejected } from '../repo/state/rejected.ts'

/** Brings what people rejected in step with what a knowledge commit's history says. */
export async function noteRejections(ctx: Ctx, commit: string): Promise<Rejections> {
  const { readRejections } = await import('../repo/git/rejections.ts')
  const rejections = await readRejections(ctx.place, commit)
  writeRejected(ctx.place, rejections)
  return rejections
}

/** Reads what people rejected of the knowledge that is shown: from a file of ours, and from git only where that is not there. */
export async function knownRejections(ctx: Ctx): Promise<Rejections> {
  const kept = readRejected(ctx.place)
  if (kept !== undefined) return kept
  const { commit } = await findBranches(ctx.place, ctx.settings.branchPrefix)
  if (commit === undefined) return new Map()
  try {
    return await noteRejections(ctx, commit)
  } catch (error) {
    if (!isRefused(error)) throw error
    return await (await import('../repo/git/rejections.ts')).readRejections(ctx.place, commit)
  }
}

/** Of some commits those that were rejected, where no entry tells anything of them all the same. */
export function rejectedAmong(
  commits: readonly string[],
  { rejections, database }: { readonly rejections: Rejections; readonly database: Database },
): Rejections {
  const keys = commits.map(commitKey).filter((key) => rejections.has(key))
  if (keys.length === 0) return new Map()
  const stated = commitsStated(database, keys)
  return new Map([...rejections].filter(([key]) => keys.includes(key) && !stated.has(key)))
}
