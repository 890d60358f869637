import { isWithin, type Period } from '../text/dates.ts'
import { sentences } from '../text/sentences.ts'
import { terms } from '../text/terms.ts'
import { pathInWords } from '../text/words.ts'
import type { LessonNote } from '../tree/note.ts'
import { isOfThePast } from '../tree/path.ts'
import { bm25f } from './bm25.ts'
import { blend } from './likeness.ts'

/** A lesson or statement of the tree, or a commit of which nothing was curated; '' and [] where nothing is known. */
export type LessonText = {
  readonly lane: 'tree' | 'log'
  readonly kind: 'lesson' | 'rule' | 'fact' | 'prose'
  readonly headline: string
  readonly why: string
  readonly commit: string
  readonly date: string
  readonly author: string
  readonly number: string
  readonly files: readonly string[]
  readonly entry: string
  /** The name of the other repository whose knowledge it is, '' where it is this one's. */
  readonly source: string
}

/** What may answer a question. */
export type LessonCandidate = LessonText & {
  readonly note: LessonNote | undefined
  /** The message of its commit, of which the reason may be a part. */
  readonly message: string
  /** The terms of its commit's diff. */
  readonly diff: readonly string[]
  /** The terms of its parts as they were stored; where they were not, they are taken from its words. */
  readonly terms?: PartTerms | undefined
  /** The number of its statement, where it is one of the tree. */
  readonly statement?: number | undefined
}

/** The terms of a commit's or statement's parts, blanks between them. */
export type PartTerms = { readonly subject: string; readonly body: string; readonly paths: string }

/**
 * What a rank is the product of: the points of all words, what the share of the question that is held counts, and the
 * factors by their names. Where meaning takes part, the rank is that and the likeness, each beside the best.
 */
export type LessonParts = {
  readonly byTerm: Readonly<Record<string, number>>
  readonly words: number
  readonly coverage: number
  readonly factors: Readonly<Record<string, number>>
}

/** A candidate with what made its rank. */
export type RankedLesson = LessonCandidate & {
  readonly rank: number
  /** The share of the question, by the rarity of its words, that its own words hold; from 0 to 1. */
  readonly covers: number
  /** Not known of what was not ranked by words. */
  readonly parts?: LessonParts
}

/** How a question is weighed: a rare word says more of what is meant. */
export type Rarity = (term: string) => number

/**
 * What a curated lesson counts beside a bare commit of equal words, what no longer holds beside what does, what another
 * repository knows beside what this one does, a merge beside the commits that it brings, what gives no reason beside what
 * does, what tells of a removal where one is asked for, what introduces a name beside all that speaks of it, and what is
 * from the time that is asked for.
 */
const factors = {
  curated: 1.08,
  past: 0.97,
  foreign: 0.9,
  merge: 0.8,
  bare: 0.9,
  takesAway: 1.2,
  introduces: 1.6,
  during: 2,
}

/** How much of a rank is coverage, and what a word counts for it that stands only in the diff. */
const shares = { coverage: 0.8, diff: 0.5 }

/**
 * BM25F: what a word counts in each part, and what the part's length tells. A long message is no worse for it, so its b is
 * below the usual 0.75; on 80 questions about five repositories that alone brings a twelfth more decisions among the first three.
 */
const parts = {
  subject: { weight: 2, b: 0.3 },
  body: { weight: 2, b: 0.3 },
  paths: { weight: 2, b: 0.3 },
  diff: { weight: 0.5, b: 0.5 },
}
const saturation = 1.2
/** A reason of fewer terms than this is none. */
const leastReason = 6

/**
 * What is looked for: `asked` is what is to be held, `found` all that finds, compounds and dates too; `defines` are the
 * names, such as `route_layer`, of which the question asks what they are. `means` says how many terms the parts of a commit
 * have on average.
 */
export type LessonRanking = {
  readonly asked: readonly string[]
  readonly found?: readonly string[]
  readonly rarity: Rarity
  readonly means: Readonly<Record<keyof typeof parts, number>>
  readonly defines?: readonly string[]
  /** Whether the question is about something that is no longer there. */
  readonly isAboutRemoval?: boolean
  /** The time that the question is about. */
  readonly during?: Period | undefined
  /** How near statements are in meaning, by their number, where vectors were asked. */
  readonly likeness?: ReadonlyMap<number, number> | undefined
}

