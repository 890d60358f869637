import { object, optional, string } from 'zod/mini'
import type { infer as Infer } from 'zod/mini'
import { oneLine, shorten } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import type { Fact } from '../tree/facts.ts'

/** Claims as a model or an agent writes them; `quote` is what proves them, word for word. */
export const fact = object({
  statement: string(),
  subject: optional(string()),
  value: optional(string()),
  quote: optional(string()),
})
export const rule = object({ text: string(), quote: optional(string()) })

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
export function ruleOf({ text, quote }: Infer<typeof rule>, proof: readonly Proof[]): string {
  const [said, source] = [shorten(safe(text), longest.statement), sourceOf(quote, proof)]
  return source === '' ? said : `${said} (${source})`
}

/** Writes a fact, in the same way. */
export const factOf = (said: Infer<typeof fact>, proof: readonly Proof[]): Fact => ({
  subject: shorten(safe(said.subject ?? '').replaceAll('*', ''), longest.subject),
  value: shorten(safe(said.value ?? ''), longest.value),
  statement: shorten(safe(said.statement), longest.statement),
  category: 'project',
  sources: [sourceOf(said.quote, proof)].filter((source) => source !== ''),
})

const sourceOf = (quote: string | undefined, proof: readonly Proof[]): string => proofOf(quote, proof)?.source ?? ''

/** Shorter quotes stand anywhere. */
const leastQuote = 10

const proofOf = (quote: string | undefined, proof: readonly Proof[]): Proof | undefined => {
  const wanted = letters(quote ?? '')
  return wanted.length < leastQuote ? undefined : proof.find((one) => one.letters.includes(wanted))
}

/** Whether a quote stands in one of these texts; marks, blanks and case do not count. */
export const isProved = (quote: string | undefined, proof: readonly Proof[]): boolean =>
  proofOf(quote, proof) !== undefined

/** What is said in letters and digits; marks, blanks and the signs of a diff do not count. */
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Makes a text of somebody else fit to stand in an entry: one line, no secret. */
export const safe = (text: string): string => redact(oneLine(text))
