import { oneLine } from '../../text/clean.ts'
import { sentences } from '../../text/sentences.ts'
import { announces } from './announcements.ts'

/** Lines of code behind what leads to them, where they are few: "… the following entry into stats::", `urllength/request_ignored_count` (scrapy 6e5ea792). */
function shownCode(lines: readonly string[]): string {
  const shown = lines.map((line) => line.trim()).filter((line) => line !== '')
  const isShort = shown.length <= mostShown && shown.every((line) => line.length <= longestShown && !line.includes('`'))
  return isShort && shown.length > 0 ? ` ${shown.map((line) => `\`${line}\``).join(', ')}` : ''
}

/** More lines of code are not shown. */
const mostShown = 3
const longestShown = 80

/**
 * The prose of a note in reStructuredText: what its code is led to by stands without it, or shows it where it is short: "Example: .. code-block::
 * python def pytest_addoption(parser): …" (pytest d1263893). Of a note within the note, only its mark goes.
 */
export function withoutCodeBlocks(lines: readonly string[]): readonly string[] {
  const told: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const isShown = isShowing(line)
    if (!isShown && !(leading.test(line) && isDeeper(lines, at))) {
      if (!target.test(line)) told.push(line.replace(marking, '$1'))
      continue
    }
    // Two colons alone only lead to code, as the paragraph above does.
    if (!isShown && line.trim() !== '::') told.push(line.slice(0, -1))
    const { code, end } = codeBelow(lines, at)
    leadTo(told, code)
    at = end - 1
  }
  return told
}

const leading = /^(?!\s{0,12}\.\. ).*::$/
const showing =
  /^\s{0,12}\.\. (?:code|code-block|csv-table|figure|image|list-table|literalinclude|parsed-literal|sourcecode|table)::/
/** Whether a line is a directive that shows something: code, a picture, a table. */
export const isShowing = (line: string): boolean => showing.test(line)
const ofCode = /\.\. (?:code|code-block|sourcecode)::/
const option = /^\s{1,16}:[a-z-]{2,20}:/
const marking = /^(\s{0,12})\.\. (?:attention|caution|danger|hint|important|note|tip|warning):: ?/
const target = /^\s{0,12}\.\. _[^:\n]{1,80}: \S+$/

const marginOf = (line: string): number => line.search(/\S/)

/** Whether what stands below an empty line behind one is set in further. */
const isDeeper = (lines: readonly string[], at: number): boolean =>
  lines[at + 1]?.trim() === '' && marginOf(lines[at + 2] ?? '') > marginOf(lines[at] ?? '')

/** What is set in below a directive, or from a line on, and where it ends. */
export type CodeBelow = { readonly code: readonly string[]; readonly end: number }

/** The code that is set in below a line; a picture and a table have none. */
export function codeBelow(lines: readonly string[], at: number): CodeBelow {
  const line = lines[at] ?? ''
  const end = endOfInset(lines, at + 1, marginOf(line) + 1)
  const hasCode = !isShowing(line) || ofCode.test(line)
  return { code: hasCode ? lines.slice(at + 1, end).filter((one) => !option.test(one)) : [], end }
}

/** Where what is set in so far, or empty, ends. */
export function endOfInset(lines: readonly string[], from: number, margin: number): number {
  let end = from
  while (end < lines.length && (lines[end]?.trim() === '' || marginOf(lines[end] ?? '') >= margin)) end++
  return end
}

/** Ends the last paragraph with the code that it leads to, or without what only leads to that. */
function leadTo(told: string[], code: readonly string[]): void {
  while (told.at(-1)?.trim() === '') told.pop()
  const from = told.findLastIndex((line) => line.trim() === '') + 1
  const left = withCode(oneLine(told.splice(from).join('\n')), { code, isFirst: told.length === 0 })
  if (left !== '') told.push(/[.!?]$/.test(left) ? left : `${left}.`)
  told.push('')
}

/** A paragraph with the code that it leads to, where that is short, or without what only leads to it; the first says what was changed. */
export function withCode(paragraph: string, { code, isFirst }: { code: readonly string[]; isFirst: boolean }): string {
  const shown = paragraph.endsWith(':') ? shownCode(code) : ''
  if (shown !== '') return `${paragraph}${shown}`
  const last = sentences(paragraph).at(-1) ?? ''
  const isBare = !/[.!?]$/.test(last) && announces(`${last.replace(/\*|:$/g, '')}:`)
  const left = isBare ? paragraph.slice(0, paragraph.length - last.length).trimEnd() : paragraph
  return (left === '' && isFirst ? paragraph : left).replace(/:$/, '.')
}
