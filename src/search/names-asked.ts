import { anyOf } from '../text/alternatives.ts'
import { joinsWords } from '../text/words.ts'
import type { DeedsAsked, WhatIsAsked } from './deed.ts'
import { type AskedTerm, type AskedWord, saysItCame, saysItWent } from './question.ts'
import { asksForAnother, asksWhatItIs, asksWhyItIs } from './what-is-asked.ts'

// Who asks when delete_cookie came, or what became of default_lifespan, asks for the commit that brought the first of that name
// into the code, or took the last one out, whatever it says of that: cookies came with "Cookies" (starlette d1ba5d67).

type Placed = { readonly commit: string; readonly place: number }

/** A name, with the commits that brought the first of it into the code, and that took the last of it out. */
export type NameOfCode = { readonly name: string; readonly came: Placed | undefined; readonly went: Placed | undefined }

/** Finds names as the code spells them. */
export type NamesOfCode = (names: readonly string[]) => readonly NameOfCode[]

type Asking = WhatIsAsked & {
  readonly text: string
  /** How many commits there are, and how many of them have a term. */
  readonly size: number
  readonly counted: ReadonlyMap<string, number>
  readonly namesOfCode?: NamesOfCode | undefined
}

/** The names in a question that are several words in one, with underscores or humps, each as one term; 20 at most. */
export const namesAsked = (asked: readonly AskedTerm[]): readonly string[] =>
  [
    ...new Map(
      asked.flatMap(({ said, term }) => (isOneWord.test(said) && joinsWords(said) ? [[said, term] as const] : [])),
    ).values(),
  ].slice(0, mostInAll)

/** A question that names more was pasted. */
const mostInAll = 20

const isOneWord = /^\w+$/

/** What people call what has a name in the code. */
const kinds = anyOf('i')`
  ^(?:
    arg(?:ument)?|attribute|class|constant|enum|error|exception|field|flag|func(?:tion)?|helper|hook
    interface|macro|method|option|param(?:eter)?|property|setting|struct|trait|type|variable|variant
  )s?$
`

/** Names whose commits are told. */
const mostNames = 3

/** Finds the commits that brought, or took, the names of the code that a question is about, where it is about nothing else. */
export function codeNamesAsked(own: readonly AskedWord[], asking: Asking): DeedsAsked {
  const { text, isAboutArrival, isAboutRemoval, namesOfCode } = asking
  const none = { deeds: [], isAsking: () => false }
  const isAboutBeing = asksWhatItIs(text) || asksWhyItIs(text)
  if (namesOfCode === undefined || !(isAboutRemoval || isAboutArrival || isAboutBeing)) return none
  // Who says what came in its place tells more than who took the last one out (clap 6ee5fc4d, 86a162d1).
  const isAside = !(isAboutRemoval || isAboutArrival) || asksForAnother(text)
  const qualifiers = new Set([...text.matchAll(qualifier)].map(([, name]) => name))
  const asksFor = isAboutRemoval ? saysItWent : saysItCame
  const isBeside = ({ said, term, isTalk }: AskedWord): boolean =>
    isTalk || asksFor(said) || kinds.test(said) || qualifiers.has(said) || isCommon(term, asking)
  const isSpelled = ({ said }: AskedWord): boolean => joinsWords(said)
  if (!own.every((word) => isSpelled(word) || isBeside(word))) return none
  const names = [...new Set(own.filter(isSpelled).map(({ said }) => said.split('.').at(-1) ?? said))].slice(
    0,
    mostNames,
  )
  const deeds = namesOfCode(names).flatMap(({ name, came, went }) => {
    const found = isAboutRemoval ? went : came
    const said = isAboutRemoval ? `takes the last ${name} out of the code` : `brings ${name} into the code`
    return found === undefined ? [] : [{ to: 'name' as const, path: name, commit: found.commit, said, isAside }]
  })
  return deeds.length === 0 ? none : { deeds, isAsking: (word) => asksFor(word) || kinds.test(word) }
}

/** A word that so many commits have tells none of them from another, as the name of the project. */
const isCommon = (term: string, { size, counted }: Asking): boolean => (counted.get(term) ?? 0) > size * 0.2

/** What a name is of: `App::render_usage`. */
const qualifier = /\b(\w+)(?:::|#|->)(?=\w)/g
