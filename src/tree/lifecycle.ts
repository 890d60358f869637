import type { Entry } from './entry.ts'
import type { Meta } from './meta.ts'

export const maturities = ['draft', 'validated', 'core'] as const
export type Maturity = (typeof maturities)[number]

/** The numbers of the adaptive knowledge lifecycle: FORMATS section 2 "Scores", from the ByteRover paper (arXiv 2604.01599). */
export const lifecycle = {
  onAccess: 3,
  onUpdate: 5,
  keptPerDay: 0.995,
  recencyDays: 30,
  validatedAt: 65,
  coreAt: 85,
  coreUntil: 60,
  validatedUntil: 35,
  archivedBelow: 35,
} as const

const day = 24 * 60 * 60 * 1000

/** Counts days, fractions included, from an ISO time to a moment; 0 when the time is missing or lies ahead. */
function daysSince(time: string, now: Date): number {
  const then = Date.parse(time)
  return Number.isNaN(then) ? 0 : Math.max(0, (now.getTime() - then) / day)
}

/** Tells an entry's importance now: × 0.995 for each day since its last update, never written back by reading. */
export const importanceAt = ({ importance, updatedAt }: Pick<Meta, 'importance' | 'updatedAt'>, now: Date): number =>
  importance * lifecycle.keptPerDay ** daysSince(updatedAt, now)

/** Tells how recent an entry is now: e^(−days/30), 1 at the moment of its update. */
export const recencyAt = ({ updatedAt }: Pick<Meta, 'updatedAt'>, now: Date): number =>
  Math.exp(-daysSince(updatedAt, now) / lifecycle.recencyDays)

/** Decides the maturity that follows from decayed importance, one step at a time, with hysteresis. */
export function maturityAfter(maturity: Maturity, importance: number): Maturity {
  switch (maturity) {
    case 'draft':
      return importance >= lifecycle.validatedAt ? 'validated' : 'draft'
    case 'validated':
      if (importance >= lifecycle.coreAt) return 'core'
      return importance < lifecycle.validatedUntil ? 'draft' : 'validated'
    case 'core':
      return importance < lifecycle.coreUntil ? 'validated' : 'core'
  }
}

const within = (importance: number): number => Math.min(100, Math.max(0, importance))

/** Scores an entry that a curation updated at a moment; the decay up to then is settled first, so it is never lost. */
export function onUpdate(entry: Entry, at: Date): Entry {
  const importance = within(importanceAt(entry, at) + lifecycle.onUpdate)
  const time = `${at.toISOString().slice(0, 19)}Z`
  return {
    ...entry,
    importance,
    recency: 1,
    maturity: maturityAfter(entry.maturity, importance),
    updateCount: entry.updateCount + 1,
    updatedAt: entry.updatedAt > time ? entry.updatedAt : time,
  }
}

/** Scores an entry that searches returned `times` times since this was last settled; recency is written as it is now. */
export function onAccess(entry: Entry, times: number, now: Date): Entry {
  const importance = within(entry.importance + lifecycle.onAccess * times)
  const current = importanceAt({ importance, updatedAt: entry.updatedAt }, now)
  return {
    ...entry,
    importance,
    recency: recencyAt(entry, now),
    maturity: maturityAfter(entry.maturity, current),
    accessCount: entry.accessCount + times,
  }
}
