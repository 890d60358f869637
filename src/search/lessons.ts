import { sentences } from '../text/sentences.ts'
import { terms } from '../text/terms.ts'
import type { Note } from '../tree/note.ts'

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
  readonly note: Note | undefined
  /** BM25 of the words of the question in it; both lanes are scored alike. */
  readonly score: number
}

/** A candidate with what made its rank. */
export type RankedLesson = LessonCandidate & {
  readonly rank: number
  /** The share of the question, by the rarity of its words, that its own words hold; from 0 to 1. */
  readonly covers: number
}

/** How a question is weighed: a rare word says more of what is meant. */
export type Rarity = (term: string) => number

/** What a curated lesson counts beside a bare commit of equal words, and what no longer holds beside what does. */
const shares = { curated: 1.08, past: 0.97, coverage: 0.5 }

/** Ranks what was found, best first: by its words, and by how much of the question it holds. */
export function rankLessons(
  candidates: readonly LessonCandidate[],
  asked: readonly string[],
  rarity: Rarity,
): readonly RankedLesson[] {
  const all = asked.reduce((sum, term) => sum + rarity(term), 0)
  const ranked = candidates.map((one): RankedLesson => {
    const own = new Set(terms([one.headline, one.why, one.number, ...one.files.map(spelled)].join('\n')))
    const held = asked.filter((term) => own.has(term)).reduce((sum, term) => sum + rarity(term), 0)
    const covers = all === 0 ? 0 : held / all
    const standing = one.note?.holds === 'past' ? shares.past : 1
    const lane = one.lane === 'tree' ? shares.curated : 1
    return { ...one, covers, rank: one.score * lane * standing * (1 - shares.coverage + shares.coverage * covers) }
  })
  return ranked.toSorted((a, b) => b.rank - a.rank || (a.date < b.date ? 1 : -1))
}

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
    const keys = [`${headline}\n${why}`.toLowerCase().trim().replace(/[.!]$/, ''), ...(commit === '' ? [] : [commit])]
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
