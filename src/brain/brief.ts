import { inertLine } from '../text/quote.ts'
import { plural } from '../text/words.ts'
import { cut } from './fill.ts'
import type { Item } from './item.ts'
import { decisionsOf, rulesOf, statementsOf, todosOf } from './kinds.ts'
import { someOf } from './words.ts'

/** How much the brief says of each. */
const most = { stack: 3, tools: 12, decisions: 3, conventions: 5, areas: 6, areaDays: 14 }

/**
 * Writes layer 0, the project in a few lines, out of what is loaded: extracted and shortened, by no model. Of what does
 * not fit into so many characters, no heading is left behind.
 */
export function briefOf(items: readonly Item[], { day, room }: { day: Date; room: number }): readonly string[] {
  const lines = cut(wholeBrief(items, day), room)
  return lines.slice(0, lines.findLastIndex((line) => !isHeading(line)) + 1)
}

const isHeading = (line: string): boolean => line === '' || line.startsWith('## ') || line.endsWith(':**')

function wholeBrief(items: readonly Item[], day: Date): readonly string[] {
  if (items.length === 0) return []
  const stack = stackOf(items)
  const areas = areasOf(items)
  return [
    '',
    '## Project brief',
    ...(stack === '' ? [] : [`**Stack:** ${stack}`]),
    ...listed('Key decisions', decisionLines(items)),
    ...listed('Conventions', conventionLines(items)),
    ...(areas === ''
      ? []
      : [`**Active areas (${most.areaDays} days to ${day.toISOString().slice(0, 10)}):** ${areas}`]),
    `**Open issues:** ${openIssues(items)}`,
  ]
}

const listed = (name: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`**${name}:**`, ...lines.map((line) => `- ${line}`)]

/** The best of what is known of the architecture, in one line; of a manifest, what it depends on. */
const stackOf = (items: readonly Item[]): string =>
  items
    .filter(({ kind }) => kind === 'architecture')
    .toSorted((a, b) => Number(isManifest(b)) - Number(isManifest(a)) || depth(a) - depth(b))
    .slice(0, most.stack)
    .map((item) => (isManifest(item) ? toolsOf(item) : inertLine(item.title, 80)))
    .join(' · ')

const isManifest = ({ schemaKey }: Item): boolean => schemaKey.startsWith('dependencies/')

/** What the project at the top depends on says more than what one of its parts does. */
const depth = (item: Item): number => (isManifest(item) ? (item.files[0] ?? '').split('/').length : 0)

function toolsOf({ title, entry }: Item): string {
  const versioned = entry.facts.filter(({ subject, value }) => subject !== '' && value !== '')
  const tools = versioned
    .toSorted((a, b) => weightOf(b.statement) - weightOf(a.statement))
    .map(({ subject, value }) => `${subject} ${value}`)
  const name = inertLine(title.replace(/ dependencies\b/, ''), 40)
  return tools.length === 0 ? name : `${name}: ${someOf(tools, most.tools)}`
}

/** What runs a project says more of it than what it is built upon, and that more than what it is checked with. */
const weightOf = (statement: string): number =>
  /\b(?:engines|python|go\.mod|package)\b/.test(statement) ? 2 : /\bdev|optional|test/i.test(statement) ? 0 : 1

/** The most important decisions; an entry of another kind may hold one too. */
const decisionLines = (items: readonly Item[]): readonly string[] =>
  items
    .filter((item) => item.kind === 'decision' || decisionsOf(item.entry).length > 0)
    .toSorted((a, b) => b.importance - a.importance || b.entry.importance - a.entry.importance)
    .slice(0, most.decisions)
    .map((item) => told(item, decisionsOf(item.entry)[0], 160))

const conventionLines = (items: readonly Item[]): readonly string[] =>
  items
    .filter((item) => item.kind === 'convention' || rulesOf(item.entry).length > 0)
    .toSorted((a, b) => Number(b.kind === 'convention') - Number(a.kind === 'convention'))
    .slice(0, most.conventions)
    .map((item) => told(item, rulesOf(item.entry)[0], 140))

/** A title with what is stated under it, which may well be the same. */
function told(item: Item, line: string | undefined, limit: number): string {
  const stated = statementsOf(item.entry, item.kind).slice(0, 4)
  const said = line ?? stated.map((one) => one.replace(/\.$/, '')).join('; ')
  return inertLine(said === '' || said.startsWith(item.title) ? said || item.title : `${item.title}: ${said}`, limit)
}

function areasOf(items: readonly Item[]): string {
  const counts = new Map<string, number>()
  for (const { kind, age, schemaKey } of items)
    if (kind === 'implementation' && age <= most.areaDays) counts.set(schemaKey, (counts.get(schemaKey) ?? 0) + 1)
  const ranked = [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return someOf(
    ranked.map(([area, count]) => `${area} (${count})`),
    most.areas,
  )
}

function openIssues(items: readonly Item[]): string {
  const bugs = items.filter(({ kind }) => kind === 'bug fix').length
  const todos = items.reduce((sum, { kind, entry }) => sum + (todosOf(entry).length || Number(kind === 'todo')), 0)
  return `${plural(bugs, 'active bug')}, ${plural(todos, 'pending todo')}`
}
