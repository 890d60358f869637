import { insideFences } from '../../text/fences.ts'
import type { LessonKind } from '../../tree/note.ts'
import { withoutLeadToCode } from './announcements.ts'
import { headingOf, type ReleaseHeading, releasesIn, unreleased } from './changelog-headings.ts'
import { sentIn } from './credits.ts'
import { boundToCode, goesOnBehindCode, withoutBareLead, withoutRestOfCode } from './rest-of-code.ts'
import { type CodeBelow, codeBelow, endOfInset, isShowing, withCode } from './shown-code.ts'

/** One item of a changelog's lists as it is written there, with what it stands under. */
export type ChangelogItem = {
  readonly text: string
  /** As much of it as says by its numbers which change it is about: a later paragraph may speak of others. */
  readonly naming: string
  readonly kind: LessonKind | ''
} & ReleaseHeading

type OpenItem = ReleaseHeading & {
  readonly paragraphs: string[]
  readonly kind: LessonKind | ''
  /** How far it is set in, and the item that it is a part of. */
  readonly margin: number
  readonly lead: OpenItem | undefined
}

const group = /^(?:#{2,5}\s+|\*\*)(?:[^\w\s]+\s+)?([A-Za-z][\w -]{2,30}?):?(?:\*\*)?:?\s*$/
/** A part may be announced by a line of its own. */
const plainGroup = /^([A-Z][a-z]+(?: [a-z]+){0,3}):$/
const item = /^\s{0,3}[-*+]\s+(.+)$/

/** What changelogs call their parts (Keep a Changelog 1.1.0, Angular's generator), by the kind of change that they list. */
const kinds: readonly { readonly kind: LessonKind; readonly shape: RegExp }[] = [
  { kind: 'breaking', shape: /^(?:backwards?[- ]incompatible|breaking|removed|.*breaking changes?)/i },
  { kind: 'security', shape: /^security/i },
  { kind: 'deprecation', shape: /^deprecat/i },
  { kind: 'fix', shape: /^(?:fixed|fixes|bug ?fix|bug$|fix)/i },
  { kind: 'performance', shape: /^perf/i },
]

/** A part that lists who took part, with the numbers of what they sent (axios 77b8f2fb). */
const people = /^(?:acknowledge?ments|(?:new )?contributors|credits|thanks)\b/i

/** The kind of change that a part of a changelog lists, or a label says, by its name; '' of any other. */
export const kindNamed = (name: string): LessonKind | '' => kinds.find(({ shape }) => shape.test(name))?.kind ?? ''

/** Reads the items of a changelog's lists, each with the release and the part that it stands under. */
export function itemsIn(lines: readonly string[]): readonly ChangelogItem[] {
  const found: OpenItem[] = []
  let [kind, part]: [LessonKind | '', string] = ['', '']
  let heading: ReleaseHeading = { release: '', day: '' }
  let [isOfPeople, isCutOff] = [false, false]
  let [open, last, past]: [OpenItem | undefined, number, number] = [undefined, -1, 0]
  const releaseAt = releasesIn(lines)
  const isCode = insideFences(lines, (at) => releaseAt(at) !== undefined)
  for (const [at, line] of lines.entries()) {
    if (isCode(at) && open !== undefined) leaveOutCode(open)
    isCutOff ||= at >= past && (isCode(at) || code.test(line))
    if (at < past || line.trim() === '' || isCode(at)) continue
    const block = codeOf(open, lines, at)
    if (open !== undefined && block !== undefined) [past, isCutOff] = [show(open, block), !endsWithCode(open)]
    if (block !== undefined || directive.test(line)) continue
    const version = releaseAt(at)
    const [, named] = group.exec(line) ?? plainGroup.exec(line) ?? []
    const [, text]: readonly string[] = item.exec(line) ?? partOf(open, line)
    if (version !== undefined || named !== undefined) isOfPeople = people.test(named ?? '')
    if (version !== undefined || unreleased.test(line))
      [heading, kind, part, open] = [headingOf(line, version), '', '', undefined]
    else if (named !== undefined) [kind, part, open] = [kindNamed(named), parts.exec(named)?.[0] ?? '', undefined]
    else if (isOfPeople) open = undefined
    else if (open !== undefined && sentIn(text ?? '') !== undefined)
      open.paragraphs.push(`${open.paragraphs.pop() ?? ''} (${sentIn(text ?? '') ?? ''})`)
    else if (text !== undefined) {
      const margin = line.search(/\S/)
      found.push((open = { paragraphs: [saidOf(part, text)], kind, margin, lead: leadOf(open, margin), ...heading }))
      ;[last, isCutOff] = [at, false]
    } else if (open !== undefined && goesOn(open, line, { isNext: last === at - 1 })) {
      if (last === at - 1) open.paragraphs.push(`${open.paragraphs.pop() ?? ''} ${line.trim()}`)
      else open.paragraphs.push(`${isCutOff && goesOnBehindCode.test(line.trim()) ? boundToCode : ''}${line.trim()}`)
      isCutOff = false
      last = at
    } else if (!code.test(line)) open = undefined
    else if (open !== undefined) leaveOutCode(open)
  }
  return withTheirParts(found).map(asItem).flatMap(changesOf)
}

/** Takes a line apart that several people share, each change with its number, below the name that the line begins with. */
function changesOf(line: ChangelogItem): readonly ChangelogItem[] {
  const [first = '', ...others] = line.text.split(behindAnother)
  const isChange = (text: string): boolean => numbered.test(text) && text.split(' ').length >= leastOfChange
  // What stands in paragraphs speaks of more than its first line.
  if (line.naming.trim() !== line.text || others.length === 0 || ![first, ...others].every(isChange)) return [line]
  const [label = ''] = /^\*\*[^*\n]{1,60}\*\*:? /.exec(first) ?? []
  return [first, ...others.map((text) => `${label}${text}`)].map((text) => ({ ...line, text, naming: text }))
}

/** Fewer words, with the number and who sent it, are no change of their own: "do A well now (#1) by @a". */
const leastOfChange = 7

/** "… pool stats ([#3914](…)) by [@Solaris-star](…); avoid a data race … ([#3881](…)) by …" (go-redis 5c497736). */
const behindAnother =
  /(?<=#\d{1,7}(?:\]\([^()\s]{1,200}\))?\) by \[?@[\w-]{1,39}(?:\]\([^()\s]{1,200}\))?); (?=[\p{L}`])/u

/**
 * An item that is set in as far as code is, where the one above leads to it: below `-   The following … is removed:` they stand behind
 * four blanks (scrapy 394c2797).
 */
const partOf = (before: OpenItem | undefined, line: string): readonly string[] =>
  leadOf(before, line.search(/\S/)) === undefined ? [] : (deepItem.exec(line) ?? [])
const deepItem = /^\s{4,12}[-*+]\s+(.+)$/
/** Set in so far, an item says nothing by itself: "achieve a deterministic output order (#324)", which is what an option is for (fd). */
const deepest = 4

/** The item that one belongs to which is set in further, as the one before it does or is: "Rework how we handle packaging:". */
function leadOf(before: OpenItem | undefined, margin: number): OpenItem | undefined {
  if (before === undefined || margin === 0) return undefined
  if (margin <= before.margin) return margin > (before.lead?.margin ?? margin) ? before.lead : undefined
  const said = before.paragraphs.at(-1) ?? ''
  return before.lead ?? (isLead.test(said) && !headsChanges(said) ? before : undefined)
}

/** Whether an item is the heading of those below it: "* Bug fixes:", "* Features:". A change says what was done. */
const headsChanges = (said: string): boolean => said.split(/\s+/).length < leastOfLead
const leastOfLead = 4

/**
 * Puts the parts of an item behind it, unless they are changes of their own, with numbers of their own: its last part alone may
 * have that of the whole (tox 1f565b17, where the last of eight stood for all).
 */
function withTheirParts(found: readonly OpenItem[]): readonly OpenItem[] {
  const parts = new Map<OpenItem, OpenItem[]>()
  for (const one of found) {
    if (one.lead === undefined) continue
    const known = parts.get(one.lead)
    if (known === undefined) parts.set(one.lead, [one])
    else known.push(one)
  }
  const isNumbered = ({ paragraphs }: OpenItem): boolean => numbered.test(paragraphs.join(' '))
  for (const [lead, own] of parts) if (own.length > mostParts || own.slice(0, -1).some(isNumbered)) parts.delete(lead)
  return found
    .filter(({ lead, margin }) => lead === undefined || (!parts.has(lead) && margin < deepest))
    .map((one) => {
      const listed = parts.get(one) ?? []
      const own = listed.filter(({ paragraphs: [first] }) => first !== '')
      const last = listed.at(-1)
      const behind = last?.paragraphs.slice(1) ?? []
      if (listed.length > 0 && own.length === 0) leaveOutCode(one)
      if (own.length === 0) return { ...one, paragraphs: [...one.paragraphs, ...behind] }
      const [first = '', ...more] = one.paragraphs
      const said = own.map((part) => (part === last ? (part.paragraphs[0] ?? '') : inSentences(part.paragraphs)))
      return { ...one, paragraphs: [`${inSentences([first, ...more])} - ${said.join(' - ')}`, ...behind] }
    })
}

/** A longer list is no one change. */
const mostParts = 40

const numbered = /#\d|\/(?:pull|issues)\/\d|[:}]`\d/

/** A directive of reStructuredText or MyST, or an option of one: `.. note::`, `:::{warning}`. */
const directive = /^\s{1,8}(?:\.\. \S|:::|:[a-z-]{2,20}: )/

function asItem({ paragraphs, margin: _margin, lead: _lead, ...rest }: OpenItem): ChangelogItem {
  const [first = '', ...others] = paragraphs
  return { ...rest, text: inSentences(paragraphs), naming: `${first} ${numbersBehind(others.at(-1) ?? '')}` }
}

const inSentences = (paragraphs: readonly string[]): string =>
  paragraphs
    .map(withoutRestOfCode)
    .filter((one) => one !== '')
    .reduce((said, one) => (said === '' ? one : `${said}${/[.!?:,;]$/.test(said) ? '' : '.'} ${one}`), '')

/** What stands behind the last sentence of a paragraph, where that is nothing but numbers and where they lead. */
function numbersBehind(paragraph: string): string {
  const end = [...paragraph.matchAll(/[.!?](?=\s)/g)].at(-1)?.index ?? -1
  const tail = paragraph.slice(end + 1)
  const words = tail.replace(/https?:[^\s)>]+/g, '').match(/[A-Za-z]{3,}/g) ?? []
  return words.length < leastWords ? tail : ''
}

const leastWords = 3

/**
 * Parts whose heading is the verb of their lines: "`BodyProxy#each` as it was only needed …" was removed (rack 06d23735); or says that
 * few have it yet: "Preview style" (black 658c8d8d).
 */
const parts = /^(?:deprecated|removed)\b|^(?:experimental|preview|unstable)\b.*/i

const saidOf = (part: string, text: string): string => (isSaidBy(text, part) ? text : `${part}: ${text}`)

const isSaidBy = (text: string, part: string): boolean =>
  /^(?:deprecated|removed)$|^$/i.test(part)
    ? part === '' || /\b(?:delet|deprecat|drop|no longer|remov)/i.test(text) || !isName.test(text)
    : /\b(?:experimental|preview|unstable)\b/i.test(text)

/** A name, and no sentence about one. */
const isName = /^`[^`]{1,80}`(?! (?:are|can|has|have|is|must|now|was|were|will)\b)/

/** Behind several paragraphs stand the numbers that a change goes by. */
const longestItem = 4_000

/** Whether a line belongs to the item above it: set in, as its later paragraphs are, too (attrs 684); or not, as Markdown allows. */
function goesOn({ paragraphs }: OpenItem, line: string, { isNext }: { isNext: boolean }): boolean {
  const length = paragraphs.reduce((sum, one) => sum + one.length, 0)
  if (length > longestItem || /^\s*[-*+]\s/.test(line)) return false
  return isNext ? /^(?:\s{2,}|\t)\S/.test(line) || isLazy(paragraphs.at(-1) ?? '', line) : /^\s{2,4}\S/.test(line)
}

/** What is set in further than the paragraphs of an item. */
const leastOfCode = 5
const code = /^\s{5,}(?=\S)/

/** The code that an item shows by a directive, or announces by two colons. */
function codeOf(open: OpenItem | undefined, lines: readonly string[], at: number): CodeBelow | undefined {
  const line = lines[at] ?? ''
  if (open === undefined) return undefined
  if (isShowing(line)) return line.startsWith(' ') ? codeBelow(lines, at) : undefined
  if (!code.test(line) || lines[at - 1]?.trim() !== '' || open.paragraphs.at(-1)?.endsWith('::') !== true)
    return undefined
  const end = endOfInset(lines, at, leastOfCode)
  return { code: lines.slice(at, end), end }
}

/** Ends what led to code; of a part, "CLI:" and "Go" say nothing without theirs (esbuild 9ad8ebb0). */
function leaveOutCode({ paragraphs, lead }: OpenItem): void {
  const said = withoutBareLead(paragraphs.pop() ?? '')
  paragraphs.push(said)
  if (lead !== undefined && paragraphs.length === 1 && said.split(' ').length < leastOfPart) paragraphs[0] = ''
  else if (isLead.test(said))
    // All that an item says is no lead.
    paragraphs.splice(-1, 1, withoutLeadToCode(said) || (paragraphs.length === 1 ? `${said.slice(0, -1)}.` : ''))
}

const leastOfPart = 3
/** One colon; two lead to code in reStructuredText. */
const isLead = /(?:^|[^:]):$/

/** Puts code behind what leads to it, or leaves out what only does that; says where it ends. */
function show({ paragraphs }: OpenItem, { code: shown, end }: CodeBelow): number {
  if (paragraphs.at(-1) === '::') paragraphs.pop()
  const said = (paragraphs.pop() ?? '').replace(/::$/, ':')
  const led = withCode(said, { code: shown, isFirst: paragraphs.length === 0 })
  if (led !== '') paragraphs.push(led)
  return end
}

const endsWithCode = ({ paragraphs }: OpenItem): boolean => paragraphs.at(-1)?.endsWith('`') === true

/** A line that goes on without being set in: what it goes on from has no end yet. */
const isLazy = (text: string, line: string): boolean => /^[a-z(`]/.test(line) && !/[.!?:)]$/.test(text)
