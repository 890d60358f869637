import type { LessonCandidate } from '../../src/search/lesson-text.ts'

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
