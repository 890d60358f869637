import type { Tree } from '../../tree/knowledge.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { fileKindOf } from '../code/files.ts'
import type { Evidence } from '../evidence/types.ts'
import { fileUnder, type Layout } from './filing.ts'
import { type EntryPath, folderOf } from '../../tree/path.ts'
import { type Group, pagesIn } from './group.ts'
import { isHistory } from './history.ts'
import { homeOf, nameOf, wide } from './home.ts'
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
  const isAway = (piece: Evidence, file: string): boolean =>
    isQuoted(piece) && piece.at.path !== file && (known.has(piece.at.path) || pages.has(piece.at.path))
  const own = subjects.map((one): Filed => {
    const told = one.analyses.flatMap((analysis) => {
      const all = filing.evidence.get(analysis.sha) ?? []
      const away = all.filter((piece) => isAway(piece, one.file))
      for (const [file, evidence] of byFile(away)) put(guests, file, { analysis, evidence })
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
    const found = isOfFile(one) ? (guests.get(one.file) ?? []) : []
    // Parts of a large file are subjects of their own: its first one takes them.
    if (found.length > 0) guests.delete(one.file)
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
export function filesTold(
  { files = [], analyses, evidence }: Filed,
  { lessons, layout }: { readonly lessons: readonly Evidence[]; readonly layout: Layout },
): readonly string[] {
  const heads = new Set(lessons.map(({ at }) => at.commit))
  const homes = analyses.filter(({ sha }) => heads.has(sha)).map((analysis) => homeOf(analysis, layout).file)
  const told = new Set([...homes, ...evidence.filter(isQuoted).map(({ at }) => at.path)])
  const found = files.filter((file) => told.has(file))
  return found.length === 0 ? files : found
}

function byFile(pieces: readonly Evidence[]): ReadonlyMap<string, readonly Evidence[]> {
  const found = new Map<string, Evidence[]>()
  for (const piece of pieces) found.set(piece.at.path, [...(found.get(piece.at.path) ?? []), piece])
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
