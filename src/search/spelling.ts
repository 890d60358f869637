import type { Index } from './entry-index.ts'
import type { AskedTerm } from './question.ts'

/**
 * Letters of a word, at least, for which longer ones and mistyped ones are looked for, and such as have another letter in one place:
 * a shorter word has too many. With six, "spring" was "string", and "consul" a console.
 */
const least = { prefix: 4, edit: 6, replacement: 8 }
const mostPrefixed = 3
/** Unknown words of a question that are corrected, at most: a question with more was pasted. */
const mostGuessed = 32
/**
 * Letters of a word that is corrected, at most: a longer one is a hash, a key or a path, and its errors grow by the
 * square.
 */
const longestMistyped = 40
/** What a corrected word counts, as a share of one that was found as it is. */
const guessed = 0.5

type Words = Pick<Index, 'frequencies' | 'startingWith'>

/**
 * Replaces the words that nothing in the tree holds by those that may have been meant: longer ones that begin so, else
 * those one typing error away. Elsewhere likeness costs time and wins nothing, so a term that is known is left alone. A
 * name is not the beginning of another one: QUIC is no Quickstart, and Java no JavaScript.
 */
export function forgive(asked: readonly AskedTerm[], index: Words): readonly AskedTerm[] {
  const known = index.frequencies(asked.map(({ term }) => term))
  const strange = asked.filter(({ term, isExtra }) => !isExtra && !known.has(term))
  const guessable = new Set(strange.slice(0, mostGuessed))
  return asked.flatMap((one) => {
    if (known.has(one.term)) return [one]
    if (one.isExtra) return []
    if (!guessable.has(one)) return [one]
    const meant = meantBy(one, index)
    const share = guessed / meant.length
    return meant.length === 0 ? [one] : meant.map((term) => ({ ...one, term, weight: one.weight * share, share }))
  })
}

function meantBy(asked: AskedTerm, index: Words): readonly string[] {
  const { term, said } = asked
  if (!/^\p{L}[\p{L}\p{N}_]*$/u.test(term)) return []
  // A part of a name is not all that was said.
  const isBegun = (word: string): boolean => isFormOf(word, said) || !/^\p{L}\p{Ll}*$/u.test(said)
  const isPrefix = term.length >= least.prefix && !looksLikeName(asked)
  const longer = isPrefix ? index.startingWith(term, mostPrefixed).filter(isBegun) : []
  if (longer.length > 0 || term.length < least.edit || term.length > longestMistyped) return longer
  const near = index.frequencies(oneEditFrom(term))
  return [...near]
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .slice(0, 1)
    .map(([word]) => word)
}

/**
 * Whether a word begins with what was said, or that with the word: "queued" is of a queue. What was cut off as an ending was said
 * too: "redis" begins no redirect.
 */
export const isFormOf = (word: string, said: string): boolean =>
  word.startsWith(said.toLowerCase()) || said.toLowerCase().startsWith(word)

/** A capital in the middle of a sentence, or nothing but capitals. */
const looksLikeName = ({ said, isName }: AskedTerm): boolean => isName || /^\p{Lu}[\p{Lu}\d]+$/u.test(said)

const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789_']

/** All words one deletion, transposition, insertion or, of a long one, replacement away (Damerau 1964), as Norvig spells them out. */
function oneEditFrom(word: string): readonly string[] {
  const splits = Array.from({ length: word.length + 1 }, (_, at) => [word.slice(0, at), word.slice(at)] as const)
  return splits.flatMap(([before, after]) => [
    ...(after === '' ? [] : [before + after.slice(1)]),
    ...(after.length < 2 ? [] : [`${before}${after[1] ?? ''}${after[0] ?? ''}${after.slice(2)}`]),
    ...letters.flatMap((letter) => [
      ...(after === '' || word.length < least.replacement ? [] : [before + letter + after.slice(1)]),
      before + letter + after,
    ]),
  ])
}
