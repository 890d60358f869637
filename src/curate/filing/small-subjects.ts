import type { FolderPath } from '../../tree/path.ts'
import { byTime, type CommitAnalysis } from '../commit-analysis.ts'
import { fileKindOf } from '../code/files.ts'
import { toFolder } from './filing.ts'
import { isHistory } from './history.ts'
import { type Home, isWholeDomain, leadingFile } from './home.ts'
import { isNonCodeEntry } from './non-code.ts'

/** A subject: where it is told, and its commits. */
type Subject = Home & { readonly analyses: readonly CommitAnalysis[] }

/** A subject of so few lessons is small, and a topic; of more files, or more lessons together, nobody reads as one. */
const limits = { small: 2, topic: 12, files: 12, together: 24, inAll: 40 }

type Counting<Own extends Subject> = {
  readonly lessonsOf: (home: Own) => number
  /** How many lessons and comments its entry would tell. */
  readonly sizeOf: (home: Own) => number
  /** Whether it would have an entry of its own. */
  readonly isTold: (home: Own) => boolean
  /** Whether the tree tells of its file already, where it goes on. */
  readonly isKnown: (home: Own) => boolean
}

/**
 * Tells small subjects of the code together, first those of one folder, with what is told of the folder itself: seven entries
 * of a sentence or two on urllib3's `util` are opened by nobody, one of them all is. Then, of what would have entries of its
 * own, all of a topic of which little is told, and small subjects of any other with its page: tower's balancer was told on
 * one page for its parts, and on another for the whole crate. Those that are left are told with their domain. Of 198
 * entries with one to three bullets readers found 64 disappointing, of 250 longer ones 45.
 */
export function gatherSmall<Own extends Subject>(
  homes: readonly Own[],
  { lessonsOf, sizeOf, isTold, isKnown }: Counting<Own>,
): readonly Own[] {
  // What has no lesson has comments, and many of them are a subject.
  const count = (home: Own): number => lessonsOf(home) || home.analyses.length
  const isOfCode = (home: Own): boolean => fileKindOf(leadingFile(home)) === 'code' && !isKnown(home)
  const isSmall = (home: Own): boolean => isOfCode(home) && sizeOf(home) <= limits.small
  const isFew = (home: Own): boolean => isOfCode(home) && count(home) <= limits.small
  const inFolders = gather(homes, { isSmall: isFew, sizeOf: count, placeOf: folderOf, partsOf: (small) => [small] })
  const told = inFolders.filter(isTold)
  const readably = { sizeOf, partsOf: (small: readonly Own[]) => readable(small, sizeOf) }
  const isOfSmallTopic = isInSmallTopic(told, sizeOf)
  const inTopics = gather(told, {
    ...readably,
    isSmall: (home) => isSmall(home) || (isOfCode(home) && isOfSmallTopic(home)),
    placeOf: topicOf,
    isLed: true,
  })
  const inDomains = gather(inTopics, { ...readably, isSmall, placeOf: domainOf })
  return [...inDomains, ...inFolders.filter((home) => !told.includes(home))]
}

/** Tells whether a subject is of a topic of which so little is told that one reads all of it on one page. */
function isInSmallTopic<Own extends Subject>(homes: readonly Own[], sizeOf: Sizes<Own>): (home: Own) => boolean {
  const sizes = new Map<FolderPath, number>()
  for (const home of homes) sizes.set(topicFolder(home), (sizes.get(topicFolder(home)) ?? 0) + sizeOf(home))
  return (home) => (sizes.get(topicFolder(home)) ?? 0) <= limits.topic
}

/** Where subjects are told together, by a key that they share, and which subject is of that place itself. */
type Place = Pick<Home, 'folder' | 'name'> & { readonly key: string; readonly isOf: (home: Subject) => boolean }

type Gathering<Own> = {
  readonly isSmall: (home: Own) => boolean
  readonly sizeOf: (home: Own) => number
  readonly placeOf: (home: Own) => Place
  /** The parts in which small subjects of one place are told, all of them in one or more. */
  readonly partsOf: (small: readonly Own[]) => readonly (readonly Own[])[]
  /** Whether one that tells more than half of what is told together gives its name to all of it. */
  readonly isLed?: boolean
}

