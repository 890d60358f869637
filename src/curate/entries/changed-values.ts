import type { CommitAnalysis } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'
import { saysWhy } from './admission.ts'

/**
 * Tells the values that a commit changed with its lesson, as a proof of it. Alone, they say what the diff does: of twenty
 * such lines in eight histories, readers found none worth keeping.
 */
export function withChangedValues(analysis: CommitAnalysis): CommitAnalysis {
  const isTold = (piece: Evidence): boolean => piece.kind === 'lesson' && piece.weight > 0 && saysWhy(piece)
  const lesson = analysis.evidence.find(isTold)
  const values = lesson === undefined ? [] : analysis.evidence.filter((piece) => isProof(piece, lesson))
  return {
    ...analysis,
    evidence: analysis.evidence
      .filter(({ kind }) => kind !== 'constant')
      .map((piece) => (piece === lesson && values.length > 0 ? { ...piece, changed: saidOf(values) } : piece)),
  }
}

/** Names of what somebody may want to know or to set; other values are the code's own affair. */
const spelledAsConstant = /^[A-Z][A-Z0-9_]+$/
const option =
  /timeout|lifetime|duration|delay|expir|limit|max|min|size|capacity|buffer|ttl|interval|retr(?:y|ies)|port|default|threshold|depth|status/i

/** Whether a changed value is one that somebody may want to know, and that the lesson does not name. */
const isProof = ({ kind, about, value, text }: Evidence, lesson: Evidence): boolean => {
  const isNamed = (one: string): boolean => `${lesson.about} ${lesson.text}`.includes(one)
  const isKnown = isNamed(about) && isNamed(bare(value)) && isNamed(bare(text))
  return kind === 'constant' && (spelledAsConstant.test(about) || option.test(about)) && !isKnown
}

const bare = (value: string): string => value.replace(/^["'`]|["'`]$/g, '')

/** So many values say enough of a change; of more, it is about none. */
const most = 3

/** Said in the past, which holds whatever becomes of the value: "`MAX_PARTS` was changed from `1_000` to `10_000`." */
function saidOf(values: readonly Evidence[]): string {
  const said = values.map(({ about, value, text }) => `\`${about}\` was changed from \`${text}\` to \`${value}\``)
  // What is in a file and in its copy was changed once.
  const once = [...new Set(said)]
  return once.length > most ? '' : `${once.join(', ')}.`
}
