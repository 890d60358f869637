import type { Decision, Item } from '../brain/item.ts'
import { layersOf } from '../brain/layers.ts'
import type { Entry } from '../tree/entry.ts'
import { importanceAt } from '../tree/lifecycle.ts'
import type { LessonStatus } from '../tree/note.ts'
import type { EntryKind, EntryStatus } from '../tree/standing.ts'
import { toDay } from '../tree/meta.ts'
import type { TreeLook } from './look.ts'

/** Which layer of the brain an entry is in: 1 current, 2 good to know, 3 found by searching only. */
export type BrainTier = 1 | 2 | 3

/** How many lessons of an entry hold as far as is known, hold partly, or hold no longer. */
export type StandingCounts = { readonly holds: number; readonly partly: number; readonly past: number }

/** An entry as a list shows it. */
export type CatalogueEntry = {
  readonly path: string
  readonly title: string
  readonly kind: EntryKind
  readonly status: EntryStatus
  readonly state: Decision
  readonly tier: BrainTier
  /** From 0 to 100, as it is today. */
  readonly importance: number
  readonly confidence: number
  /** Whole days since it was updated. */
  readonly age: number
  readonly lessons: StandingCounts
  /** Rules and facts that are no lessons. */
  readonly statements: number
}

/** All that a list, a treemap and the counts above them need of a tree. */
export type Catalogue = {
  readonly name: string
  readonly branch: string
  readonly commit: string
  /** The day that ages are counted from. */
  readonly day: string
  readonly entries: readonly CatalogueEntry[]
}

/** Lists every entry of a tree, sorted by path. */
export function catalogueOf(look: TreeLook): Catalogue {
  const tiers = tiersOf(look.items)
  const entries = look.items.map((item): CatalogueEntry => {
    const { path, title, kind, status, state, confidence, age, entry } = item
    const lessons = countStanding(entry)
    return {
      path,
      title,
      kind,
      status,
      state,
      tier: tiers.get(path) ?? 3,
      importance: Math.round(importanceAt(entry, look.day)),
      confidence,
      age,
      lessons,
      statements: entry.facts.length + entry.narrative.rules.length - lessons.holds - lessons.partly - lessons.past,
    }
  })
  const { name, branch, commit, day } = look
  return {
    name,
    branch,
    commit,
    day: toDay(day),
    entries: entries.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  }
}

/** The layer of every entry that agents are given unasked; those that are told of in another's place share its layer. */
export function tiersOf(items: readonly Item[]): ReadonlyMap<string, BrainTier> {
  const { active, reference } = layersOf(items)
  const of = (among: readonly Item[], tier: BrainTier): readonly (readonly [string, BrainTier])[] =>
    among.flatMap(({ path, mergedFrom }) => [path, ...mergedFrom].map((one) => [one, tier] as const))
  return new Map([...of(reference, 2), ...of(active, 1)])
}

function countStanding({ facts }: Entry): StandingCounts {
  const count = (status: LessonStatus): number => facts.filter(({ note }) => note?.status === status).length
  return { holds: count('current') + count('reworked'), partly: count('partly'), past: count('past') }
}
