import { inertLine } from '../text/quote.ts'
import { short } from '../text/words.ts'
import { readRule } from '../tree/rule.ts'
import type { Fact } from '../tree/facts.ts'
import { newestReleases } from './facets.ts'
import type { Item } from './item.ts'
import { statementsOf, todosOf } from './kinds.ts'

/** A line that an agent is told, with the day that it is from and the commit. */
type Said = { readonly text: string; readonly date: string; readonly commit: string }

const line = ({ text, date, commit }: Said, limit: number): string => {
  const from = [date, commit === '' ? '' : short(commit)].filter((part) => part !== '').join(' ')
  return `${inertLine(text, limit)}${from === '' ? '' : ` (${from})`}`
}

/** The rules that hold: those of comments and documents first, then those of commits; what is not about the code itself is left out. */
export const ruleLines = (items: readonly Item[], most: number): readonly string[] => {
  const said = items
    .filter(
      ({ says, schemaKey }) =>
        says.rules > 0 && !/^(?:ci|dependencies|commands|examples?|tests?|benchmarks?)\//.test(schemaKey),
    )
    .flatMap(({ entry, importance }) =>
      entry.narrative.rules.map((rule, at) => ({ rule, importance, at, isWritten: isWritten(entry.tags, rule) })),
    )
    .toSorted((a, b) => Number(b.isWritten) - Number(a.isWritten) || b.importance - a.importance || a.at - b.at)
  return unique(said.map(({ rule }) => inertLine(readRule(rule).text, 180))).slice(0, most)
}

/** A comment's rule names the place where it stands; what a person told, or a document says, is written too. */
const isWritten = (tags: readonly string[], rule: string): boolean =>
  tags.includes('told') || / — [^—]+ \([0-9a-f]{7,64}\)$/.test(rule)

/**
 * What broke something or is about security and still holds, newest first: of the two newest releases and of what is not
 * released yet, or of the last year where no release is known.
 */
export function noticeLines(items: readonly Item[], day: Date, most: number): readonly string[] {
  const releases = newestReleases(items.flatMap((item) => item.releases))
  const yearBefore = new Date(day.getTime() - 365 * 24 * 3_600_000).toISOString().slice(0, 10)
  const [[, since] = ['', yearBefore]] = releases
  const isRecent = (release: string, date: string): boolean =>
    release === '' ? date > since : releases.some(([name]) => name === release)
  const notices = items
    .filter(({ says }) => says.notices > 0)
    .flatMap(({ entry }) => entry.facts)
    .filter(({ note, statement }) => isNotice(note) && note?.holds !== 'past' && statement !== '')
    .filter(({ note }) => isRecent(note?.since ?? '', note?.date ?? ''))
    .toSorted((a, b) => ((a.note?.date ?? '') < (b.note?.date ?? '') ? 1 : -1))
  return unique(notices.map((fact) => line(saidBy(fact), 220))).slice(0, most)
}

const isNotice = (note: Fact['note']): boolean => note?.kind === 'breaking' || note?.kind === 'security'

/** The newest decisions, each in a line; an entry that is one as a whole is told with its title. */
export const decisionLines = (items: readonly Item[], most: number): readonly string[] =>
  unique(
    items
      .filter(({ kind, says }) => kind === 'decision' || says.decisions > 0)
      .flatMap(decisionsIn)
      .toSorted((a, b) => (a.date < b.date ? 1 : -1))
      .map((said) => line(said, 200)),
  ).slice(0, most)

function decisionsIn({ kind, entry, title, updatedAt }: Item): readonly Said[] {
  const day = updatedAt.slice(0, 10)
  const stated = entry.facts
    .filter(({ note, subject }) => note?.holds !== 'past' && (note?.kind === 'decision' || subject === 'decision'))
    .map((fact) => ({ ...saidBy(fact), date: fact.note?.date || day }))
  if (stated.length > 0 || kind !== 'decision') return stated
  const [lead = ''] = statementsOf(entry, kind)
  return [{ text: lead === '' ? title : `${title}: ${lead}`, date: day, commit: '' }]
}

/** What is open because a comment or a person says so: that something was mended once is no open issue. */
export const openLines = (items: readonly Item[], most: number): readonly string[] =>
  unique([
    ...items
      .filter(({ entry }) => entry.kind === 'bug fix')
      .map(({ title, path }) => `${inertLine(title, 140)} (${path})`),
    ...items
      .filter(({ says }) => says.todos > 0)
      .flatMap(({ entry, path }) => todosOf(entry).map((todo) => `${inertLine(todo, 140)} (${path})`)),
  ]).slice(0, most)

function saidBy({ subject, statement, note, sources }: Fact): Said {
  const text =
    note === undefined && subject === 'decision' ? statement : [subject, statement].filter(Boolean).join(': ')
  return { text, date: note?.date ?? '', commit: sources[0] ?? '' }
}

const unique = (lines: readonly string[]): readonly string[] => [...new Set(lines)]
