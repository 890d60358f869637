import { shorten } from '../../text/clean.ts'
import { opposedRules, sayOpposed } from '../../tree/contradictions.ts'
import type { Entry } from '../../tree/entry.ts'
import type { Knowledge } from '../../tree/knowledge.ts'
import type { Operation } from '../../tree/operations.ts'
import { entryNamed, type EntryPath, folderOf, toEntryPath, toFolderPath } from '../../tree/path.ts'
import { folderMeant, toRelation } from '../../tree/relation.ts'
import { readRule } from '../../tree/rule.ts'
import { type Claims, entryFrom, provedAmong, saysMore } from './entry.ts'
import { type Merge, readOperation, type Remove, type Write } from './shape.ts'
import { cleanClaim, isProved, makesUpNothing, type Proof } from './claims.ts'
import { type Corrections, correctionsIn } from './corrections.ts'
import { nearDuplicate } from './similar.ts'
import type { Guard } from './writers.ts'

/** What may be held against an author: what was there to be quoted, and what it has read. */
export type Grounds = {
  /** Texts in which quotes must stand: the message, the diff, files, documents. */
  readonly proof: readonly Proof[]
  /** Entries that the author was shown: no other may be merged or deleted. */
  readonly seen: ReadonlySet<EntryPath>
  /** What the author's entries begin with: files, sources and names that were found without it. */
  readonly base: Entry
  /**
   * Whether a model wrote it, which must prove each claim with a quote. What an agent or a person says without one is kept
   * without a source. A quote that is nowhere proves nothing, whoever brings it.
   */
  readonly isByModel: boolean
  /** Files that an entry may name beside those of `base`. */
  readonly files: ReadonlySet<string>
  /** Who wrote what stands there; what people wrote is theirs to take back. Undefined for people, who may. */
  readonly guard?: Guard
}

/** One request may be several operations, as a folder has several entries. */
export type Read =
  | { readonly operations: readonly Operation[]; readonly notes: readonly string[] }
  | { readonly failed: string }
type Reading = Grounds & { readonly at: Date; readonly knowledge: Knowledge; readonly reason: string }

/** Reads one operation against what its author may do; what cannot be is told, and nothing of it is kept. */
export function readAuthored(asked: unknown, knowledge: Knowledge, grounds: Grounds & { readonly at: Date }): Read {
  const read = readOperation(asked, { isQuoted: grounds.isByModel })
  if ('failed' in read) return read
  const reason = cleanClaim(read.operation.reason)
  if (reason === '') return { failed: 'It has no reason.' }
  const reading = { ...grounds, knowledge, reason }
  switch (read.operation.type) {
    case 'MERGE':
      return readMerge(read.operation, reading)
    case 'DELETE':
      return readDelete(read.operation, reading)
    default:
      return readWrite(read.operation, reading)
  }
}

/** Why an entry cannot be merged or deleted by this author; undefined when it can. */
function whyUnknown(path: string, { seen, knowledge }: Reading): string | undefined {
  const known = entryNamed(path)
  if (known === undefined) return `${cleanClaim(path)} is no entry.`
  if (!knowledge.entries.has(known)) return `No entry has the path ${known}.`
  return seen.has(known) ? undefined : `Read ${path} with read_entry before you merge or delete it.`
}

/** Nothing of a merged entry is lost; a model may only merge what is about the same: in one topic, or about one file. */
function readMerge({ from, into }: Merge, reading: Reading): Read {
  const unknown = whyUnknown(from, reading) ?? whyUnknown(into, reading)
  const [source, target] = [entryNamed(from), entryNamed(into)]
  if (unknown !== undefined || source === undefined || target === undefined) return { failed: unknown ?? '' }
  const filesAt = (path: EntryPath): readonly string[] => reading.knowledge.entries.get(path)?.raw.files ?? []
  const isAlike =
    folderOf(source) === folderOf(target) || filesAt(source).some((file) => filesAt(target).includes(file))
  if (reading.isByModel && !isAlike)
    return { failed: 'They share neither a topic nor a file, so they are not about the same.' }
  return { operations: [{ type: 'MERGE', from: source, into: target, reason: reading.reason }], notes: [] }
}

