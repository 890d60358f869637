import { sentences } from '../text/sentences.ts'
import { withoutCode } from '../text/beside-code.ts'
import { fold } from '../text/clean.ts'
import { inertLine } from '../text/quote.ts'
import { short } from '../text/words.ts'
import { readRule } from '../tree/rule.ts'
import type { Entry } from '../tree/entry.ts'
import type { Fact } from '../tree/facts.ts'
import { msPerDay } from '../tree/lifecycle.ts'
import { bindingRules, type ByAgent, byAgentIn, markedByAgent } from '../tree/unreviewed.ts'
import { toDay } from '../tree/meta.ts'
import { isWritten, newestReleases } from './facets.ts'
import type { Item } from './item.ts'
import { statementsOf, todosOf } from './kinds.ts'

/** A line that an agent is told, with the day that it is from, the commit, and whether it is an agent's word that nobody approved. */
type Said = { readonly text: string; readonly date: string; readonly commit: string; readonly isByAgent: ByAgent }

/** The same with the time at which its entry was updated, which orders what is of one day. */
type SaidAt = Said & Pick<Entry, 'updatedAt'>

const newer = (one: string, other: string): number => (one === other ? 0 : one < other ? 1 : -1)
const newestUpdated = (one: Pick<Entry, 'updatedAt'>, other: Pick<Entry, 'updatedAt'>): number =>
  newer(one.updatedAt, other.updatedAt)
const newestSaid = (one: SaidAt, other: SaidAt): number => newer(one.date, other.date) || newestUpdated(one, other)

const line = ({ text, date, commit, isByAgent }: Said, limit: number): string => {
  // What somebody told has no commit, and its day is that of an entry which says more.
  const from = commit === '' ? '' : ` (${[date, short(commit)].filter((part) => part !== '').join(' ')})`
  return `${markedByAgent(inertLine(text, limit), isByAgent)}${from}`
}

/** The rules that hold: those of comments and documents first, then those of commits; what is not about the code itself is left out. */
export function ruleLines(items: readonly Item[], most: number): readonly string[] {
  const said = items
    .filter(({ says, schemaKey }) => says.rules > 0 && !besideTheCode.test(schemaKey))
    .toSorted((a, b) => Number(b.says.written > 0) - Number(a.says.written > 0) || b.importance - a.importance)
    // To look for the few that are told, few entries need to be read whole.
    .slice(0, most * 5)
    .flatMap(({ entry, importance }) =>
      bindingRules(entry).map((rule, at) => ({ rule, importance, at, isFirst: isWritten(entry.tags, rule) })),
    )
    .toSorted((a, b) => Number(b.isFirst) - Number(a.isFirst) || b.importance - a.importance || a.at - b.at)
    .map(({ rule }) => ({ text: readRule(rule).text, place: placeOf(rule) }))
    // What is said at one line of the code is clear to who reads that line; of what is said to all, more is told.
    .filter(({ text, place }) => place === '' || isForAll(withoutCode(text)))
  const toAll = said.filter(({ place }) => place === '')
  const atCode = said.filter(({ place }) => place !== '').slice(0, most / 2)
  return firstOf(
    [...toAll.slice(0, most - atCode.length), ...atCode].map(({ text, place }) =>
      // Where a name says the place, the line of code beside it takes the room of the order.
      place === '' ? inertLine(text, 180) : `${inertLine(withoutCode(text), 150)} (${place})`,
    ),
    most,
  )
}

/**
 * Whether what is said at one place of the code binds who writes elsewhere: its first sentence orders something. What a name
 * is used for or returns is clear where it stands (ureq: "Returns the duration of the timeout if the timeout must happen …").
 */
