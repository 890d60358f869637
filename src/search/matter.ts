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

/** The words of a prompt that say what it is about: those in which one talks, or puts a task, are left aside. */
export const matterOf = (prompt: string): readonly Word[] => {
  const told = words(prompt).filter(
    ({ text, terms: own }) =>
      own.length > 0 && !talkWords.has(text.toLowerCase()) && !own.every((term) => taskWords.has(term)),
  )
  return [...new Map(told.map((word) => [word.terms.at(-1), word])).values()]
}

/**
 * Whether a lesson is about the matter of a prompt, and not only about a word of it: of two words it has both, or one that is
 * spelled as a name in code; of one, its headline has that. Of more, the search itself asks for enough.
 */
export function isOfMatter(matter: readonly Word[], { headline, why }: { headline: string; why: string }): boolean {
  const [only, other] = matter
  if (only === undefined) return false
  if (other === undefined) return isHeld(only, new Set(terms(headline)))
  const said = new Set(terms(`${headline}\n${why}`))
  const held = matter.filter((word) => isHeld(word, said))
  return held.length >= (matter.length === 2 ? 2 : 1) || held.some(({ text }) => isSpelledLikeCode(text))
}

const isHeld = ({ terms: own }: Word, said: ReadonlySet<string>): boolean => {
  const whole = own.at(-1)
  const parts = own.slice(0, -1)
  return whole !== undefined && (said.has(whole) || (parts.length > 0 && parts.every((part) => said.has(part))))
}
