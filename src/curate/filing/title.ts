import { shorten } from '../../text/clean.ts'
import { touchesUp } from '../message/headline-kinds.ts'
import { isNonCodeEntry } from './non-code.ts'
import { fileKindOf, isDull, isEntrance, isKindOfFiles, isTestSupport, stemOf } from '../code/files.ts'
import type { Filed } from './comments-at-home.ts'
import type { Group } from './group.ts'
import { nameOf } from './home.ts'
import { historyName, historyTitle, isHistory } from './history.ts'
import { distinctiveTerms } from '../message/distinctive-terms.ts'
import { isEmptySubject } from '../message/nameless.ts'
import type { NameNow } from '../code/code-names.ts'
import type { PublicNames } from '../code/public-names.ts'
import { letters } from '../../text/words.ts'
import { type Headed, commonNames } from './common-names.ts'

/** What files say they are, in the first sentence of their own documentation, by path. */
export type Gists = ReadonlyMap<string, string>

const longest = 90

type Naming = {
  readonly gists: Gists
  /** What files offer to others, where that is known. */
  readonly publicNames?: PublicNames | undefined
  /** The lessons that its entry tells. */
  readonly lessons: readonly Headed[]
  readonly nameNow: NameNow
  /** The headline of the subject's strongest lesson. */
  readonly headline: string
  /** How many comments and rules of the code its entry tells, too. */
  readonly commentCount: number
  /** Whether it is made of a long history: of a few commits, an entry grows, and keeps its title. */
  readonly isLong?: boolean
  /** What other subjects are called already; this one's name is added. */
  readonly spoken: Set<string>
}

/**
 * Names a subject by what it is: as the code calls it, and as its own documentation says what that is, else by the headline of
 * its only lesson, or the names that its lessons speak of. Where a headline does not name its file, readers missed that (ws
 * lib/stream.js: "Resume the socket in the `CLOSING` state"; fd src/filter/size.rs: "Split internals.rs into …").
 */
export function titleOf(
  { folder, name, file, files = [], analyses, guests = [] }: Group & Partial<Pick<Filed, 'guests'>>,
  { gists, publicNames, lessons, nameNow, headline, commentCount, isLong = false, spoken }: Naming,
): string {
  const [domain = ''] = folder.split('/')
  if (isHistory({ name, file }))
    return domain === historyName ? `W${historyTitle.slice(1)}` : `${domain}: ${historyTitle}`
  // Beside a page on how the project is built (requests).
  if (isNonCodeEntry({ name, file }) && domain === 'ci') return 'continuous integration'
  if (isNonCodeEntry({ name, file }))
    return calledOf(folder, name).replace(/\b(?:build|pages|upkeep)$/, (word) => inFull[word] ?? word)
  const own = calledOf(folder, name)
  const alone = guests.length > 0 ? '' : titleAlone(analyses, { lessons, headline, commentCount })
  const isCode = file !== '' && (fileKindOf(file) === 'code' || isTestSupport(file))
  if (alone !== '' && (!isCode || isDull(own))) return withoutNumber(alone)
  // What every folder has is no name; where it lies tells it from others.
  const called = isDull(own) && file !== '' ? file : own
  const parts = file === '' ? partsAmong(thereAmong(files, gists), called) : []
  const isOfDomain = parts.length > 0 && name === domain
  const common = isOfDomain ? [] : commonNames(lessons, { called, nameNow, declared: publicNames?.get(file) })
  const names = (common.length === 0 ? parts : common).join(', ')
  const isClear = isCode && isNamed(name, file) && !spoken.has(`${folder}/${called}`)
  const isLittle = isLong && lessons.length + commentCount < (called === file ? leastOfWhole : 2)
  const gist = isClear && !isLittle ? onlyOnce(gists.get(file) ?? '', spoken) : ''
  spoken.add(`${folder}/${called}`)
  if (gist === '' && alone !== '') return withoutNumber(speaksOf(name, alone) ? alone : `${spelled(name)}: ${alone}`)
  const said = gist || names
  if (said === '') return toldApart(called, { file: file || (files[0] ?? ''), spoken })
  // What src/lib.rs says of all of its crate needs no place; names do, and so do files, of which the first may begin as their domain does.
  const isWhole = called === file ? gist !== '' : said !== parts.join(', ') && letters(said).startsWith(letters(called))
  return shorten(isWhole ? said : `${called}: ${said}`, longest)
}