/** Ranks what was found, best first: by its words, by how much of the question it holds, and by meaning where that is known. */
export function rankLessons(candidates: readonly LessonCandidate[], ranking: LessonRanking): readonly RankedLesson[] {
  const { asked, found = asked, rarity, means, defines = [], isAboutRemoval = false, during, likeness } = ranking
  const all = asked.reduce((sum, term) => sum + rarity(term), 0)
  const sought = new Set([...asked, ...found])
  const soughtIn = (said: readonly string[]): readonly string[] => said.filter((term) => sought.has(term))
  const ranked = candidates.map((one): RankedLesson => {
    const words = wordsOf(one)
    // Of the hundreds of terms that a commit has, a few are in the question: only these are counted.
    const said = partNames.map((part) => ({ part, terms: soughtIn(words[part]), length: words[part].length }))
    const own = new Set(said.flatMap(({ part, terms: held }) => (part === 'diff' ? [] : held)))
    const inDiff = new Set(said.at(-1)?.terms)
    const shareOf = (term: string): number => (own.has(term) ? 1 : inDiff.has(term) ? shares.diff : 0)
    const held = asked.reduce((sum, term) => sum + rarity(term) * shareOf(term), 0)
    const covers = all === 0 ? 0 : held / all
    const weighed = said.map(({ part, ...counted }) => ({ ...parts[part], ...counted, mean: means[part] }))
    const byTerm = bm25f(weighed, { asked: found, rarity, saturation })
    const isSo: Readonly<Record<keyof typeof factors, boolean>> = {
      curated: one.lane === 'tree',
      past: one.note?.holds === 'past',
      foreign: one.source !== '',
      merge: bringsOthers(one),
      bare: one.kind === 'lesson' && words.body.length < leastReason,
      introduces: introduces(one, defines),
      takesAway: isAboutRemoval && tellsOfRemoval(one, sought),
      during: during !== undefined && isWithin(one.date, during),
    }
    return { ...one, covers, ...rankOf(byTerm, covers, isSo) }
  })
  return withMeaning(ranked, likeness).toSorted(
    (a, b) => b.rank - a.rank || (a.date < b.date ? 1 : a.date > b.date ? -1 : 0),
  )
}

/** Multiplies what a lesson counts by its words, by how much of the question it holds, and by what it is. */
function rankOf(
  byTerm: ReadonlyMap<string, number>,
  covers: number,
  isSo: Readonly<Record<string, boolean>>,
): Required<Pick<RankedLesson, 'rank' | 'parts'>> {
  const words = [...byTerm.values()].reduce((sum, points) => sum + points, 0)
  const coverage = 1 - shares.coverage + shares.coverage * covers
  const counted = Object.entries(factors).filter(([name]) => isSo[name])
  return {
    rank: counted.reduce((rank, [, factor]) => rank * factor, words * coverage),
    parts: {
      byTerm: Object.fromEntries([...byTerm].filter(([, points]) => points > 0)),
      words,
      coverage,
      factors: Object.fromEntries(counted),
    },
  }
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

/** Whether a headline says that something was taken away, or a sentence of the reason that shares two words with the question. */
const tellsOfRemoval = ({ headline, why }: LessonText, sought: ReadonlySet<string>): boolean =>
  takesAway.test(headline) ||
  sentences(why).some(
    (sentence) =>
      takesAway.test(sentence) && new Set(terms(sentence).filter((term) => sought.has(term))).size >= leastShared,
  )

const leastShared = 2

/** How what takes something away begins. */
const takesAway =
  /^(?:\S+: )?(?:remov|drop|delet|disabl|retir|deprecat|replac|stop|revert|don't|do not|no longer|never|get rid|kill|switch|undo|roll(?:ed|s)? back)/i

const partNames = ['subject', 'body', 'paths', 'diff'] as const

/** The terms of each part; what a message says again is not counted again. */
function wordsOf(one: LessonCandidate): Readonly<Record<keyof typeof parts, readonly string[]>> {
  const { headline, why, message, number, files, entry, diff, terms: stored } = one
  if (stored !== undefined)
    return {
      subject: [...listOf(stored.subject), ...terms(number)],
      body: listOf(stored.body),
      paths: [...listOf(stored.paths), ...terms(placeOf(entry))],
      diff,
    }
  return {
    subject: terms(`${headline}\n${number}`),
    body: terms(says(message, why) ? message : `${why}\n${message}`),
    paths: terms([...files.map(pathInWords), placeOf(entry)].join('\n')),
    diff,
  }
}

/** Where an entry stands, in words that say something of what stands there. */
const placeOf = (entry: string): string => (isOfThePast(entry) ? '' : pathInWords(entry))

/** Whether a message says a reason, as far as one can see at its beginning. */
export const says = (message: string, why: string): boolean => message.includes(why.slice(0, 40))

const listOf = (stored: string): readonly string[] => (stored === '' ? [] : stored.split(' '))

/** A commit of the log that changes no file brings those of others. */
export const bringsOthers = ({ lane, files }: LessonText): boolean => lane === 'log' && files.length === 0

/** Whether a headline says that a name is new: "Add `Router::route_layer`". */
function introduces({ headline }: LessonCandidate, names: readonly string[]): boolean {
  if (names.length === 0 || !/^(?:add|introduce|implement)(?:s|ed)?\b/i.test(headline)) return false
  const said = terms(headline)
  return names.some((name) => said.includes(name))
}

/** How much of a question is held by the one that holds most of it, of those that rank first. */
export const coverage = (ranked: readonly RankedLesson[]): number =>
  Math.max(0, ...ranked.slice(0, 10).map(({ covers }) => covers))