function isForAll(text: string): boolean {
  const [first = ''] = sentences(text.replace(/^(?:NB|Note)\b(?: that)?[,:]? ?/i, ''))
  return /^[A-Z`'"]/.test(text) && text.length >= leastAtCode && orders.test(first) && !describes.test(first)
}

const orders = /\b(?:always|do not|don't|must|never|should not)\b/i
const describes =
  /^(?:creates?|gets?|returns?|sets?) (?:an?|all|if|the|this|true|whether)\b|^used (?:as|by|for|in|to)\b/i

/** A shorter order at a line of the code says nothing to who does not see that line. */
const leastAtCode = 30

/** The name in the code that a rule stands at, '' for one of a page or a message. */
function placeOf(rule: string): string {
  const [, place = ''] = / — ([^—]*) \([0-9a-f]{7,64}\)$/.exec(rule) ?? []
  return place.startsWith('`') ? inertLine(place.replace(/`/g, ''), 80) : ''
}

const besideTheCode = /^(?:ci|dependencies|commands|examples?|tests?|benchmarks?)\//

/**
 * What broke something or is about security and still holds, newest first: of the two newest releases and of what is not
 * released yet, or of the last year where no release is known.
 */
export function noticeLines(items: readonly Item[], day: Date, most: number): readonly string[] {
  const releases = newestReleases(items.flatMap((item) => item.releases))
  const yearBefore = toDay(new Date(day.getTime() - 365 * msPerDay))
  const [[, since] = ['', yearBefore]] = releases
  const isRecent = (release: string, date: string): boolean =>
    release === '' ? date > since : releases.some(([name]) => name === release)
  const notices = items
    .filter(({ says }) => says.notices > 0)
    .flatMap(factsOf)
    .filter(({ fact: { note, statement } }) => isNotice(note) && note?.status !== 'past' && statement !== '')
    .filter(({ fact: { note } }) => isRecent(note?.since ?? '', note?.date ?? ''))
    .map(saidBy)
    .toSorted(newestSaid)
  return notices.slice(0, most).map((said) => line(said, 220))
}

type FactIn = { readonly fact: Fact; readonly entry: Entry }

const factsOf = ({ entry }: Pick<Item, 'entry'>): readonly FactIn[] => entry.facts.map((fact) => ({ fact, entry }))

const isNotice = (note: Fact['note']): boolean => note?.kind === 'breaking' || note?.kind === 'security'

/** The newest decisions, each in a line; an entry that is one as a whole is told with its title. */
export const decisionLines = (items: readonly Item[], most: number): readonly string[] =>
  items
    .filter(({ kind, says }) => kind === 'decision' || says.decisions > 0)
    .toSorted(newestUpdated)
    // A decision is no newer than the last update of its entry.
    .slice(0, most * 5)
    .flatMap(decisionsIn)
    .toSorted(newestSaid)
    .slice(0, most)
    .map((said) => line(said, 200))

function decisionsIn({ kind, entry, title, updatedAt }: Item): readonly SaidAt[] {
  const day = updatedAt.slice(0, 10)
  const stated = factsOf({ entry })
    .filter(
      ({ fact: { note, subject } }) => note?.status !== 'past' && (note?.kind === 'decision' || subject === 'decision'),
    )
    .map((one) => ({ ...saidBy(one), date: one.fact.note?.date || day }))
  if (stated.length > 0 || kind !== 'decision') return stated
  const [lead = ''] = statementsOf(entry, kind)
  return [
    { text: lead === '' ? title : `${title}: ${lead}`, date: day, commit: '', isByAgent: byAgentIn(entry), updatedAt },
  ]
}

/** The newest lessons that hold and say why, of the code itself; what broke and what was decided is told by itself. */
export const lessonLines = (items: readonly Item[], most: number): readonly string[] =>
  items
    .filter(({ schemaKey }) => !besideTheCode.test(schemaKey) && !besideInDomain.test(schemaKey))
    .toSorted(newestUpdated)
    .slice(0, most * 5)
    .flatMap(factsOf)
    .filter(
      ({ fact: { note, statement } }) =>
        note !== undefined &&
        note.status === 'current' &&
        !statement.startsWith('Tested: ') &&
        statement.length >= leastReason,
    )
    .filter(
      ({ fact: { note, subject } }) => !isNotice(note) && note?.kind !== 'decision' && !/\btests?\b/i.test(subject),
    )
    .map(saidBy)
    .toSorted(newestSaid)
    .slice(0, most)
    .map((said) => line(said, 200))

/** The newest of what is known, where nothing else is worth a line: a small tree is not an empty one. */
export const newestLines = (items: readonly Item[], most: number): readonly string[] =>
  items
    .toSorted(newestUpdated)
    .slice(0, most)
    .map(({ kind, entry, title, updatedAt }) => {
      const [lead = ''] = statementsOf(entry, kind)
      const text = lead === '' || fold(lead).startsWith(fold(title)) ? lead || title : `${title}: ${lead}`
      const commit = entry.raw.sources.at(-1)?.commit ?? ''
      return line({ text, date: updatedAt.slice(0, 10), commit, isByAgent: byAgentIn(entry) }, 200)
    })

const besideInDomain = /^(?:docs|conventions|history)\/|\/(?:tests|pages|build|history)\//

/** A reason that is shorter hardly says more than its headline. */
const leastReason = 60

/** What is open because a comment or a person says so: that something was mended once is no open issue. */
export const openLines = (items: readonly Item[], most: number): readonly string[] =>
  [
    ...items
      .filter(({ entry }) => entry.kind === 'bug fix')
      .map(({ title, path, entry }) => ({ text: title, path, entry })),
    ...items
      .filter(({ says }) => says.todos > 0)
      .slice(0, most)
      .flatMap(({ entry, path }) => todosOf(entry).map((text) => ({ text, path, entry }))),
  ]
    .slice(0, most)
    .map(({ text, path, entry }) => `${markedByAgent(inertLine(text, 140), byAgentIn(entry))} (${path})`)

function saidBy({ fact: { subject, statement, note, sources }, entry }: FactIn): SaidAt {
  const [commit = ''] = sources
  const text =
    note === undefined && subject === 'decision' ? statement : [subject, statement].filter(Boolean).join(': ')
  const isByAgent = commit === '' && byAgentIn(entry)
  return { text, date: note?.date ?? '', commit, isByAgent, updatedAt: entry.updatedAt }
}

const firstOf = (texts: readonly string[], most: number): readonly string[] => [...new Set(texts)].slice(0, most)
