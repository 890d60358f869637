import { maxLength, object, optional, string } from 'zod/mini'
import type { infer as Infer } from 'zod/mini'
import { oneLine, shorten } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import { terms } from '../text/terms.ts'
import type { Fact } from '../tree/facts.ts'

/** A text that somebody else writes; what is longer is refused before anything reads it. */
export const textUpTo = (longest: number) => string().check(maxLength(longest))

const line = textUpTo(10_000)

/** Claims as a model or an agent writes them; `quote` is what proves them, word for word. */
export const fact = object({
  statement: line,
  subject: optional(line),
  value: optional(line),
  quote: optional(line),
})
export const rule = object({ text: line, quote: optional(line) })

/**
 * A text that can prove a claim: what people said, or what the code shows; with the commit that it is from by its short
 * hash, '' where there is none. Words alone never prove that something may go.
 */
export type Proof = { readonly letters: string; readonly source: string; readonly from: 'words' | 'code' }

/** Makes a text ready to be quoted from; what is quoted is looked for in letters and digits alone. */
export const proofFrom = (text: string, { source, from }: Pick<Proof, 'source' | 'from'>): Proof => ({
  letters: letters(text),
  source,
  from,
})

/** Longer claims are no claims, and longer names no names. */
const longest = { statement: 400, value: 400, subject: 120 }

/** Writes a rule, with the commit behind it where its quote names one. */
export function claimedRule({ text, quote }: Infer<typeof rule>, proof: readonly Proof[]): string {
  const [said, source] = [shorten(cleanClaim(text), longest.statement), sourceOf(text, quote, proof)]
  return source === '' ? said : `${said} (${source})`
}

/** Writes a fact, in the same way. */
export const claimedFact = (said: Infer<typeof fact>, proof: readonly Proof[]): Fact => ({
  subject: shorten(cleanClaim(said.subject ?? '').replaceAll('*', ''), longest.subject),
  value: shorten(cleanClaim(said.value ?? ''), longest.value),
  statement: shorten(cleanClaim(said.statement), longest.statement),
  category: 'project',
  sources: [sourceOf(claimOf(said), said.quote, proof)].filter((source) => source !== ''),
})

const sourceOf = (claim: string, quote: string | undefined, proof: readonly Proof[]): string =>
  isAbout(claim, quote) ? (proofOf(quote, proof)?.source ?? '') : ''

/** All that a fact says. */
const claimOf = ({ subject = '', value = '', statement }: Infer<typeof fact>): string =>
  `${subject} ${value} ${statement}`

/** Whether a quote can be what proves a claim: they share a word that says something. Otherwise it proves another one. */
function isAbout(claim: string, quote: string | undefined): boolean {
  const said = new Set(terms(claim))
  return terms(quote ?? '').some((term) => said.has(term))
}

/** Shorter quotes stand anywhere. */
const leastQuote = 10

const proofOf = (quote: string | undefined, proof: readonly Proof[]): Proof | undefined => {
  const wanted = letters(quote ?? '')
  return wanted.length < leastQuote ? undefined : proof.find((one) => one.letters.includes(wanted))
}

/** Whether a claim's quote is about it, and stands in one of these texts. */
export const proves = (claim: Infer<typeof fact> | Infer<typeof rule>, proof: readonly Proof[]): boolean =>
  isAbout('text' in claim ? claim.text : claimOf(claim), claim.quote) && isProved(claim.quote, proof)

/** Whether a quote stands in one of these texts; marks, blanks and case do not count. */
export const isProved = (quote: string | undefined, proof: readonly Proof[]): boolean =>
  proofOf(quote, proof) !== undefined

/** What is said in letters and digits; marks, blanks and the signs of a diff do not count. */
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Makes a text of somebody else fit to stand in an entry: one line, no secret. */
export const cleanClaim = (text: string): string => redact(oneLine(text))
