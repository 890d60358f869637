import { terms } from '../text/terms.ts'
import { nameKey, pathInWords, plural } from '../text/words.ts'
import type { LessonCandidate } from './lesson-text.ts'
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

/** The files that are asked for, each with the commit that did something to it, and the words that only ask for that. */
export type FilesAsked = {
  readonly files: readonly {
    readonly path: string
    readonly commit: string
    readonly did: string
    /** The platform whose version it set: what it is found by beside its path. */
    readonly name?: string
    readonly isName?: boolean
  }[]
  readonly isAsking: (said: string) => boolean
}

type Asking = {
  readonly isAboutArrival: boolean
  readonly isAboutRemoval: boolean
  readonly filesNamed?: FilesNamed | undefined
}

/** A question of more words was pasted, and is about no file. */
const mostWords = 12
/** Words in a row that may be the name of a file. */
const mostInRow = 4
/** What people call a file or folder that its path does not call so. */
const kinds =
  /^(?:adapter|backend|class|collector|command|component|crate|directory|driver|extractor|file|filter|folder|formatter|handler|helper|interceptor|iterator|library|loader|middleware|module|package|parser|plugin|provider|renderer|reporter|script|tool)s?$/i
/** Files of one name whose commits are told: which of them is meant, the other words decide. */
const mostFiles = 3

/**
 * Finds the commits that brought or took the file or folder that these words name, the likeliest first: what came first, or what
 * took most. Its path holds all of them, or all but the last, which says what it is: a module, an iterator, a folder.
 */
export function filesAsked(
  own: readonly AskedWord[],
  { isAboutArrival, isAboutRemoval, filesNamed }: Asking,
): FilesAsked {
  const asksFor = isAboutArrival ? saysItCame : saysItWent
  const none = { files: [], isAsking: (said: string) => isAboutArrival && saysItCame(said) }
  if (filesNamed === undefined || !(isAboutArrival || isAboutRemoval)) return none
  const matter = own.filter(({ said, isTalk }) => !isTalk && !asksFor(said))
  const said = [...new Set(matter.map((word) => word.said))]
  if (said.length > mostWords) return none
  const found = filesNamed(keysOfRows(said)).map((file) => ({ ...file, missing: missingIn(file.path, matter) }))
  const kind = said.length > 1 && kinds.test(said.at(-1) ?? '') ? said.at(-1) : undefined
  const whole = found.filter(({ missing }) => missing.length === 0)
  const partly = found.filter(({ missing }) => missing.length > 0 && missing.every((word) => word === kind))
  const inOrder = isAboutArrival ? firstToCome : mostToGo
  const files = [...inOrder(whole), ...inOrder(partly)].slice(0, mostFiles)
  if (files.length === 0) return none
  return { files, isAsking: (word) => asksFor(word) || (whole.length === 0 && word === kind) }
}

const firstToCome = (named: readonly FileOfName[]): FilesAsked['files'] =>
  named
    .flatMap(({ path, came }) => (came === undefined ? [] : [{ path, ...came, did: `adds ${path}` }]))
    .toSorted((a, b) => a.place - b.place)

const saysItTook = (path: string, files: number): string =>
  files === 1 ? `takes away ${path}` : `takes away ${plural(files, 'file')} of ${path}`

const mostToGo = (named: readonly FileOfName[]): FilesAsked['files'] =>
  named
    .flatMap(({ path, went }) => (went === undefined ? [] : [{ path, ...went, did: saysItTook(path, went.files) }]))
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

/** Gives the commits of files that are asked for the names of these, of which they may have too many to be kept. */
export const withFilesAsked = (
  candidates: readonly LessonCandidate[],
  asked: FilesAsked['files'],
): readonly LessonCandidate[] => {
  const files = new Map(asked.map((file) => [file.commit, file]))
  return candidates.map((one) => {
    const file = files.get(one.commit)
    // What a comment says is not what its commit did (pydantic-settings e83ac4c1).
    if (file === undefined || one.kind !== 'lesson') return one
    const { terms: stored } = one
    const paths = terms(file.path.replaceAll('/', ' ')).join(' ')
    const named = terms(file.name ?? '').join(' ')
    return {
      ...one,
      didToFile: file.did,
      ...(file.name === undefined ? {} : { setsVersion: true }),
      ...(stored === undefined
        ? {}
        : { terms: { ...stored, subject: `${named} ${stored.subject}`.trim(), paths: `${paths} ${stored.paths}` } }),
      ...(file.isName === true ? { isOfName: true } : {}),
    }
  })
}
