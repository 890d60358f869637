import { withoutCode } from '../text/beside-code.ts'
import { areOpposed, stanceOf } from '../text/negation.ts'
import { overlap, terms } from '../text/terms.ts'
import type { Entry } from '../tree/entry.ts'
import { readRule } from '../tree/rule.ts'
import { sayBothKept } from './both-kept.ts'

type Three = { readonly base: Entry; readonly ours: Entry; readonly theirs: Entry }

/** A statement, by the words that say it and the commits that it is from. */
type Stated = { readonly subject: string; readonly text: string; readonly commits: readonly string[] }

/** Both sides changed one statement, each in another way: both stay, and somebody should decide. */
export function statementConflicts(three: Three): readonly string[] {
  const kinds: readonly ((entry: Entry) => readonly Stated[])[] = [
    ({ narrative }) => narrative.rules.map((rule) => ({ subject: '', text: readRule(rule).text, commits: [] })),
    ({ facts }) =>
      facts.flatMap(({ subject, value, statement, sources }) =>
        value === '' && statement !== '' ? [{ subject, text: statement, commits: sources }] : [],
      ),
  ]
  return kinds.flatMap((pick) => {
    const [base, ours, theirs] = [pick(three.base), pick(three.ours), pick(three.theirs)]
    const lacks = (side: readonly Stated[]) => (one: Stated) => !side.some((other) => isSame(one, other))
    const gone = base.filter((one) => lacks(ours)(one) && lacks(theirs)(one))
    const inPlaceOf = (was: Stated, side: readonly Stated[]): string | undefined => {
      const added = side.filter(lacks(base))
      return likest(was, added) ?? onlyKin(was, { added, lost: base.filter(lacks(side)) })
    }
    return gone.flatMap((was) => {
      const [our, their] = [inPlaceOf(was, ours), inPlaceOf(was, theirs)]
      return our === undefined || their === undefined || our === their ? [] : [sayBothKept(was.text, [our, their])]
    })
  })
}

const isSame = (one: Stated, other: Stated): boolean =>
  one.subject === other.subject && withoutCode(one.text) === withoutCode(other.text)

/** What took the place of a statement: that of some on its subject which shares most of its words, and half at least. */
function likest(was: Stated, among: readonly Stated[]): string | undefined {
  const onSubject = among.filter(({ subject }) => subject === was.subject)
  return mostLike(was.text, onSubject, ({ text }) => text)?.text
}

/** Of some statements, the one that shares most of its words with what is said, and half at least. */
export function mostLike<Of>(said: string, among: readonly Of[], textOf: (one: Of) => string): Of | undefined {
  const own = new Set(terms(said))
  return among
    .map((one) => ({ one, likeness: overlap(own, new Set(terms(textOf(one)))) }))
    .filter(({ likeness }) => likeness >= leastLike)
    .toSorted((a, b) => b.likeness - a.likeness)[0]?.one
}

/** The only new statement on its subject from its commit, where it is the only one of these that went: it says it anew. */
function onlyKin(
  was: Stated,
  { added, lost }: { readonly added: readonly Stated[]; readonly lost: readonly Stated[] },
): string | undefined {
  const isKin = ({ subject, commits }: Stated): boolean =>
    subject === was.subject && commits.some((commit) => was.commits.includes(commit))
  const [only, ...more] = added.filter(isKin)
  return more.length === 0 && lost.filter(isKin).length === 1 ? only?.text : undefined
}

/** Whether two statements say the same but for a number, a value or a negation: as a rule only one of them can hold. */
export const isOtherVersion = (one: string, other: string): boolean =>
  withoutValues(one) === withoutValues(other) || areOpposed(stanceOf(one), stanceOf(other))

const withoutValues = (text: string): string =>
  withoutCode(text)
    .toLowerCase()
    .replace(/(?<=\b(?:is|are|be|to|as|at|of)\s|[=:]\s?)(?:`[^`]{1,200}`|"[^"]{1,200}"|“[^“”]{1,200}”)/g, '#')
    .replace(/\b(?:true|false|on|off|yes|no|enabled|disabled)\b/g, '#')
    .replace(/(?<!\p{L})v?\d[\d.,:]*(?:[a-z]{1,2}\b)?/gu, '#')
    // One minute, ten minutes.
    .replace(/(# \p{L}+?)s\b/gu, '$1')
    .replace(/(?<![.!\s])[.!\s]+$/, '')

/** The share of its words that a statement and what took its place have in common, at least. */
const leastLike = 0.5
