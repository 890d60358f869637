import { join } from 'node:path'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'

/** One word: the first part of every knowledge branch's name. */
export const prefixShape = /^[A-Za-z0-9][\w-]*$/

/**
 * Reads where the knowledge of a repository lives from its own configuration, so that nothing that is checked out decides
 * it; undefined until it is recorded. The file is read itself, because a process would double the time of a question.
 */
export function recordedPrefix({ commonDir }: RepoPaths): string | undefined {
  let section = ''
  let found: string | undefined
  for (const line of (readIfThere(join(commonDir, 'config')) ?? '').split('\n')) {
    section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.toLowerCase() ?? section
    const [, value] = /^\s*(?:\[[^\]]*\]\s*)?branchprefix\s*=\s*"?([\w-]+)"?\s*$/i.exec(line) ?? []
    if (section === 'ctx' && value !== undefined && prefixShape.test(value)) found = value
  }
  return found
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
