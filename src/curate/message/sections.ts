import { oneLine } from '../../text/clean.ts'
import { countWords } from '../../text/words.ts'
import { withoutDiagnostics } from './compiler-output.ts'
import { withoutChecklists, withoutTrials } from './checklists.ts'
import {
  amid,
  inline,
  isCode,
  isProse,
  isStatement,
  quote,
  torn,
  withoutExampleAhead,
  withoutLeads,
  withoutPrinted,
} from './code-in-prose.ts'
import { withoutFootnotes } from './footnotes.ts'
import { isHeading, withReasonsFirst } from './headed-parts.ts'
import { asList, leastLead, paragraphsJoined, withInnerLists, withSpacedItems } from './paragraph-joins.ts'
import { withoutPlans } from './plans.ts'
import { withoutQuotes } from './quotes.ts'
import { bullet, headlinesIn, linkLine, withListsOfSteps } from './steps-of-squash.ts'
import { isReference, isRow, isTemplate } from './template-lines.ts'
import { withoutTitleAgain } from './title-again.ts'
import { unwrapped } from './wrapped-title.ts'

/**
 * A part of a message with a headline of its own: the message itself, headline '', or one commit of a squash. Paragraphs
 * are in order, each one line; code, checklists and what templates put there are left out.
 */
export type Section = { readonly headline: string; readonly paragraphs: readonly string[] }

const fence = /^\s*(?:```|~~~)/
/** What GitHub puts between the commits of a squash and their co-authors. */
const rule = /^\s*[-*_=]{3,}\s*$/

/** Splits a body into what the message itself says and what each commit of a squash says. */
export function sectionsOf(body: string): readonly Section[] {
  // More than half of all messages are a subject alone.
  if (body === '') return [{ headline: '', paragraphs: [] }]
  const lines = withListsOfSteps(withoutFootnotes(body).split('\n'))
  const heads = headlinesIn(lines)
  const sections: { headline: string; lines: string[] }[] = [{ headline: '', lines: [] }]
  for (const [at, line] of lines.entries()) {
    const [, headline] = heads.has(at) ? (bullet.exec(line) ?? []) : []
    if (headline !== undefined) sections.push({ headline: oneLine(headline), lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections.map(({ headline, lines: own }) => {
    const { title, below } = headline === '' ? { title: '', below: own } : unwrapped(headline, own)
    const text = below.join('\n').replace(/^\s*\n/, '')
    const rest = title === '' ? text : withoutTitleAgain(text, title)
    // What stands above a list says that its lines are set in.
    const said = rest === text ? below : rest.split('\n')
    return { headline: title.replace(/(?<=\w[`)]?)\.$/, ''), paragraphs: paragraphsOf(said) }
  })
}

/** The lines of a message that somebody wrote to say something of the code. */
const linesRead = (lines: readonly string[]): readonly string[] =>
  labelled(
    withInnerLists(
      withSpacedItems(
        withReasonsFirst(
          withoutQuotes(withoutPlans(withoutTrials(withoutPrinted(withoutDiagnostics(withoutChecklists(lines)))))),
        ),
      ),
    ),
  )

/** Unwraps hard-wrapped lines into paragraphs; the items of a list stay with the line that introduces them. */
function paragraphsOf(lines: readonly string[]): readonly string[] {
  const reading: Reading = {
    found: [],
    leads: new Set(),
    open: [],
    isLead: false,
    setIn: [],
    codeAbove: undefined,
    linkAbove: '',
  }
  for (const part of withCodeApart(linesRead(lines)))
    if (typeof part === 'string') readLine(part, reading)
    else readCode(part, reading)
  close(reading)
  if (reading.setIn.length > 0) quote(reading.setIn, reading.found)
  return paragraphsJoined(withoutLeads(reading.found, reading.leads)).map(withoutExampleAhead)
}

type Reading = {
  /** The paragraphs that have ended. */
  readonly found: string[]
  /** Which of them lead to code that is not told. */
  readonly leads: Set<number>
  /** The lines of the paragraph that goes on, and whether it leads to such code. */
  open: string[]
  isLead: boolean
  /** Lines that are set in: what comes behind them says whether they are code. */
  setIn: string[]
  /** What is not told of the code right above; undefined where none is above. */
  codeAbove: readonly string[] | undefined
  /** The link right above that nothing led to, '' where none is. */
  linkAbove: string
}

/** Lines as they are, and those between two fences together; where a second fence is missing, nothing follows. */
function withCodeApart(lines: readonly string[]): readonly (string | readonly string[])[] {
  const parts: (string | readonly string[])[] = []
  let code: string[] | undefined
  for (const line of lines)
    if (!fence.test(line)) (code ?? parts).push(line)
    else {
      if (code !== undefined) parts.push(code)
      code = code === undefined ? [] : undefined
    }
  return parts
}

function close(reading: Reading): void {
  const { found, leads, open, isLead } = reading
  const text =
    isCode(open) || (isStatement(open) && inline(open, found, []))
      ? ''
      : oneLine(asList(open).join('\n').replace(atHyphen, ''))
  if (text !== '') found.push(text)
  if (text !== '' && isLead) leads.add(found.length - 1)
  reading.isLead = false
  reading.open = []
}

/** What a program printed is shorter than what somebody said. */
const leastQuoted = 8

