import { anyOf } from '../text/alternatives.ts'
import { terms } from '../text/terms.ts'
import { nameKey, pathInWords, plural } from '../text/words.ts'
import type { Deed, DeedsAsked, WhatIsAsked } from './deed.ts'
import { type AskedWord, saysItCame, saysItWent } from './question.ts'

// Who asks when the cache middleware was added, or why deno_dist was removed, asks for the commit that did this to a file or
// folder, whatever it calls that: "support JSR" took deno_dist away (hono 1b2a4c08).

/** A commit, and its place in the history: what came later has a greater one. */
type Placed = { readonly commit: string; readonly place: number }

/** A file or folder that was found by its name, with the commits that first brought it, and that took away it or most of it. */
export type FileOfName = {
  readonly path: string
  readonly came: Placed | undefined
  readonly went: (Placed & { readonly files: number }) | undefined
}

/** Finds files and folders by keys of their names (`nameKey`). */
export type FilesNamed = (keys: readonly string[]) => readonly FileOfName[]

type Asking = WhatIsAsked & { readonly filesNamed?: FilesNamed | undefined }

/** A question of more words was pasted, and is about no file. */
const mostWords = 12
/** Words in a row that may be the name of a file. */
const mostInRow = 4
/** What people call a file or folder that its path does not call so. */
const kinds = anyOf('i')`
  ^(?:
    adapter|backend|class|collector|command|component|crate|directory|driver|extractor|file|filter
    folder|formatter|handler|helper|interceptor|iterator|library|loader|middleware|module|package|parser
    plugin|provider|renderer|reporter|script|tool
  )s?$
`
/** Files of one name whose commits are told: which of them is meant, the other words decide. */
const mostFiles = 3

/**
 * Finds the commits that brought or took the file or folder that these words name, the likeliest first: what came first, or what
 * took most. Its path holds all of them, or all but the last, which says what it is: a module, an iterator, a folder.
 */
export function filesAsked(
  own: readonly AskedWord[],
  { isAboutArrival, isAboutRemoval, filesNamed }: Asking,
): DeedsAsked {
  const asksFor = isAboutArrival ? saysItCame : saysItWent
  const none = { deeds: [], isAsking: (said: string) => isAboutArrival && saysItCame(said) }
  if (filesNamed === undefined || !(isAboutArrival || isAboutRemoval)) return none
  const matter = own.filter(({ said, isTalk }) => !isTalk && !asksFor(said))
  const said = [...new Set(matter.map((word) => word.said))]
  if (said.length > mostWords) return none
  const found = filesNamed(keysOfRows(said)).map((file) => ({ ...file, missing: missingIn(file.path, matter) }))
  const kind = said.length > 1 && kinds.test(said.at(-1) ?? '') ? said.at(-1) : undefined
  const whole = found.filter(({ missing }) => missing.length === 0)
  const partly = found.filter(({ missing }) => missing.length > 0 && missing.every((word) => word === kind))
  const inOrder = isAboutArrival ? firstToCome : mostToGo
  const deeds = [...inOrder(whole), ...inOrder(partly)].slice(0, mostFiles)
  if (deeds.length === 0) return none
  return { deeds, isAsking: (word) => asksFor(word) || (whole.length === 0 && word === kind) }
}

const firstToCome = (named: readonly FileOfName[]): readonly Deed[] =>
  named
    .flatMap(({ path, came }) =>
      came === undefined ? [] : [{ to: 'file' as const, path, ...came, said: `adds ${path}` }],
    )
    .toSorted((a, b) => a.place - b.place)

const saysItTook = (path: string, files: number): string =>
  files === 1 ? `takes away ${path}` : `takes away ${plural(files, 'file')} of ${path}`

const mostToGo = (named: readonly FileOfName[]): readonly Deed[] =>
  named
    .flatMap(({ path, went }) =>
      went === undefined ? [] : [{ to: 'file' as const, path, ...went, said: saysItTook(path, went.files) }],
    )
    .toSorted((a, b) => b.files - a.files || b.place - a.place)

/** The words of which a path has nothing. */
function missingIn(path: string, matter: readonly AskedWord[]): readonly string[] {
  const there = new Set([...terms(pathInWords(path)), ...terms(path)])
  const has = new Set(matter.flatMap(({ said, term }) => (there.has(term) ? [said] : [])))
  return matter.flatMap(({ said }) => (has.has(said) ? [] : [said]))
}

/** The keys of all rows of words. */
const keysOfRows = (said: readonly string[]): readonly string[] => [
  ...new Set(
    said.flatMap((_, first) =>
      Array.from({ length: mostInRow }, (_one, more) => nameKey(said.slice(first, first + more + 1).join(''))),
    ),
  ),
]
