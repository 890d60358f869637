import { isSpelledLikeCode } from './unknown-words.ts'
import { talkWords } from './talk-words.ts'
import { terms, type Word, words } from '../text/terms.ts'

/**
 * Words in which tasks are put to anybody who works on any program: "write a README", "fix the failing tests", "make it
 * faster". A lesson that shares no other word with a prompt was told for 77 of 150 such prompts, and was never asked for.
 */
const taskWords = new Set(
  terms(
    `actions add added adding adds adjust allow api app application apply approach architecture ask bar baz best better big
    branch broken bug bugs build builds bump change changelog changes check ci clean cleaner cleanup clear clearer
    code codebase comment comments commit commits compile continue convert coverage create current debug delete demo
    dependencies dependency deploy deps describe directory docs document documentation done easier easy edit ensure
    entry everything everywhere example examples existing explain explanation extract fail failed failing fails fast
    faster feature features file files find finish first fix fixed fixes folder foo format formatter formatting full
    function functions generate git github gitlab guide help hint hints history hub idea implement implementation
    improve info install introduce investigate issue issues job jobs lab last latest line lines lint linter linting
    list local log logging logs main maintainer master merge message missing mistake module modules move name naming
    new next nice no note notes ok okay old open optimize options output overview package packages page part pass plan
    please polish pr prepare problem project prompt public publish pull push question quick quickly read readable
    readme refactor refactoring release releases remove rename reorganize replace repo repository resolve result
    results return revert review rewrite run runs same script scripts search section set setup ship show simple
    simpler simplify slow small smaller snippet solution solve source split squash start status step steps stop style
    suggestion suite summarize summary support task tasks test tested testing tests thanks ticket todo tooling
    translate type types typing typo typos understand undo unit unused up update updates upgrade usage user users
    variable variables verify version versions warning warnings whole work workflow working works wrap write writing
    wrong yes`,
  ),
)

/** Words of tasks that are the matter of some programs: of a logger, a queue, a linter, of git. */
const maybeOwn = new Set(
  terms(
    'api branch commit format formatter job lint linter list log logger logging merge module package push script task type user version',
  ),
)

/** What a prompt says: its words, those to talk with left aside, and which of them say what it is about. */
export type Matter = { readonly said: readonly Word[]; readonly own: readonly Word[] }

/** Takes a prompt apart; the words in which a task is put say nothing of what it is about. */
export function matterOf(prompt: string): Matter {
  const said = words(prompt).filter(({ text, terms: of }) => of.length > 0 && !talkWords.has(text.toLowerCase()))
  const once = [...new Map(said.map((word) => [word.terms.at(-1), word])).values()]
  return { said: once, own: once.filter(({ terms: of }) => !of.every((term) => taskWords.has(term))) }
}

type Told = { readonly headline: string; readonly why: string; readonly files: readonly string[] }

/**
 * Whether a lesson is about the matter of a prompt, and not only about a word of it: of two words of its own it has both, or
 * one that is spelled as a name in code; of one, its headline or its files have that. Of more, the search itself asks for
 * enough. A headline that has two of three words of a prompt is about that, unless any program has these words.
 */
export function isOfMatter({ said, own }: Matter, { headline, why, files }: Told): boolean {
  const first = new Set(terms(headline))
  const named = said.filter((word) => isHeld(word, first))
  const isNamed = named.some(({ terms: of }) => of.some((term) => maybeOwn.has(term) || !taskWords.has(term)))
  if (isNamed && named.length >= 2 && named.length * 3 >= said.length * 2) return true
  const isFile = ({ text }: Word): boolean => files.some((path) => path === text || path.endsWith(`/${text}`))
  if (own.some(isFile)) return true
  const whole = new Set(terms(`${headline}\n${why}`))
  const held = own.filter((word) => isHeld(word, own.length === 1 && !isRun(word) ? first : whole))
  return held.length >= (own.length === 2 ? 2 : 1) || held.some(({ text }) => isSpelledLikeCode(text))
}

/** A whole sentence may be one run of signs, whose terms are pairs of them. */
const isRun = ({ text }: Word): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)

function isHeld(word: Word, said: ReadonlySet<string>): boolean {
  const held = word.terms.filter((term) => said.has(term)).length
  if (isRun(word)) return held * 2 >= word.terms.length
  const whole = word.terms.at(-1)
  return (whole !== undefined && said.has(whole)) || (word.terms.length > 1 && held === word.terms.length - 1)
}