function gather<Own extends Subject>(
  homes: readonly Own[],
  { isSmall, sizeOf, placeOf, partsOf, isLed = false }: Gathering<Own>,
): readonly Own[] {
  const gathered = new Map<Own, Own | undefined>()
  for (const small of byPlace(homes.filter(isSmall), placeOf).flatMap(partsOf)) {
    const [first] = small
    if (first === undefined || !isReadable(small, sizeOf)) continue
    const { folder, name, isOf } = placeOf(first)
    const total = countIn(small, sizeOf)
    const whole =
      homes.find((home) => isOf(home) && !gathered.has(home) && fileKindOf(leadingFile(home)) === 'code') ??
      (isLed ? small.find((home) => home.file !== '' && sizeOf(home) * 2 > total) : undefined)
    // A page that is full already takes no more.
    const known = whole !== undefined && countIn([whole, ...small], sizeOf) <= limits.inAll ? whole : undefined
    const parts = known === undefined || small.includes(known) ? small : [known, ...small]
    if (parts.length === 1) continue
    const joined = {
      ...first,
      folder: known?.folder ?? folder,
      name: known?.name ?? name,
      file: known?.file ?? '',
      files: parts.flatMap((home) => home.files ?? [home.file]),
      analyses: byTime(parts.flatMap(({ analyses }) => analyses)),
    }
    // A folder may be called as what is over, or as its tests, are.
    if (isNonCodeEntry(joined) || isHistory(joined)) continue
    for (const home of parts) gathered.set(home, undefined)
    gathered.set(first, joined)
  }
  return homes.flatMap((home) => (gathered.has(home) ? (gathered.get(home) ?? []) : [home]))
}

/** The folder that the file of a subject lies in. */
function folderOf(home: Subject): Place {
  const { folder, file, name } = home
  const path = file.split('/').slice(0, -1)
  const own = path.at(-1) || name
  const isOf = (other: Subject): boolean => other.folder === folder && other.name === own
  return { key: `${folder}\n${path.join('/')}`, folder, name: own, isOf }
}

/** The topic of a subject, which may have a page of its own. */
function topicOf(home: Subject): Place {
  const folder = topicFolder(home)
  const name = folder.split('/').at(-1) ?? ''
  return { key: folder, folder, name, isOf: (other) => other.folder === folder && other.name === name }
}

const topicFolder = ({ folder }: Subject): FolderPath => {
  const [domain = '', topic = domain] = folder.split('/')
  return toFolder(domain, topic)
}

/** The domain of a subject, which is told by its crate or package as a whole where there is something to tell of that. */
function domainOf({ folder }: Subject): Place {
  const [domain = ''] = folder.split('/')
  const isOf = (other: Subject): boolean => other.folder.startsWith(`${domain}/`) && isWholeDomain(other)
  return { key: domain, folder: toFolder(domain, domain), name: domain, isOf }
}

function byPlace<Own extends Subject>(
  homes: readonly Own[],
  placeOf: (home: Own) => Place,
): readonly (readonly Own[])[] {
  const found = new Map<string, Own[]>()
  for (const home of homes) {
    const { key } = placeOf(home)
    found.set(key, [...(found.get(key) ?? []), home])
  }
  return [...found.values()]
}

type Sizes<Own> = (home: Own) => number

/** Parts subjects, in the order of their files, into as many as one reads together. */
function readable<Own extends Subject>(homes: readonly Own[], sizeOf: Sizes<Own>): readonly (readonly Own[])[] {
  const parts: Own[][] = []
  for (const home of homes.toSorted((a, b) => (leadingFile(a) < leadingFile(b) ? -1 : 1))) {
    const part = parts.at(-1)
    if (part !== undefined && isReadable([...part, home], sizeOf)) part.push(home)
    else parts.push([home])
  }
  return parts
}

const isReadable = <Own extends Subject>(homes: readonly Own[], sizeOf: Sizes<Own>): boolean =>
  homes.flatMap(({ file, files = [file] }) => files).length <= limits.files && countIn(homes, sizeOf) <= limits.together

const countIn = <Own>(homes: readonly Own[], sizeOf: Sizes<Own>): number =>
  homes.reduce((sum, home) => sum + sizeOf(home), 0)
