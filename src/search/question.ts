import { anyOf } from '../text/alternatives.ts'
import { dateTermsIn, isDateWord } from '../text/dates.ts'
import { terms, type Word, words } from '../text/terms.ts'
import { link } from './entry-index.ts'
import { talkWords } from './talk-words.ts'

/** A term that is looked for. */
export type AskedTerm = {
  readonly term: string
  readonly weight: number
  /** The word as the question spells it. */
  readonly said: string
  /** Whether it reads like the name of somebody or something: a capital in the middle of a sentence. */
  readonly isName: boolean
  /** Whether it only adds to what its parts say already: a compound, a date, a file. */
  readonly isExtra: boolean
  /** Whether it is a word to talk with, which says little of what is meant. */
  readonly isTalk: boolean
  /** The share of a word that nothing knows, when this stands for it; 1 for what was said. */
  readonly share: number
}

/**
 * What counts for more in a question: words in backticks, dates, files that it names, and the first of several lines,
 * which is its title. A compound counts for less, because its parts count, too.
 */
const emphasis = { plain: 1, code: 1.5, date: 1.5, file: 1.5, title: 2, compound: 0.5 }

const code = /`([^`\n]+)`/g
const filePath = /(?<![\w@/.-])(?:[\w@.-]+\/)+[\w@.-]*\w/g

/** Reads a question as what is looked for, each term once, in the order of the question. */
export function readQuestion(question: string): readonly AskedTerm[] {
  const text = question.normalize('NFKC')
  const all = words(text)
  const isTitle = isTitleCase(all)
  const emphasised = new Set([...text.matchAll(code)].flatMap(([, span = '']) => terms(span)))
  const titleEnd = endOfTitle(text)
  const endOfAsking = commitAsked.exec(text)?.[0].length ?? 0
  const found = all.flatMap((word) => {
    if (word.at < endOfAsking) return []
    const isName = !isTitle && isNameAt(text, word)
    const line = word.at < titleEnd ? emphasis.title : emphasis.plain
    return word.terms.map((term) => {
      const isExtra = word.terms.length > 1 && term === word.terms.at(-1) && /[^a-zA-Z]/.test(word.text)
      const weight = (emphasised.has(term) ? emphasis.code : emphasis.plain) * line
      const isTalk = isTalkAt(text, word) && !emphasised.has(term)
      return { term, weight: isExtra ? weight * emphasis.compound : weight, said: word.text, isName, isExtra, isTalk }
    })
  })
  const none = { isName: false, isExtra: true, isTalk: false }
  const extra = (term: string, said: string, weight: number) => ({ term, weight, said, ...none })
  return unique([
    ...found,
    ...dateTermsIn(text).map((term) => extra(term, term.slice(1), emphasis.date)),
    ...filesIn(text).map((file) => extra(link('file', file), file, emphasis.file)),
  ])
}

/** Whatever is asked, a commit is told: of "which PR introduced …" these words are no words to look for. */
const commitAsked = anyOf('i')`
  ^\s*(?:what|which) (?:commit|mr|patch|pr|pull request)s? (?=
    (?:first )?(?:
      add|brought|broke|chang|creat|delet|did|disabl|drop|fix|implement|introduc|made|mov|put|remov
      renam|replac|revert|took|turned
    )
  )
