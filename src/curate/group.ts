import { toName } from '../tree/name.ts'
import type { FolderPath } from '../tree/path.ts'
import { kindOf, mostTelling, stemOf } from './files.ts'
import { type Layout, placeOf, toFolder } from './place.ts'
import type { Study } from './study.ts'
import { tellingTerms } from './subject.ts'

/** Commits that are about one subject; `name` is what the subject is called, '' for that of a single commit. */
export type Group = {
  readonly folder: FolderPath
  readonly name: string
  /** The word that tells one aspect of a large subject from the others; '' where it has none. */
  readonly aspect: string
  readonly studies: readonly Study[]
  /** Commits on the same topic that prove nothing: only the files that they changed are told, with the subject's own. */
  readonly beside?: readonly Study[]
}

/** One entry for at least so many commits, once there are `long` of them; and what one entry and topic may hold. */
const limits = { long: 50, commitsPerEntry: 6, studies: 40, leastAspect: 4, mostInTopic: 38 }

/**
 * Sorts commits by what they are about: the part of the code that most of the change is in. What was touched too rarely
 * to be a subject of its own goes to its folder; what was touched very often is told apart by what was said.
 */
export function group(studies: readonly Study[], layout: Layout): readonly Group[] {
  const homes = new Map<string, Home>()
  for (const study of studies) {
    const home = homeOf(study, layout)
    const known = homes.get(home.key)
    if (known === undefined) homes.set(home.key, { ...home, studies: [study] })
    else known.studies.push(study)
  }
  if (studies.length < limits.long) return [...homes.values()].flatMap((home) => aspectsOf(home))
  const alive = [...homes.values()].filter((home) => isAlive(home, layout))
  return fold(alive, studies.length).flatMap((home) => aspectsOf(home))
}

/** Of code that is gone, only what was decided about it is still worth knowing. */
const isAlive = ({ studies }: Home, layout: Layout): boolean =>
  studies.some(
    ({ touched, evidence }) =>
      touched.length === 0 ||
      isThere(touched, layout) ||
      evidence.some(({ kind }) => kind === 'decision' || kind === 'rejected'),
  )

/** Whether any of the files that a change is mostly about is still there. */
function isThere(touched: Study['touched'], { there }: Layout): boolean {
  const telling = new Set(mostTelling(touched.map(({ path }) => path)))
  return touched.some(({ path, isDeleted }) => !isDeleted && telling.has(path) && (there?.has(path) ?? true))
}

type Home = { readonly key: string; readonly folder: FolderPath; readonly name: string; readonly studies: Study[] }

/** Whether the commits of a subject prove something, say at least what they did, or neither. */
export type Voice = 'telling' | 'quiet' | 'silent'

/** A subject worked on so often is worth an entry for what changed together and who knows it, whatever was said. */
const leastWorked = 5

/**
 * In a long history, what proved next to nothing has no entry of its own: its files are told with the subject of the same
 * topic that was worked on most, or else, domain by domain, what it says of itself.
 */
export function foldSilent(
  groups: readonly Group[],
  count: number,
  voiceOf: (subject: Group) => Voice,
): readonly Group[] {
  if (count < limits.long) return groups
  const voices = new Map(groups.map((subject) => [subject, voiceOf(subject)]))
  const telling = groups.filter((subject) => voices.get(subject) === 'telling')
  const hosts = hostsAmong(telling)
  const beside = new Map<Group, Study[]>()
  const quiet: Group[] = []
  const rest = new Map<string, Home>()
  for (const subject of groups.filter((one) => voices.get(one) !== 'telling')) {
    const [host, voice] = [hosts.get(subject.folder), voices.get(subject)]
    if (host !== undefined) beside.set(host, [...(beside.get(host) ?? []), ...subject.studies])
    else if (voice === 'quiet' && subject.studies.length >= leastWorked) quiet.push(subject)
    // Words of a document that were changed again and again, without a rule in them, are in the document.
    else if (voice !== 'silent' || !subject.studies.every(isAboutDocuments)) {
      const domain = domainOf(subject.folder)
      const home = rest.get(domain) ?? { key: domain, folder: toFolder(domain, 'general'), name: domain, studies: [] }
      rest.set(domain, home)
      home.studies.push(...subject.studies)
    }
  }
  return [
    ...telling.map((subject) => ({ ...subject, beside: beside.get(subject) ?? [] })),
    ...quiet,
    ...[...rest.values()].filter(({ studies }) => studies.length >= leastWorked).flatMap(aspectsOf),
  ]
}

/** The subject of each topic that was worked on most. */
function hostsAmong(subjects: readonly Group[]): ReadonlyMap<string, Group> {
  const hosts = new Map<string, Group>()
  for (const subject of subjects) {
    const known = hosts.get(subject.folder)
    if (subject.studies.length > (known?.studies.length ?? 0)) hosts.set(subject.folder, subject)
  }
  return hosts
}

const isAboutDocuments = ({ touched }: Study): boolean => touched.every(({ path }) => kindOf(path) === 'docs')

