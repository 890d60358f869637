import { commitKey } from '../commit.ts'
import { termsOfTime } from '../text/dates.ts'
import { termText } from '../text/terms.ts'
import type { Stub } from '../tree/archive.ts'
import { approvedBefore } from '../tree/approved.ts'
import type { Entry } from '../tree/entry.ts'
import { sayFact, saySubject } from '../tree/facts.ts'
import { changersOf, type LessonNote, statusInWords } from '../tree/note.ts'
import { depthOf, type EntryPath, folderOf, fullPath, upwards } from '../tree/path.ts'
import { titleInReason } from '../tree/reason.ts'
import { readRule } from '../tree/rule.ts'
import { standingOf } from '../tree/standing.ts'
import { byAgentIn, sayByAgent } from '../tree/unreviewed.ts'
import { asksMark, type Card, type SearchDocument, link } from './entry-index.ts'
import { statementsIn, stubStatement } from './entry-statements.ts'

/** Makes the document of an entry: every text in it, as terms, in the field that it counts in. */
export function toDocument(path: EntryPath, entry: Entry): SearchDocument {
  const { raw, narrative } = entry
  const prose = [
    narrative.structure,
    narrative.dependencies,
    narrative.highlights,
    narrative.examples,
    narrative.diagrams,
    entry.snippets,
    raw.task,
    raw.flow,
    entry.reason,
    ...entry.loose.map(({ text }) => text),
  ]
  const facts = entry.facts.flatMap((fact) => [fact.subject === '' ? fact.value : saySubject(fact), fact.statement])
  const sources = raw.sources.flatMap(({ commit, subject }) => [commitKey(commit), subject])
  const content = [...narrative.rules, ...raw.changes, ...raw.patterns, ...raw.files, ...sources, raw.author, ...prose]
  const asTerms = termsOnce()
  return {
    path,
    order: `${entry.createdAt} ${naturalKey(path)}`,
    terms: {
      title: asTerms(entry.title),
      place: asTerms(path.replace(/\.md$/, '').replaceAll(/[/_]/g, ' ')),
      keywords: asTerms(...entry.tags, ...entry.keywords),
      headings: asTerms(...headingsIn(prose)),
      facts: asTerms(...facts),
      content: asTerms(...content),
      dates: timesOf(entry).flatMap(termsOfTime).join(' '),
      links: [...linksOf(entry), ...topicsOf(path).map((topic) => link('topic', topic))].join(' '),
    },
    card: toCard(entry),
    statements: statementsIn(path, entry, asTerms),
    whole: entry,
  }
}

/** Makes the document of an archived entry, of which only the stub is searched. */
export function stubDocument(path: string, stub: Stub): SearchDocument {
  const { title, body, evictedAt, importance, original, standing } = stub
  const lines = body.split('\n').filter((line) => line !== '')
  const none = { keywords: '', headings: '', facts: '', links: '' }
  return {
    path,
    order: `${evictedAt} ${naturalKey(path)}`,
    terms: {
      ...none,
      title: termText(title),
      place: termText(original.replace(/\.md$/, '').replaceAll(/[/_]/g, ' ')),
      content: termText(body),
      dates: termsOfTime(evictedAt).join(' '),
    },
    card: {
      title,
      lines: lines.map((line) => [line.replace(/^- /, ''), 1] as const),
      sources: [],
      files: [],
      related: [],
      importance,
      maturity: 'draft',
      updatedAt: evictedAt,
      author: '',
      saidAt: '',
      told: '',
      archived: fullPath(original),
      standing,
      approvedBefore: '',
      isByAgent: false,
    },
    statements: [stubStatement(title, body)],
    whole: undefined,
  }
}

const linksOf = ({ raw, relations, narrative, loose }: Entry): readonly string[] => [
  ...([narrative.structure, ...loose.map(({ text }) => text)].some(endsAsking) ? [asksMark] : []),
  ...raw.files.map((file) => link('file', file)),
  ...raw.sources.map(({ commit }) => link('commit', commit)),
  ...relations.map(({ path }) => link('entry', path)),
]

/** The topic of an entry, and its subtopic where it lies in one: relations may lead to either. */
const topicsOf = (path: EntryPath): readonly string[] => upwards(folderOf(path)).filter((folder) => depthOf(folder) > 1)

