import { oneLine, shorten } from '../text/clean.ts'
import { codeSpan } from '../text/markup.ts'
import { plural } from '../text/words.ts'
import type { Finding } from '../tree/knowledge.ts'
import { overviewFolder } from '../tree/path.ts'
import type { EntryChange } from './compare.ts'
import { isUnbacked, type LineChange } from './line-change.ts'
import { type Proposed, formatProposal } from './proposals.ts'

/** A review as it is shown: what changed, what is wrong with it, and which of that stops it. */
export type Review = {
  /** The knowledge that it would be merged into and the one that is reviewed, by name; what each stands at, by hash. */
  readonly base: { readonly name: string; readonly commit: string }
  readonly head: { readonly name: string; readonly commit: string }
  readonly changes: readonly EntryChange[]
  readonly findings: readonly Finding[]
  /** The findings among them that stop it, by the project's policy. */
  readonly blocking: readonly Finding[]
  /** Tokens added to the tree, below zero where it shrinks. */
  readonly tokens: number
  /** What waits for a person on this machine. */
  readonly proposals: readonly Proposed[]
  /** Who wrote each source commit that a line names, by the hash as the line spells it. */
  readonly authors: Readonly<Record<string, string>>
  /** Who wrote, in this range, what no commit of the code backs: `robot (agent)`, by the path of the entry. */
  readonly saidBy: Readonly<Record<string, string>>
}

const order = ['added', 'changed', 'moved', 'merged', 'archived', 'removed'] as const

/** Says in one line what a review is about. */
export function headline({ changes, tokens }: Review): string {
  const counts = order.flatMap((how) => {
    const count = changes.filter((change) => change.how === how).length
    return count === 0 ? [] : [`${count} ${how}`]
  })
  const scored = changes.filter(({ how }) => how === 'scored').length
  const parts = [...counts, ...(scored === 0 ? [] : [`${scored} only scored`])]
  return parts.length === 0 ? 'Nothing changes.' : `${parts.join(', ')}; ${signed(tokens)} tokens`
}

const signed = (count: number): string => (count < 0 ? `−${-count}` : `+${count}`)

const marks = { gained: '+', lost: '-', changed: '~' } as const

/** Writes a review for a terminal: one block for each entry, then what somebody should look at. */
export function toText(review: Review, paint: (line: LineChange['how'] | 'head', text: string) => string): string {
  const { changes, findings, base, head } = review
  const blocks = changes
    .filter(({ how }) => how !== 'scored')
    .map((change) => {
      const lines = told(change).map((line) => paint(line.how, `  ${marks[line.how]} ${lineOf(line, review, change)}`))
      return [paint('head', `${change.how.padEnd(8)} ${whereOf(change)}`), ...lines, ...filesLine(change)].join('\n')
    })
  const stops = new Set(review.blocking)
  const toLookAt = findings.map(
    (finding) => `  ${stops.has(finding) ? 'BLOCKS' : finding.weight}  ${sayFinding(finding)}`,
  )
  return [
    `${head.name} → ${base.name}: ${headline(review)}`,
    ...(blocks.length > mostAtAGlance ? [byFolder(changes)] : []),
    ...blocks,
    ...(toLookAt.length === 0 ? [] : [['To look at:', ...toLookAt].join('\n')]),
    ...proposalsBlock(review),
  ].join('\n\n')
}

/** More blocks than this do not fit on a screen. */
const mostAtAGlance = 20

