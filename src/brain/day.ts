import type { Tree } from '../tree/knowledge.ts'
import { msPerDay } from '../tree/lifecycle.ts'
import { toTime } from '../tree/meta.ts'

/** Tells the day of a moment, in UTC: a document is the same all day. What names no moment is on the first of all days. */
export function dayOf(moment: string | Date): Date {
  const time = typeof moment === 'string' ? Date.parse(moment) : moment.getTime()
  return new Date(Number.isNaN(time) ? 0 : Math.floor(time / msPerDay) * msPerDay)
}

/** The day of the newest entry. One that claims to be from tomorrow must not make all others old. */
export function newestDay(tree: Tree, now: Date): Date {
  const last = toTime(now)
  let newest = ''
  for (const { updatedAt } of tree.values()) if (updatedAt > newest && updatedAt <= last) newest = updatedAt
  return dayOf(newest)
}
