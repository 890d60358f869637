import { readEntry, writeEntry } from '../../tree/entry.ts'
import type { Knowledge } from '../../tree/knowledge.ts'
import {
  addCounts,
  apply,
  type Applied,
  noCounts,
  type Operation,
  type OperationResult,
} from '../../tree/operations.ts'
import type { EntryPath } from '../../tree/path.ts'
import { type Grounds, readAuthored } from './operation.ts'
import { most } from './shape.ts'
import { cleanClaim } from './claims.ts'
import { whatPeopleLose } from './writers.ts'

/** Work in progress: the tree as it would be, and the operations that made it so. */
export type Draft = { readonly knowledge: Knowledge; readonly operations: readonly Operation[] }

/** What came of one call: a result for each operation in its order, and the draft after those that succeeded. */
export type Drafted = Applied & {
  readonly draft: Draft
  /** Operations as they were asked that only a person may do, with what they would take from people. */
  readonly proposed: readonly { readonly at: number; readonly asked: unknown; readonly why: string }[]
}

/**
 * Tries operations that somebody else wrote, each by itself: a claim counts with a quote that stands in the proof, an
 * operation with a claim, and no path leaves the tree. So examples from a prompt, orders from a commit message and
 * inventions end here. What is over a limit or not understood is refused whole, by name. Undefined when it is no list of
 * operations at all.
 */
export function draftAuthored(
  asked: unknown,
  draft: Draft,
  { at, ...grounds }: Grounds & { at: Date },
): Drafted | undefined {
  const list = operationsIn(asked)
  if (list === undefined) return undefined
  let next = draft
  const results: OperationResult[] = []
  const proposed: Drafted['proposed'][number][] = []
  const counts = noCounts()
  for (const [place, one] of list.entries()) {
    const seen = new Set([...grounds.seen, ...writtenIn(next)])
    const done = tooMany(next, list) ?? tryOne(one, next, { ...grounds, seen, at })
    const result = { type: typeOf(one), path: pathOf(one) }
    if ('failed' in done) {
      results.push({ ...result, status: 'failed', message: done.failed })
      counts.failed++
    } else if (done.why !== '') {
      proposed.push({ at: place, asked: one, why: done.why })
      results.push({ ...result, status: 'proposed', message: done.why })
    } else {
      addCounts(counts, done.summary)
      next = { knowledge: done.knowledge, operations: [...next.operations, ...done.operations.map(lasting)] }
      results.push(...done.applied.map((single) => ({ ...single, ...noting(single.message, done.notes) })))
    }
  }
  return { draft: next, applied: results, summary: counts, proposed }
}

/** Says what would keep anybody from reading an entry again: too many lines, or too much in all. */
function faultOf({ entries }: Knowledge, paths: ReadonlySet<string>): string {
  for (const [path, entry] of entries) {
    if (!paths.has(path)) continue
    const text = writeEntry(entry)
    const reading = readEntry(text)
    if ('fault' in reading) return `${path} could not be read again: ${reading.fault.detail}`
    if (text.length > mostCharacters) return `${path} would hold more than ${mostCharacters} characters.`
  }
  return ''
}

/** Files of a tree have at most a mebibyte, and a character up to three bytes. */
const mostCharacters = 300_000

const pathsOf = ({ operations }: { readonly operations: readonly Operation[] }): ReadonlySet<string> =>
  new Set(operations.flatMap((one) => (one.type === 'MERGE' ? [one.from, one.into] : [one.path])))

/** An operation that was tried: what came of it, and `why` a person is asked, '' where nobody has to be. */
type Tried = ReturnType<typeof apply> & {
  readonly operations: readonly Operation[]
  readonly notes: readonly string[]
  readonly why: string
}

function tryOne(
  asked: unknown,
  { knowledge: before }: Draft,
  grounds: Grounds & { readonly at: Date },
): Tried | { readonly failed: string } {
  const read = readAuthored(asked, before, grounds)
  if ('failed' in read) return read
  const done = apply(before, read.operations, grounds.at)
  const among = pathsOf(read)
  const fault = faultOf(done.knowledge, among)
  if (fault !== '') return { failed: fault }
  const { guard } = grounds
  const why = guard === undefined ? '' : whatPeopleLose(before, done.knowledge, { guard, among })
  const operations = read.operations.filter((_, index) => done.applied[index]?.status === 'success')
  return { ...done, operations, notes: read.notes, why }
}

const tooMany = ({ operations }: Draft, list: readonly unknown[]): { readonly failed: string } | undefined =>
  operations.length >= most.operations || list.length > most.operations
    ? { failed: `At most ${most.operations} operations belong to one change.` }
    : undefined

/** Whoever wrote an entry knows it. */
const writtenIn = ({ operations }: Draft): readonly EntryPath[] =>
  operations.flatMap((one) => ('entry' in one ? [one.path] : []))

/** Who reads and who writes may be minutes apart: by then, what was to be added may be there. */
const lasting = (one: Operation): Operation =>
  one.type === 'ADD' || one.type === 'UPDATE' ? { ...one, type: 'UPSERT' } : one

const noting = (message: string | undefined, notes: readonly string[]): { message?: string } => {
  const all = [...(message === undefined ? [] : [message]), ...notes]
  return all.length === 0 ? {} : { message: all.join(' ') }
}

/** A single operation may stand by itself; what is neither a list nor one of them is nothing. */
export const operationsIn = (asked: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(asked)) return asked
  if (typeof asked !== 'object' || asked === null) return undefined
  if ('operations' in asked) return Array.isArray(asked.operations) ? asked.operations : undefined
  return 'type' in asked ? [asked] : undefined
}

const types: readonly Operation['type'][] = ['ADD', 'UPDATE', 'UPSERT', 'MERGE', 'DELETE']
const typeOf = (one: unknown): Operation['type'] => types.find((type) => type === textAt(one, 'type')) ?? 'UPSERT'
const pathOf = (one: unknown): string => cleanClaim((textAt(one, 'path') || textAt(one, 'from')).slice(0, 400))
const textAt = (one: unknown, key: string): string => {
  const value = typeof one === 'object' && one !== null ? Object.entries(one).find(([name]) => name === key)?.[1] : ''
  return typeof value === 'string' ? value : ''
}

/** Finds the JSON in a reply, also between words and fences that nobody asked for; undefined where there is none. */
export function jsonIn(reply: string): unknown {
  const from = reply.search(/[[{]/)
  const to = Math.max(reply.lastIndexOf('}'), reply.lastIndexOf(']'))
  try {
    return JSON.parse(reply.slice(from, to + 1))
  } catch {
    // Half a JSON, or none.
    return undefined
  }
}
