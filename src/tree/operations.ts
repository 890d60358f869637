import { fold } from '../text/clean.ts'
import { combine } from './combine.ts'
import type { Entry } from './entry.ts'
import { lessonsFirst } from './facts.ts'
import { isTaken, type Knowledge } from './knowledge.ts'
import { onRewording, onUpdate } from './lifecycle.ts'
import { maturities } from './maturity.ts'
import { toTime } from './meta.ts'
import { addToOverviews } from './overview.ts'
import { type EntryPath, type FolderPath, folderOf, toEntryPath, upwards } from './path.ts'
import { mergeRelations } from './relation.ts'
import { isCorrection, retire, type Retired } from './retire.ts'

/** One change to the tree; ADD fails where an entry exists, UPDATE where none does. `retires` is what is no longer so. */
export type Operation =
  | {
      readonly type: 'ADD' | 'UPDATE' | 'UPSERT'
      readonly path: EntryPath
      readonly entry: Entry
      readonly reason: string
      readonly retires?: readonly Retired[]
    }
  | { readonly type: 'MERGE'; readonly from: EntryPath; readonly into: EntryPath; readonly reason: string }
  | { readonly type: 'DELETE'; readonly path: EntryPath | FolderPath; readonly reason: string }

/** The moment an operation is of: when what it learned from was made, as its entry says. */
export function timeOf(operation: Operation, otherwise: Date): Date {
  const time = 'entry' in operation ? operation.entry.raw.timestamp : ''
  return time === '' ? otherwise : new Date(time)
}

/** What became of one operation; `message` says why one failed, or what it did besides. */
export type OperationResult = {
  readonly type: Operation['type']
  readonly path: string
  /** `proposed`: only a person may do it, and it waits for one. */
  readonly status: 'success' | 'failed' | 'proposed'
  readonly message?: string
}

/** How many operations did what; a failed one did nothing. */
export type Counts = Applied['summary']

/** Begins to count. */
export const noCounts = (): Record<keyof Counts, number> => ({ added: 0, updated: 0, merged: 0, deleted: 0, failed: 0 })

/** Adds up what several applications did. */
export function addCounts(sum: Record<keyof Counts, number>, counts: Counts): void {
  sum.added += counts.added
  sum.updated += counts.updated
  sum.merged += counts.merged
  sum.deleted += counts.deleted
  sum.failed += counts.failed
}

/** What became of operations, each in its place, and how many did what. */
export type Applied = {
  readonly applied: readonly OperationResult[]
  readonly summary: {
    readonly added: number
    readonly updated: number
    readonly merged: number
    readonly deleted: number
    readonly failed: number
  }
}

/** The tree while operations are applied: copied once, then changed in place. */
type Draft = {
  readonly entries: Map<EntryPath, Entry>
  overviews: ReadonlyMap<FolderPath, string>
  readonly knowledge: Knowledge
}

type Outcome =
  | { readonly counts: 'added' | 'updated' | 'merged' | 'deleted'; readonly message?: string }
  | { readonly failed: string }

/** Applies operations in order, each at its moment; one that fails changes nothing and stops none of the others. */
export function apply(
  knowledge: Knowledge,
  operations: readonly Operation[],
  at: Date | ((operation: Operation) => Date),
): Applied & { knowledge: Knowledge } {
  const applied: OperationResult[] = []
  const summary = noCounts()
  const draft: Draft = { entries: new Map(knowledge.entries), overviews: knowledge.overviews, knowledge }
  for (const operation of operations) {
    const outcome = applyOne(draft, operation, typeof at === 'function' ? at(operation) : at)
    const result = { type: operation.type, path: targetOf(operation) }
    if ('failed' in outcome) {
      summary.failed++
      applied.push({ ...result, status: 'failed', message: outcome.failed })
      continue
    }
    summary[outcome.counts]++
    applied.push({
      ...result,
      status: 'success',
      ...(outcome.message === undefined ? {} : { message: outcome.message }),
    })
  }
  return { knowledge: { ...knowledge, entries: draft.entries, overviews: draft.overviews }, applied, summary }
}

/** Names what an operation is about: an entry's path, or `from → into`. */
const targetOf = (operation: Operation): string =>
  operation.type === 'MERGE' ? `${operation.from} → ${operation.into}` : operation.path

function applyOne(draft: Draft, operation: Operation, at: Date): Outcome {
  switch (operation.type) {
    case 'ADD':
      return draft.entries.has(operation.path)
        ? { failed: 'An entry with this path exists.' }
        : add(draft, operation, at)
    case 'UPDATE':
      return draft.entries.has(operation.path) ? update(draft, operation, at) : { failed: 'No entry has this path.' }
    case 'UPSERT':
      return draft.entries.has(operation.path) ? update(draft, operation, at) : add(draft, operation, at)
    case 'MERGE':
      return merge(draft, operation, at)
    case 'DELETE':
      return remove(draft, operation.path)
  }
}

type Write = Extract<Operation, { entry: Entry }>

function add(draft: Draft, { path, entry, reason }: Write, at: Date): Outcome {
  if (isTaken(draft.knowledge, path) && !draft.knowledge.entries.has(path))
    return { failed: 'What stands there cannot be read, and is not overwritten.' }
  const time = toTime(at)
  const born: Entry = {
    ...entry,
    facts: lessonsFirst(entry.facts, entry.raw.sources),
    reason,
    createdAt: time,
    updatedAt: time,
  }
  draft.entries.set(path, born)
  draft.overviews = addToOverviews(draft.overviews, path, born)
  return { counts: 'added' }
}

