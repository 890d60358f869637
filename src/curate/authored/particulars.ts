import { optionNames, spelledNames } from '../code/code-names.ts'

/** What a text says that nobody may make up: numbers, whether it denies something, and names as code spells them. */
export type Particulars = {
  readonly numbers: ReadonlySet<string>
  readonly isDenying: boolean
  readonly names: readonly string[]
}

const small = 'zero . two three four five six seven eight nine ten eleven twelve'.split(' ')
const tens = '. . twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const large = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
])

/** "One" is left out: it mostly stands for a name. */
const values = new Map<string, number>([
  ...small.map((word, at) => [word, at] as const),
  ...tens.map((word, at) => [word, at * 10] as const),
  ...large,
  ['twice', 2],
  ['thrice', 3],
])

/** Where the hunks of a diff begin, and which blobs it compares, is nothing that its author said. */
const ofDiff = /^(?:@@ [^\n]{0,80} @@|index [0-9a-f]{4,64}\.\.[^\n]{0,80})/gm
const number = /(?<![\p{L}\p{N}_.])\d+(?:[.,_]\d+)*|\p{L}+/gu

/** Reads the numbers of a text, in digits or in words: "5,000", "5_000" and "five thousand" are one. */
function numbersIn(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  let before: number | undefined
  for (const [token] of text.matchAll(number)) {
    const isDigits = /^\d/.test(token)
    const said = isDigits ? token.replace(/[,_](?=\d{3}(?!\d))/g, '') : String(values.get(token.toLowerCase()) ?? '')
    const times = large.get(token.toLowerCase())
    if (times !== undefined && before !== undefined) {
      found.delete(String(before))
      found.add(String(before * times))
    } else if (said !== '') found.add(said)
    before = said === '' || times !== undefined ? undefined : Number(said)
  }
  return found
}

/** What is no longer so the code shows by lines that are gone, without a word. */
const ended = /\b(?:no longer|not only|no more)\b/gi
const denial = /\b(?:not|never|no|none|nobody|nothing|nor|neither|cannot)\b|n['’]t\b/i
/** Other words in which an author forbids what a model may then say with "never". */
const forbidding = /\b(?:without|avoid|only|forb[ai]d|refus|reject|prevent|must stay|instead of)/i

/** Reads what a claim says that its proof must say as well. */
export const particularsOf = (text: string): Particulars => ({
  numbers: numbersIn(text.replace(ofDiff, ' ')),
  isDenying: denial.test(text.replace(ended, ' ')),
  names: [...spelledNames(text), ...optionNames(text), ...(text.match(/\b[A-Za-z]{1,20}\d\w{0,40}/g) ?? [])],
})

/** Reads the same of a text that is to prove claims: there a "without" or an "only" denies too. */
export const particularsToHold = (text: string): Omit<Particulars, 'names'> => ({
  numbers: numbersIn(text.replace(ofDiff, ' ')),
  isDenying: denial.test(text) || forbidding.test(text),
})