/**
 * What agents wrote goes with a reason; what commits taught goes with a quote of the code that proves it, because an order
 * in a commit message must not empty a tree. A folder goes when it was confirmed.
 */
function readDelete({ path, quote, confirm = false }: Remove, reading: Reading): Read {
  const { knowledge, isByModel, guard, proof, reason } = reading
  const folder = toFolderPath(path)
  const below = [...knowledge.entries.keys()].filter((entry) => entry.startsWith(`${path}/`))
  if (!isByModel && folder !== undefined && below.length > 0 && !confirm)
    return {
      failed: `${folder} is a folder of ${below.length} ${below.length === 1 ? 'entry' : 'entries'}: ${below.slice(0, 5).join(', ')}${below.length > 5 ? ', …' : ''}. To delete them all, add "confirm": true.`,
    }
  const gone = !isByModel && folder !== undefined && below.length > 0 ? below : [entryNamed(path)]
  const [known] = gone
  const unknown = gone.length > 1 ? undefined : whyUnknown(known ?? path, reading)
  if (unknown !== undefined || known === undefined) return { failed: unknown ?? `${cleanClaim(path)} is no entry.` }
  const isProvedGone = isProved(
    quote,
    proof.filter(({ from }) => from === 'code'),
  )
  const isTaught = (one: EntryPath | undefined): boolean =>
    isByModel || (one !== undefined && guard?.get(one)?.isOnlyAgents === false)
  // What people wrote becomes a proposal, and needs no quote for that.
  const isPeoples = (one: EntryPath | undefined): boolean =>
    one !== undefined && ((guard?.get(one)?.people.size ?? 0) > 0 || knowledge.entries.get(one)?.approvedAt !== '')
  if (isByModel && isPeoples(known)) return { failed: 'A person approved it.' }
  if (!isProvedGone && gone.some((one) => isTaught(one) && !isPeoples(one)))
    return { failed: 'Quote the code that proves that this is no longer so; words do not.' }
  return {
    operations: gone.flatMap((one): Operation[] => (one === undefined ? [] : [{ type: 'DELETE', path: one, reason }])),
    notes: [],
  }
}

function readWrite(asked: Write, reading: Reading): Read {
  const { knowledge, base, proof, isByModel, at, reason } = reading
  const path = entryNamed(asked.path)
  if (path === undefined)
    return { failed: 'A path is two or three folders and a file, such as auth/tokens/rotation.md: a-z, 0-9, _ and -.' }
  const known = knowledge.entries.get(path)
  if (known === undefined && asked.type === 'UPDATE') return { failed: 'No entry has this path.' }
  const corrections = correctionsIn(asked, known)
  if ('failed' in corrections) return corrections
  const { claims, dropped } = provedAmong(allClaims(asked, corrections), { proof, isByModel })
  const named = filesAmong(asked.files ?? [], reading)
  if ('failed' in named) return named
  // A quoted replacement that proves nothing must not leave only what it was to replace taken out.
  if (dropped.length > 0 && (asked.replace ?? []).length > 0)
    return { failed: `Not proved: ${dropped.map(quoted).join(', ')}. A replacement counts as a whole.` }
  const wanted = cleanClaim(asked.title ?? '')
  if (isByModel && !makesUpNothing(wanted, proof)) return { failed: `Not proved: ${quoted(wanted)}.` }
  const title = known === undefined || asked.type === 'UPDATE' ? wanted : ''
  const bad = pathsThatAreNone(asked)
  if (bad.length > 0) return { failed: `${bad.map(quoted).join(', ')} can be no entry or topic.` }
  const entry = entryFrom({ ...asked, files: named.files }, claims, { base, proof, at, title })
  if (title === '' && known === undefined) return { failed: 'A new entry needs a title.' }
  const count = claims.facts.length + claims.rules.length + claims.lessons.length
  if (count === 0 && (isByModel || dropped.length > 0 || !saysMore({ ...asked, facts: [], rules: [], lessons: [] })))
    return { failed: 'No claim of it has a quote that stands in what was given.' }
  const twin = known === undefined ? nearDuplicate(entry, knowledge.entries) : undefined
  if (twin !== undefined) return { failed: `${twin} says this already: UPDATE it with what is new.` }
  return {
    operations: [{ type: asked.type, path, entry, reason, retires: corrections.retires }],
    notes: [
      ...[...dropped, ...named.dropped].map((claim) => `Not proved, left out: ${shorten(cleanClaim(claim), 80)}`),
      ...(title === '' && wanted !== '' && wanted !== known?.title
        ? ['It keeps its title: UPDATE gives another.']
        : []),
      ...unknownRelations(entry, path, knowledge),
      ...contradicted(entry, { path, retires: corrections.retires, knowledge }),
    ],
  }
}