function update(draft: Draft, { path, entry, reason, retires = [] }: Write, at: Date): Outcome {
  const known = draft.entries.get(path)
  if (known === undefined) return { failed: 'No entry has this path.' }
  const kept = retire(known, retires)
  // Following a file that moved is no reason that anybody looks for.
  const combined = combine(kept.entry, {
    ...entry,
    reason: entry.raw.sources.length === 0 && isSilent({ entry, retires }) ? '' : reason,
  })
  const isNews = addsSomething(known, { entry, retires })
  const ordered = { ...combined.entry, facts: lessonsFirst(combined.entry.facts, combined.entry.raw.sources) }
  draft.entries.set(path, isNews ? onUpdate(ordered, at) : onRewording(ordered, at))
  return { counts: 'updated', ...naming([...kept.replaced, ...combined.replaced]) }
}

/** Only what a new commit or a person adds makes an entry more important; what takes the place of something does not. */
function addsSomething(known: Entry, { entry, retires = [] }: Pick<Write, 'entry' | 'retires'>): boolean {
  const sources = new Set(known.raw.sources.map(({ commit }) => commit))
  const added = entry.raw.sources.filter(({ commit }) => !sources.has(commit)).length
  const gone = retires.filter((item) => item.kind === 'source' && sources.has(item.commit)).length
  return entry.raw.sources.length === 0 ? !isSilent({ entry, retires }) : added > gone
}

function isSilent({ entry, retires = [] }: Pick<Write, 'entry' | 'retires'>): boolean {
  const { facts, narrative, title, raw, snippets, status, kind } = entry
  const { dependencies, highlights, examples, diagrams, rules } = narrative
  const texts = [title, status, kind, raw.flow, dependencies, highlights, examples, diagrams, snippets]
  return facts.length + rules.length === 0 && texts.every((text) => text === '') && !retires.some(isCorrection)
}

const naming = (replaced: readonly string[]): { message?: string } =>
  replaced.length === 0 ? {} : { message: `Replaced ${replaced.join('; ').replace(/\.$/, '')}.` }

/** Two entries may tell one lesson below two headlines, as a branch and its squash do: the target's stays. */
function withoutRepeats(source: Entry, target: Entry): Entry {
  const told = new Set(target.facts.flatMap(({ note, statement }) => (note === undefined ? [] : [fold(statement)])))
  const isRepeated = ({ note, statement }: Entry['facts'][number]): boolean =>
    note !== undefined && statement !== '' && told.has(fold(statement))
  return { ...source, facts: source.facts.filter((fact) => !isRepeated(fact)) }
}

function merge(draft: Draft, { from, into, reason }: Extract<Operation, { type: 'MERGE' }>, at: Date): Outcome {
  const [source, target] = [draft.entries.get(from), draft.entries.get(into)]
  if (from === into) return { failed: 'An entry cannot be merged into itself.' }
  if (source === undefined || target === undefined)
    return { failed: `No entry has the path ${source === undefined ? from : into}.` }
  // What was decided about the one says nothing of the other: a superseded source ends no living entry.
  const { status, supersededBy, approvedAt } = target
  const said = { ...withoutRepeats(source, target), status, supersededBy, approvedAt }
  const { entry, replaced } = combine(said, { ...target, reason })
  const maturity =
    maturities.indexOf(source.maturity) > maturities.indexOf(target.maturity) ? source.maturity : target.maturity
  const scored = onUpdate({ ...entry, maturity, importance: Math.max(source.importance, target.importance) }, at)
  draft.entries.delete(from)
  draft.entries.set(into, {
    ...scored,
    createdAt: source.createdAt < target.createdAt ? source.createdAt : target.createdAt,
    accessCount: source.accessCount + target.accessCount,
    updateCount: source.updateCount + target.updateCount + 1,
    relations: scored.relations.filter(({ path }) => path !== from && path !== into),
  })
  for (const [path, other] of draft.entries) {
    if (other.relations.some((relation) => relation.path === from)) draft.entries.set(path, redirect(other, from, into))
  }
  dropEmptyFolders(draft, from)
  return { counts: 'merged', ...naming(replaced) }
}

function redirect(entry: Entry, from: EntryPath, into: EntryPath): Entry {
  const relations = entry.relations.map((relation) => (relation.path === from ? { ...relation, path: into } : relation))
  return { ...entry, relations: mergeRelations(relations, []) }
}

function remove(draft: Draft, path: EntryPath | FolderPath): Outcome {
  const isEntry = toEntryPath(path) !== undefined
  const gone = [...draft.entries.keys()].filter((entry) => (isEntry ? entry === path : entry.startsWith(`${path}/`)))
  if (gone.length === 0) return { failed: isEntry ? 'No entry has this path.' : 'No entry lies in this folder.' }
  for (const entry of gone) {
    draft.entries.delete(entry)
    dropEmptyFolders(draft, entry)
  }
  return { counts: 'deleted' }
}

/** Drops the overviews above a removed entry where nothing is left to describe, readable or not. */
function dropEmptyFolders(draft: Draft, removed: EntryPath): void {
  const left = [...draft.entries.keys(), ...draft.knowledge.findings.map(({ at }) => at)]
  const empty = upwards(folderOf(removed)).filter((folder) => !left.some((path) => path.startsWith(`${folder}/`)))
  if (empty.length > 0) draft.overviews = new Map([...draft.overviews].filter(([folder]) => !empty.includes(folder)))
}
