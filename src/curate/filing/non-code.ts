import { isUpkeep } from '../../text/upkeep.ts'
import type { Tree } from '../../tree/knowledge.ts'
import type { FolderPath } from '../../tree/path.ts'
import { byTime, type CommitAnalysis } from '../commit-analysis.ts'
import { isWeighty, standsInFile } from '../evidence/kinds.ts'
import { fileKindOf, type FileKind, isExample, isPackageManifest } from '../code/files.ts'
import type { Evidence } from '../evidence/types.ts'
import { toFolder } from './filing.ts'
import type { Home } from './home.ts'
import { topicAbove } from './subtopics.ts'

/** A subject: where it is told, and its commits. */
type Subject = Home & { readonly analyses: readonly CommitAnalysis[] }

/** What the entry of a domain is called that tells of its tests, its pages, its examples, or how it is built. */
const names = { test: 'tests', docs: 'pages', example: 'examples', config: 'build' } as const

/** What the entry is called that tells how code is kept, and of all of these, where there is little to tell of each. */
const upkeepName = 'upkeep'

const nonCodeNames: ReadonlySet<string> = new Set([...Object.values(names), upkeepName])

const kindOf = (file: string): FileKind | 'example' =>
  fileKindOf(file) === 'code' && isExample(file) ? 'example' : fileKindOf(file)

/** Whether a subject is all tests, all pages, all examples or all settings of a domain. */
export const isNonCodeEntry = ({ name, file }: Pick<Home, 'name' | 'file'>): boolean =>
  file === '' && nonCodeNames.has(name)

/** So many lessons make a test or a settings file a subject of its own. */
const leastOwn = 8

/** What a manifest holds is asked for by nobody who does not ask how the whole is built. */
const isOwn = ({ file, analyses }: Subject): boolean => analyses.length >= leastOwn && !isPackageManifest(file)

/** A decision record, a document that gives reasons, or one that was given to be read, which nobody authored as a commit, is about one thing. */
const isDocument = ({ authored, evidence }: CommitAnalysis): boolean =>
  authored === '' || evidence.some(({ kind, at }) => kind === 'decision' || (kind === 'lesson' && at.path !== ''))

/** Where the project tells of its tests, pages, examples and settings that are too few for an entry of their domain. */
const shared: ReadonlyMap<string, FolderPath> = new Map([
  [names.test, toFolder('tests', names.test)],
  [names.docs, toFolder('docs', names.docs)],
  [names.example, toFolder('examples', names.example)],
  [names.config, toFolder('conventions', names.config)],
  [upkeepName, toFolder('conventions', upkeepName)],
])

const upkeep: FolderPath = toFolder('conventions', upkeepName)

/**
 * Whether a commit changed code, and tells by its headline how that is kept and not what it does: what a linter wanted, which
 * idiom is newer, that it is documented or tested; not of what its author calls a fix, whose typo may be one of the code
 * ("fix(fetch): correct 'navigator' typo", undici a6f8644f). On pages of code readers liked 24 % of 124 such lessons, and 72 % of the
 * 1,454 others; of entries with one of them alone, none.
 */
function onlyKeepsCode({ type, scope, evidence, touched }: CommitAnalysis): boolean {
  if (/^(?:feat|fix|perf)$/.test(type) && !/^(?:ci|docs?|lint\w*|tests?)$/.test(scope)) return false
  const told = evidence.filter(({ weight }) => weight > 0)
  const lessons = told.filter(({ kind }) => kind === 'lesson')
  const isKept = (headline: string): boolean =>
    isUpkeep(headline) && (isUpkeep(headline.replace(testWords, '')) || isMostlyTests(touched))
  return (
    lessons.length > 0 &&
    lessons.every(
      (lesson) =>
        isKept(lesson.about) && !isWeighty(lesson) && lesson.note?.kind !== 'performance' && !bringsToUsers(lesson),
    ) &&
    !told.some(standsInFile)
  )
}

/**
 * Whether a release told its users that it brings something, whatever its headline has of pages and linters besides: "Add support for
 * ASGI root_path for openapi docs", "Add param functions, to override types, to make mypy happy" (fastapi 2f478eec, ca27317b).
 */
function bringsToUsers({ text, note }: Evidence): boolean {
  const [first = ''] = text.split(/[.:;](?:\s|$)/, 1)
  return (
    (note?.since ?? '') !== '' &&
    /^(?:add(?:ed|s)?|allow(?:ed|s)?|ma[dk]es?|support(?:ed|s)?)\b/i.test(first) &&
    !isUpkeep(first)
  )
}

/** Who writes a test runner has tests in his headlines, and means what it does (pytest-xdist 84df4451, "Terminate the test loop"). */
const testWords = /\b\w*tests?\b/gi

function isMostlyTests(touched: CommitAnalysis['touched']): boolean {
  const linesOf = (files: CommitAnalysis['touched']): number => files.reduce((sum, { lines }) => sum + lines, 0)
  return linesOf(touched.filter(({ path }) => fileKindOf(path) === 'test')) * 2 >= linesOf(touched)
}