/** Tells text whose first line ends with a question. */
const endsAsking = (text: string): boolean => /^[^\n]*\?\s*(?:\n|$)/.test(text)

/** Makes the terms of several texts, each of them once: what a statement says stands in a field, too. */
function termsOnce(): (...texts: readonly string[]) => string {
  const kept = new Map<string, string>()
  const once = (text: string): string => {
    const made = kept.get(text) ?? termText(text)
    kept.set(text, made)
    return made
  }
  return (...texts) =>
    texts
      .map(once)
      .filter((made) => made !== '')
      .join(' ')
}

const headingsIn = (prose: readonly string[]): readonly string[] =>
  prose.flatMap((text) => [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) => heading))

/** The days of an entry, each once: an entry that was never updated would count its only one twice. */
const timesOf = ({ createdAt, updatedAt }: Entry): readonly string[] =>
  createdAt.slice(0, 10) === updatedAt.slice(0, 10) ? [createdAt] : [createdAt, updatedAt]

/** Spells a path so that `d1_10` comes after `d1_9`. */
const naturalKey = (path: string): string => path.replace(/\d+/g, (digits) => digits.padStart(10, '0'))

function toCard(entry: Entry): Card {
  return {
    title: entry.title,
    lines: linesOf(entry),
    sources: entry.raw.sources.map(({ commit }) => commit),
    files: entry.raw.files,
    related: entry.relations.map(({ path }) => path),
    importance: entry.importance,
    maturity: entry.maturity,
    updatedAt: entry.updatedAt,
    ...(isOfOne(entry) ? { author: entry.raw.author, saidAt: entry.updatedAt } : { author: '', saidAt: '' }),
    // What has commits was learned from them.
    told: entry.raw.sources.length > 0 ? '' : titleInReason(entry.reason) || entry.raw.task,
    archived: '',
    standing: standingOf(entry),
    approvedBefore: approvedBefore(entry),
    isByAgent: byAgentIn(entry),
  }
}

/** Whether all of an entry was said at once: of what was added since, nobody can tell here who said which, and when. */
const isOfOne = ({ facts, narrative, createdAt, updatedAt }: Entry): boolean =>
  createdAt === updatedAt || facts.length + narrative.rules.length === 1

/** What the entry says of a lesson that does not hold as it was, and the commits that changed it. */
function standsNow(note: LessonNote | undefined): string {
  if (note === undefined) return ''
  const later = changersOf(note)
  return [statusInWords[note.status], later.length === 0 ? '' : `changed later: ${later.join(', ')}`]
    .filter((part) => part !== '')
    .join(', ')
}

/** A rule names its commit itself. */
const withOrigin = (rule: string, unsourced: string): string =>
  unsourced === '' || readRule(rule).commit !== '' ? rule : `${rule} (${unsourced})`

/** The lines of an entry that can answer, each with how telling its kind is: a rule more than a change. */
function linesOf(entry: Entry): Card['lines'] {
  const unsourced = sayByAgent(byAgentIn(entry))
  const facts = entry.facts.map(({ subject: about, value, statement, sources, note }) => {
    // The title stands above these lines already.
    const subject = value === '' && statement !== '' && about.toLowerCase() === entry.title.toLowerCase() ? '' : about
    const from = [sources.join(', ') || unsourced, standsNow(note)].filter((part) => part !== '').join('; ')
    return `${sayFact({ subject, value, statement })}${from === '' ? '' : ` (${from})`}`
  })
  const { structure, highlights, dependencies } = entry.narrative
  const prose = [structure, highlights, dependencies, ...entry.loose.map(({ text }) => text)]
  const weighed = (weight: number) => (text: string) => [text, weight] as const
  return [
    ...entry.narrative.rules.map((rule) => withOrigin(rule, unsourced)).map(weighed(1.5)),
    ...facts.map(weighed(1.3)),
    ...prose.flatMap((text) => text.split('\n')).map(weighed(1)),
    ...entry.raw.changes.map(weighed(0.9)),
  ].filter(([text]) => text.trim() !== '' && !text.startsWith('#'))
}