/** A word that was wrapped behind its hyphen: "dev-", "dependency" (rayon b0b6c13a); "pre-" is none, before "and post-". */
const atHyphen = /(?<=\p{L}-)\n(?!(?:and|or|to)\b)(?=\p{Ll})/gu

function readCode(code: readonly string[], reading: Reading): void {
  readBehindSetIn('', reading)
  if (countWords(code.join(' ')) >= leastQuoted && isProse(code)) {
    close(reading)
    quote(code, reading.found)
    return
  }
  const untold = inline(code, reading.found, reading.open) ? [] : code
  reading.codeAbove = untold
  reading.isLead = untold.length > 0 && reading.open.length > 0
  if (untold.length > 0 && !reading.isLead) reading.leads.add(reading.found.length - 1)
}

function readLine(line: string, reading: Reading): void {
  const { found, open } = reading
  if (open.length === 0 && /^(?: {4}|\t)/.test(line)) {
    reading.setIn.push(line)
    return
  }
  if (line.trim() !== '') readBehindSetIn(line, reading)
  const { linkAbove } = reading
  reading.linkAbove = ''
  // "Historical note:", the link, "made it so that …" (pip 2a908083)
  if (linkAbove !== '' && /^(?!https?:)\p{Ll}/u.test(line)) open.push(linkAbove)
  if (line.trim() === '' || rule.test(line) || isHeading(line)) close(reading)
  else if (linkLine.test(line)) reading.linkAbove = finish(line, found, open)
  else if (!(isTemplate(line) || isRow(line)) || (torn.test(open.at(-1) ?? '') && isReference(line.trim())))
    goOn(line, reading)
}

/** What is set in goes on behind an empty line: code, and "by itself is not much info" (urllib3 b6a208c5). */
function readBehindSetIn(line: string, reading: Reading): void {
  const { found, open, setIn } = reading
  if (setIn.length === 0) return
  if (/^\p{Ll}/u.test(line) && /[.!?]$/.test(found.at(-1) ?? '')) open.push(amid(setIn))
  else quote(setIn, found)
  reading.setIn = []
}

function goOn(line: string, reading: Reading): void {
  const { codeAbove } = reading
  // "We used to call `less` with", code, "We only passed it because …" are two sentences (bat 864656bd).
  if (codeAbove !== undefined && /^\p{Lu}/u.test(line)) close(reading)
  const { open } = reading
  const isAmid = codeAbove !== undefined && codeAbove.length > 0 && /^\p{Ll}/u.test(line)
  if (isAmid && /[^.!?]$/.test(open.at(-1) ?? '')) open.push(amid(codeAbove))
  reading.codeAbove = undefined
  open.push(itemOf(line.trim(), open))
}

/** A line as an item of its list. A number may only be where a sentence was wrapped: "from 3 to", "4. The rest" (zap, dependabot). */
function itemOf(line: string, open: readonly string[]): string {
  const isNumbered = /(?:^|[.:;!?])$/.test(open.at(-1) ?? '') || open.some((before) => before.startsWith('•'))
  return line.replace(isNumbered ? /^(?:[-*+•]|\d{1,2}[.)])\s+/ : /^[-*+•]\s+/, '• ')
}

/** A link on a line of its own ends the sentence that leads to it; after one that is complete, it says nothing, and amid a paragraph it is given back. */
function finish(line: string, found: string[], open: string[]): string {
  const [, address = ''] = linkLine.exec(line) ?? []
  const before = (open.length > 0 ? open.at(-1) : found.at(-1)) ?? ''
  const leads =
    /[\w,:(]$/.test(before) &&
    !/^https?:\/\//.test(before.slice(before.lastIndexOf(' ') + 1)) &&
    // `Refs:` leads to nothing but the link; "Converted from" goes on behind it (bat 5074b96c).
    (before.split(' ').length >= leastLead || torn.test(before))
  if (!leads) leaveReference(open.length > 0 ? open : found)
  else if (open.length > 0) open.push(address)
  else found.push(`${found.pop() ?? ''} ${address}`)
  return leads || open.length === 0 ? '' : address
}

/** What only says where to look, behind what is said, goes with the link: "… compatibility. See" (bat 68528983). */
function leaveReference(said: string[]): void {
  const last = said.pop()
  if (last !== undefined) said.push(last.replace(/(?<=[.!?]) (?:please )?see(?: also)?:?$/i, ''))
}

/**
 * Puts the headings of a problem and its solution before the prose below them. Without the words, what was so before reads
 * as if it still were: "tonic-xds doesn't currently interoperate with …" is the motivation of a commit after which it does
 * (tonic 2c0b8831).
 */
function labelled(lines: readonly string[]): readonly string[] {
  let [label, hasProblem] = ['', false]
  return lines.map((line) => {
    const [, named] = labels.exec(line) ?? []
    if (named !== undefined || line.trim() === '') {
      label = named ?? label
      return line
    }
    const isTracked = label !== '' && (hasProblem || !/^s/i.test(label)) && /^["“(`*_#]{0,2}[\p{L}\d]/u.test(line)
    const before = isTracked ? `${label}: ` : ''
    if (isTracked) hasProblem = true
    label = ''
    return `${before}${line}`
  })
}

const labels = /^\s*(?:#{1,6}\s+|\*\*)(motivation|problem|solution)[:.]?(?:\*\*)?:?\s*$/i
