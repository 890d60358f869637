import { join } from 'node:path'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'

/** One word: the first part of every knowledge branch's name. */
export const prefixShape = /^[A-Za-z0-9][\w-]*$/

/**
 * Reads where the knowledge of a repository lives from its own configuration, so that nothing that is checked out decides
 * it; undefined until it is recorded.
 */
export function recordedPrefix(place: RepoPaths): string | undefined {
  const found = settingOf(place, 'branchPrefix')
  return found !== undefined && prefixShape.test(found) ? found : undefined
}

/**
 * Reads one word of the repository's own git configuration, `ctx.<name>`. The file is read itself, because a process would
 * double the time of a question.
 */
export function settingOf({ commonDir }: RepoPaths, name: string): string | undefined {
  const shape = new RegExp(`^\\s*(?:\\[[^\\]]*\\]\\s*)?${name}\\s*=\\s*"?([\\w-]+)"?\\s*$`, 'i')
  let section = ''
  let found: string | undefined
  for (const line of (readIfThere(join(commonDir, 'config')) ?? '').split('\n')) {
    section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.toLowerCase() ?? section
    const [, value] = shape.exec(line) ?? []
    if (section === 'ctx' && value !== undefined) found = value
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
