import { stemmer } from 'stemmer'
import { abbreviations } from './abbreviations.ts'
import { irregular } from './irregular.ts'
import { madeOnce } from './made-once.ts'
import { asAmerican } from './spellings.ts'

const stopWords = new Set(
  `a about above again against all also am an and any are aren't as at be because been being below
  between both but by can cannot could couldn't did didn't do does doesn't doing don't during each else ever every few for
  from further get gets got had hadn't has hasn't have haven't having he her here hers herself him himself his how
  however i if in into is isn't it its itself just let may me might more most much my myself no nor not of often on only or other
  ought our ours ourselves over same shall she should shouldn't so some such than that the their theirs them
  themselves then there these they this those through to too under until upon us very was wasn't we were weren't
  what when where which while who whom whose why will with won't would wouldn't you your yours yourself yourselves
  i'm i've it's that's there's they're we're you're what's who's`.split(/\s+/),
)

// A word keeps the characters that join identifiers, paths and versions: `refresh_token`, `src/auth.ts`, `v1.2.3`. An option of one
// letter is a word with its hyphen: `-u`. A numbered name is a word with its number: RFC 9110. To read what is said of scripts takes V8
// up to a millisecond an expression, so it does when text first has another: a question, most often, never.
const word = (): RegExp =>
  /[A-Z]{2,8}[ \n]\d{1,5}(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])|(?<![\p{L}\p{N}_-])-[A-Za-z](?![\p{L}\p{N}_-])|[\p{L}\p{N}_$@][\p{L}\p{N}_$@.'’/+#-]*/gu
// The same in ASCII, which most text is: V8 compiles and runs it in a tenth of the time.
const asciiWord =
  /[A-Z]{2,8}[ \n]\d{1,5}(?![a-zA-Z0-9_-]|\.[a-zA-Z0-9])|(?<![a-zA-Z0-9_-])-[a-zA-Z](?![a-zA-Z0-9_-])|[a-zA-Z0-9_$@][a-zA-Z0-9_$@.'/+#-]*/g
// oxlint-disable-next-line no-control-regex
const isAscii = (text: string): boolean => !/[^\x00-\x7f]/.test(text)
const trailingJoiner = /(?<![.'’/+#$@-])[.'’/+#$@-]+$/
const cjkRun = (): RegExp => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu
// A cased boundary: fooBar → foo|Bar, HTTPServer → HTTP|Server; digits stay with the word before them, and the s of a
// plural (URLs, IDs) does; JSONAsString has none.
const caseBoundary = (): RegExp =>
  /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})(?!(?![AIU]s\p{Lu})\p{Lu}s(?!\p{Ll}))/u
const asciiCaseBoundary = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])(?!(?![AIU]s[A-Z])[A-Z]s(?![a-z]))/
const joiner = /[_$@.'’/+# \n-]+/

/**
 * Turns prose, identifiers and paths into search terms, in order, repetitions kept: lower case, spelled in one way, stemmed
 * (Porter), stop words removed. An identifier or path gives its parts and itself whole; a run of CJK text gives its bigrams.
 */
export function terms(text: string): readonly string[] {
  const found: string[] = []
  for (const match of wordsIn(text)) for (const term of remembered(match)) found.push(term)
  return found
}

/** The same as one text, blanks between them. */
export const termText = (text: string): string =>
  wordsIn(text)
    .map(rememberedText)
    .filter((term) => term !== '')
    .join(' ')

const wordsIn = (text: string): readonly string[] =>
  (isAscii(text) ? text.match(asciiWord) : text.normalize('NFKC').match(word())) ?? []

/** A word as it was written, where it begins in the (normalised) text, and its terms: of several, the last is the whole. */
export type Word = { readonly text: string; readonly at: number; readonly terms: readonly string[] }

/** Splits text into its words, those that say nothing included. */
export const words = (text: string): readonly Word[] =>
  [...text.matchAll(isAscii(text) ? asciiWord : word())].map(({ 0: match, index }) => ({
    text: match.replace(trailingJoiner, ''),
    at: index,
    terms: remembered(match),
  }))

// A tree says the same words again and again: stemming each once makes an index of it twice as fast. To join the few terms
// of a word once saves a third of what all words of a text take; kept in both, each look-up would take longer.
const remembered = madeOnce(termsOf)
const rememberedText = madeOnce((match: string): string => termsOf(match).join(' '))

function termsOf(match: string): readonly string[] {
  if (/^[A-Za-z][a-z]+$/.test(match)) return termsOfPlain(match.toLowerCase())
  const whole = match.replace(trailingJoiner, '')
  // `-u` and `-U` are two options.
  if (whole.startsWith('-')) return [whole]
  return whole === '' ? [] : termsOfWord(whole)
}

/** The same as `termsOfWord` of what nothing joins and nothing divides, as most words are. */
const termsOfPlain = (lower: string): readonly string[] => (stopWords.has(lower) ? [] : [stem(lower)])

// Caroline's, they'll: what is said is the word before it.
const ending = /['’](?:s|ll|d|ve|re|m)$/i

function termsOfWord(spelled: string): readonly string[] {
  const isPlain = isAscii(spelled)
  if (!isPlain && spelled.search(cjkRun()) !== -1) return cjkTerms(spelled)
  const whole = spelled.replace(ending, '')
  const lower = whole.toLowerCase()
  if (stopWords.has(spelled.toLowerCase().replaceAll('’', "'")) || stopWords.has(lower)) return []
  // v1.3 is 1.3.
  if (isLiteral(lower)) return [lower.replace(/^v(?=\d)/, '')]
  const parts = whole.split(joiner).flatMap((part) => part.split(isPlain ? asciiCaseBoundary : caseBoundary()))
  const stems = parts
    .map((part) => part.toLowerCase())
    .filter(isTelling)
    .map(stem)
  return parts.length > 1 ? [...stems, asOne(lower)] : stems
}

/**
 * `pre-flight` is `preflight` to somebody else, `flush_interval` is `flushInterval`, HTTP/3 is `http3`, and OSC 133 `osc133`
 * (reedline bdcc842e); a path or version is itself.
 */
function asOne(lower: string): string {
  if (/^[a-z]+(?:[-_][a-z]+)*$/.test(lower)) return stem(lower.replace(/[-_]/g, ''))
  return /^[a-z]{2,8}[ \n/-]\d{1,5}$/.test(lower) ? lower.replace(/[ \n/-]/, '') : lower
}

/** Version numbers and object names are looked up whole: their parts mean nothing. */
const isLiteral = (lower: string): boolean =>
  /^v?\d+\.\d[\w.+-]*$/.test(lower) || /^(?=.*\d)[0-9a-f]{7,64}$/.test(lower)

const isTelling = (part: string): boolean =>
  part !== '' &&
  !stopWords.has(part) &&
  (part.length > 1 || /[0-9]/.test(part) || (!isAscii(part) && /\p{N}/u.test(part)))

const stem = (part: string): string =>
  /^[a-z]+$/.test(part) ? stemmer(irregular.get(part) ?? abbreviations.get(part) ?? asAmerican(part)) : part

function cjkTerms(text: string): readonly string[] {
  const bigrams = [...text.matchAll(cjkRun())].flatMap(([run]) => {
    const characters = [...run]
    return characters.length === 1 ? [run] : characters.slice(1).map((second, at) => `${characters[at]}${second}`)
  })
  const rest = text.replace(cjkRun(), ' ').trim()
  return rest === '' ? bigrams : [...bigrams, ...terms(rest)]
}

/** Compares two sets of terms: |a ∩ b| / min(|a|, |b|), the overlap coefficient (Szymkiewicz–Simpson). */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const smaller = Math.min(a.size, b.size)
  if (smaller === 0) return 0
  const [few, many] = a.size <= b.size ? [a, b] : [b, a]
  return [...few].filter((term) => many.has(term)).length / smaller
}
