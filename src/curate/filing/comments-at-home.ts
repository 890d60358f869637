import type { Tree } from '../../tree/knowledge.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { fileKindOf } from '../code/files.ts'
import type { Evidence } from '../evidence/types.ts'
import { fileUnder, type Layout } from './filing.ts'
import { type EntryPath, folderOf } from '../../tree/path.ts'
import { type Group, pagesIn } from './group.ts'
import { isHistory } from './history.ts'
import { homeOf, leadingFile, nameOf, wide } from './home.ts'
import { topicAbove } from './subtopics.ts'

/** A subject with what is told of it, and the commits of other subjects whose comments stand in its file. */
export type Filed = Group & {
  readonly evidence: readonly Evidence[]
  readonly guests: readonly CommitAnalysis[]
  /** The entry that tells of its file already, where only comments are told there. */
  readonly page?: EntryPath
}

type Filing = {
  readonly evidence: ReadonlyMap<string, readonly Evidence[]>
  readonly layout: Layout
  readonly tree: Tree
}

type Guest = { readonly analysis: CommitAnalysis; readonly evidence: readonly Evidence[] }

/**
 * Tells comments where their files are told of, whatever their commits are mostly about: who opens the page of a file
 * looks for what is said in it (echo b1d65e40 was about seven files, and its ten comments stood on the page of one).
 */
export function filedByFile(subjects: readonly Group[], filing: Filing): readonly Filed[] {
  const known = new Set(subjects.flatMap((one) => (isOfFile(one) ? [one.file] : [])))
  const pages = pagesIn(filing.tree)
  const guests = new Map<string, Guest[]>()
  const hostOf = (piece: Evidence, one: Group): string => {
    const { path } = piece.at
    if (!isQuoted(piece) || path === one.file) return ''
    return known.has(path) || pages.has(path) ? path : nearby(path, one, { subjects, layout: filing.layout })
  }
  const own = subjects.map((one): Filed => {
    const told = one.analyses.flatMap((analysis) => {
      const all = filing.evidence.get(analysis.sha) ?? []
      const hosts = new Map(all.map((piece) => [piece, hostOf(piece, one)]))
      const away = all.filter((piece) => hosts.get(piece) !== '')
      for (const [file, evidence] of byHost(away, hosts)) put(guests, file, { analysis, evidence })
      return all.filter(
        (piece) =>
          !away.includes(piece) &&
          !(isHistory(one) && isQuoted(piece)) &&
          isHere(piece, { analysis, one, layout: filing.layout }),
      )
    })
    return { ...one, evidence: told, guests: [] }
  })
  const hosts = own.map((one): Filed => {
    const keys = [...(isOfFile(one) ? [one.file] : []), placeOf(one)]
    const found = keys.flatMap((key) => guests.get(key) ?? [])
    // Parts of a large file are subjects of their own: its first one takes them.
    for (const key of keys) guests.delete(key)
    return found.length === 0 ? one : withGuests(one, found)
  })
  const others = [...guests].flatMap(([file, found]) => {
    const page = pages.get(file)
    return page === undefined ? [] : [subjectOf(file, page, found)]
  })
  return [...hosts, ...others]
}

/** Whether a piece stands in a file as it is told: such a one holds, and is nothing of what no longer does (black 403ce1a1). */
const isQuoted = ({ at, kind }: Evidence): boolean => (kind === 'reason' || kind === 'rule') && at.path !== ''

const isOfFile = (one: Group): boolean => one.file !== '' && fileKindOf(one.file) === 'code' && !isHistory(one)

type Place = { readonly analysis: CommitAnalysis; readonly one: Group; readonly layout: Layout }

/** Whether a commit proved something of a subject; of a change that is about many things, only what it did there. */
const isHere = ({ at, kind }: Evidence, { analysis: { touched }, one: { folder, files }, layout }: Place): boolean =>
  touched.length <= wide ||
  at.path === '' ||
  kind === 'decision' ||
  files?.includes(at.path) === true ||
  fileUnder([at.path], '', layout) === topicAbove(folder)

/**
 * Of subjects that are told together, the files that something is told of, by which the entry may be called: "vIf, vModel,
 * transformSlotOutlet, transformText" were seven commits, of which two are told (vue 052febc1). All, where none is.
 */
export function filesOfLessons(
  { files = [], analyses, evidence }: Filed,
  { lessons, layout }: { readonly lessons: readonly Evidence[]; readonly layout: Layout },
): readonly string[] {
  const heads = new Set(lessons.map(({ at }) => at.commit))
  const homes = analyses.filter(({ sha }) => heads.has(sha)).map((analysis) => homeOf(analysis, layout).file)
  const told = new Set([...homes, ...evidence.filter(isQuoted).map(({ at }) => at.path)])
  const found = files.filter((file) => told.has(file))
  return found.length === 0 ? files : found
}

/**
 * Of a comment whose file has no page, in a domain that is not that of its commit's page, the page that has its file among others, else
 * the largest on its folder: what `transformStyle` of compiler-dom says was told with the code generator of compiler-core (vue 3bba4611).
 * '' where it is told with its commit.
 */
function nearby(
  path: string,
  { folder }: Group,
  { subjects, layout }: { readonly subjects: readonly Group[]; readonly layout: Layout },
): string {
  if (fileKindOf(path) !== 'code' || isOfDomain(fileUnder([path], '', layout), folder)) return ''
  const lies = path.slice(0, path.lastIndexOf('/') + 1)
  const code = subjects.filter((one) => !isHistory(one) && fileKindOf(leadingFile(one)) === 'code')
  const filesOf = ({ file, files = [] }: Group): readonly string[] => [file, ...files]
  const same = code.filter((one) => filesOf(one).includes(path))
  const near = code.filter((one) => filesOf(one).some((file) => file.slice(0, file.lastIndexOf('/') + 1) === lies))
  const [found] = (same.length > 0 ? same : near)
    .filter(({ analyses }) => analyses.length >= leastHost)
    .toSorted((a, b) => b.analyses.length - a.analyses.length || (placeOf(a) < placeOf(b) ? -1 : 1))
  return found === undefined ? '' : placeOf(found)
}

/** A page of fewer commits may not be told at all. */
const leastHost = 3

const isOfDomain = (one: string, other: string): boolean => one.split('/')[0] === other.split('/')[0]

/** A key of a subject that is none of a file. */
const placeOf = ({ folder, name }: Group): string => `${folder}\n${name}`

function byHost(
  pieces: readonly Evidence[],
  hosts: ReadonlyMap<Evidence, string>,
): ReadonlyMap<string, readonly Evidence[]> {
  const found = new Map<string, Evidence[]>()
  for (const piece of pieces) {
    const host = hosts.get(piece) ?? ''
    found.set(host, [...(found.get(host) ?? []), piece])
  }
  return found
}

const put = (guests: Map<string, Guest[]>, file: string, guest: Guest): void =>
  void guests.set(file, [...(guests.get(file) ?? []), guest])

const withGuests = (one: Filed, found: readonly Guest[]): Filed => ({
  ...one,
  evidence: [...one.evidence, ...found.flatMap(({ evidence }) => evidence)],
  guests: found.map(({ analysis }) => analysis),
})

/** A file of which the tree tells already, though no commit at hand is about it. */
const subjectOf = (file: string, page: EntryPath, found: readonly Guest[]): Filed => ({
  folder: folderOf(page),
  page,
  name: nameOf(file),
  file,
  analyses: found.map(({ analysis }) => ({
    ...analysis,
    touched: analysis.touched.filter(({ path }) => path === file),
  })),
  evidence: found.flatMap(({ evidence }) => evidence),
  guests: [],
})
