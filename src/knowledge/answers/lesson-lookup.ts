import { commitKey } from '../../commit.ts'
import { indexReader } from '../../repo/index/index-reader.ts'
import type { CommitIndex } from '../../repo/index/commit-index.ts'
import type { FoundCommit } from '../../repo/index/indexed-commit.ts'
import {
  statementsByTerms,
  statementFrequencies,
  statementsById,
  statementsByCommit,
} from '../../repo/index/statement-index.ts'
import type { Store } from '../../repo/index/store.ts'
import type { Index } from '../../search/entry-index.ts'
import { consideredLessons, type LessonLookup } from '../../search/lesson-answer.ts'
import type { Likeness } from '../../search/likeness.ts'
import { type CandidateLookup, candidatesFrom, toCommitRow } from './lesson-candidates.ts'
import { candidatesOfSources, type OpenSource } from './source-index.ts'

/** Where lessons are looked up: the candidates of this repository, what others know, and how near statements are in meaning. */
export type Lookups = CandidateLookup & {
  readonly sources: readonly OpenSource[]
  readonly likeness: Likeness | undefined
}

/** Looks lessons up on disk: in the tree, among the commits, and in what other repositories know. */
export function lessonLookup(
  lookups: Lookups,
  { lanes = 'both', within = '' }: { readonly lanes?: 'both' | 'tree' | 'log'; readonly within?: string },
): LessonLookup {
  const { store, commitIndex, sources, likeness } = lookups
  const { database } = store
  const isOfLog = lanes !== 'tree' && within === ''
  const alsoRowsOf = (shas: readonly string[], found: readonly FoundCommit[]): readonly FoundCommit[] => {
    const known = new Set(found.map(({ sha }) => sha))
    return [...found, ...commitIndex.rowsOf(shas.filter((sha) => !known.has(sha)).map(commitKey))]
  }
  return {
    size: commitIndex.state().size,
    means: commitIndex.means(),
    likeness: likeness?.statements,
    decided: (entries) => decidedIn(store, entries),
    words: wordsOf(store, commitIndex),
    counts: (terms) => larger(terms, commitIndex.frequencies(terms), statementFrequencies(database, terms)),
    countsInDiffs: isOfLog ? commitIndex.countsInDiffs : () => new Map(),
    ...(isOfLog
      ? {
          filesNamed: commitIndex.filesNamed,
          namesOfCode: commitIndex.namesOfCode,
          versionsNeeded: commitIndex.versionsNeeded,
        }
      : {}),
    candidates: (terms, commits) => {
      const logged = isOfLog ? alsoRowsOf(commits, commitIndex.find(terms, consideredLessons)).map(toCommitRow) : []
      if (lanes === 'log') return candidatesFrom(lookups, logged, [])
      const found = statementsByTerms(database, terms, { most: consideredLessons, within })
      const told = statementsByCommit(
        database,
        logged.map(({ sha }) => commitKey(sha)),
      )
      const near = nearIn(store, { found, likeness, within })
      return [...candidatesFrom(lookups, logged, [...found, ...told, ...near]), ...candidatesOfSources(sources, terms)]
    },
  }
}

/** What was decided about entries: that they hold, or that they do no longer; nobody thinks so of what is archived. */
const decidedIn = (store: Store, entries: readonly string[]): ReadonlyMap<string, 'approved' | 'retired'> =>
  new Map(
    [...indexReader(store).cards(entries)].flatMap(([path, { standing, archived, approvedBefore }]) => {
      const isRetired = standing !== '' || archived !== ''
      return isRetired || approvedBefore !== '' ? [[path, isRetired ? 'retired' : 'approved'] as const] : []
    }),
  )

type Frequencies = ReadonlyMap<string, number>

/** How often each term is in the one or the other, whichever has it more often; a term of neither is missing. */
const larger = (terms: readonly string[], one: Frequencies, other: Frequencies): Frequencies =>
  new Map(
    terms.flatMap((term) => {
      const count = Math.max(one.get(term) ?? 0, other.get(term) ?? 0)
      return count === 0 ? [] : [[term, count] as const]
    }),
  )

/** Statements that are near in meaning and that no word of the question found. */
function nearIn(
  { database }: Store,
  { found, likeness, within }: { found: readonly { id: number }[]; likeness: Likeness | undefined; within: string },
): ReturnType<typeof statementsById> {
  if (likeness === undefined) return []
  const known = new Set(found.map(({ id }) => id))
  const others = [...likeness.statements.keys()].filter((id) => !known.has(id))
  return statementsById(database, others, { within })
}

/**
 * The words of the tree and of the commits, to find which words of a question are not used here, and which may be
 * meant.
 */
const wordsOf = (store: Store, commitIndex: CommitIndex): Pick<Index, 'frequencies' | 'startingWith'> => ({
  frequencies: (terms) => larger(terms, store.frequencies(terms), commitIndex.frequencies(terms)),
  startingWith: (prefix, most) =>
    [...new Set([...store.startingWith(prefix, most), ...commitIndex.startingWith(prefix, most)])].slice(0, most),
})
