import type { Evidence, CommitReading } from './types.ts'

/** Finds files that moved: entries that name the old path follow to the new one (`about` → `value`). */
export const renames = ({ commit }: CommitReading): readonly Evidence[] =>
  commit.changes
    .filter(({ status, from, path }) => status === 'renamed' && from !== path)
    .map(({ from, path }) => ({
      kind: 'rename' as const,
      about: from,
      value: path,
      text: `${from} became ${path}`,
      category: 'project' as const,
      at: { commit: commit.sha, path },
      grade: 'observed' as const,
      weight: 0.3,
    }))
