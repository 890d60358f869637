/** A kind of secret and how it looks. */
export type SecretRule = {
  readonly kind: string
  /** The rule is tried where one of these stands, in lower case. */
  readonly keywords: readonly string[]
  /** Global and with indices. */
  readonly shape: RegExp
  /** The groups of which one holds the secret; where none does, all of the match is one. */
  readonly groups: readonly number[]
  /** It may go on for many lines. */
  readonly isLong?: boolean
  /** Whether what was matched is one; `whole` is the match with what stands around the secret. */
  readonly isSecret: (secret: string, whole: RegExpExecArray) => boolean
}

/** How many bits a character of a text says (Shannon): words have little, chance has much. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

const pieces = /[A-Z]?[a-z]+|[A-Z]+|\d+/g

/**
 * Tells text that is made of words and numbers (`refreshToken2`, `sha256`, `my-secret-1`) from text that is made of
 * chance, in which the kind of character changes at every other place.
 */
export function isWordy(text: string): boolean {
  if (!/^[\w.\-/:]+$/.test(text) || (/[A-Za-z0-9]{32}/.test(text) && /\d/.test(text))) return false
  return text.split(/[^A-Za-z0-9]/).every((word) => {
    const parts = word.match(pieces) ?? []
    return parts.length < 3 || parts.filter((part) => part.length < 3).length * 2 < parts.length
  })
}

/** Tells what stands in place of a secret: a variable, a template's field, a word such as `changeme`. */
export const isPlaceholder = (text: string): boolean =>
  /^(?:<.*>|\[.*\]|\$.*|%\w+%|\{\{?[\w. -]*\}?\}|[*x.#_-]+|(?:process|import\.meta)\.env\b.*)$/i.test(text) ||
  /\$\{[\w.:-]*\}|\{\{[^{}]*\}\}|[‹›]|^(?:your|my|some|the|insert|change|replace|put)[-_ ]|changeme|placeholder|redacted/i.test(
    text,
  )