/** Where most of a change is: its folder in the tree, and the file that names it. */
function homeOf(study: Study, layout: Layout): Home {
  const paths = study.touched.map(({ path }) => path)
  const telling = new Set(mostTelling(paths))
  const words = new Set(tellingTerms(study.title))
  const weight = ({ path, lines }: Study['touched'][number]): number =>
    Math.min(lines, 60) * (tellingTerms(stemOf(path)).some((term) => words.has(term)) ? 3 : 1)
  const named = study.touched.filter(({ path }) => telling.has(path))
  const alive = named.filter(({ path }) => layout.there?.has(path) ?? true)
  const [main] = (alive.length === 0 ? named : alive).sort(
    (a, b) => weight(b) - weight(a) || depth(b.path) - depth(a.path) || (a.path < b.path ? -1 : 1),
  )
  const file = main === undefined ? '' : codeOf(main.path, layout)
  const folder = placeOf(file === '' ? paths : [file], study.scope, layout)
  const name = nameOf(file)
  return { key: `${folder}/${name}`, folder, name, studies: [] }
}

const depth = (path: string): number => path.split('/').length

/** A test belongs to what it tests: the code of the same name that lies nearest. */
function codeOf(path: string, { files = new Map() }: Layout): string {
  if (kindOf(path) !== 'test' || dull.test(stemOf(path))) return path
  const found = files.get(toName(stemOf(path))) ?? []
  const shared = (other: string): number => other.split('/').filter((part) => path.split('/').includes(part)).length
  return [...found].sort((a, b) => shared(b) - shared(a) || (a < b ? -1 : 1))[0] ?? path
}

const dull =
  /^(?:index|main|mod|lib|init|__init__|utils?|helpers?|types?|common|misc|base|core|constants?|readme|package)$/i

/** Names a file by its stem, with its folder where the stem alone says nothing. */
function nameOf(file: string): string {
  const stem = stemOf(file)
  const parts = file.split('/').slice(0, -1)
  const folder = parts.findLast((part) => !/^(?:src|lib|source|pkg|internal|test|tests)$/.test(part))
  return dull.test(stem) && folder !== undefined ? `${folder} ${stem}` : stem
}

/** Folds what has few commits into its folder, and that into its domain, until there is no more than one for six. */
function fold(homes: readonly Home[], count: number): readonly Home[] {
  const most = Math.max(8, Math.floor(count / limits.commitsPerEntry))
  let kept = homes
  for (const least of [2, 3, 4, 5, 6, 8, 10, 12, 16]) {
    if (kept.length <= most && least > 3) break
    kept = foldSmall(kept, least, (home) => ({ folder: home.folder, name: lastOf(home.folder) }))
    if (kept.length > most || least === 2)
      kept = foldSmall(kept, least, ({ folder }) => ({
        folder: toFolder(domainOf(folder), 'general'),
        name: domainOf(folder),
      }))
  }
  return foldTopics(kept)
}

const domainOf = (folder: FolderPath): string => folder.split('/')[0] ?? 'general'
const lastOf = (folder: FolderPath): string => folder.split('/').at(-1) ?? ''

function foldSmall(
  homes: readonly Home[],
  least: number,
  above: (home: Home) => Pick<Home, 'folder' | 'name'>,
): readonly Home[] {
  const kept = new Map<string, Home>()
  const put = (home: Home): void => {
    const known = kept.get(home.key)
    if (known === undefined) kept.set(home.key, { ...home, studies: [...home.studies] })
    else known.studies.push(...home.studies)
  }
  for (const home of homes) {
    const { folder, name } = above(home)
    put(home.studies.length >= least ? home : { ...home, key: `${folder}/`, folder, name })
  }
  return [...kept.values()].map((home) => ({
    ...home,
    studies: home.studies.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  }))
}

/** Keeps a topic small enough to be read: its smallest subjects become one. */
function foldTopics(homes: readonly Home[]): readonly Home[] {
  const byFolder = new Map<string, Home[]>()
  for (const home of homes) byFolder.set(home.folder, [...(byFolder.get(home.folder) ?? []), home])
  return [...byFolder.values()].flatMap((there) => {
    if (there.length <= limits.mostInTopic) return there
    const ranked = there.toSorted((a, b) => b.studies.length - a.studies.length || (a.key < b.key ? -1 : 1))
    const rest = ranked.slice(limits.mostInTopic - 1)
    const [first] = rest
    if (first === undefined) return ranked
    const joined = {
      key: `${first.folder}/`,
      folder: first.folder,
      name: lastOf(first.folder),
      studies: rest.flatMap(({ studies }) => studies),
    }
    return [...ranked.slice(0, limits.mostInTopic - 1), joined]
  })
}

/** Tells the aspects of a subject with many commits apart, by the words that most of its commits share. */
function aspectsOf({ folder, name, studies }: Home): readonly Group[] {
  if (studies.length <= limits.studies) return [{ folder, name, aspect: '', studies }]
  const own = new Set(tellingTerms(name.replaceAll(/[-_.]/g, ' ')))
  let left = studies.map((study) => ({ study, terms: new Set(tellingTerms(study.title)) }))
  const groups: Group[] = []
  while (left.length > limits.studies / 2 && groups.length < limits.mostInTopic) {
    const counts = new Map<string, number>()
    for (const { terms } of left)
      for (const term of terms)
        if (!own.has(term) && /[a-z]{3}/.test(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
    const [best] = [...counts]
      .filter(([, count]) => count >= limits.leastAspect)
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    if (best === undefined) break
    const [aspect] = best
    const inside = left.filter(({ terms }) => terms.has(aspect)).slice(0, limits.studies * 2)
    const taken = new Set(inside)
    groups.push({ folder, name, aspect, studies: inside.map(({ study }) => study) })
    left = left.filter((one) => !taken.has(one))
  }
  for (let at = 0; at < left.length; at += limits.studies * 2)
    groups.push({
      folder,
      name,
      aspect: '',
      studies: left.slice(at, at + limits.studies * 2).map(({ study }) => study),
    })
  return groups
}
