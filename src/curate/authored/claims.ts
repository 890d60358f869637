import { clean, oneLine } from '../../text/clean.ts'
import { redact } from '../../text/redact.ts'
import { terms } from '../../text/terms.ts'
import type { Fact } from '../../tree/facts.ts'
import { noNote } from '../../tree/note.ts'
import { saidRule } from '../../tree/rule.ts'
import { type Particulars, particularsOf, particularsToHold } from './particulars.ts'
import type { ClaimedFact, ClaimedLesson, ClaimedRule } from './shape.ts'

/**
 * A text that can prove a claim: what people said, or what the code shows; with the commit that it is from by its short
 * hash, '' where there is none. Words alone never prove that something may go.
 */
export type Proof = {
  readonly letters: string
  readonly source: string
  readonly from: 'words' | 'code'
  readonly holds: Omit<Particulars, 'names'>
}

/** Makes a text ready to be quoted from; what is quoted is looked for in letters and digits alone. */
export const proofFrom = (text: string, { source, from }: Pick<Proof, 'source' | 'from'>): Proof => ({
  letters: letters(text),
  source,
  from,
  holds: particularsToHold(text),
})

/** Any claim, by all that it says and the quote that is to prove it. */
type Claim = { readonly said: string; readonly quote: string | undefined }

/** What a rule claims, to be held against its quote. */
export const claimOfRule = ({ text, quote }: ClaimedRule): Claim => ({ said: text, quote })
/** The same of a fact: its subject and value are claimed too. */
export const claimOfFact = ({ subject = '', value = '', statement, quote }: ClaimedFact): Claim => ({
  said: `${subject} ${value} ${statement}`,
  quote,
})
/** The same of a lesson. */
export const claimOfLesson = ({ headline, why, quote }: ClaimedLesson): Claim => ({
  said: `${headline} ${why}`,
  quote,
})

/** Writes a rule, with the commit behind it where its quote names one. */
export function claimedRule(rule: ClaimedRule, proof: readonly Proof[]): string {
  const source = sourceOf(claimOfRule(rule), proof)
  const said = saidRule(cleanClaim(rule.text))
  return source === '' ? said : `${said} (${source})`
}

/** Writes a fact, in the same way. */
export const claimedFact = (said: ClaimedFact, proof: readonly Proof[]): Fact => ({
  subject: cleanClaim(said.subject ?? '').replaceAll('*', ''),
  value: cleanClaim(said.value ?? ''),
  statement: cleanClaim(said.statement),
  category: said.category ?? 'project',
  sources: [sourceOf(claimOfFact(said), proof)].filter((source) => source !== ''),
})

/** Writes a lesson, as of the day on which it is told. */
export const claimedLesson = (said: ClaimedLesson, proof: readonly Proof[], at: Date): Fact => ({
  subject: cleanClaim(said.headline).replaceAll('*', ''),
  value: '',
  statement: cleanClaim(said.why),
  category: 'project',
  sources: [sourceOf(claimOfLesson(said), proof)].filter((source) => source !== ''),
  note: { ...noNote, kind: said.kind ?? '', date: at.toISOString().slice(0, 10) },
})

const sourceOf = (claim: Claim, proof: readonly Proof[]): string =>
  isAbout(claim) ? (proofOf(claim.quote, proof)?.source ?? '') : ''

/** Whether a quote can be what proves a claim: they share a word that says something. Otherwise it proves another one. */
function isAbout({ said, quote }: Claim): boolean {
  const words = new Set(terms(said))
  return terms(quote ?? '').some((term) => words.has(term))
}

/** Shorter quotes stand anywhere. */
const leastQuote = 10

const proofOf = (quote: string | undefined, proof: readonly Proof[]): Proof | undefined => {
  const wanted = letters(quote ?? '')
  return wanted.length < leastQuote ? undefined : proof.find((one) => one.letters.includes(wanted))
}

/** Whether a claim's quote is about it and stands in one of these texts, and the claim makes up nothing beside it. */
export const proves = (claim: Claim, proof: readonly Proof[]): boolean =>
  isAbout(claim) && isProved(claim.quote, proof) && makesUpNothing(claim.said, proof)

/** Whether the numbers, the denial and the names in code spelling of a claim are said by one of these texts. */
export function makesUpNothing(said: string, proof: readonly Proof[]): boolean {
  const { numbers, isDenying, names } = particularsOf(said)
  return (
    [...numbers].every((one) => proof.some(({ holds }) => holds.numbers.has(one))) &&
    (!isDenying || proof.some(({ holds }) => holds.isDenying)) &&
    names.every((name) => proof.some((one) => one.letters.includes(letters(name))))
  )
}

/** Whether a quote stands in one of these texts; marks, blanks and case do not count. */
export const isProved = (quote: string | undefined, proof: readonly Proof[]): boolean =>
  proofOf(quote, proof) !== undefined

/** What is said in letters and digits; marks, blanks and the signs of a diff do not count. */
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Makes a text of somebody else fit to stand in an entry: one line, no secret. */
export const cleanClaim = (text: string): string => redact(oneLine(text))

/** The same for prose, whose lines stay. */
export const cleanProse = (text: string): string => redact(clean(text)).trim()
