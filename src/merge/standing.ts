import type { Entry } from '../tree/entry.ts'
import { type Standing, standingOf, statusOf } from '../tree/standing.ts'

type Three = { readonly base: Entry; readonly ours: Entry; readonly theirs: Entry }

/** What was decided about whether an entry holds. */
type Decision = Omit<Standing, 'kind'>

/** A decision of two sides, and what both decided where only one of these can be. */
export type MergedStanding = { readonly decision: Decision; readonly conflicts: readonly string[] }

/**
 * Merges what people decided about an entry as one decision, never half of each: of two, the more careful, that it no longer
 * holds. When that was decided is not written down, so that nobody can tell which is the later; of two approvals it is told.
 */
export function mergeStanding({ base, ours, theirs }: Three): MergedStanding {
  const [before, our, their] = [wordsFor(base), wordsFor(ours), wordsFor(theirs)]
  if (our === their || their === before) return { decision: decisionOf(ours), conflicts: [] }
  if (our === before) return { decision: decisionOf(theirs), conflicts: [] }
  const taken = isBefore(orderOf(ours), orderOf(theirs)) ? theirs : ours
  const conflict = `status (“${say(ours)}” or “${say(theirs)}”; “${say(taken)}” is taken)`
  return { decision: decisionOf(taken), conflicts: say(ours) === say(theirs) ? [] : [conflict] }
}

const decisionOf = ({ status, supersededBy, approvedAt }: Entry): Decision => ({ status, supersededBy, approvedAt })

const wordsFor = ({ status, supersededBy, approvedAt }: Entry): string => [status, supersededBy, approvedAt].join('\n')

const say = (entry: Entry): string => standingOf(entry) || (entry.approvedAt === '' ? 'active' : 'approved')

/** The more careful last, then the later; by their bytes when nothing tells them apart, so that both sides take the same. */
const orderOf = (entry: Entry): readonly string[] => [
  String(['active', 'deprecated', 'superseded'].indexOf(statusOf(entry))),
  entry.approvedAt,
  entry.updatedAt,
  wordsFor(entry),
]

function isBefore(one: readonly string[], other: readonly string[]): boolean {
  const at = one.findIndex((part, index) => part !== other[index])
  return (one[at] ?? '') < (other[at] ?? '')
}
