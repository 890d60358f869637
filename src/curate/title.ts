import { shorten } from '../text/clean.ts'
import { isBeside } from './beside.ts'
import { fileKindOf, isDull } from './files.ts'
import type { Group } from './group.ts'
import { historyName } from './history.ts'
import { isEmptySubject } from './lessons.ts'
import type { NameNow } from './names-now.ts'
import { type Worded, commonNames } from './common-names.ts'

/** What files say they are, in the first sentence of their own documentation, by path. */
export type Gists = ReadonlyMap<string, string>

const longest = 90

type Naming = {
  readonly gists: Gists
  /** The lessons that its entry tells. */
  readonly lessons: readonly Worded[]
  readonly nameNow: NameNow
  /** The headline of the subject's strongest lesson. */
  readonly headline: string
  /** What other subjects are called already; this one's name is added. */
  readonly spoken: Set<string>
}

/**
 * Names a subject by what it is: as the code calls it, and as its own documentation says what that is, else by the names that its lessons speak of. Tests, pages and
 * settings are called alike in every project, and so may two modules be: names or their strongest lesson tell them apart, as
 * where there are few lessons.
 */
export function titleOf(
  { folder, name, file, studies }: Group,
  { gists, lessons, nameNow, headline, spoken }: Naming,
): string {
  const [domain = ''] = folder.split('/')
  if (name === historyName && file === '')
    return domain === historyName ? 'What is no longer in the code' : `${domain}: what is no longer in the code`
  if (isBeside({ name, file }))
    return calledOf(folder, name).replace(/\b(?:build|pages)$/, (word) => inFull[word] ?? word)
  const [only] = studies
  if (only !== undefined && studies.length === 1)
    return withoutNumber(isEmptySubject(only.title) ? headline : only.title)
  if (lessons.length > 0 && lessons.length <= few && headline !== '') return withoutNumber(headline)
  const called = calledOf(folder, name)
  const names = commonNames(lessons, called, nameNow).join(', ')
  const isClear = fileKindOf(file) === 'code' && !isDull(name) && !spoken.has(`${folder}/${called}`)
  const own = isClear ? gists.get(file) || names : names || headline
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

/** So few lessons are not about all that a file is for. */
const few = 3

const withoutNumber = (headline: string): string => headline.replace(/ \(?#\d{1,7}\)?$/, '')

/** What lies beside the code, as a reader calls it. */
const inFull: Readonly<Record<string, string>> = { build: 'build and packaging', pages: 'documentation' }

/** What the first file of every folder is called. */
const entrance = /^(?:index|main|mod|lib|init|__init__|readme|package)$/i

/** Folders that say what kind of files they hold, and nothing of a subject. */
const kinds =
  /^(?:general|notes|core|common|src|source|lib|libs|pkg|internal|cmd|app|tests?|types?|docs?|scripts?|examples?|tools?|util\w*|packages?|modules?|conventions?|ci)$/i

/** Spells a file's name as its project does, without what joins its words: `content-type-parser` → content type parser. */
const spelled = (name: string): string => name.replace(/[-_./]+/g, ' ').trim()
