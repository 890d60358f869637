import type { Entry } from './entry.ts'
import type { Maturity } from './maturity.ts'
import { type Meta, toTime } from './meta.ts'

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

/** Milliseconds of a day. */
export const msPerDay = 24 * 60 * 60 * 1000

/** Counts days, fractions included, from an ISO time to a moment; 0 when the time is missing or lies ahead. */
export function daysSince(time: string | Date, now: Date): number {
  const then = typeof time === 'string' ? Date.parse(time) : time.getTime()
  return Number.isNaN(then) ? 0 : Math.max(0, (now.getTime() - then) / msPerDay)
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

/**
 * Scores an entry that a curation updated at a moment; the decay up to then is settled first, so it is never lost. What comes to an
 * approved entry comes after its approval, be it of the same second, or of a commit that is older and was learned later.
 */
export function onUpdate(entry: Entry, at: Date): Entry {
  const scored = changedAt(entry, at, lifecycle.onUpdate)
  const isAfter = scored.updatedAt > entry.approvedAt
  return {
    ...scored,
    updatedAt: isAfter ? scored.updatedAt : toTime(new Date(Date.parse(entry.approvedAt) + 1_000)),
    updateCount: entry.updateCount + 1,
  }
}

/** Scores an entry that says the same anew, or less: it is as important as it was. */
export const onRewording = (entry: Entry, at: Date): Entry => changedAt(entry, at, 0)

function changedAt(entry: Entry, at: Date, bonus: number): Entry {
  const importance = within(importanceAt(entry, at) + bonus)
  const time = toTime(at)
  return {
    ...entry,
    importance,
    recency: 1,
    maturity: maturityAfter(entry.maturity, importance),
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
