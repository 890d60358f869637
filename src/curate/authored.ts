import { array, discriminatedUnion, enum as oneOf, literal, maxLength, object, optional, toJSONSchema } from 'zod/mini'
import type { infer as Infer } from 'zod/mini'
import { shorten } from '../text/clean.ts'
import { emptyEntry, type Entry } from '../tree/entry.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import { addCounts, apply, type Applied, noCounts, type Operation, type OperationResult } from '../tree/operations.ts'
import { type EntryPath, folderOf, toEntryPath } from '../tree/path.ts'
import { fact, claimedFact, isProved, type Proof, proves, rule, claimedRule, cleanClaim, textUpTo } from './claims.ts'
import { nearDuplicate } from './similar.ts'

/** What an author may write in all, and in one entry; whoever writes more has lost its way. */
const most = { operations: 8, tried: 40, facts: 12, rules: 8, tags: 8, files: 20, title: 100, reason: 200 }

const nameShape = textUpTo(400)
const reasonShape = textUpTo(10_000)
const write = object({
  type: oneOf(['ADD', 'UPDATE', 'UPSERT']),
  path: nameShape,
  title: optional(reasonShape),
  facts: optional(array(fact).check(maxLength(200))),
  rules: optional(array(rule).check(maxLength(200))),
  files: optional(array(nameShape).check(maxLength(200))),
  tags: optional(array(nameShape).check(maxLength(200))),
  reason: reasonShape,
})
const merge = object({ type: literal('MERGE'), from: nameShape, into: nameShape, reason: reasonShape })
const remove = object({ type: literal('DELETE'), path: nameShape, quote: optional(reasonShape), reason: reasonShape })
const operation = discriminatedUnion('type', [write, merge, remove])

/** The operations that a model or an agent writes, as JSON Schema. */
export const operationsSchema: Readonly<Record<string, unknown>> = {
  type: 'object',
  ...toJSONSchema(object({ operations: array(operation).check(maxLength(most.tried)) })),
}

/** What may be held against an author: what was there to be quoted, and what it has read. */
export type Grounds = {
  /** Texts in which quotes must stand: the message, the diff, files, documents. */
  readonly proof: readonly Proof[]
  /** Entries that the author was shown: no other may be merged or deleted. */
  readonly seen: ReadonlySet<EntryPath>
  /** What the author's entries begin with: files, sources and names that were found without it. */
  readonly base: Entry
  /** Leaves out what brings no quote, or keeps it without a source, as what somebody said. A quote that is nowhere proves nothing. */
  readonly unquoted: 'drop' | 'keep'
  /** Files that an entry may name beside those of `base`. */
  readonly files: ReadonlySet<string>
}

/** Work in progress: the tree as it would be, and the operations that made it so. */
export type Draft = { readonly knowledge: Knowledge; readonly operations: readonly Operation[] }

/** What came of one call: a result for each operation in its order, and the draft after those that succeeded. */
export type Drafted = Applied & { readonly draft: Draft }

/**
 * Tries operations that somebody else wrote, each by itself: a claim counts with a quote that stands in the proof, an
 * operation with a claim, and no path leaves the tree. So examples from a prompt, orders from a commit message and
 * inventions end here. Undefined when it is no list of operations at all.
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
  const counts = noCounts()
  for (const one of list.slice(0, most.tried)) {
    const read =
      next.operations.length >= most.operations
        ? { failed: `At most ${most.operations} operations belong to one change.` }
        : readOne(one, next.knowledge, { ...grounds, seen: new Set([...grounds.seen, ...writtenIn(next)]) })
    if ('failed' in read) {
      results.push({ type: typeOf(one), path: pathOf(one), status: 'failed', message: read.failed })
      counts.failed++
      continue
    }
    const { knowledge, applied, summary } = apply(next.knowledge, [read.operation], at)
    addCounts(counts, summary)
    const [result] = applied
    if (result?.status === 'success') next = { knowledge, operations: [...next.operations, lasting(read.operation)] }
    results.push(...applied.map((done) => ({ ...done, ...noting(done.message, read.dropped) })))
  }
  return { draft: next, applied: results, summary: counts }
}

/** Whoever wrote an entry knows it. */
const writtenIn = ({ operations }: Draft): readonly EntryPath[] =>
  operations.flatMap((one) => ('entry' in one ? [one.path] : []))

/** Who reads and who writes may be minutes apart: by then, what was to be added may be there. */
const lasting = (one: Operation): Operation =>
  one.type === 'ADD' || one.type === 'UPDATE' ? { ...one, type: 'UPSERT' } : one

const noting = (message: string | undefined, dropped: readonly string[]): { message?: string } => {
  const all = [...(message === undefined ? [] : [message]), ...dropped.map((claim) => `Not proved, left out: ${claim}`)]
  return all.length === 0 ? {} : { message: all.join(' ') }
}

