import { combine, retire, type Retired } from './combine.ts'
import type { Entry } from './entry.ts'
import { isTaken, type Knowledge } from './knowledge.ts'
import { onUpdate } from './lifecycle.ts'
import { toTime } from './meta.ts'
import { addToOverviews } from './overview.ts'
import { type EntryPath, type FolderPath, folderOf, toEntryPath, upwards } from './path.ts'

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

export type OperationResult = {
  readonly type: Operation['type']
  readonly path: string
  readonly status: 'success' | 'failed'
  readonly message?: string
}

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

type Outcome =
  | { knowledge: Knowledge; counts: 'added' | 'updated' | 'merged' | 'deleted'; message?: string }
  | { failed: string }

/** Applies operations in order at a moment; one that fails changes nothing and stops none of the others. */
export function apply(
  knowledge: Knowledge,
  operations: readonly Operation[],
  at: Date,
): Applied & { knowledge: Knowledge } {
  const applied: OperationResult[] = []
  const summary = { added: 0, updated: 0, merged: 0, deleted: 0, failed: 0 }
  let current = knowledge
  for (const operation of operations) {
    const outcome = applyOne(current, operation, at)
    const result = { type: operation.type, path: targetOf(operation) }
    if ('failed' in outcome) {
      summary.failed++
      applied.push({ ...result, status: 'failed', message: outcome.failed })
      continue
    }
    current = outcome.knowledge
    summary[outcome.counts]++
    applied.push({
      ...result,
      status: 'success',
      ...(outcome.message === undefined ? {} : { message: outcome.message }),
    })
  }
  return { knowledge: current, applied, summary }
}

/** Names what an operation is about: an entry's path, or `from → into`. */
const targetOf = (operation: Operation): string =>
  operation.type === 'MERGE' ? `${operation.from} → ${operation.into}` : operation.path

function applyOne(knowledge: Knowledge, operation: Operation, at: Date): Outcome {
  switch (operation.type) {
    case 'ADD':
      return knowledge.entries.has(operation.path)
        ? { failed: 'An entry with this path exists.' }
        : add(knowledge, operation, at)
    case 'UPDATE':
      return knowledge.entries.has(operation.path)
        ? update(knowledge, operation, at)
        : { failed: 'No entry has this path.' }
    case 'UPSERT':
      return knowledge.entries.has(operation.path) ? update(knowledge, operation, at) : add(knowledge, operation, at)
    case 'MERGE':
      return merge(knowledge, operation, at)
    case 'DELETE':
      return remove(knowledge, operation.path)
  }
}

type Write = Extract<Operation, { entry: Entry }>

function add(knowledge: Knowledge, { path, entry, reason }: Write, at: Date): Outcome {
  if (isTaken(knowledge, path)) return { failed: 'What stands there cannot be read, and is not overwritten.' }
  const time = toTime(at)
  const born: Entry = { ...entry, reason, createdAt: time, updatedAt: time }
  const entries = new Map(knowledge.entries).set(path, born)
  return {
    knowledge: { ...knowledge, entries, overviews: addToOverviews(knowledge.overviews, path, born) },
    counts: 'added',
  }
}

function update(knowledge: Knowledge, { path, entry, reason, retires = [] }: Write, at: Date): Outcome {
  const known = knowledge.entries.get(path)
  if (known === undefined) return { failed: 'No entry has this path.' }
  const kept = retire(known, retires)
  const combined = combine(kept.entry, { ...entry, reason })
  const replaced = [...kept.replaced, ...combined.replaced]
  const entries = new Map(knowledge.entries).set(path, onUpdate(combined.entry, at))
  const message = replaced.length === 0 ? {} : { message: `Replaced ${replaced.join('; ')}.` }
  return { knowledge: { ...knowledge, entries }, counts: 'updated', ...message }
}

function merge(knowledge: Knowledge, { from, into, reason }: Extract<Operation, { type: 'MERGE' }>, at: Date): Outcome {
  const [source, target] = [knowledge.entries.get(from), knowledge.entries.get(into)]
  if (from === into) return { failed: 'An entry cannot be merged into itself.' }
  if (source === undefined || target === undefined)
    return { failed: `No entry has the path ${source === undefined ? from : into}.` }
  const { entry, replaced } = combine(source, { ...target, reason })
  const scored: Entry = {
    ...onUpdate({ ...entry, importance: Math.max(source.importance, target.importance) }, at),
    createdAt: source.createdAt < target.createdAt ? source.createdAt : target.createdAt,
    accessCount: source.accessCount + target.accessCount,
    updateCount: source.updateCount + target.updateCount + 1,
  }
  const entries = new Map(knowledge.entries).set(into, {
    ...scored,
    relations: scored.relations.filter(({ path }) => path !== from && path !== into),
  })
  entries.delete(from)
  for (const [path, other] of entries) {
    if (other.relations.some((relation) => relation.path === from)) entries.set(path, redirect(other, from, into))
  }
  const message = replaced.length === 0 ? {} : { message: `Replaced ${replaced.join('; ')}.` }
  return { knowledge: withoutEmptyFolders({ ...knowledge, entries }), counts: 'merged', ...message }
}

const redirect = (entry: Entry, from: EntryPath, into: EntryPath): Entry => ({
  ...entry,
  relations: entry.relations.map((relation) => (relation.path === from ? { ...relation, path: into } : relation)),
})

function remove(knowledge: Knowledge, path: EntryPath | FolderPath): Outcome {
  const isEntry = toEntryPath(path) !== undefined
  const gone = isEntry ? (entry: EntryPath) => entry === path : (entry: EntryPath) => entry.startsWith(`${path}/`)
  const entries = new Map([...knowledge.entries].filter(([entry]) => !gone(entry)))
  if (entries.size === knowledge.entries.size)
    return { failed: isEntry ? 'No entry has this path.' : 'No entry lies in this folder.' }
  return { knowledge: withoutEmptyFolders({ ...knowledge, entries }), counts: 'deleted' }
}

/** Drops the overviews of folders in which no entry is left: they would describe nothing. */
function withoutEmptyFolders(knowledge: Knowledge): Knowledge {
  const used = new Set([...knowledge.entries.keys()].flatMap((path) => upwards(folderOf(path))))
  const overviews = new Map([...knowledge.overviews].filter(([folder]) => used.has(folder)))
  return overviews.size === knowledge.overviews.size ? knowledge : { ...knowledge, overviews }
}
