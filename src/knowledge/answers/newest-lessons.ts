import type { LessonHit } from '../../search/lesson-hit.ts'
import { isBump } from '../../text/bumps.ts'
import { countWords } from '../../text/words.ts'
import { type CandidateLookup, toCommitRow } from './lesson-candidates.ts'
import { lessonsOf } from './lesson-hits.ts'

/** Commits among which those that explain something are looked for, and words of a message that does. */
const looked = 60
const leastSaid = 8

/**
 * Tells the newest commits that explain something, the newest first: "what changed recently" asks for no word. Dependencies, and
 * what changes nothing but tests and jobs, only where there is nothing else.
 */
export function newestLessons(lookup: CandidateLookup, most: number): readonly LessonHit[] {
  const rows = lookup.commitIndex.newest(looked)
  const telling = rows.filter(
    (row) => !isBump(row.subject) && countWords(row.body) >= leastSaid && toCommitRow(row).isBesideCode !== true,
  )
  const told = (telling.length === 0 ? rows : telling).slice(0, most * 2).map(({ sha }) => sha)
  // What a person rejected, or what was taken back as knowledge, is no news.
  const found = lessonsOf(lookup, told).filter(({ standing }) => standing === '')
  return found.filter(({ commit }, at) => found.findIndex((one) => one.commit === commit) === at).slice(0, most)
}
