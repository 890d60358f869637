import { askGit, git } from './git.ts'
import { fieldsOfEach } from './objects.ts'
import type { RepoPaths } from './repo-paths.ts'

/**
 * The trailer by which a merge of ours says that its other parent is a stranger's: what was reviewed is what the merge
 * brought, and nothing that the commits behind it say of themselves is the record of this repository.
 */
export const strangerTrailer = (commit: string): string => `From-Stranger: ${commit}\n`

/** Names the commits in the history of a knowledge commit that a stranger made, whose trailers are only text. */
export async function strangersIn(place: RepoPaths, tip: string): Promise<ReadonlySet<string>> {
  const format = '--format=%H%x00%(trailers:key=From-Stranger,valueonly,separator=%x20)'
  const { out } = await askGit(place, [
    'log',
    '-z',
    '--merges',
    '--topo-order',
    '--grep=^From-Stranger: ',
    format,
    '--end-of-options',
    tip,
  ])
  const found = new Set<string>()
  // Ours come before those behind them, which may say anything.
  for (const [merge = '', theirs = ''] of fieldsOfEach(out, 2)) {
    if (found.has(merge) || !/^[0-9a-f]{40,64}$/.test(theirs)) continue
    const commits = await git(place, ['rev-list', '--end-of-options', theirs, `^${merge}^1`])
    for (const commit of commits.split('\n')) found.add(commit)
  }
  return found
}
