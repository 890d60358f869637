import type { CommitAnalysis } from '../commit-analysis.ts'
import type { Bullet } from '../message/changelog.ts'
import { firstLessonOf } from './join-by-words.ts'

/** A line without its release where that was out before the commit: lines are put below the wrong heading (rich 959c937e). */
export const dated = (bullet: Bullet, { at }: CommitAnalysis): Bullet =>
  at.getTime() - Date.parse(bullet.day) > mostAfter ? { ...bullet, release: '' } : bullet

/** Clocks and time zones differ, and who releases may have written the day before. */
const mostAfter = 3 * 24 * 3600 * 1000

/** Finds a line of the changelogs by its text; of one that stands under several releases, without them. */
export function lineByText(bullets: readonly Bullet[]): (text: string) => Bullet | undefined {
  const found = new Map<string, Bullet>()
  for (const bullet of bullets) {
    const known = found.get(bullet.text) ?? bullet
    found.set(bullet.text, known.release === bullet.release ? known : { ...known, release: '' })
  }
  return (text) => found.get(text)
}

/** A commit wrote its line while no release had it: that which the line stands under now has what the commit did. */
export function withOwnRelease(analysis: CommitAnalysis, own: Bullet | undefined): CommitAnalysis {
  const { note } = firstLessonOf(analysis) ?? {}
  const since = own === undefined ? '' : dated(own, analysis).release
  if (since === '' || note === undefined || note.since !== '') return analysis
  const evidence = analysis.evidence.map((piece) =>
    piece.note === note ? { ...piece, note: { ...note, since } } : piece,
  )
  return { ...analysis, evidence }
}
