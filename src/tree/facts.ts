import { commitKey } from '../commit.ts'
import { fold } from '../text/clean.ts'
import { codeSpan } from '../text/markup.ts'
import { withoutCode } from '../text/beside-code.ts'
import { isUpkeep } from '../text/upkeep.ts'
import { type LessonNote, lessonStatuses, readNote, writeNote } from './note.ts'
import type { Source } from './raw.ts'

/** What a fact may be about, as it is spelled in an entry (FORMATS section 2). */
export const categories = ['personal', 'project', 'preference', 'convention', 'team', 'environment', 'other'] as const
/** One of the categories. */
export type Category = (typeof categories)[number]

/** A structured statement; '' stands for what was not said, `sources` are commit hashes (short or full). */
export type Fact = {
  readonly subject: string
  readonly value: string
  readonly statement: string
  readonly category: Category | ''
  readonly sources: readonly string[]
  /** What is known about a lesson beside its words; only lessons have it. */
  readonly note?: LessonNote
}

const hash = '[0-9a-f]{7,64}'
const sourceTail = new RegExp(String.raw`(?<=^|\s)\((${hash}(?:, ${hash})*)\)$`)
const categoryTail = new RegExp(String.raw`(?<=^|\s)\[(${categories.join('|')})\]$`)
const noteTail = /(?<=^|\s)\{([^{}\n]+)\}$/
// A statement that ends like a category or a source, or begins like a subject, is told apart by a backslash.
const ambiguousTail = new RegExp(
  String.raw`(?<!\\)(\\*)(?=[[(](?:${categories.join('|')}|${hash}(?:, ${hash})*)[\])]$)`,
)
const ambiguousHead = /^(\\*)(?=\*\*)/

/** Reads the text of a list item as FORMATS' fact line; every item is a fact, if only a plain statement. */
export function readFact(item: string): Fact {
  const [, sources = ''] = sourceTail.exec(item) ?? []
  const unsourced = item.replace(sourceTail, '').trimEnd()
  const [, category = ''] = categoryTail.exec(unsourced) ?? []
  const claim = unsourced.replace(categoryTail, '').trimEnd()
  const note = readNote(noteTail.exec(claim)?.[1] ?? '')
  const said = note === undefined ? claim : claim.replace(noteTail, '').trimEnd()
  const { subject, value, length } = headOf(said)
  return {
    subject,
    value,
    statement: unescape(said.slice(length)),
    category: categories.find((known) => known === category) ?? '',
    sources: sources === '' ? [] : sources.split(', '),
    ...(note === undefined ? {} : { note }),
  }
}

type Head = { readonly subject: string; readonly value: string; readonly length: number }
const noHead: Head = { subject: '', value: '', length: 0 }

/**
 * Reads `**subject**` or `**subject** = `value`` at the start of a claim, and the colon behind it. The first end of a
 * subject that leaves such a head counts; each run of backticks is looked at once, however many ends there are.
 */
function headOf(claim: string): Head {
  const [line = ''] = claim.split('\n', 1)
  if (!line.startsWith('**')) return noHead
  const runs = runsOf(line)
  for (let end = line.indexOf('**', 3); end !== -1; end = line.indexOf('**', end + 1)) {
    const after = end + 2
    const subject = line.slice(2, end)
    const open = line.startsWith(' = `', after) ? runs.get(after + 3) : undefined
    if (open?.close !== undefined) {
      const length = lengthWithColon(claim, open.close + open.size)
      if (length !== undefined) return { subject, value: unpad(line.slice(after + 3 + open.size, open.close)), length }
    }
    const length = lengthWithColon(claim, after)
    if (length !== undefined) return { subject, value: '', length }
  }
  return noHead
}

type Run = { readonly size: number; readonly close: number | undefined }

