import { fold, oneLine } from '../text/clean.ts'
import { decidedApart, isDecidingLine } from '../text/decided.ts'
import { reasonWords } from '../text/reasons.ts'
import { leansBack, sentences } from '../text/sentences.ts'
import { terms } from '../text/terms.ts'
import { countWords } from '../text/words.ts'
import type { Rarity } from './bm25.ts'
import { standInShare } from './stand-ins.ts'

/** Characters that are shown of a reason, at most. */
export const reasonLengths = {
  /** Of a lesson that leads by itself. */
  alone: 900,
  /** Of each of two that lead together. */
  together: 440,
  /** Of those that follow. */
  others: 180,
  /** Of a commit that changed a lesson later. */
  later: 260,
}

/**
 * Share of the best rank from which the second lesson leads together with the first. Of 195 answers the second is as
 * near in 87, and is what was asked for in 18 of these, the first in 28. Where it is farther behind, it is in 6 of 108,
 * and the first in 69.
 */
const leading = 0.8

/**
 * Says how long the reason of each shown lesson may be. The first one leads, even where it ranks below one that it
 * changed; in an answer that is merely near, none does. Where the first says little, there is room for the second.
 */
export function lengthsOfReasons(
  shown: readonly { readonly rank: number; readonly why: string }[],
  { isKnown }: { readonly isKnown: boolean },
): readonly number[] {
  const best = Math.max(...shown.map(({ rank }) => rank))
  const leads = shown.map(({ rank }, at) => isKnown && (at === 0 || (at === 1 && rank >= best * leading)))
  const { alone, together, others } = reasonLengths
  const length = leads.filter(Boolean).length > 1 ? together : alone
  const saysLittle = isKnown && (shown[0]?.why.length ?? 0) <= others
  return leads.map((isLeading, at) => (isLeading ? length : at === 1 && saysLittle ? together : others))
}

/** The terms that are searched for, each with those of the question that it says: itself, or those that it may stand for. */
export type SearchTerms = ReadonlyMap<string, readonly string[]>

/** Searches for terms as they are, and for nothing in their place. */
export const asTheyAre = (asked: Iterable<string>): SearchTerms => new Map([...asked].map((term) => [term, [term]]))

type Room = { readonly most: number; readonly rarity: Rarity }

/** Shortens a reason to the sentences that bear on the question, whole and in their order. */
export const bearingOn = (why: string, searchTerms: SearchTerms, room: Room): string =>
  why.length <= room.most ? why : bearingAmong(partsOf(why), searchTerms, room)

/** Chooses likewise among texts that have nothing to do with each other, such as comments of one diff: a line for each. */
export function bearingOnLines(lines: readonly string[], searchTerms: SearchTerms, room: Room): string {
  // A diff deprecates several options in the same words (grpc-go 59be823a).
  const different = [...new Set(lines)]
  const whole = different.join('\n')
  if (whole.length <= room.most) return whole
  const all = different.map(sentences)
  const starts = new Set(all.map((_, at) => all.slice(0, at).flat().length))
  return bearingAmong(all.flat(), searchTerms, room, starts)
}

/** The parts that bear most on the question, as many as there is room for; those that `starts` has begin a line. */
function bearingAmong(
  all: readonly string[],
  searchTerms: SearchTerms,
  { most, rarity }: Room,
  starts: ReadonlySet<number> = new Set(),
): string {
  const worth = all.map((sentence, at) => {
    // The first sentence says what the rest is about, and a reason is mostly given in words that no question has.
    const worthOfPlace = isDecidingLine(sentence) ? 4 : (at === 0 ? 2 : 0) + (givesReason.test(sentence) ? 3 : 0)
    return worthOfPlace + worthOfWords(sentence, searchTerms, { rarity })
  })
  // Sorting keeps what is worth the same in its order; what is said twice is told once.
  const different = [...all.keys()].filter((at) => all.indexOf(all[at] ?? '') === at)
  const order = different.toSorted((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0))
  const kept = new Set<number>()
  let length = 0
  for (const at of order) {
    const open = withWhatItNeeds(all, at, starts).filter((place) => !kept.has(place))
    const size = open.reduce((sum, place) => sum + (all[place]?.length ?? 0) + 3, 0)
    if (length + size > most) continue
    for (const place of open) kept.add(place)
    length += size
  }
  const picked = [...kept].toSorted((a, b) => a - b)
  return picked
    .map((at, index) => {
      const [text = '', before = ''] = [all[at], all[picked[index - 1] ?? -1]]
      const isApart = starts.has(at) || isDecidingLine(text)
      const skips = index > 0 && picked[index - 1] !== at - 1 && !isApart
      const gap = index === 0 ? '' : isApart || isDecidingLine(before) ? '\n' : ' '
      return `${gap}${skips ? '… ' : ''}${text}`
    })
    .join('')
}

/**
 * What the words of a sentence are worth that are asked for, each once: who asks whether neighbouring slices may be joined is told
 * the sentence on adjacent ones that must not be merged (rayon 0d8def75).
 */