/** Counts what a long review is about by the first folder of the tree, most first; overviews are derived of the entries. */
function byFolder(changes: readonly EntryChange[]): string {
  const shown = changes.filter(({ how }) => how !== 'scored')
  const entries = shown.filter(({ path }) => overviewFolder(path) === undefined)
  const counts = new Map<string, number>()
  for (const { path } of entries) {
    const folder = path.split('/')[0] ?? ''
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const folders = [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const named = folders.slice(0, mostFolders).map(([folder, count]) => `${folder} ${count}`)
  const others = folders.length - named.length
  const overviews = plural(shown.length - entries.length, 'overview')
  return `${plural(entries.length, 'entry', 'entries')}: ${named.join(', ')}${others > 0 ? ` and ${plural(others, 'more folder')}` : ''}; ${overviews}`
}

const mostFolders = 8

/** Each with the two ways to decide, which are a person's. */
const proposalsBlock = ({ proposals }: Review): readonly string[] =>
  proposals.length === 0
    ? []
    : [
        [
          'Proposed, for a person to decide: ctx review --accept <id>, or --decline <id>',
          ...proposals.flatMap(formatProposal).map((text) => `  ${text}`),
        ].join('\n'),
      ]

const whereOf = ({ how, path, title, other }: EntryChange): string => {
  const place = how === 'moved' ? `${other} → ${path}` : how === 'merged' ? `${path} → ${other}` : path
  return `${place}  ${title}`
}

/** The lines that a reader is told one by one: what an entry says. Its files are told together. */
const told = ({ lines }: EntryChange): readonly LineChange[] => lines.filter(({ kind }) => kind !== 'file')

const filesLine = ({ lines }: EntryChange): readonly string[] => {
  const files = lines.filter(({ kind }) => kind === 'file')
  if (files.length === 0) return []
  const named = files.slice(0, mostFiles).map(({ how, text }) => `${how === 'lost' ? 'no longer ' : ''}${text}`)
  return [`    about ${named.join(', ')}${files.length > mostFiles ? ` and ${files.length - mostFiles} more` : ''}`]
}

const mostFiles = 4

const labels: Record<LineChange['kind'], string> = {
  fact: '',
  rule: 'rule: ',
  relation: 'related: ',
  file: '',
  text: '',
}

function lineOf(line: LineChange, { authors, saidBy }: Review, { path }: EntryChange): string {
  const { kind, text, before, sources } = line
  const by = isUnbacked(line) ? (saidBy[path] ?? '') : ''
  const from =
    by !== ''
      ? [`said by ${by}`]
      : sources.map((commit) => {
          const author = authors[commit]
          return author === undefined ? commit.slice(0, 8) : `${commit.slice(0, 8)} ${author}`
        })
  const said = before === '' ? text : `${text}, was \`${before}\``
  return `${labels[kind]}${oneLine(said)}${from.length === 0 ? '' : `  (${from.join(', ')})`}`
}

const sayFinding = ({ code, at, detail }: Finding): string => `${code}  ${at}: ${oneLine(detail)}`

/** GitHub takes no comment above 65,536 characters (REST API, “Create an issue comment”). */
const mostMarkdown = 60_000

/** By this line a comment of ours is found again, so that there is only ever one. */
const stickyMark = '<!-- ctx-review -->'

/** Writes a review as a comment on a pull request: the same comment every time, whatever is new in it. */
export function toMarkdown(review: Review): string {
  const { changes, findings } = review
  const shown = changes.filter(({ how }) => how !== 'scored')
  const stops = new Set(review.blocking)
  const parts = [
    `${stickyMark}\n### Knowledge: ${headline(review)}`,
    findings.length === 0
      ? ''
      : ['**To look at**', '', ...findings.map((finding) => `- ${findingMarkdown(finding, stops.has(finding))}`)].join(
          '\n',
        ),
    ...shown.map((change) => blockMarkdown(change, review)),
    `<sub>${quoted(review.head.name)} ${review.head.commit.slice(0, 8)} → ${quoted(review.base.name)} ${review.base.commit.slice(0, 8)}. Accept all of it by merging, or change it with \`ctx review --interactive\`.</sub>`,
  ].filter((part) => part !== '')
  return within(parts, mostMarkdown).join('\n\n')
}

/** Leaves out blocks in the middle of what is too long, and says how many. */
function within(parts: readonly string[], most: number): readonly string[] {
  let length = 0
  const kept = parts.filter((part) => (length += part.length) <= most)
  const left = parts.length - kept.length
  return left === 0 ? parts : [...kept, `… and ${left} more; \`ctx review\` shows all of it.`]
}

const findingMarkdown = ({ code, at, detail }: Finding, isBlocking: boolean): string =>
  `${isBlocking ? '🛑 ' : ''}**${code}** in ${quoted(at)}: ${quoted(detail)}`

function blockMarkdown(change: EntryChange, review: Review): string {
  const { how, path, title, other, tokens } = change
  const [from, to] = how === 'moved' ? [other, path] : how === 'merged' ? [path, other] : [path, '']
  const lines = told(change).map((one) => `${marks[one.how]} ${line(lineOf(one, review, change))}`)
  const body = blockOf([`  ${line(title)}`, ...lines, ...filesLine(change).map((text) => `  ${line(text)}`)])
  const size = `(${signed(tokens)})`
  if (lines.length <= 6) return `**${how}** ${quoted(from)}${to === '' ? '' : ` → ${quoted(to)}`} ${size}\n${body}`
  const names = `${htmlCode(from)}${to === '' ? '' : ` → ${htmlCode(to)}`}`
  return `<details><summary><b>${how}</b> ${names} ${size}</summary>\n\n${body}\n\n</details>`
}

/**
 * What commits and entries say stands in code alone: there a server sees no HTML, link, picture or command, and calls
 * nobody by name.
 */
const quoted = (text: string): string => codeSpan(line(text) || ' ')

const line = (text: string): string => shorten(oneLine(text), 600)

function blockOf(lines: readonly string[]): string {
  const runs = lines.flatMap((text) => text.match(/`{3,}/g) ?? [])
  const fence = '`'.repeat(1 + runs.reduce((longest, { length }) => Math.max(longest, length), 2))
  return [`${fence}diff`, ...lines, fence].join('\n')
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const htmlCode = (text: string): string => `<code>${line(text).replace(/[&<>]/g, (sign) => signs[sign] ?? '')}</code>`
