import type { Asking, Ranked } from './rank.ts'
import { rarity } from './score.ts'

/** Whether a question is about this tree at all, and how sure it is that the first answer is right. */
export type Judgement = {
  readonly isInDomain: boolean
  /** On the paper's scale: below 0.6 out of domain, from 0.85 an answer by itself, from 0.93 certain. */
  readonly confidence: number
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

/** How sure: the lead of the first hit over the second times what it holds of the question, and how many terms that is. */
const lead = { base: -3.2, lead: 5, terms: 0.55, mostTerms: 4 }

const considered = 10
const namedAtMost = 3
/** A term in more of the entries than this is merely common, and is never named as unknown. */
const commonShare = 0.014

/** Judges an answer by the ranked entries, best first; each counts by its words alone. */
export function judge({ asked, index, frequencies }: Asking, ranked: readonly Ranked[]): Judgement {
  const said = asked.filter(({ isExtra }) => !isExtra)
  const terms = (said.length > 0 ? said : asked).map((one) => {
    const frequency = frequencies.get(one.term) ?? 0
    return { ...one, frequency, rarity: Math.min(gate.mostRarity, rarity(index.size, frequency)) }
  })
  const unknown = terms.filter(({ frequency }) => frequency === 0)
  const relevant = [...ranked].sort((a, b) => b.parts.text - a.parts.text)
  const [first, second] = relevant
  if (first === undefined || terms.length === 0) return { isInDomain: false, confidence: 0, unknown: wordsOf(unknown) }
  const total = terms.reduce((sum, one) => sum + one.rarity, 0)
  const held = (hit: Ranked): number =>
    terms.reduce((sum, one) => sum + (one.term in hit.parts.byTerm ? one.rarity * one.share : 0), 0)
  const most = Math.max(...relevant.slice(0, considered).map(held))
  const knowsNames = terms.some(({ isName, frequency }) => isName && frequency > 0)
  const strange = unknown.some(({ isName }) => isName) ? (knowsNames ? gate.besideKnownName : 1) : 0
  const evidence =
    gate.base -
    (gate.missing * (total - most)) / terms.length -
    gate.unknown * (unknown.length / terms.length) -
    gate.strangeName * strange * Math.min(1, Math.log(index.size) / 5)
  if (evidence < 0) {
    const lacking = terms.filter(
      ({ term, frequency }) => !(term in first.parts.byTerm) && frequency <= commonShare * index.size,
    )
    return {
      isInDomain: false,
      confidence: sigmoid(evidence + Math.log(1.5)),
      unknown: wordsOf(unknown.length > 0 ? unknown : lacking),
    }
  }
  const ahead = first.parts.text === 0 ? 0 : 1 - (second?.parts.text ?? 0) / first.parts.text
  const matched = terms.filter(({ term }) => term in first.parts.byTerm).length
  const sure = lead.lead * ahead * (held(first) / total) + lead.terms * Math.min(lead.mostTerms, matched) + lead.base
  return { isInDomain: true, confidence: 0.6 + 0.4 * sigmoid(sure), unknown: wordsOf(unknown) }
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))

/** The words to name: names first, then the rarest. */
const wordsOf = (terms: readonly { said: string; isName: boolean; rarity: number }[]): readonly string[] => {
  const sorted = terms.toSorted((a, b) => Number(b.isName) - Number(a.isName) || b.rarity - a.rarity)
  return [...new Set(sorted.map(({ said }) => said.replace(/['’]s$/, '')))].slice(0, namedAtMost)
}