function worthOfWords(sentence: string, searchTerms: SearchTerms, { rarity }: Pick<Room, 'rarity'>): number {
  const worth = new Map<string, number>()
  for (const term of new Set(terms(sentence)))
    for (const asked of searchTerms.get(term) ?? []) {
      const counted = asked === term ? rarity(term) : standInShare * Math.min(rarity(term), rarity(asked))
      worth.set(asked, Math.max(worth.get(asked) ?? 0, counted))
    }
  return [...worth.values()].reduce((sum, one) => sum + one, 0)
}

/** A sentence, and those before it without which it says nothing: "This is inherently true because …" (vite 1aa434e8). */
function withWhatItNeeds(all: readonly string[], at: number, starts: ReadonlySet<number>): readonly number[] {
  const needsMore = at > 0 && !starts.has(at) && leansBack(all[at] ?? '') && !isOfCommit.test(all[at] ?? '')
  return needsMore ? [...withWhatItNeeds(all, at - 1, starts), at] : [at]
}

/** "This commit moves …" says what it speaks of. */
const isOfCommit = /^(?:this|these) (?:branch|change|commit|fix|patch|pr|pull request)e?s?\b/i

/** The sentences of a message, and what its trailers decided, each whole: its second sentence says nothing of its key. */
const partsOf = (message: string): readonly string[] =>
  decidedApart(message).flatMap((part) => (isDecidingLine(part) ? [part] : sentences(part)))

/**
 * Leaves out the steps of a squash that say nothing of what is asked: "Flake8.", "Corrected flags." (uvicorn f66e7170).
 * A step is a short line of its own; a longer line is prose, and so is one that goes on in the next, however short (chi
 * ea7f7b58). A message of fewer than `least` steps keeps them all. A step that repeats an earlier one is left out (hono
 * 2a9c9a15).
 */
export function withoutIdleSteps(message: string, searchTerms: SearchTerms, least = leastSteps): string {
  const all = message.split(stepEnd)
  const steps = once(all)
  if (steps.length < least) return steps.length === all.length ? message : steps.join('\n').trim()
  return steps
    .filter(
      (step) =>
        countWords(step) > longestStep || isDecidingLine(step) || terms(step).some((term) => searchTerms.has(term)),
    )
    .join('\n')
}

/** Leaves out what was said already, whatever is spelled as code there; what has no words stands as often as it did. */
function once(steps: readonly string[]): readonly string[] {
  const seen = new Set([''])
  return steps.filter((step) => {
    const said = fold(step.replace(/^\s*[*-] |[`.]/g, ''))
    const isNew = said === '' || !seen.has(said)
    seen.add(said)
    return isNew
  })
}

/** Words of a sentence that gives a reason: tracing c8b3d2ad says in such a one that a clock costs a system call. */
const givesReason = new RegExp(
  String.raw`\b(?:${reasonWords.causes}|${reasonWords.weakCauses}|so (?:we|it|this)|to (?:avoid|prevent|allow)|otherwise|` +
    String.raw`as (?:it|this|we|they|the)|problem|issue|performance|expensive|slow|unsafe|leak(?:s|ed|ing)?|break(?:s|ing)?|broke|` +
    String.raw`cannot|can't|could|would|should|may|reason)\b`,
  'i',
)

/** The end of a line that was not wrapped: those that were are long, and go on in the next without a full stop. */
const stepEnd = /(?<![^\n]{40}[^\n.!?:;])\n|\n(?=\s*(?:[*-] |\n|$))/

const leastSteps = 3
const longestStep = 8

/**
 * Finds the sentence of a message that adds most of the question to what is shown already, such as one bullet of many;
 * '' where none adds a fifth of it.
 */
export function alsoSaid(
  message: string,
  told: string,
  { coverageTerms, rarity, most }: { coverageTerms: readonly string[]; rarity: Rarity; most: number },
): string {
  const known = new Set(terms(told))
  const open = coverageTerms.filter((term) => !known.has(term))
  const worth = partsOf(message).map((text) => ({ text, worth: heldIn(text, open, rarity) }))
  const best = worth.reduce((a, b) => (b.worth > a.worth ? b : a), { text: '', worth: 0 })
  return best.worth >= total(coverageTerms, rarity) / 5 && best.text.length <= most ? withoutTold(best.text, told) : ''
}

/** A sentence in small letters counts as a part of the one before it, which may have been told: only what follows is new. */
function withoutTold(text: string, told: string): string {
  const known = oneLine(told)
  const ends = [...text.matchAll(/[.!?]\s/g)].map(({ index }) => index + 1)
  const last = ends.findLast((end) => known.includes(oneLine(text.slice(0, end))))
  return last === undefined ? text : text.slice(last).trim()
}

/** Whether a text holds at least a tenth of what is asked, by the rarity of its words. */
export const bears = (
  text: string,
  { coverageTerms, rarity }: { coverageTerms: readonly string[]; rarity: Rarity },
): boolean => coverageTerms.length > 0 && heldIn(text, coverageTerms, rarity) >= total(coverageTerms, rarity) / 10

const total = (coverageTerms: readonly string[], rarity: Rarity): number =>
  coverageTerms.reduce((sum, term) => sum + rarity(term), 0)

/** How much of a question a text holds, by the rarity of its words. */
export function heldIn(text: string, coverageTerms: readonly string[], rarity: Rarity): number {
  const said = new Set(terms(text))
  return coverageTerms.reduce((sum, term) => sum + (said.has(term) ? rarity(term) : 0), 0)
}
