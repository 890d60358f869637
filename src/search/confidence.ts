import type { AskedTerm } from './question.ts'
import type { Ranked } from './rank.ts'
import { type Asking, rarity } from './score.ts'

/** Whether a question is about this tree at all, and how sure it is that the first answer is right. */
export type Judgement = {
  readonly isInDomain: boolean
  /** The probability that the first hit is right; 0 where there is none. */
  readonly confidence: number
  /** Whether the first hit may stand as the answer by itself. */
  readonly isSure: boolean
  /** What to name when nothing is known: words that nothing holds, else those that never stand together. */
  readonly unknown: readonly string[]
}

/**
 * Fitted on LoCoMo questions asked of their own conversation, of another one and of code histories, and the reverse
 * (`npm run bench -- --only domain` prints how well it holds). Relevance alone is judged, never recency or importance.
 * A logistic regression: the meaning that no entry holds, by term; the share of words that nothing knows; a name that
 * nothing knows, which is nearly a proof where other names are known and a tree is large enough to know its own.
 */
const gate = { base: 6.8, missing: 1.6, unknown: 5.5, strangeName: 3, besideKnownName: 0.3, mostRarity: 7.5 }

/**
 * How sure: the lead of the first hit over the second times what it holds of the question, and how many terms that is.
 */
const lead = { base: -3.4, lead: 6.7, terms: 0.74, mostTerms: 4 }

/**
 * The thresholds of the ByteRover paper (arXiv 2604.01599, section 4), on a scale that does not saturate as its own
 * does: up to 0.6 whether the tree is about this at all, and from there to 1 how sure the first hit is.
 */
const paper = { inDomain: 0.6, direct: 0.85, gap: 0.08, certain: 0.93 }

const considered = 10
const namedAtMost = 3
/** A term in more of the entries than this is merely common, and is never named as unknown. */
const commonShare = 0.014

/** Judges an answer by the ranked entries, best first; each counts by its words alone. */
export function judgeAnswer(asking: Asking, ranked: readonly Ranked[]): Judgement {
  const terms = weigh(asking)
  const unknown = terms.filter(({ frequency }) => frequency === 0)
  const [first, ...others] = ranked.toSorted((a, b) => b.parts.text - a.parts.text)
  if (first === undefined || terms.length === 0)
    return { isInDomain: false, confidence: 0, isSure: false, unknown: wordsOf(unknown) }
  const evidence = evidenceFor(terms, [first, ...others.slice(0, considered - 1)], asking.index.size)
  if (evidence < 0) {
    const isLacking = ({ term, frequency }: Weighed): boolean =>
      !first.byTerm.has(term) && frequency <= commonShare * asking.index.size
    const missing = wordsOf(unknown.length > 0 ? unknown : terms.filter(isLacking))
    return { isInDomain: false, confidence: 0, isSure: false, unknown: missing }
  }
  const ahead = first.parts.text === 0 ? 0 : 1 - (others[0]?.parts.text ?? 0) / first.parts.text
  const confidence = sureness(terms, first, ahead)
  const scaled = paper.inDomain + (1 - paper.inDomain) * confidence
  const isSure = scaled >= paper.certain || (scaled >= paper.direct && ahead >= paper.gap)
  return { isInDomain: true, confidence, isSure, unknown: wordsOf(unknown) }
}

type Weighed = AskedTerm & { readonly frequency: number; readonly rarity: number }

/** The words that were said; dates and files count where there is nothing else. */
function weigh({ asked, index, frequencies }: Asking): readonly Weighed[] {
  const said = asked.filter(({ isExtra }) => !isExtra)
  return (said.length > 0 ? said : asked).map((one) => {
    const frequency = frequencies.get(one.term) ?? 0
    return { ...one, frequency, rarity: Math.min(gate.mostRarity, rarity(index.size, frequency)) }
  })
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

const heldBy = ({ byTerm }: Ranked, terms: readonly Weighed[]): number =>
  sum(terms.map(({ term, rarity: worth, share }) => (byTerm.has(term) ? worth * share : 0)))

/** The log odds that the tree is about this at all. */
function evidenceFor(terms: readonly Weighed[], best: readonly Ranked[], size: number): number {
  const unknown = terms.filter(({ frequency }) => frequency === 0)
  const missing = sum(terms.map(({ rarity: worth }) => worth)) - Math.max(...best.map((hit) => heldBy(hit, terms)))
  const knowsNames = terms.some(({ isName, frequency }) => isName && frequency > 0)
  const strange = unknown.some(({ isName }) => isName) ? (knowsNames ? gate.besideKnownName : 1) : 0
  return (
    gate.base -
    (gate.missing * missing) / terms.length -
    gate.unknown * (unknown.length / terms.length) -
    gate.strangeName * strange * Math.min(1, Math.log(size) / 5)
  )
}

/** The probability that the first hit is right. */
function sureness(terms: readonly Weighed[], first: Ranked, ahead: number): number {
  const total = sum(terms.map(({ rarity: worth }) => worth))
  const share = total === 0 ? 0 : heldBy(first, terms) / total
  const matched = terms.filter(({ term }) => first.byTerm.has(term)).length
  return sigmoid(lead.lead * ahead * share + lead.terms * Math.min(lead.mostTerms, matched) + lead.base)
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))

/** The words to name: names first, then the rarest. */
const wordsOf = (terms: readonly Weighed[]): readonly string[] => {
  const sorted = terms.toSorted((a, b) => Number(b.isName) - Number(a.isName) || b.rarity - a.rarity)
  return [...new Set(sorted.map(({ said }) => said.replace(/['’]s$/, '')))].slice(0, namedAtMost)
}
