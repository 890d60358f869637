import type { LessonCandidate } from '../../src/search/lesson-text.ts'
import { rankLessons, type RankedLesson } from '../../src/search/rank-lessons.ts'

/** A lesson of the log that may answer, called by its headline, with nothing else to say. */
export const candidate = (headline: string, more: Partial<LessonCandidate> = {}): LessonCandidate => ({
  lane: 'log',
  kind: 'lesson',
  headline,
  why: '',
  commit: headline,
  date: '2026-01-01',
  author: '',
  number: '',
  files: ['shop.ts'],
  entry: '',
  source: '',
  note: undefined,
  message: '',
  diff: [],
  ...more,
})

/** Lets every term say as much as any other. */
export const even = (): number => 1

/** How much is shown of what ranks: at most so many, and none far behind the first. */
export const showing = (most: number, floor: number) => ({ most, floor, coverageTerms: ['good'], rarity: even })

/** The headlines of lessons, in their order. */
export const namesOf = (all: readonly { readonly headline: string }[]): readonly string[] =>
  all.map(({ headline }) => headline)

/** Ranks lessons by some terms, each of which says as much as any other. */
export const rankEvenly = (
  all: readonly LessonCandidate[],
  asked: readonly string[],
  defines: readonly string[] = [],
): readonly RankedLesson[] =>
  rankLessons(all, {
    coverageTerms: asked,
    rarity: even,
    means: { subject: 3, body: 20, paths: 4, diff: 20 },
    defines,
  })