const allClaims = (asked: Write, { facts, rules, lessons }: Corrections): Claims => ({
  facts: [...(asked.facts ?? []), ...facts],
  rules: [...(asked.rules ?? []), ...rules],
  lessons: [...(asked.lessons ?? []), ...lessons],
})

const quoted = (text: string): string => `“${shorten(cleanClaim(text), 80)}”`

/** What relations and a successor name must be spelled as paths of a tree are. */
const pathsThatAreNone = ({ related = [], supersededBy }: Write): readonly string[] => [
  ...related
    .map(({ path }) => path)
    .filter((path) => folderMeant(toRelation(path).path) === undefined && !isEntry(path)),
  ...[supersededBy ?? ''].filter((path) => path !== '' && !isEntry(path)),
]

const isEntry = (path: string): boolean => toEntryPath(toRelation(path).path) !== undefined

/** An author may name tracked files; a model only those that it read. */
function filesAmong(
  named: readonly string[],
  { files, isByModel }: Reading,
): { readonly files: string[]; readonly dropped: readonly string[] } | { readonly failed: string } {
  const missing = named.filter((file) => !files.has(file))
  if (missing.length > 0 && !isByModel)
    return { failed: `Not tracked at HEAD: ${missing.map((file) => cleanClaim(file)).join(', ')}.` }
  return { files: named.filter((file) => files.has(file)), dropped: missing }
}

/** Relations may be written before what they lead to; whoever misspelled one learns it here. */
function unknownRelations({ relations }: Entry, own: EntryPath, { entries }: Knowledge): readonly string[] {
  const isThere = (path: string): boolean =>
    [...entries.keys()].some((entry) => entry === path || entry.startsWith(`${folderMeant(path)}/`))
  return relations
    .filter(({ path }) => path !== own && !isThere(path))
    .map(({ path }) => `Related to ${path}, which is not there yet.`)
}

type Writing = {
  readonly path: EntryPath
  readonly retires: Extract<Operation, { entry: Entry }>['retires']
  readonly knowledge: Knowledge
}

/** Says at once which rules that hold a new entry contradicts, but for those that it takes back. */
function contradicted({ facts, narrative }: Entry, { path, retires = [], knowledge }: Writing): readonly string[] {
  const said = [
    ...narrative.rules.map((rule) => readRule(rule).text),
    ...facts.filter(({ note }) => note === undefined).map(({ statement }) => statement),
  ]
  const retired = new Set(retires.flatMap((one) => (one.kind === 'line' ? [one.text] : [])))
  return opposedRules(said, knowledge.entries)
    .filter((one) => one.path !== path || !retired.has(one.rule))
    .slice(0, 5)
    .map((one) => `${sayOpposed(one)} UPDATE that entry with "retire" if it no longer holds.`)
}
