import { madeLately } from '../text/made-once.ts'
import { type Fact, readFact, writeFact } from './facts.ts'
import { type Fault, splitFrontMatter } from './frontmatter.ts'
import { readList, writeList, type UnknownText } from './list.ts'
import { blocks, escapeText, headingOfLevel, lines, unescapeText } from './markdown.ts'
import { type Meta, readMeta, writeMeta } from './meta.ts'
import { type Narrative, noNarrative, readNarrative, writeNarrative } from './narrative.ts'
import { type RawConcept, noRawConcept, readRawConcept, writeRawConcept } from './raw.ts'
import { readReason } from './reason.ts'
import { type Relation, mergeRelations, readRelations, writeRelation } from './relation.ts'
import { noStanding } from './standing.ts'

/** One piece of knowledge, as FORMATS section 2 spells it; '' and [] stand for what was not said. */
export type Entry = Meta & {
  readonly relations: readonly Relation[]
  readonly raw: RawConcept
  readonly narrative: Narrative
  /** Code, formulas and raw data, as Markdown. */
  readonly snippets: string
  readonly facts: readonly Fact[]
  readonly reason: string
  readonly loose: readonly UnknownText[]
}

type EntryReading = { readonly entry: Entry } | { readonly fault: Fault }

/** Nobody writes longer lines; a hostile one would keep every reader busy. */
const longestLine = 20_000

