import type { Fact } from '../tree/facts.ts'
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
    const status = note?.status ?? 'current'
    if (old === undefined || (old.note?.status ?? 'current') === status) return []
    const by = (note?.supersededBy ?? []).join(', ')
    const text = `**${subject === '' ? statement : subject}** ${said[status]}${by === '' ? '' : `, ${status === 'reworked' ? 'rewritten ' : ''}by ${by}`}`
    return [{ kind: 'fact', how: 'changed', text, before: '', sources }]
  })
