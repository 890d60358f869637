import type { Tree } from '../../tree/knowledge.ts'
import { toName } from '../../tree/name.ts'
import { type EntryPath, type FolderPath, isOfThePast } from '../../tree/path.ts'
import { gatherNonCode, isNonCodeEntry } from './non-code.ts'
import { byTime, type CommitAnalysis } from '../commit-analysis.ts'
import { fileKindOf } from '../code/files.ts'
import { type Layout, fileUnder, isNameOf } from './filing.ts'
import { type Home, homeOf, isWholeDomain, nameOf, withHeirs } from './home.ts'
import { intoSubtopics, topicAbove } from './subtopics.ts'

/** Commits that are about one subject: a module, or the part of the code that lies in one folder. */
export type Group = Home & { readonly analyses: readonly CommitAnalysis[] }

/** What a person reads through: entries of a topic, and lessons of an entry before its parts are told apart. */
const limits = { inTopic: 38, lessons: 40, leastPart: 4 }

/** Sorts commits by what they are about: the module that most of the change is in. */
export function group(analyses: readonly CommitAnalysis[], layout: Layout, tree: Tree = new Map()): readonly Group[] {
  const shared = sharedPagesIn(tree, layout)
  const found = withHeirs(analyses, layout).map((analysis) => {
    const home = homeOf(analysis, layout)
    return { ...(shared.get(home.file) ?? home), analysis }
  })
  const folders = foldersOf(found, layout, tree)
  const homes = new Map<string, Group & { analyses: CommitAnalysis[] }>()
  for (const { folder: own, name, file, analysis } of found) {
    const folder = folders.get(file) ?? own
    const key = `${folder}/${name}`
    const known = homes.get(key)
    if (known === undefined) homes.set(key, { folder, name, file, analyses: [analysis] })
    else known.analyses.push(analysis)
  }
  return foldTopics(intoSubtopics(gatherNonCode([...homes.values()], tree), tree)).flatMap(partsOf)
}

/**
 * A file is told in one place, whatever its commits call the part of the project that it is in: where the tree tells of it
 * already, else where most of them file it, and of equals where it lies.
 */
function foldersOf(
  homes: readonly Pick<Group, 'file' | 'folder'>[],
  layout: Layout,
  tree: Tree,
): ReadonlyMap<string, FolderPath> {
  const counts = new Map<string, Map<FolderPath, number>>()
  for (const { file, folder } of homes) {
    if (file === '') continue
    const said = counts.get(file) ?? new Map<FolderPath, number>()
    counts.set(file, said.set(folder, (said.get(folder) ?? 0) + 1))
  }
  const told = foldersIn(tree)
  return new Map(
    [...counts].map(([file, said]) => {
      const lies = fileUnder([file], '', layout)
      const [[most] = [lies]] = [...said].toSorted(
        ([a, x], [b, y]) => y - x || Number(b === lies) - Number(a === lies) || (a < b ? -1 : 1),
      )
      return [file, told.get(file) ?? most] as const
    }),
  )
}

/** The topics in which a tree tells of files, by the file that an entry is about. */
const foldersIn = (tree: Tree): ReadonlyMap<string, FolderPath> =>
  new Map([...pagesIn(tree)].map(([file, path]) => [file, topicAbove(path)]))

/** The entries in which a tree tells of files of the code, by the file that each is about. */
export function pagesIn(tree: Tree): ReadonlyMap<string, EntryPath> {
  const found = new Map<string, EntryPath>()
  for (const [path, { raw }] of tree) {
    const [file] = raw.files
    if (file === undefined || fileKindOf(file) !== 'code' || !isOfCode(path)) continue
    const before = found.get(file)
    // Two people may have told of it in two places: the first by name, so that all go to the same.
    if (before === undefined || topicAbove(path) < topicAbove(before)) found.set(file, path)
  }
  return found
}

/** So many lessons make the page of a domain one that its files share; one of more is full. */
const shares = { least: 6, most: 60 }

/**
 * Where a tree tells of files that have no page of their own, and share that of their domain: a commit on one of them goes
 * there, and begins no page of one lesson.
 */
function sharedPagesIn(tree: Tree, layout: Layout): ReadonlyMap<string, Home> {
  const own = pagesIn(tree)
  const found = new Map<string, Home>()
  const domainOf = (path: string): string => fileUnder([path], '', layout).split('/')[0] ?? ''
  for (const [path, { facts, raw }] of tree) {
    const [file = ''] = raw.files
    const home = { folder: topicAbove(path), name: nameOf(file), file }
    const takesMore = facts.length >= shares.least && facts.length < shares.most
    if (!takesMore || own.get(file) !== path || !isWholeDomain(home)) continue
    // What its commits touched elsewhere is told elsewhere.
    const isOfDomain = (other: string): boolean =>
      fileKindOf(other) === 'code' && home.folder.startsWith(`${domainOf(other)}/`)
    for (const other of raw.files) if (isOfDomain(other) && !own.has(other)) found.set(other, home)
  }
  return found
}

/** Entries of tests, pages and settings, and of what is over, tell of files that have a place of their own. */
const isOfCode = (path: EntryPath): boolean =>
  !isOfThePast(path) && !isNonCodeEntry({ name: topicAbove(path).split('/').at(-1) ?? '', file: '' })

/** Keeps a topic small enough to be read: its smallest subjects are told with the folder that they lie in. */
function foldTopics(homes: readonly Group[]): readonly Group[] {
  const byFolder = new Map<string, Group[]>()
  for (const home of homes) byFolder.set(home.folder, [...(byFolder.get(home.folder) ?? []), home])
  return [...byFolder.values()].flatMap((there) => {
    const ranked = there.toSorted((a, b) => b.analyses.length - a.analyses.length || (a.name < b.name ? -1 : 1))
    const rest = ranked.slice(limits.inTopic - 1)
    const [first] = rest
    if (first === undefined || rest.length === 1) return ranked
    const analyses = byTime(rest.flatMap((home) => home.analyses))
    const name = first.folder.split('/').at(-1) ?? ''
    return [...ranked.slice(0, limits.inTopic - 1), { folder: first.folder, name, file: '', analyses }]
  })
}

/** Tells the parts of a large subject apart by the scope that its commits name; what names none stays together. */
function partsOf(home: Group): readonly Group[] {
  if (home.analyses.length <= limits.lessons) return [home]
  const own = toName(home.name)
  const [domain = ''] = home.folder.split('/')
  const byScope = new Map<string, CommitAnalysis[]>()
  for (const analysis of home.analyses) {
    const scope = analysis.scope === '' ? '' : toName(analysis.scope.split(/[/:]/).at(-1) ?? '')
    const key = scope === own || isNameOf(domain, scope) ? '' : scope
    byScope.set(key, [...(byScope.get(key) ?? []), analysis])
  }
  const parts = [...byScope].filter(([scope, { length }]) => scope !== '' && length >= limits.leastPart)
  if (parts.length === 0) return [home]
  const told = new Set(parts.flatMap(([, analyses]) => analyses))
  const rest = home.analyses.filter((analysis) => !told.has(analysis))
  return [
    ...(rest.length === 0 ? [] : [{ ...home, analyses: rest }]),
    ...parts.map(([name, analyses]) => ({ ...home, name, analyses })),
  ]
}
