import type { Entry } from '../tree/entry.ts'
import type { Tree } from '../tree/knowledge.ts'
import { importanceAt, lifecycle, msPerDay } from '../tree/lifecycle.ts'
import { type EntryPath, type FolderPath, folderOf } from '../tree/path.ts'
import { type EntryKind, type EntryStatus, statusOf } from '../tree/standing.ts'
import { facetsOf } from './facets.ts'
import type { Facets } from './known-entry.ts'

/** What a person decided about an entry: nothing yet, that it is so, or that it no longer is. */
export type Decision = 'draft' | 'approved' | 'deprecated'

/** An entry as the brain weighs it on one day. */
export type Item = {
  readonly path: EntryPath
  /** The folder that it is filed in, such as `authentication/jwt`. */
  readonly schemaKey: FolderPath
  readonly title: string
  readonly kind: EntryKind
  readonly about: Facets['about']
  readonly status: EntryStatus
  readonly state: Decision
  /** From 1 to 5. */
  readonly importance: number
  /** From 0 to 1. */
  readonly confidence: number
  /** Whole days since it was updated. */
  readonly age: number
  readonly score: number
  readonly files: readonly string[]
  readonly tags: readonly string[]
  readonly updatedAt: string
  /** Whether somebody is at work on one of its files. */
  readonly isNamed: boolean
  /** Entries that say the same, and are told of here. */
  readonly mergedFrom: readonly EntryPath[]
  /** How many decisions, rules, things to do and notices it states. */
  readonly says: Facets['says']
  readonly releases: Facets['releases']
  readonly entry: Entry
}

/** Weighs every entry of a tree on a day. */
export function itemsOf(tree: Tree, day: Date, { files = [], entries = [] }: Weighing = {}): readonly Item[] {
  const named = { files: new Set(files), entries: new Set(entries) }
  return [...tree].map(([path, entry]) => itemOf(path, entry, { day, named })).toSorted(byScore)
}

/** What somebody is at work on, which makes some entries matter more; all of it may be left out. */
export type Weighing = {
  /** Files that somebody is at work on. */
  readonly files?: readonly string[]
  /** Entries that concern the work at hand, by path. */
  readonly entries?: readonly string[]
}

/** What concerns the work at hand first, then the higher score; the path decides between equals. */
export const byScore = (a: Item, b: Item): number =>
  Number(b.isNamed) - Number(a.isNamed) ||
  b.score - a.score ||
  b.entry.importance - a.entry.importance ||
  (a.path < b.path ? -1 : 1)

type Named = { readonly files: ReadonlySet<string>; readonly entries: ReadonlySet<string> }
type At = { readonly day: Date; readonly named: Named }

function itemOf(path: EntryPath, entry: Entry, { day, named }: At): Item {
  const facets = facetsOf(path, entry)
  const status = statusOf(entry)
  const age = daysBefore(entry.updatedAt, day)
  const decayed = importanceAt(entry, day)
  const importance = importanceOf(decayed)
  const confidence = confidenceOf(entry, { decayed, proven: facets.proven })
  return {
    path,
    schemaKey: folderOf(path),
    title: entry.title,
    kind: facets.kind,
    about: facets.about,
    status,
    state: status === 'active' ? (isApproved(entry) ? 'approved' : 'draft') : 'deprecated',
    importance,
    confidence,
    age,
    score: scoreOf({ importance, confidence, age }),
    files: facets.files,
    tags: entry.tags,
    updatedAt: entry.updatedAt,
    isNamed: named.entries.has(path) || facets.files.some((file) => named.files.has(file)),
    mergedFrom: [],
    says: facets.says,
    releases: facets.releases,
    entry,
  }
}

/** What people said is so, and what proved itself in use. */
const isApproved = ({ approvedAt, maturity }: Entry): boolean => approvedAt !== '' || maturity !== 'draft'

/** Counts by the calendar, so that nothing about a tree changes within a day; 0 when the time is missing or ahead. */
function daysBefore(time: string, day: Date): number {
  const then = Date.parse(time.slice(0, 10))
  return Number.isNaN(then) ? 0 : Math.max(0, Math.floor((day.getTime() - then) / msPerDay))
}

/** The fifth of our 0–100 that the decayed importance lies in; what is new has 50, which is the 3 that others begin with. */
const importanceOf = (decayed: number): number => Math.min(5, Math.max(1, Math.ceil(decayed / 20)))

/** Ranks an item: what matters, may be believed, and is new. */
export const scoreOf = ({ importance, confidence, age }: Pick<Item, 'importance' | 'confidence' | 'age'>): number =>
  (importance / 5) * confidence * recencyOf(age)

/** Falls in a line from 1 today to 0.1 after ninety days, and stays there. */
const recencyOf = (age: number): number => Math.max(0.1, 1 - age / 100)

/** What each maturity, proof by commits and a person's approval add; a draft that the archive waits for needs proof. */
const trust = { forgotten: 0.25, draft: 0.4, validated: 0.6, core: 0.75, proven: 0.2, approved: 0.2 }

/** How far an entry may be believed: by its maturity, by how much of it names the commit it is from, and by review. */
function confidenceOf(entry: Entry, { decayed, proven }: { decayed: number; proven: number }): number {
  const isForgotten = entry.maturity === 'draft' && decayed < lifecycle.archivedBelow
  const base = isForgotten ? trust.forgotten : trust[entry.maturity]
  const approved = entry.approvedAt === '' ? 0 : trust.approved
  return Math.min(1, Math.round((base + trust.proven * proven + approved) * 100) / 100)
}