/** A single operation may stand by itself; what is neither a list nor one of them is nothing. */
const operationsIn = (asked: unknown): readonly unknown[] | undefined => {
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

type One = { readonly operation: Operation; readonly dropped: readonly string[] } | { readonly failed: string }

function readOne(asked: unknown, knowledge: Knowledge, grounds: Grounds): One {
  const parsed = operation.safeParse(asked)
  if (!parsed.success) return { failed: `It is not an operation: ${parsed.error.issues.map(issueOf).join('; ')}.` }
  const reason = shorten(cleanClaim(parsed.data.reason), most.reason)
  if (reason === '') return { failed: 'It has no reason.' }
  switch (parsed.data.type) {
    case 'MERGE':
      return readMerge(parsed.data, reason, { knowledge, grounds })
    case 'DELETE':
      return readDelete(parsed.data, reason, grounds)
    default:
      return readWrite(parsed.data, reason, { knowledge, grounds })
  }
}

const issueOf = ({ path, message }: { path: readonly PropertyKey[]; message: string }): string =>
  `${path.map(String).join('.')} ${message}`.trim()

const unseen = (path: string): One => ({
  failed:
    toEntryPath(path) === undefined
      ? `${cleanClaim(path)} is no entry; folders are neither merged nor deleted.`
      : `Read ${path} with read_entry before you merge or delete it.`,
})

/** Nothing of a merged entry is lost, but it must be about the same: in one topic, or about one file. */
function readMerge({ from, into }: Infer<typeof merge>, reason: string, { knowledge, grounds }: Writing): One {
  const { seen } = grounds
  const [source, target] = [toEntryPath(from), toEntryPath(into)]
  if (source === undefined || !seen.has(source)) return unseen(from)
  if (target === undefined || !seen.has(target)) return unseen(into)
  const filesAt = (path: EntryPath): readonly string[] => knowledge.entries.get(path)?.raw.files ?? []
  if (folderOf(source) !== folderOf(target) && !filesAt(source).some((file) => filesAt(target).includes(file)))
    return { failed: 'They share neither a topic nor a file, so they are not about the same.' }
  return { operation: { type: 'MERGE', from: source, into: target, reason }, dropped: [] }
}

/** Only one entry, only one that was read, and only with proof: an order in a commit message must not empty a tree. */
function readDelete({ path, quote }: Infer<typeof remove>, reason: string, { seen, proof }: Grounds): One {
  const known = toEntryPath(path)
  if (known === undefined || !seen.has(known)) return unseen(path)
  const code = proof.filter(({ from }) => from === 'code')
  if (!isProved(quote, code)) return { failed: 'Quote the code that proves that this is no longer so; words do not.' }
  return { operation: { type: 'DELETE', path: known, reason }, dropped: [] }
}

type Writing = { readonly knowledge: Knowledge; readonly grounds: Grounds }

function readWrite(asked: Infer<typeof write>, reason: string, { knowledge, grounds }: Writing): One {
  const path = toEntryPath(asked.path)
  if (path === undefined)
    return { failed: 'A path is two or three folders and a file, such as auth/tokens/rotation.md: a-z, 0-9, _ and -.' }
  const isKept = (claim: Infer<typeof fact> | Infer<typeof rule>): boolean =>
    (claim.quote ?? '') === '' ? grounds.unquoted === 'keep' : proves(claim, grounds.proof)
  const facts = (asked.facts ?? []).slice(0, most.tried)
  const rules = (asked.rules ?? []).slice(0, most.tried)
  const isKnown = knowledge.entries.has(path)
  const entry = entryFrom({ ...asked, facts: facts.filter(isKept), rules: rules.filter(isKept) }, isKnown, grounds)
  if (entry.title === '' && !isKnown) return { failed: 'A new entry needs a title.' }
  if (entry.facts.length + entry.narrative.rules.length === 0)
    return { failed: 'No claim of it has a quote that stands in what was given.' }
  const twin = isKnown ? undefined : nearDuplicate(entry, knowledge.entries)
  if (twin !== undefined) return { failed: `${twin} says this already: UPDATE it with what is new.` }
  const dropped = [
    ...facts.filter((one) => !isKept(one)).map(({ statement }) => statement),
    ...rules.filter((one) => !isKept(one)).map(({ text }) => text),
  ]
  return {
    operation: { type: asked.type, path, entry, reason },
    dropped: dropped.map((claim) => shorten(cleanClaim(claim), 80)),
  }
}

/** Makes an entry of what was asked, on what was found without its author. A known entry keeps its title. */
function entryFrom(asked: Infer<typeof write>, isKnown: boolean, { base, files, proof }: Grounds): Entry {
  const tags = (asked.tags ?? []).slice(0, most.tags).map(tagOf)
  const named = (asked.files ?? []).slice(0, most.files).filter((file) => files.has(file))
  return {
    ...emptyEntry,
    title: isKnown ? '' : shorten(cleanClaim(asked.title ?? ''), most.title),
    tags: [...new Set([...base.tags, ...tags])].filter((tag) => tag !== ''),
    keywords: base.keywords,
    raw: { ...base.raw, files: [...new Set([...base.raw.files, ...named])] },
    narrative: {
      ...emptyEntry.narrative,
      rules: (asked.rules ?? []).slice(0, most.rules).map((one) => claimedRule(one, proof)),
    },
    facts: (asked.facts ?? []).slice(0, most.facts).map((one) => claimedFact(one, proof)),
  }
}

const tagOf = (tag: string): string =>
  cleanClaim(tag)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)

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