/** Nobody says more in one entry: what is compared with each other stays few. */
const mostItems = 5_000
const mostLines = 50_000
const item = /^(?:#|[-*+] |@|\*\*)/

/** No entry is larger, in bytes; what a pulled tree holds beyond this is not read. */
export const mostEntryBytes = 1024 * 1024

const countItems = (written: readonly string[]): number =>
  written.reduce((count, line) => (item.test(line) ? count + 1 : count), 0)

/** Says why nobody could read an entry again that was written like this; '' where everybody can. */
export function whyNotWritten(text: string): string {
  const reading = readEntry(text)
  if ('fault' in reading) return reading.fault.detail
  return Buffer.byteLength(text) > mostEntryBytes ? 'It is larger than 1 MiB.' : ''
}

/** Tells how full an entry is, from 0 to 1: beyond that, it could not be read any more. */
export function fullnessOf(text: string): number {
  const written = text.split('\n')
  return Math.max(written.length / mostLines, countItems(written) / mostItems, Buffer.byteLength(text) / mostEntryBytes)
}

/** Reads an entry from its text; generous in form, but markers of an unfinished merge, foreign languages and an empty file are faults. */
export const readEntry: (text: string) => EntryReading = madeLately(readAnew)

/** Reads an entry where there is a text that can be read as one; undefined elsewhere, whatever is wrong with it. */
export function readableEntry(text: string | undefined): Entry | undefined {
  const reading = text === undefined ? undefined : readEntry(text)
  return reading === undefined || 'fault' in reading ? undefined : reading.entry
}

function readAnew(text: string): EntryReading {
  if (text.trim() === '') return { fault: { code: 'empty-entry', detail: 'It is empty, as a failed save leaves it.' } }
  const written = text.split('\n')
  if (written.length > mostLines)
    return { fault: { code: 'endless-entry', detail: `It has more than ${mostLines} lines.` } }
  if (written.some((line) => line.length > longestLine)) {
    return { fault: { code: 'endless-line', detail: `A line is longer than ${longestLine} characters.` } }
  }
  if (text.includes('\uFFFD')) {
    return { fault: { code: 'not-utf8', detail: 'It holds bytes that are not UTF-8 text: save it as UTF-8.' } }
  }
  const items = countItems(written)
  if (items > mostItems)
    return { fault: { code: 'endless-entry', detail: `It has ${items} headings and items, more than ${mostItems}.` } }
  const split = splitFrontMatter(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
  if ('fault' in split) return split
  const marker = lines(split.body).find((line) => !line.fenced && /^(?:<{7}|>{7}|\|{7})(?: |$)/.test(line.text))
  if (marker !== undefined) {
    return { fault: { code: 'conflict-markers', detail: `An unfinished merge left "${marker.text}".` } }
  }
  const { meta, related, loose } = readMeta(split.front)
  return { entry: readBody({ ...emptyEntry, ...meta, relations: related, loose }, split.body) }
}

/** Writes an entry in its one spelling: sections in FORMATS' order, those that say nothing left out. */
export function writeEntry(entry: Entry): string {
  const sections = sectionNames.flatMap((name) => [writeSection(entry, name), ...looseAfter(entry, name)])
  const body = [...looseAfter(entry, 'start'), ...sections].filter((text) => text !== '').join('\n\n')
  return `---\n${writeMeta(entry)}---\n${body === '' ? '' : `\n${body}\n`}`
}

const sectionNames = ['Relations', 'Raw Concept', 'Narrative', 'Snippets', 'Facts', 'Reason'] as const
type SectionName = (typeof sectionNames)[number]

/** Scores as FORMATS gives them to what is new, and no times. */
export const newScores = {
  importance: 50,
  recency: 1,
  maturity: 'draft',
  accessCount: 0,
  updateCount: 0,
  createdAt: '',
  updatedAt: '',
} as const

type Decided = Pick<Entry, 'importance' | 'maturity' | 'approvedAt' | 'status' | 'supersededBy'>

/** What only people of a repository decide about an entry, as it is with `known`; of a new one, nothing but its end. */
export const undecided = ({ status, supersededBy }: Entry, known?: Entry): Decided =>
  known === undefined
    ? { importance: newScores.importance, maturity: newScores.maturity, approvedAt: '', status, supersededBy }
    : {
        importance: known.importance,
        maturity: known.maturity,
        approvedAt: known.approvedAt,
        status: known.status,
        supersededBy: known.supersededBy,
      }

/** An entry that says nothing. */
export const emptyEntry: Entry = {
  title: '',
  tags: [],
  keywords: [],
  ...noStanding,
  ...newScores,
  relations: [],
  raw: noRawConcept,
  narrative: noNarrative,
  snippets: '',
  facts: [],
  reason: '',
  loose: [],
}

function readBody(meta: Entry, body: string): Entry {
  let entry = meta
  let after = 'start'
  const loose: UnknownText[] = []
  for (const block of blocks(body, headingOfLevel(2))) {
    const name = sectionNames.find((known) => known === block.name)
    if (name !== undefined) {
      after = name
      const read = readSection[name]({ ...entry, loose: [] }, block.text)
      loose.push(...read.loose)
      entry = read
    } else loose.push({ after, text: block.source })
  }
  entry = { ...entry, loose: [...meta.loose, ...loose] }
  return entry.title === '' ? { ...entry, title: titleIn(body) } : entry
}

const titleIn = (body: string): string => /^# (.+)$/m.exec(body)?.[1]?.trim() ?? ''

const withLoose = (entry: Entry, loose: readonly UnknownText[]): Entry => ({
  ...entry,
  loose: [...entry.loose, ...loose],
})

const readSection: Record<SectionName, (entry: Entry, text: string) => Entry> = {
  Relations: (entry, text) => {
    const { relations, loose } = readRelations(text)
    return withLoose({ ...entry, relations: mergeRelations(relations, entry.relations) }, loose)
  },
  'Raw Concept': (entry, text) => {
    const { raw, loose } = readRawConcept(text, entry.raw)
    return withLoose({ ...entry, raw }, loose)
  },
  Narrative: (entry, text) => {
    const { narrative, loose } = readNarrative(text, entry.narrative)
    return withLoose({ ...entry, narrative }, loose)
  },
  Snippets: (entry, text) => ({
    ...entry,
    snippets: [entry.snippets, unescapeText(text)].filter((part) => part !== '').join('\n\n'),
  }),
  Facts: (entry, text) => {
    const { items, loose } = readList(text, 'Facts', readFact)
    return withLoose({ ...entry, facts: [...entry.facts, ...items] }, loose)
  },
  Reason: (entry, text) => {
    const { reason, loose } = readReason(text)
    if (entry.reason === '') return withLoose({ ...entry, reason }, loose)
    return withLoose(entry, [{ after: 'Reason', line: 0, text }])
  },
}

function writeSection(entry: Entry, name: SectionName): string {
  const within = entry.loose.filter((loose) => loose.line !== undefined && loose.after === name)
  const text = {
    Relations: () => writeLines(entry.relations.map(writeRelation), within),
    'Raw Concept': () => writeRawConcept(entry.raw, entry.loose),
    Narrative: () => writeNarrative(entry.narrative, entry.loose),
    Snippets: () => escapeText(entry.snippets),
    Facts: () => writeList(entry.facts.map(writeFact), within),
    Reason: () => writeLines(entry.reason === '' ? [] : [escapeText(entry.reason)], within),
  }[name]()
  return text === '' ? '' : `## ${name}\n${text}`
}

const writeLines = (items: readonly string[], loose: readonly UnknownText[]): string =>
  [items.join('\n'), ...loose.map(({ text }) => text)].filter((part) => part !== '').join('\n\n')

const looseAfter = (entry: Entry, name: string): readonly string[] =>
  entry.loose.filter((loose) => loose.after === name && loose.line === undefined).map(({ text }) => text)
