import type { Field } from './entry-index.ts'

/** How the words of a question weigh, and what stands around them. */
export type Weights = {
  /** What a term counts for by field, and how BM25F saturates (k) and normalises by length (b). */
  readonly fields: Readonly<Record<Field, number>>
  readonly k: number
  readonly b: number
  /** Words of a question beyond which rarity counts more steeply. */
  readonly few: number
  /** How much of a neighbour's proof counts for an entry, one place and two places away. */
  readonly near: readonly number[]
  /** How much the words of its whole folder count for an entry. */
  readonly topic: number
  /** An entry of this many terms gets half of what its surroundings say. */
  readonly small: number
  /** What a title that the question names whole adds, and what an entry that only asks loses, as shares. */
  readonly titled: number
  readonly asks: number
  /** The cohesion at which surroundings begin to count, and at which they count whole. */
  readonly cohesive: readonly [number, number]
}

/**
 * `default` was chosen by measuring, on conversations and on commits that cite others (`npm run bench -- --only quality
 * --only citations`); single changes move the result by less than a point. `paper` is ByteRover's (arXiv 2604.01599,
 * section 4): title 5, path 1.5, content 1, MiniSearch's own k and b, and no evidence from the hierarchy.
 */
export const presets = {
  default: {
    fields: { title: 2, place: 0.5, keywords: 1.5, headings: 1, facts: 1, content: 1, dates: 1, links: 1 },
    k: 0.9,
    b: 0.4,
    few: 10,
    near: [0.8, 0.4],
    topic: 0.8,
    small: 3,
    titled: 0.25,
    asks: 0.1,
    cohesive: [0.05, 0.2],
  },
  paper: {
    fields: { title: 5, place: 1.5, keywords: 1, headings: 1, facts: 1, content: 1, dates: 1, links: 1 },
    k: 1.2,
    b: 0.7,
    few: Number.POSITIVE_INFINITY,
    near: [],
    topic: 0,
    small: 0,
    titled: 0,
    asks: 0,
    cohesive: [1, 1],
  },
} as const satisfies Record<string, Weights>

/**
 * What a word counts where candidates are chosen, before they are ranked: in a statement of the tree, whose context is
 * the title and place of its entry, and in a commit. The index on disk and that of a published page choose by the same.
 */
export const candidateWeights = {
  statement: { headline: 3, why: 2, context: 1 },
  commit: { subject: 2, body: 1, paths: 1, diff: 0.7 },
} as const
