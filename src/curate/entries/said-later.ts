import { short } from '../../text/words.ts'
import { type Entry, emptyEntry } from '../../tree/entry.ts'
import { type Fact, factKey } from '../../tree/facts.ts'
import type { Tree } from '../../tree/knowledge.ts'
import type { Operation } from '../../tree/operations.ts'
import type { EntryPath } from '../../tree/path.ts'
import type { Retired } from '../../tree/retire.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { factOf } from './build-entry.ts'
import { firstLessonOf } from './join-by-words.ts'

/** A commit as it was told by its own words, and as it is told with what its merge says of it. */
export type ReadAgain = { readonly before: CommitAnalysis; readonly after: CommitAnalysis }

/**
 * Brings what merges say into entries that told their commits before: a hook reads a commit when it is made, and its pull request is
 * merged days later. Lessons get its number, and the one that it gives a reason has that. What somebody worded otherwise stays.
 */
export const saidLater = (again: readonly ReadAgain[], tree: Tree): readonly Operation[] =>
  again.flatMap((one) => citing(one.after, tree).flatMap(([path, entry], at) => saidIn(path, entry, one, at === 0)))

/** The entries that were learned from a commit, the one that tells its lesson first. */
function citing(analysis: CommitAnalysis, tree: Tree): readonly (readonly [EntryPath, Entry])[] {
  const found = [...tree].filter(([, { raw }]) => raw.sources.some(({ commit }) => commit === analysis.sha))
  const tells = ([, { facts }]: readonly [EntryPath, Entry]): boolean => facts.some(isLessonOf(analysis))
  return [...found.filter(tells), ...found.filter((one) => !tells(one))]
}

const isLessonOf =
  ({ sha }: CommitAnalysis) =>
  ({ note, sources }: Fact): boolean =>
    note !== undefined && sources.some((source) => sha.startsWith(source))

/** What becomes of one entry that tells a commit. */
function saidIn(path: EntryPath, entry: Entry, { before, after }: ReadAgain, isHome: boolean): readonly Operation[] {
  const lessons = entry.facts.filter(isLessonOf(after))
  const [had, has] = [firstLessonOf(before), firstLessonOf(after)]
  const isExplained = has !== undefined && has.text !== had?.text
  const bare = isExplained
    ? lessons.find((fact) => had !== undefined && factKey(fact) === factKey(factOf(had)))
    : undefined
  // What weighed enough to be told, and is not, somebody took out.
  const isUntold = isHome && lessons.length === 0 && (had?.weight ?? 0) === 0
  const reason = isExplained && (bare !== undefined || isUntold) ? [withReason(factOf(has), bare)] : []
  const number = has?.note?.number ?? ''
  const numbered = lessons.flatMap((fact) => (fact === bare ? [] : withNumber(fact, number)))
  const facts = [...reason, ...numbered]
  if (facts.length === 0) return []
  const retires: readonly Retired[] = bare === undefined ? [] : [{ kind: 'fact', fact: bare, as: 'gone' }]
  return [
    {
      type: 'UPDATE',
      path,
      entry: { ...emptyEntry, facts },
      reason: `Said of ${short(after.sha)} when it was merged`,
      retires,
    },
  ]
}

/** A lesson with its reason, and with what became of it since it was told without. */
const withReason = (said: Fact, bare: Fact | undefined): Fact =>
  said.note === undefined || bare?.note === undefined
    ? said
    : { ...said, note: { ...bare.note, number: said.note.number } }

/** A lesson with the number of its pull request, where it has none. */
const withNumber = (fact: Fact, number: string): readonly Fact[] =>
  number === '' || fact.note === undefined || fact.note.number !== ''
    ? []
    : [{ ...fact, note: { ...fact.note, number } }]
