import { shorten } from '../text/clean.ts'
import { isBeside } from './beside.ts'
import { fileKindOf, isDull } from './files.ts'
import type { Group } from './group.ts'
import { historyName } from './history.ts'
import { isEmptySubject } from './lessons.ts'
import type { PublicNames } from './public-names.ts'

/** What files say they are, in the first sentence of their own documentation, by path. */
export type Gists = ReadonlyMap<string, string>

const longest = 90

type Naming = {
  readonly gists: Gists
  readonly publicNames: PublicNames
  /** The headline of the subject's strongest lesson. */
  readonly headline: string
  /** What other subjects are called already; this one's name is added. */
  readonly spoken: Set<string>
}

/**
 * Names a subject by what it is: as the code calls it, and as its own documentation says what that is, else by what it offers. Tests, pages and
 * settings are called alike in every project, and so may two modules be: their strongest lesson says what this one is about.
 */
export function titleOf(
  { folder, name, file, studies }: Group,
  { gists, publicNames, headline, spoken }: Naming,
): string {
  const [domain = ''] = folder.split('/')
  if (name === historyName && file === '')
    return domain === historyName ? 'What is no longer in the code' : `${domain}: what is no longer in the code`
  if (isBeside({ name, file }))
    return calledOf(folder, name).replace(/\b(?:build|pages)$/, (word) => inFull[word] ?? word)
  const [only] = studies
  if (only !== undefined && studies.length === 1)
    return (isEmptySubject(only.title) ? headline : only.title).replace(/ \(?#\d{1,7}\)?$/, '')
  const called = calledOf(folder, name)
  const gist = gists.get(file) || offered(publicNames.get(file) ?? [], called)
  const own =
    fileKindOf(file) === 'code' && !isDull(name) && !spoken.has(`${folder}/${called}`) ? gist : gist || headline
  spoken.add(`${folder}/${called}`)
  if (own === '') return called
  return shorten(own.toLowerCase().startsWith(called.toLowerCase()) ? own : `${called}: ${own}`, longest)
}

/**
 * What a subject is called: by the part of the project that it is in too, where that tells it from others. A file that is
 * called as many are, and is named by its folder, is told by both: flask helpers.
 */
function calledOf(folder: string, name: string): string {
  const [domain = '', topic = ''] = folder.split('/')
  const own = spelled(name)
  if (isDull(topic)) return kinds.test(own) || entrance.test(topic) ? own : `${own} ${spelled(topic)}`
  const isSaid = (part: string): boolean =>
    part === '' || kinds.test(part) || isDull(part) || own.toLowerCase().includes(part.toLowerCase())
  const part = [topic, domain].map(spelled).find((one) => !isSaid(one))
  return part === undefined ? own : `${part} ${own}`
}

/** A module that nobody described is known by what it offers: so many names tell it from others. Its own says nothing new. */
const offered = (names: readonly string[], called: string): string =>
  names
    .filter((name) => !letters(called).endsWith(letters(name)))
    .slice(0, mostNames)
    .join(', ')

const mostNames = 3
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')

/** What lies beside the code, as a reader calls it. */
const inFull: Readonly<Record<string, string>> = { build: 'build and packaging', pages: 'documentation' }

/** What the first file of every folder is called. */
const entrance = /^(?:index|main|mod|lib|init|__init__|readme|package)$/i

/** Folders that say what kind of files they hold, and nothing of a subject. */
const kinds =
  /^(?:general|notes|core|common|src|source|lib|libs|pkg|internal|cmd|app|tests?|types?|docs?|scripts?|examples?|tools?|util\w*|packages?|modules?|conventions?|ci)$/i

/** Spells a file's name as its project does, without what joins its words: `content-type-parser` → content type parser. */
const spelled = (name: string): string => name.replace(/[-_./]+/g, ' ').trim()
