import { codeBefore } from '../text/beside-code.ts'
import { inertLine } from '../text/quote.ts'
import { plural } from '../text/words.ts'
import { sayFact } from '../tree/facts.ts'
import { byAgentIn, isUnreviewed, markedByAgent } from '../tree/unreviewed.ts'
import { toDay } from '../tree/meta.ts'
import { cut } from './fill.ts'
import type { Item } from './item.ts'
import { decisionsOf, statementsOf } from './kinds.ts'
import { noticeLines, ruleLines } from './notices.ts'
import type { Project } from './project.ts'
import { underName, projectLines } from './project-lines.ts'
import { someOf } from './words.ts'

/** How much the brief says of each. */
const most = { stack: 3, tools: 12, decisions: 3, conventions: 5, notices: 4, areas: 6, areaDays: 14 }

type Briefing = { readonly day: Date; readonly room: number; readonly project: Project }

/**
 * Writes layer 0, the project in a few lines, out of what is loaded: extracted and shortened, by no model. Of what does
 * not fit into so many characters, no heading is left behind.
 */
export function briefOf(items: readonly Item[], { day, room, project }: Briefing): readonly string[] {
  const lines = cut(wholeBrief(items, day, project), room)
  return lines.slice(0, lines.findLastIndex((line) => !isHeading(line)) + 1)
}

const isHeading = (line: string): boolean => line === '' || line.startsWith('## ') || line.endsWith(':**')

/** How to work on it, what must be kept and what broke come first: whoever reads no further has those. */
function wholeBrief(items: readonly Item[], day: Date, project: Project): readonly string[] {
  if (items.length === 0) return []
  const stack = project.stack.length > 0 ? '' : stackOf(items)
  const areas = areasOf(items)
  return [
    '',
    '## Project brief',
    ...projectLines(project),
    ...(stack === '' ? [] : [`**Stack:** ${stack}`]),
    ...underName('Conventions', conventionLines(items)),
    ...underName('Breaking, and security', noticeLines(items, day, most.notices)),
    ...underName('Key decisions', decisionLinesOf(items)),
    ...(areas === '' ? [] : [`**Active areas (${most.areaDays} days to ${toDay(day)}):** ${areas}`]),
    `**Open issues:** ${openIssues(items)}`,
  ]
}

/** The best of what is known of the architecture, in one line; of a manifest, what it depends on. */
const stackOf = (items: readonly Item[]): string =>
  items
    .filter(({ kind, entry }) => kind === 'architecture' && !isUnreviewed(entry))
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
const decisionLinesOf = (items: readonly Item[]): readonly string[] =>
  items
    .filter((item) => item.kind === 'decision' || item.says.decisions > 0)
    .toSorted((a, b) => b.importance - a.importance || b.entry.importance - a.entry.importance)
    .slice(0, most.decisions)
    .map((item) => told(item, decisionsOf(item.entry)[0], 160))

/** What must be kept; what else is agreed upon fills what is left. */
const conventionLines = (items: readonly Item[]): readonly string[] => [
  ...new Set(
    [
      ...ruleLines(items, most.conventions),
      ...items
        .filter(({ kind, says, entry }) => kind === 'convention' && says.rules === 0 && !isOfCommits(entry))
        .filter(({ entry }) => !isUnreviewed(entry))
        .map((item) => told(item, writtenIn(item), 140)),
    ].slice(0, most.conventions),
  ),
]

/** Whether an entry tells nothing but lessons and comments of commits: what somebody once did about a build is no convention. */
const isOfCommits = ({ facts }: Item['entry']): boolean => facts.length > 0 && !facts.some(isWritten)

const isWritten = ({ note, statement }: Item['entry']['facts'][number]): boolean =>
  note === undefined && codeBefore(statement) === ''

/** A title with what is stated under it, which may well be the same. */
function told({ title, entry, kind }: Item, line: string | undefined, limit: number): string {
  const said = line ?? listed(statementsOf(entry, kind))
  const text = said === '' || said.startsWith(title) ? said || title : `${title}: ${said}`
  return markedByAgent(inertLine(text, limit), byAgentIn(entry))
}

/** What somebody wrote into an entry, without the lessons and comments that stand beside it. */
function writtenIn({ entry, kind }: Item): string {
  const others = new Set(entry.facts.filter((fact) => !isWritten(fact)).map(sayFact))
  return listed(statementsOf(entry, kind).filter((said) => !others.has(said)))
}

const listed = (lines: readonly string[]): string =>
  lines
    .slice(0, 4)
    .map((one) => one.replace(/\.$/, ''))
    .join('; ')

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

/** What was mended once is no open issue: only what a comment says is still to be done, or a person calls a bug. */
function openIssues(items: readonly Item[]): string {
  const bugs = items.filter(({ entry }) => entry.kind === 'bug fix').length
  const todos = items.reduce((sum, { kind, says }) => sum + (says.todos || Number(kind === 'todo')), 0)
  return `${plural(bugs, 'known bug')}, ${plural(todos, 'pending todo')}`
}
