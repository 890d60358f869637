import { terms } from '../../text/terms.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { changeSaid } from '../evidence/constants.ts'
import type { Evidence } from '../evidence/types.ts'
import { saysWhy } from './admission.ts'

/**
 * Tells the values that a commit changed with its lesson, as a proof of it; of several, with the one that speaks of the same.
 * Alone, they say what the diff does: of twenty such lines in eight histories, readers found none worth keeping.
 */
export function withChangedValues(analysis: CommitAnalysis): CommitAnalysis {
  const evidence = analysis.evidence.filter(({ kind }) => kind !== 'constant')
  const lessons = evidence.filter((piece) => piece.kind === 'lesson' && piece.weight > 0 && saysWhy(piece))
  const lessonOf = (value: Evidence): Evidence | undefined =>
    lessons.length === 1 ? lessons[0] : lessons.find((lesson) => speaksOf(lesson, value))
  const values = analysis.evidence.filter(isTelling).map((value) => ({ value, lesson: lessonOf(value) }))
  return {
    ...analysis,
    evidence: evidence.map((piece) => {
      const own = values.flatMap(({ value, lesson }) => (lesson === piece && !isKnown(value, piece) ? [value] : []))
      const changed = changeSaid(own)
      return changed === '' ? piece : { ...piece, changed }
    }),
  }
}

/** Whether a lesson has a word of a value's name: `MAX_PARTS`, "Limit parts". */
function speaksOf({ about, text }: Evidence, value: Evidence): boolean {
  const said = new Set(terms(`${about} ${text}`))
  return terms(value.about).some((term) => said.has(term))
}

/** Names of what somebody may want to know or to set; other values are the code's own affair. */
const spelledAsConstant = /^[A-Z][A-Z0-9_]+$/
const option =
  /timeout|lifetime|duration|delay|expir|limit|max|min|size|capacity|buffer|ttl|interval|retr(?:y|ies)|port|default|threshold|depth|status/i

const isTelling = ({ kind, about }: Evidence): boolean =>
  kind === 'constant' && (spelledAsConstant.test(about) || option.test(about))

/** Whether a lesson says which value was changed, and what it was. */
const isKnown = ({ about, value, text }: Evidence, lesson: Evidence): boolean =>
  [about, bare(value), bare(text)].every((one) => `${lesson.about} ${lesson.text}`.includes(one))

const bare = (value: string): string => value.replace(/^["'`]|["'`]$/g, '')
