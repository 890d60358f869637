import type { Fact } from '../tree/facts.ts'
import { type LessonNote, noNote } from '../tree/note.ts'
import type { LineChange } from './line-change.ts'

const said = {
  current: 'holds again',
  reworked: 'may not hold',
  partly: 'holds only partly now',
  past: 'no longer so',
} as const

/** Tells of lessons that both sides have, by their key, which no longer stand as they stood. */
export const standingChanges = (
  before: ReadonlyMap<string, Fact>,
  after: ReadonlyMap<string, Fact>,
): readonly LineChange[] =>
  [...after].flatMap(([key, { subject, statement, note, sources }]) => {
    const old = before.get(key)
    const news = old === undefined ? '' : newsOf(old.note ?? noNote, note ?? noNote)
    const text = `**${subject === '' ? statement : subject}** ${news}`
    return news === '' ? [] : [{ kind: 'fact', how: 'changed', text, before: '', sources }]
  })

/** What a note says that another did not; '' where they say that a lesson stands the same. */
function newsOf(old: LessonNote, { status, supersededBy, amendedBy }: LessonNote): string {
  const amenders = amendedBy.filter((sha) => !old.amendedBy.includes(sha))
  if (old.status === status) return amenders.length === 0 ? '' : `was amended by ${amenders.join(', ')}`
  const by = supersededBy.length === 0 ? '' : `by ${supersededBy.join(', ')}`
  return by === '' ? said[status] : `${said[status]}, ${status === 'reworked' ? `rewritten ${by}` : by}`
}