`

/**
 * Whether a word belongs to the asking and not to what is asked: "what happens when", "was it considered". So do the names of
 * trailers, whose lines are kept without them: "is there a constraint on".
 */
export const isAboutAsking = (said: string): boolean =>
  /^(?:happen(?:s|ed)?|com(?:e|es|ing)|came|us(?:e|es|ed|ing)|become(?:s)?|became|consider(?:s|ed)?|(?:some|no)body|(?:some|any)thing|many|constraints?|decisions?)$/i.test(
    said,
  )

/** Whether a word only asks what was done, as "what changed since March 2024" does beside a time: that is any commit. */
export const isAboutDoing = (said: string): boolean =>
  /^(?:chang(?:e|es|ed|ing)|commit(?:s|ted)?|did|do|done|fix(?:e[sd])?|made|new)$/i.test(said)

/** Whether a word only asks when something came: of what commits call that, `bringsIn` knows more words. */
export const saysItCame = (said: string): boolean =>
  /^(?:add(?:ed)?|appear(?:ed)?|created?|first|implemented|introduced?|land(?:ed)?|support(?:ed)?)$/i.test(said)

/** Whether a word only asks what became of something. */
export const saysItWent = (said: string): boolean =>
  /^(?:bec[ao]me|delet(?:ed?|ion)|deprecated|disabled|drop(?:ped)?|go|gone|happened|remov(?:al|ed?)|renamed?|replaced?|retired|stop(?:ped)?|took|taken)$/i.test(
    said,
  )

/** A word that an answer is to hold, and how many words it is made of. */
export type AskedWord = AskedTerm & { readonly parts: number }

/** In how many statements or commits each term stands; and in how many diffs, of the names that no message has. */
export type KnownTerms = {
  readonly known: ReadonlyMap<string, number>
  readonly inCode?: ReadonlyMap<string, number>
}

/**
 * The words that an answer is to hold. A name with underscores or a number is one word if the history uses it, as
 * `max_header_list_size` is no answer about `max_headers` (hyper b1142448), nor RFC 2616 about RFC 9110; a name with humps
 * is its parts, unless only the code has it (`inCode`).
 */
export function wordsAsked(
  meant: readonly AskedTerm[],
  { known, inCode = new Map() }: KnownTerms,
): readonly AskedWord[] {
  // The last term of a word is all of it.
  const wholes = new Map(
    meant.flatMap(({ said, term, isExtra }) =>
      inCode.has(term) || (isExtra && (hasUnderscore(said) || isNumbered(said))) ? [[said, term]] : [],
    ),
  )
  const isPart = ({ said, term, isExtra }: AskedTerm): boolean => {
    const whole = wholes.get(said) ?? ''
    return (known.get(whole) ?? inCode.get(whole) ?? 0) > 0 ? term !== whole : isExtra
  }
  const countOf = ({ said, term }: AskedTerm): number =>
    term === wholes.get(said) ? Math.max(1, meant.filter((one) => one.said === said).length - 1) : 1
  // An option that no commit names is another program's: "in less -R".
  const isForeign = ({ term }: AskedTerm): boolean => term.startsWith('-') && !known.has(term)
  return meant
    .filter((one) => !isPart(one) && !isAboutAsking(one.said) && !isForeign(one))
    .map((one) => ({ ...one, parts: countOf(one) }))
}

const hasUnderscore = (said: string): boolean => /^[\w.]+$/.test(said) && said.includes('_')
const isNumbered = (said: string): boolean => /^[A-Z]{2,8}[\s/-]\d{1,5}$/.test(said)

function unique(found: readonly Omit<AskedTerm, 'share'>[]): readonly AskedTerm[] {
  const asked = new Map<string, AskedTerm>()
  for (const one of found) {
    const before = asked.get(one.term)
    asked.set(one.term, {
      ...(before ?? one),
      weight: Math.max(one.weight, before?.weight ?? 0),
      isName: one.isName || before?.isName === true,
      isExtra: one.isExtra && before?.isExtra !== false,
      isTalk: one.isTalk && before?.isTalk !== false,
      share: 1,
    })
  }
  return [...asked.values()]
}

/** Whether a word is one to talk with; an option such as `--keep` is none. */
const isTalkAt = (text: string, { text: word, at }: Word): boolean =>
  (talkWords.has(word.toLowerCase().replace('’', "'")) && !'-.:/'.includes(text[at - 1] ?? ' ')) ||
  (measures.test(word) && /\bhow $/i.test(text.slice(0, at)) && asksOn.test(text.slice(at + word.length))) ||
  (/^replace[ds]$/i.test(word) && /^\s*what (?:has |later |then )?$/i.test(text.slice(0, at)))

/** "What replaced celluloid" asks for no commit that says so of something else (sidekiq). "How large may the pool be" is answered by what says that of a pool, in no such word; "how large files are kept" is about those. */
const measures = /^(?:big|deep|far|high|large|long|old|small|wide)$/i
const asksOn = /^ (?:are|can|could|did|do|does|is|may|might|must|should|was|were|will|would)\b/i

/** Where the first of several lines ends; 0 where there is only one. */
function endOfTitle(text: string): number {
  const end = text.indexOf('\n', text.search(/\S/))
  return end === -1 || text.slice(end).trim() === '' ? 0 : end
}

/** Finds what reads like the path of a file. */
const filesIn = (text: string): readonly string[] => [...new Set([...text.matchAll(filePath)].map(([path]) => path))]

const capital = /^\p{Lu}/u
// Melanie, Melanie's; not NoAppException.
const nameShape = /^\p{Lu}\p{Ll}+(?:['’]s)?$/u

/** In a heading every word has a capital, so none of them says that it is a name. */
const isTitleCase = (all: readonly Word[]): boolean =>
  all.length >= 4 && all.slice(1).filter(({ text }) => capital.test(text)).length > 0.6 * all.length

function isNameAt(text: string, { text: word, at }: Word): boolean {
  const before = text.slice(0, at).trimEnd()
  const beginsSentence = before === '' || /[.!?:"“]$/.test(before)
  return !beginsSentence && nameShape.test(word) && !isDateWord(word)
}
