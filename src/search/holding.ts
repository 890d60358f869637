import { type LessonKind, type LessonNote, noNote } from '../tree/note.ts'
import type { ByAgent } from '../tree/unreviewed.ts'

/** A rule or lesson that is about a file, with the files that its commit touched; [] where that is not known. */
export type AboutFile = {
  readonly kind: 'rule' | 'lesson'
  /** Whether it was curated, or is only in the log. */
  readonly lane: 'tree' | 'log'
  readonly headline: string
  readonly why: string
  readonly commit: string
  readonly date: string
  readonly note: LessonNote | undefined
  readonly touched: readonly string[]
  /** Whether it is an agent's word that nobody approved. */
  readonly isByAgent?: ByAgent
}

/** How much a lesson of each kind matters to somebody who is about to change a file. */
const worthOf: Readonly<Record<LessonKind | '', number>> = {
  security: 3,
  breaking: 3,
  decision: 2.5,
  'attempt taken back': 2.5,
  deprecation: 2,
  fix: 2,
  performance: 2,
  '': 1,
}

const shares = {
  /** How much a rule matters. */
  rule: 4,
  /** What a test that pins it adds. */
  pinned: 0.5,
  /** Factors of what holds only partly, and of what was reworked since. */
  partly: 0.4,
  reworked: 0.7,
  /** Factor of what gives no reason, and of what was not curated. */
  unreasoned: 0.5,
  logged: 0.5,
  /** Newer lessons about the file after which one counts half. */
  halfAfter: 12,
}

/**
 * Ranks what holds about a file, best first: rules, then what would hurt most to undo; what is about few files, what a
 * test pins, and what is newer says more. What no longer holds is left out.
 */
export function rankHolding(found: readonly AboutFile[]): readonly AboutFile[] {
  const standing = found.filter(({ note = noNote }) => note.status !== 'past')
  const dates = standing.map(({ date }) => date).toSorted((a, b) => (a < b ? 1 : -1))
  const worth = (one: AboutFile): number => {
    const { kind, lane, note = noNote, touched, why, date } = one
    const base = kind === 'rule' ? shares.rule : worthOf[note.kind] * (why === '' ? shares.unreasoned : 1)
    const pinned = note.pinnedBy === '' ? 0 : shares.pinned
    const held = note.status === 'partly' || note.status === 'reworked' ? shares[note.status] : 1
    const told = lane === 'log' ? shares.logged : 1
    const focus = 1 / Math.sqrt(Math.max(1, touched.length))
    const age = date === '' ? 0 : dates.indexOf(date)
    return ((base + pinned) * held * told * (0.5 + focus)) / (1 + age / shares.halfAfter)
  }
  const seen = new Set<string>()
  return standing
    .map((one) => ({ one, worth: worth(one) }))
    .toSorted((a, b) => b.worth - a.worth)
    .map(({ one }) => one)
    .filter(({ headline, why }) => {
      const key = `${headline}\n${why}`.toLowerCase()
      return !seen.has(key) && seen.add(key)
    })
}