/** A name, and the file behind it where another page has that name: two were "pip req", of pip/req.py and of src/pip/_internal/req/ (pip). */
function toldApart(called: string, { file, spoken }: { readonly file: string; readonly spoken: Set<string> }): string {
  const isAgain = spoken.has(called) && file !== ''
  spoken.add(called)
  return isAgain ? shorten(`${called} (${file})`, longest) : called
}

/** What a file says that it is, where no other was called by that: of grpc-go three were “virtual connection to a conceptual endpoint”. */
function onlyOnce(gist: string, spoken: Set<string>): string {
  const isAgain = spoken.has(gist)
  spoken.add(gist)
  return isAgain ? '' : gist
}

/** The files that were read for what they say; all, where none was: one that is gone names nothing (client_golang). */
function thereAmong(files: readonly string[], gists: Gists): readonly string[] {
  const there = files.filter((path) => gists.has(path))
  return there.length === 0 ? files : there
}

/** What the files are called of subjects that are told together; a letter names nothing (bbolt, whose folder `c` is gone). */
const partsAmong = (files: readonly string[], called: string): readonly string[] => [
  ...new Set(
    files.map((path) => spelled(nameOf(path))).filter((part) => part.length > 1 && !isDull(part) && part !== called),
  ),
]

/**
 * What a crate or a package says of itself is no title for a few of its lessons, nor what a file says that it is for the only one:
 * who read "header: HTTP header types" found a note on what is exported (http).
 */
const leastOfWhole = 5

/** Whether a headline has all words of a file's name: "Move exit code consts into enum" is of exit_codes.rs (fd). */
function speaksOf(name: string, headline: string): boolean {
  const said = new Set(distinctiveTerms(headline))
  return distinctiveTerms(spelled(name)).every((term) => said.has(term))
}

/** What the only lesson of an entry is called; '' where there are more, or it would be a poor name. */
function titleAlone(
  analyses: Group['analyses'],
  { lessons, headline, commentCount }: Pick<Naming, 'lessons' | 'headline' | 'commentCount'>,
): string {
  const [only] = analyses
  const isOne = analyses.length === 1 || (lessons.length === 1 && commentCount === 0)
  if (only === undefined || !isOne) return ''
  // The title of a mended fault says that it is mended.
  const told =
    analyses.length === 1
      ? only
      : analyses.find(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.about === headline)
  const title = told === undefined || isEmptySubject(told.title) ? headline : told.title
  return touchesUp.test(title) ? '' : title
}

/** Whether a file has a name of its own, or speaks for its folder. */
const isNamed = (name: string, file: string): boolean => !isDull(name) || isEntrance(stemOf(file))

/**
 * What a subject is called: by the part of the project that it is in too, where that tells it from others. A file that is
 * called as many are is told by its folder, too: flask helpers, urllib3 util retry.
 */
function calledOf(folder: string, name: string): string {
  const [domain = '', topic = ''] = folder.split('/')
  const own = spelled(name)
  const isSaid = (part: string): boolean =>
    part === '' || isKindOfFiles(part) || isDull(part) || letters(own).includes(letters(part))
  const part = [topic, domain].map(spelled).find((one) => !isSaid(one))
  const isWhole = !isDull(topic) || isEntrance(topic) || own === spelled(topic) || isKindOfFiles(own)
  if (!isWhole && own === spelled(domain)) return `${own} ${spelled(topic)}`
  const within = isWhole ? own : `${spelled(topic)} ${own}`
  if (part === undefined) return within
  return isEntrance(own) ? part : joinedOnce(part, within)
}

/** `tracing log` and `log tracer` are tracing log tracer. */
function joinedOnce(part: string, own: string): string {
  const [before, after] = [part.split(' '), own.split(' ')]
  const isShared = before.at(-1)?.toLowerCase() === after[0]?.toLowerCase()
  return [...before, ...(isShared ? after.slice(1) : after)].join(' ')
}

const withoutNumber = (headline: string): string => shorten(headline.replace(/ \(#\d{1,7}\)$/, ''), longest)

/** Tests, pages and settings, as a reader calls them. */
const inFull: Readonly<Record<string, string>> = {
  build: 'build and packaging',
  pages: 'documentation',
  upkeep: 'upkeep: checks, tests, documentation and builds',
}

/** A title as it is given now: what an older ctx called the page of upkeep goes on under that. */
export const inTodaysWords = (title: string): string =>
  title.replace(/(?:^|(?<= ))tests, documentation, examples and builds$/, inFull['upkeep'] ?? '')

/** Spells a file's name as its project does, without what joins its words: `content-type-parser` → content type parser. */
const spelled = (name: string): string => name.replace(/[-_./]+/g, ' ').trim()
