import { fold } from '../text/clean.ts'

export const categories = ['personal', 'project', 'preference', 'convention', 'team', 'environment', 'other'] as const
export type Category = (typeof categories)[number]

/** A structured statement; '' stands for what was not said, `sources` are commit hashes (short or full). */
export type Fact = {
  readonly subject: string
  readonly value: string
  readonly statement: string
  readonly category: Category | ''
  readonly sources: readonly string[]
}

const hash = '[0-9a-f]{7,64}'
const sourceTail = new RegExp(String.raw`(?<=^|\s)\((${hash}(?:, ${hash})*)\)$`)
const categoryTail = new RegExp(String.raw`(?<=^|\s)\[(${categories.join('|')})\]$`)
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
  const [head = '', subject = '', , value = ''] = subjectHead.exec(claim) ?? []
  return {
    subject,
    value: unpad(value),
    statement: unescape(claim.slice(head.length)),
    category: categories.find((known) => known === category) ?? '',
    sources: sources === '' ? [] : sources.split(', '),
  }
}

/** Writes a fact as the text of a list item, the inverse of `readFact`. */
export function writeFact(fact: Fact): string {
  const subject =
    fact.subject === '' ? '' : `**${fact.subject}**${fact.value === '' ? '' : ` = ${codeSpan(fact.value)}`}`
  const statement = escape(fact.statement)
  const claim = [subject, statement].filter((part) => part !== '').join(': ')
  const category = fact.category === '' ? '' : `[${fact.category}]`
  const sources = fact.sources.length === 0 ? '' : `(${fact.sources.join(', ')})`
  return [claim, category, sources].filter((part) => part !== '').join(' ')
}

/** Decides whether two facts say the same: the same subject and the same statement and value, case and blanks aside. */
export const factKey = ({ subject, value, statement }: Fact): string => [subject, value, statement].map(fold).join('\n')

const escape = (statement: string): string => statement.replace(ambiguousTail, '$1\\').replace(ambiguousHead, '$1\\')

const unescape = (statement: string): string =>
  statement.replace(ambiguousTail, (slashes) => slashes.slice(1)).replace(ambiguousHead, (slashes) => slashes.slice(1))

/** Writes a code span, fenced by one more backtick than it holds in a row, and padded where it touches one (CommonMark 6.1). */
export function codeSpan(value: string): string {
  const longest = Math.max(0, ...(value.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = value.startsWith('`') || value.endsWith('`') || /^ .* $/.test(value) ? ' ' : ''
  return `${fence}${pad}${value}${pad}${fence}`
}

const unpad = (value: string): string =>
  /^ .*[^ ].* $/.test(value) || /^ `.*` $/.test(value) ? value.slice(1, -1) : value
