import type { EntryKind } from '../tree/standing.ts'
import { byScore, type Item, scoreOf } from './item.ts'
import { isUnreviewed } from '../tree/unreviewed.ts'
import { KnownEntry } from './known-entry.ts'

/** What an agent is given: what is current, what is good to know, and how much is left for it to search for. */
export type Layers = {
  readonly active: readonly Item[]
  readonly reference: readonly Item[]
  /** What holds, but is old or hardly proven: told of where there is room left. */
  readonly older: readonly Item[]
  /** All that is active or good to know, whatever is told of: the brief is of the whole project. */
  readonly all: readonly Item[]
  readonly archived: number
}

/** Sorts items into layers, best first; those that say the same are told of once. */
export function layersOf(items: readonly Item[]): Layers {
  const standing = items.filter(({ status, kind }) => status === 'active' && kind !== 'code map')
  const loaded = standing.filter((item) => !isAged(item))
  const told = consolidate(loaded)
  return {
    active: told.filter(isActive),
    reference: told.filter((item) => !isActive(item)),
    older: standing.filter(isAged),
    all: told,
    archived: items.length - loaded.length,
  }
}

/** After so many days without proof in use, what was once built or mended is history. */
const archivedAfter = 90

/** How old in days, and how important, knowledge of each kind may be to be current. */
const current: Readonly<Partial<Record<EntryKind, (item: Item) => boolean>>> = {
  decision: ({ age }) => age <= 30,
  'bug fix': ({ age, importance }) => importance >= 4 || age <= 7,
  todo: () => true,
  convention: ({ age }) => age <= 14,
}

/** Tells what is too old, or too little proven, for either layer. */
function isAged({ kind, confidence, age, entry, isNamed }: Item): boolean {
  if (isNamed) return false
  if (confidence < 0.4 && age > 14) return true
  const isProven = entry.maturity === 'core' || entry.approvedAt !== ''
  return (kind === 'implementation' || kind === 'bug fix') && age > archivedAfter && !isProven
}

function isActive(item: Item): boolean {
  const { kind, age, importance, isNamed } = item
  if (isNamed || (age <= 30 && importance >= 3) || (age <= 60 && importance >= 4)) return true
  return current[kind]?.(item) ?? false
}

/** Names what an item is about, `category:topic:key`; items that share it say the same. */
export const dedupHint = ({ kind, schemaKey, about }: Item): string => `${kind.replace(' ', '-')}:${schemaKey}:${about}`

/** Lets the best of those that say the same speak for all: it is as current as the newest, and names all their files.
 * What an agent says and nobody approved never speaks with the voice of another entry. */
function consolidate(items: readonly Item[]): readonly Item[] {
  const found = new Map<string, Item>()
  for (const item of items) {
    const hint = isUnreviewed(item.entry) ? item.path : dedupHint(item)
    const known = found.get(hint)
    found.set(hint, known === undefined ? item : joined(known, item))
  }
  return [...found.values()].toSorted(byScore)
}

const sum = (a: Item['says'], b: Item['says']): Item['says'] => ({
  decisions: a.decisions + b.decisions,
  rules: a.rules + b.rules,
  written: a.written + b.written,
  todos: a.todos + b.todos,
  notices: a.notices + b.notices,
})

function joined(best: Item, other: Item): Item {
  const entry = best.entry instanceof KnownEntry ? best.entry.whole : best.entry
  const { facts, narrative } = entry
  const merged = {
    ...best,
    age: Math.min(best.age, other.age),
    importance: Math.max(best.importance, other.importance),
    updatedAt: best.updatedAt > other.updatedAt ? best.updatedAt : other.updatedAt,
    files: [...new Set([...best.files, ...other.files])],
    tags: [...new Set([...best.tags, ...other.tags])],
    mergedFrom: [...best.mergedFrom, other.path],
    says: sum(best.says, other.says),
    entry: {
      ...entry,
      facts: [...facts, ...other.entry.facts],
      narrative: { ...narrative, rules: [...narrative.rules, ...other.entry.narrative.rules] },
    },
  }
  return { ...merged, score: scoreOf(merged) }
}
