import { fold } from '../text/clean.ts'
import { type Note, readNote, writeNote } from './note.ts'

export const categories = ['personal', 'project', 'preference', 'convention', 'team', 'environment', 'other'] as const
export type Category = (typeof categories)[number]

/** A structured statement; '' stands for what was not said, `sources` are commit hashes (short or full). */
export type Fact = {
  readonly subject: string
  readonly value: string
  readonly statement: string
  readonly category: Category | ''
  readonly sources: readonly string[]
  /** What is known about a lesson beside its words; only lessons have it. */
  readonly note?: Note
}

const hash = '[0-9a-f]{7,64}'
const sourceTail = new RegExp(String.raw`(?<=^|\s)\((${hash}(?:, ${hash})*)\)$`)
const categoryTail = new RegExp(String.raw`(?<=^|\s)\[(${categories.join('|')})\]$`)
const noteTail = /(?<=^|\s)\{([^{}\n]+)\}$/
const subjectHead = /^\*\*([^\n]+?)\*\*(?: = (`+)([^\n]+?)\2(?!`))?(?::(?: |$)|$)/
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
  const [head = '', subject = '', , value = ''] = subjectHead.exec(said) ?? []
  return {
    subject,
    value: unpad(value),
    statement: unescape(said.slice(head.length)),
    category: categories.find((known) => known === category) ?? '',
    sources: sources === '' ? [] : sources.split(', '),
    ...(note === undefined ? {} : { note }),
  }
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

/** Decides whether two facts say the same: the same subject and the same statement and value, case and blanks aside. */
export const factKey = ({ subject, value, statement }: Fact): string => [subject, value, statement].map(fold).join('\n')

const escape = (statement: string): string =>
  escapeNote(statement).replace(ambiguousTail, '$1\\').replace(ambiguousHead, '$1\\')

/** A statement that ends as a note does gets a backslash before the closing brace, which no note has. */
const escapeNote = (statement: string): string =>
  readNote(noteTail.exec(statement.replace(/\\+\}$/, '}'))?.[1] ?? '') === undefined
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

/** Writes a code span, fenced by one more backtick than it holds in a row, and padded where it touches one (CommonMark 6.1). */
export function codeSpan(value: string): string {
  const longest = Math.max(0, ...(value.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = value.startsWith('`') || value.endsWith('`') || /^ .* $/.test(value) ? ' ' : ''
  return `${fence}${pad}${value}${pad}${fence}`
}

const unpad = (value: string): string =>
  /^ .*[^ ].* $/.test(value) || /^ `.*` $/.test(value) ? value.slice(1, -1) : value

/**
 * Puts lessons in the order that a reader wants: what holds before what does not, breaking and security first, then the
 * newest. What is no lesson follows in its own order.
 */
export function inOrder(facts: readonly Fact[]): readonly Fact[] {
  const lessons = facts.flatMap((fact) => (fact.note === undefined ? [] : [{ fact, note: fact.note }]))
  const rank = ({ holds, kind }: Note): number =>
    ['', 'partly', 'past'].indexOf(holds) * 2 + (kind === 'breaking' || kind === 'security' ? 0 : 1)
  const ordered = lessons.toSorted(
    (a, b) => rank(a.note) - rank(b.note) || (a.note.date < b.note.date ? 1 : a.note.date > b.note.date ? -1 : 0),
  )
  return [...ordered.map(({ fact }) => fact), ...facts.filter(({ note }) => note === undefined)]
}
