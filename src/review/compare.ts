import { fold } from '../text/clean.ts'
import { overlap } from '../text/terms.ts'
import { countTokens } from '../text/tokens.ts'
import { type Entry, writeEntry } from '../tree/entry.ts'
import { factKey } from '../tree/facts.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import { join, overviewFile } from '../tree/path.ts'
import { ruleKey } from '../tree/rule.ts'
import type { LineChange } from './line-change.ts'
import { linesBetween, textChanges } from './lines-between.ts'

/**
 * What became of an entry or an overview. `other` is where a moved one was, and what a merged one went into; `tokens`
 * is what it adds to the tree, below zero where it takes away. One that is `scored` says what it said.
 */
export type EntryChange = {
  readonly path: string
  readonly title: string
  readonly how: 'added' | 'changed' | 'moved' | 'merged' | 'archived' | 'removed' | 'scored'
  readonly other: string
  readonly lines: readonly LineChange[]
  readonly tokens: number
}

/** Compares two trees by what they say; `archived` are entries that were put away and not deleted. */
export function compare(
  before: Knowledge,
  after: Knowledge,
  archived: ReadonlySet<string> = new Set(),
): readonly EntryChange[] {
  const gone = [...before.entries].filter(([path]) => !after.entries.has(path))
  const born = [...after.entries].filter(([path]) => !before.entries.has(path))
  const moves = movesBetween(gone, born)
  const movedFrom = new Set(moves.values())
  const changes = [
    ...born.map(([path, entry]): EntryChange => {
      const from = moves.get(path)
      const old = from === undefined ? undefined : before.entries.get(from)
      return changeOf(path, { how: old === undefined ? 'added' : 'moved', before: old, after: entry, other: from })
    }),
    ...[...after.entries].flatMap(([path, entry]): readonly EntryChange[] => {
      const old = before.entries.get(path)
      if (old === undefined || old === entry || writeEntry(old) === writeEntry(entry)) return []
      return [changeOf(path, { how: isSame(old, entry) ? 'scored' : 'changed', before: old, after: entry })]
    }),
    ...gone
      .filter(([path]) => !movedFrom.has(path))
      .map(([path, entry]): EntryChange => {
        const into = archived.has(path) ? '' : mergedInto(entry, after)
        const how = archived.has(path) ? 'archived' : into === '' ? 'removed' : 'merged'
        return changeOf(path, { how, before: entry, other: into })
      }),
    ...overviewChanges(before, after),
  ]
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

type Compared = Pick<EntryChange, 'how'> & {
  readonly before?: Entry | undefined
  readonly after?: Entry | undefined
  readonly other?: string | undefined
}

function changeOf(path: string, { how, before, after, other = '' }: Compared): EntryChange {
  const lines = how === 'scored' || how === 'archived' || how === 'merged' ? [] : linesBetween(before, after)
  const tokens = tokensOf(after) - tokensOf(before)
  return { path, title: (after ?? before)?.title ?? '', how, other, lines, tokens }
}

const tokensOf = (entry: Entry | undefined): number => (entry === undefined ? 0 : countTokens(writeEntry(entry)))

/** Whether two states of an entry differ in nothing but what reading and time do to it. */
function isSame(before: Entry, after: Entry): boolean {
  const { importance, recency, maturity, accessCount, updateCount, updatedAt } = before
  return (
    writeEntry({ ...after, importance, recency, maturity, accessCount, updateCount, updatedAt }) === writeEntry(before)
  )
}

/** An entry that moved says mostly what it said; so much of it must be the same. */
const sameShare = 0.5

/** Pairs entries that are gone with new ones that say the same, the likest first; by the new path. */
export function movesBetween<Path extends string>(
  gone: readonly (readonly [Path, Entry])[],
  born: readonly (readonly [Path, Entry])[],
): ReadonlyMap<Path, Path> {
  const said = new Map([...gone, ...born].map(([path, entry]) => [path, identity(entry)]))
  const pairs = gone.flatMap(([from]) =>
    born.map(([to]) => ({ from, to, share: overlap(said.get(from) ?? new Set(), said.get(to) ?? new Set()) })),
  )
  const moves = new Map<Path, Path>()
  const taken = new Set<Path>()
  for (const { from, to, share } of pairs.toSorted((a, b) => b.share - a.share || (a.to < b.to ? -1 : 1))) {
    if (share < sameShare || moves.has(to) || taken.has(from)) continue
    moves.set(to, from)
    taken.add(from)
  }
  return moves
}

/** All that an entry states, and where it is from: what makes it this entry and no other. */
const identity = ({ title, facts, narrative, raw }: Entry): ReadonlySet<string> =>
  new Set([
    `title ${fold(title)}`,
    ...facts.map((fact) => `fact ${factKey(fact)}`),
    ...narrative.rules.map((rule) => `rule ${ruleKey(rule)}`),
    ...raw.sources.map(({ commit }) => `source ${commit}`),
  ])

/** The entry that says what one that is gone said; '' where none does. */
function mergedInto(entry: Entry, { entries }: Knowledge): string {
  const said = [...identity(entry)].filter((line) => !line.startsWith('title '))
  if (said.length === 0) return ''
  const into = [...entries].find(([, other]) => {
    const there = identity(other)
    return said.filter((line) => there.has(line)).length / said.length > sameShare
  })
  return into?.[0] ?? ''
}

function overviewChanges(before: Knowledge, after: Knowledge): readonly EntryChange[] {
  const folders = [...new Set([...before.overviews.keys(), ...after.overviews.keys()])]
  return folders.flatMap((folder): readonly EntryChange[] => {
    const [old, now] = [before.overviews.get(folder), after.overviews.get(folder)]
    if (old === now) return []
    const lines = (text = ''): readonly string[] => text.split('\n').filter((line) => line.trim() !== '')
    return [
      {
        path: join(folder, overviewFile),
        title: `Overview of ${folder}`,
        how: old === undefined ? 'added' : now === undefined ? 'removed' : 'changed',
        other: '',
        // One that we made says nothing that its entries do not.
        lines: old === undefined ? [] : textChanges(lines(old), lines(now)),
        tokens: countTokens(now ?? '') - countTokens(old ?? ''),
      },
    ]
  })
}