/** So few lessons and rules of how the project is built are told with what else there is of its upkeep. */
const mostOfBuild = 3

/**
 * Tells of tests, pages, examples and how code is kept on one page, as long as one reads that through, and of how the project
 * is built where there is little to tell: of 63 such pages readers found 39 disappointing, whatever they were about, and
 * small projects had four of them. What the tree has a page of goes there.
 */
export function gatherUpkeep<Own extends Subject>(
  homes: readonly Own[],
  { tree, sizeOf }: { readonly tree: Tree; readonly sizeOf: (home: Own) => number },
): readonly Own[] {
  const told = new Set([...tree.keys()].map(topicAbove))
  if (told.has(upkeep)) return homes
  const isFree = (home: Own): boolean =>
    isNonCodeEntry(home) && !told.has(home.folder) && (home.name !== names.config || sizeOf(home) <= mostOfBuild)
  const together: Own[] = []
  const placeOf = (home: Own): number => (home.folder === upkeep ? 0 : sizeOf(home))
  for (const home of homes.filter(isFree).toSorted((a, b) => placeOf(a) - placeOf(b)))
    if ([...together, home].reduce((sum, one) => sum + sizeOf(one), 0) <= mostShared) together.push(home)
  const [first] = together
  // Where the page is too long already, nothing joins it.
  const isFull = homes.some((home) => home.folder === upkeep && !together.includes(home))
  if (first === undefined || together.length === 1 || isFull) return homes
  const analyses = byTime(together.flatMap((home) => home.analyses))
  const joined = { ...first, folder: upkeep, name: upkeepName, analyses }
  return [...homes.filter((home) => !together.includes(home)), joined]
}

/**
 * So many lessons of what nobody looks for one reads through on one page; commit by commit, no domain ever has many at a time,
 * and all would come together.
 */
export const mostShared = 40

/**
 * Tells of tests, pages, examples and settings together, one entry of each for a domain that has many lessons of them, or has that
 * entry already, and one for the rest of the project, until that is full: single lessons of theirs are looked for by those
 * who work on them, and between the subjects of the code they are in everybody's way. So is how code is kept, which is told
 * for all of the project as long as one reads that through.
 */
export function gatherNonCode(homes: readonly Subject[], tree: Tree): readonly Subject[] {
  const { own, together } = apart(homes)
  const told = new Set([...tree.keys()].map(topicAbove))
  const isOfUpkeep = ({ name }: Subject): boolean => name === upkeepName
  const kept = [...together.values()].filter(isOfUpkeep).reduce((sum, { analyses }) => sum + analyses.length, 0)
  const isReadThrough = kept + lessonsIn(tree, upkeep) <= mostShared
  for (const [folder, home] of together) {
    const common = shared.get(home.name)
    const isMany = home.analyses.length >= leastOwn && !(isOfUpkeep(home) && isReadThrough)
    if (isMany || told.has(folder) || common === undefined) continue
    const joinsUpkeep = !told.has(common) && told.has(upkeep) && lessonsIn(tree, upkeep) < mostShared
    const isFull = common !== upkeep && lessonsIn(tree, common) >= mostShared
    if (!joinsUpkeep && (folder === common || isFull)) continue
    together.delete(folder)
    put(together, joinsUpkeep ? { ...home, folder: upkeep, name: upkeepName } : { ...home, folder: common })
  }
  return [...own, ...[...together.values()].map((home) => ({ ...home, analyses: byTime(home.analyses) }))]
}

/** Tells what is about the code itself from what is told together, which is sorted by domain and kind. */
function apart(homes: readonly Subject[]): { readonly own: Subject[]; readonly together: Map<FolderPath, Subject> } {
  const own: Subject[] = []
  const together = new Map<FolderPath, Subject>()
  for (const home of homes) {
    const kind = kindOf(home.file)
    const [domain = ''] = home.folder.split('/')
    const join = (name: string, analyses: readonly CommitAnalysis[]): void =>
      put(together, { folder: toFolder(domain, name), name, file: '', analyses })
    if (home.file === '' || home.analyses.some(isDocument)) own.push(home)
    else if (kind === 'code') {
      const telling = home.analyses.filter((analysis) => !onlyKeepsCode(analysis))
      if (telling.length > 0) own.push({ ...home, analyses: telling })
      if (telling.length < home.analyses.length) join(upkeepName, home.analyses.filter(onlyKeepsCode))
    } else if (isOwn(home)) own.push(home)
    else join(names[kind], home.analyses)
  }
  return { own, together }
}

const lessonsIn = (tree: Tree, topic: FolderPath): number =>
  [...tree].reduce((sum, [path, { facts }]) => sum + (topicAbove(path) === topic ? facts.length : 0), 0)

function put(homes: Map<FolderPath, Subject>, home: Subject): void {
  const known = homes.get(home.folder)
  homes.set(home.folder, { ...home, analyses: [...(known?.analyses ?? []), ...home.analyses] })
}
