import { join } from 'node:path'
import type { RepoPaths } from '../git/repo-paths.ts'
import { valueIn } from './own.ts'

/** One word: the first part of every knowledge branch's name. */
export const prefixShape = /^[A-Za-z0-9][\w-]*$/

/**
 * Reads where the knowledge of a repository lives from its own configuration, so that nothing that is checked out decides
 * it; undefined until it is recorded.
 */
export function recordedPrefix({ commonDir }: RepoPaths): string | undefined {
  const found = valueIn(join(commonDir, 'config'), 'ctx.branchPrefix')
  return found !== undefined && prefixShape.test(found) ? found : undefined
}

/** Forgets it again; knowledge that stays is found by the settings then. */
export async function forgetPrefix(place: RepoPaths): Promise<void> {
  if (recordedPrefix(place) === undefined) return
  const { git } = await import('../git/git.ts')
  await git(place, ['config', '--local', '--unset-all', 'ctx.branchPrefix'])
}

/** Records where the knowledge of a repository lives. */
export async function recordPrefix(place: RepoPaths, prefix: string): Promise<void> {
  if (recordedPrefix(place) === prefix) return
  const { git } = await import('../git/git.ts')
  await git(place, ['config', '--local', 'ctx.branchPrefix', prefix])
}