/** Each run of backticks by its place, with the place of the next that is as long, which closes it (CommonMark 6.1). */
function runsOf(line: string): ReadonlyMap<number, Run> {
  const next = new Map<number, number>()
  const found = [...line.matchAll(/`+/g)].toReversed().map(({ 0: { length }, index }) => {
    const close = next.get(length)
    next.set(length, index)
    return [index, { size: length, close }] as const
  })
  return new Map(found)
}

/** Where a head ends with the colon behind it; undefined where something else follows. */
function lengthWithColon(claim: string, end: number): number | undefined {
  if (end === claim.length) return end
  if (claim[end] !== ':') return undefined
  return end + 1 === claim.length ? end + 1 : claim[end + 1] === ' ' ? end + 2 : undefined
}

/** Writes a fact as the text of a list item, the inverse of `readFact`. */
export function writeFact(fact: Fact): string {
  const subject =
    fact.subject === '' ? '' : `**${fact.subject}**${fact.value === '' ? '' : ` = ${codeSpan(fact.value)}`}`
  const statement = escape(fact.statement)
  const claim = [subject, statement].filter((part) => part !== '').join(': ')
  const note = fact.note === undefined ? '' : writeNote(fact.note)
  const category = fact.category === '' ? '' : `[${fact.category}]`
  const sources = fact.sources.length === 0 ? '' : `(${fact.sources.join(', ')})`
  return [claim, note === '' ? '' : `{${note}}`, category, sources].filter((part) => part !== '').join(' ')
}

/** Says in words what a fact claims, without where it is from. */
export const sayFact = (fact: Pick<Fact, 'subject' | 'value' | 'statement'>): string =>
  [saySubject(fact), fact.statement].filter((part) => part !== '').join(': ')

/** Says what a fact is about, and its value; '' where it is a plain statement. */
export const saySubject = ({ subject, value }: Pick<Fact, 'subject' | 'value'>): string =>
  subject === '' ? '' : `${subject}${value === '' ? '' : ` = ${value}`}`

/**
 * Decides whether two facts say the same: the same subject and the same statement and value, case, blanks and the full stop of
 * a headline aside, and the code that a comment stands at.
 */
export const factKey = ({ subject, value, statement }: Fact): string =>
  [subject.replace(/\.$/, ''), value, withoutCode(statement)].map(fold).join('\n')

const escape = (statement: string): string =>
  escapeNote(statement).replace(ambiguousTail, '$1\\').replace(ambiguousHead, '$1\\')

/** A statement that ends as a note does gets a backslash before the closing brace, which no note has. */
const escapeNote = (statement: string): string =>
  readNote(noteTail.exec(statement.replace(/(?<!\\)\\+\}$/, '}'))?.[1] ?? '') === undefined
    ? statement
    : `${statement.slice(0, -1)}\\}`

const unescapeNote = (statement: string): string => {
  const plain = statement.replace(/\\\}$/, '}')
  return plain !== statement && escapeNote(plain) === statement ? plain : statement
}

const unescape = (statement: string): string =>
  unescapeNote(
    statement
      .replace(ambiguousTail, (slashes) => slashes.slice(1))
      .replace(ambiguousHead, (slashes) => slashes.slice(1)),
  )

const unpad = (value: string): string =>
  value.startsWith(' ') && value.endsWith(' ') && /[^ ]/.test(value) ? value.slice(1, -1) : value

/**
 * Puts lessons in the order that a reader wants: what holds before what does not, breaking and security first, what is only
 * about tests, builds and pages last, and the newest of equals first: of one day, the one whose commit came last among the
 * sources of the entry, which are in their order. What is no lesson is so today (a comment, what somebody wrote), and stands
 * in its own order before what is past.
 */
export function lessonsFirst(facts: readonly Fact[], sources: readonly Source[]): readonly Fact[] {
  const turns = new Map(sources.map(({ commit }, at) => [commitKey(commit), at]))
  const turnOf = ({ sources: [commit = ''] }: Fact): number => turns.get(commitKey(commit)) ?? -1
  const place = ({ subject }: Fact, { kind }: LessonNote): number =>
    kind === 'breaking' || kind === 'security' ? 0 : isUpkeep(subject) ? 2 : 1
  const ranked = facts.flatMap((fact) => {
    const { note } = fact
    if (note === undefined) return []
    const rank = lessonStatuses.indexOf(note.status) * 3 + place(fact, note)
    return [{ fact, rank, date: note.date, turn: turnOf(fact) }]
  })
  const ordered = ranked.toSorted(
    (a, b) => a.rank - b.rank || (a.date < b.date ? 1 : a.date > b.date ? -1 : b.turn - a.turn),
  )
  const said = ordered.map(({ fact }) => fact)
  const isPast = ({ note }: Fact): boolean => note?.status === 'past'
  return [
    ...said.filter((fact) => !isPast(fact)),
    ...facts.filter(({ note }) => note === undefined),
    ...said.filter(isPast),
  ]
}
