import { short } from '../../text/words.ts'
import { holdsStill } from '../../tree/note.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'

/** Who reworked the code of a lesson took nothing's place, as far as anybody knows. */
const endedBy = ({ note, weight }: Evidence): readonly string[] =>
  weight > 0 && note !== undefined && !holdsStill(note) ? note.supersededBy : []

/** A lesson names so many of those whose place it took. */
const mostNamed = 3

/**
 * Adds to each lesson the lessons that it replaces: those that name its commit as what came later, if they are told, too. Of
 * 187 commits that lessons of zap and structlog named, 117 were told nowhere, and many had only lost a line.
 */
export function withReplaced(analyses: readonly CommitAnalysis[]): readonly CommitAnalysis[] {
  const replaced = new Map<string, Set<string>>()
  for (const { sha, evidence } of analyses)
    for (const later of evidence.flatMap(endedBy))
      replaced.set(later, (replaced.get(later) ?? new Set()).add(short(sha)))
  return analyses.map((analysis) => {
    const earlier = replaced.get(short(analysis.sha))
    if (earlier === undefined) return analysis
    const replaces = [...earlier].slice(0, mostNamed)
    const evidence = analysis.evidence.map((piece) =>
      piece.note === undefined || piece.at.path !== '' ? piece : { ...piece, note: { ...piece.note, replaces } },
    )
    return { ...analysis, evidence }
  })
}
