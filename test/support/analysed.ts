import type { Commit, FileChange } from '../../src/commit.ts'
import { analyseCommit, type CommitAnalysis } from '../../src/curate/commit-analysis.ts'
import { readMessage } from '../../src/curate/commit-message.ts'
import type { Rules } from '../../src/curate/distil.ts'

/** Rules of a project that set nothing. */
export const rules: Rules = { ignore: [], layout: { packages: [], domains: {} } }

/** A changed file; lines that nobody gives are none. */
export type Changed = Partial<FileChange> & { readonly added?: readonly string[]; readonly removed?: readonly string[] }

let count = 0

/** A commit that was read: each gets the next number as its hash, and the next day as its time. */
export function analysed(
  message: string,
  files: Readonly<Record<string, Changed>>,
  { author = 'Ada', authored }: { readonly author?: string; readonly authored?: string } = {},
): CommitAnalysis {
  count++
  const changes = Object.entries(files).map(([path, { added = [], removed = [], ...more }]): FileChange => ({
    path,
    status: 'modified',
    from: '',
    before: '1'.repeat(40),
    after: '2'.repeat(40),
    hunks: [{ section: '', start: 1, added, removed }],
    ...more,
  }))
  const commit: Commit = {
    sha: count.toString(16).padStart(8, '0').repeat(5),
    parents: ['f'.repeat(40)],
    author,
    authored: authored ?? String(count),
    at: new Date(Date.UTC(2026, 0, 1) + count * 86_400_000),
    message,
    changes,
    isBoundary: false,
  }
  return analyseCommit({ commit, message: readMessage(message), texts: new Map() }, rules)
}
