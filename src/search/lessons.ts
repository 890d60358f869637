import { sentences } from '../text/sentences.ts'
import { terms } from '../text/terms.ts'
import type { LessonNote } from '../tree/note.ts'
import { blend } from './likeness.ts'

/** What may answer a question: a lesson or statement of the tree, or a commit of which nothing was curated. */
export type LessonCandidate = {
  readonly lane: 'tree' | 'log'
  readonly kind: 'lesson' | 'rule' | 'fact' | 'prose'
  readonly headline: string
  readonly why: string
  /** The commit that it is from, '' where it names none. */
  readonly commit: string
  readonly date: string
  readonly author: string
  readonly number: string
  readonly files: readonly string[]
  readonly entry: string
  readonly note: LessonNote | undefined
  /** The terms of the question that stand in its diff. */
  readonly inDiff: readonly string[]
  /** BM25 of the words of the question in it; both lanes are scored alike. */
  readonly score: number
  /** The number of its statement, where it is one of the tree. */
  readonly statement?: number
}

/** A candidate with what made its rank. */
export type RankedLesson = LessonCandidate & {
  readonly rank: number
  /** The share of the question, by the rarity of its words, that its own words hold; from 0 to 1. */
  readonly covers: number
}

/** How a question is weighed: a rare word says more of what is meant. */
export type Rarity = (term: string) => number

/**
 * What a curated lesson counts beside a bare commit of equal words, what no longer holds beside what does, a merge beside
 * the commits that it brings, and what introduces a name beside all that speaks of it; how much of a rank is coverage, and
 * what a word counts for it that stands only in the diff.
 */
const shares = { curated: 1.08, past: 0.97, merge: 0.8, introduces: 1.6, coverage: 0.6, diff: 0.5 }

/** What is looked for; `defines` are the names, such as `route_layer`, of which the question asks what they are. */
export type LessonRanking = {
  readonly asked: readonly string[]
  readonly rarity: Rarity
  readonly defines?: readonly string[]
  /** How near statements are in meaning, by their number, where vectors were asked. */
  readonly likeness?: ReadonlyMap<number, number> | undefined
}

/** Ranks what was found, best first: by its words, by how much of the question it holds, and by meaning where that is known. */
export function rankLessons(
  candidates: readonly LessonCandidate[],
  { asked, rarity, defines = [], likeness }: LessonRanking,
): readonly RankedLesson[] {
  const all = asked.reduce((sum, term) => sum + rarity(term), 0)
  const ranked = candidates.map((one): RankedLesson => {
    const own = new Set(wordsOf(one))
    const inDiff = new Set(one.inDiff)
    const shareOf = (term: string): number => (own.has(term) ? 1 : inDiff.has(term) ? shares.diff : 0)
    const held = asked.reduce((sum, term) => sum + rarity(term) * shareOf(term), 0)
    const covers = all === 0 ? 0 : held / all
    const standing =
      (one.lane === 'tree' ? shares.curated : 1) *
      (one.note?.holds === 'past' ? shares.past : 1) *
      (/^merge /i.test(one.headline) ? shares.merge : 1) *
      (introduces(one, defines) ? shares.introduces : 1)
    return { ...one, covers, rank: one.score * standing * (1 - shares.coverage + shares.coverage * covers) }
  })
  return withMeaning(ranked, likeness).toSorted((a, b) => b.rank - a.rank || (a.date < b.date ? 1 : -1))
}

function withMeaning(
  ranked: readonly RankedLesson[],
  likeness: ReadonlyMap<number, number> | undefined,
): readonly RankedLesson[] {
  if (likeness === undefined) return ranked
  const best = Math.max(Number.MIN_VALUE, ...ranked.map(({ rank }) => rank))
  // A statement that is not among the nearest is far; a bare commit has no vector at all.
  const meaningOf = ({ statement }: RankedLesson): number | undefined =>
    statement === undefined ? undefined : (likeness.get(statement) ?? 0)
  return ranked.map((one) => ({ ...one, rank: blend(one.rank / best, meaningOf(one)) }))
}

const wordsOf = ({ headline, why, number, files, entry }: LessonCandidate): readonly string[] =>
  terms([headline, why, number, ...[...files, entry].map(spelled)].join('\n'))

/** Whether a headline says that a name is new: "Add `Router::route_layer`". */
function introduces({ headline }: LessonCandidate, names: readonly string[]): boolean {
  if (names.length === 0 || !/^(?:add|introduce|implement)(?:s|ed)?\b/i.test(headline)) return false
  const said = terms(headline)
  return names.some((name) => said.includes(name))
}

/** How much of a question is held by the one that holds most of it, of those that rank first. */
export const coverage = (ranked: readonly RankedLesson[]): number =>
  Math.max(0, ...ranked.slice(0, 10).map(({ covers }) => covers))

const spelled = (path: string): string => path.replace(/[/._-]+/g, ' ')

/** Keeps what is worth showing: far behind the first, nobody reads; a commit stands once, and so do the same words. */
export function worthShowing(
  ranked: readonly RankedLesson[],
  { most, floor }: { most: number; floor: number },
): readonly RankedLesson[] {
  const [first] = ranked
  if (first === undefined) return []
  const seen = new Set<string>()
  const kept = ranked.filter(({ headline, why, commit, rank }) => {
    const keys = [
      (headline === '' ? why : headline).toLowerCase().trim().replace(/[.!]$/, ''),
      ...(commit === '' ? [] : [commit]),
    ]
    if (rank < first.rank * floor || keys.some((key) => seen.has(key))) return false
    for (const key of keys) seen.add(key)
    return true
  })
  return kept.slice(0, most)
}

/** Picks of a long reason the sentences that bear on the question, whole and in their order. */
export function bearingOn(
  why: string,
  asked: ReadonlySet<string>,
  { most, rarity }: { most: number; rarity: Rarity },
): string {
  if (why.length <= most) return why
  const all = sentences(why)
  const worth = all.map((sentence, at) => {
    const held = new Set(terms(sentence).filter((term) => asked.has(term)))
    // The first sentence says what the rest is about.
    return [...held].reduce((sum, term) => sum + rarity(term), at === 0 ? 2 : 0)
  })
  const order = [...all.keys()].toSorted((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0) || a - b)
  const kept = new Set<number>()
  let length = 0
  for (const at of order) {
    const size = (all[at]?.length ?? 0) + 3
    if (length + size > most) continue
    kept.add(at)
    length += size
  }
  const picked = [...kept].toSorted((a, b) => a - b)
  return picked
    .map((at, index) => {
      const skips = index > 0 && picked[index - 1] !== at - 1
      return `${skips ? '… ' : ''}${all[at] ?? ''}`
    })
    .join(' ')
}
