import { createHash } from 'node:crypto'
import { oneLine, shorten } from '../text/clean.ts'
import { countTokens } from '../text/tokens.ts'
import { plural } from '../text/words.ts'
import { type Entry, readEntry } from './entry.ts'
import { sayFact } from './facts.ts'
import { holdsStill } from './note.ts'
import { purposeByPeople } from './overview.ts'
import { byAgentIn, markedByAgent } from './unreviewed.ts'
import { type FolderPath, depthOf, overviewFile, summaryFile } from './path.ts'

/** A file that a summary covers, by its path below the summary's folder. */
export type Cover = { readonly name: string; readonly text: string }

/** A summary keeps at most this share of the tokens it covers, and never more than `most`. */
const size = { share: 0.3, most: 1000, least: 16 }

/** A summary that a model wrote of exactly what a hash covers; undefined where there is none. */
export type ModelSummaries = (childrenHash: string) => string | undefined

/**
 * Summarises a folder by extraction: the title of each entry with its most telling lines, and the summaries of the
 * folders below it condensed; or with what a model said of exactly these. Always shorter than what it covers; undefined when there is
 * nothing to cover.
 */
export function extractSummary(
  folder: FolderPath,
  covers: readonly Cover[],
  told?: ModelSummaries,
): string | undefined {
  if (covers.length === 0) return undefined
  const sorted = [...covers].sort((a, b) => (a.name < b.name ? -1 : 1))
  const covered = coveredTokens(sorted)
  const hash = childrenHash(sorted)
  const said = told?.(hash)
  const body = said !== undefined && countTokens(said) < covered ? said : condense(sorted, summaryBudget(covered))
  const order = 3 - depthOf(folder)
  const tokens = countTokens(body)
  return `---
children_hash: ${hash}
compression_ratio: ${Math.round((tokens / Math.max(1, covered)) * 100) / 100}
condensation_order: ${order}
covers: [${sorted.map(({ name }) => name).join(', ')}]
covers_token_total: ${covered}
summary_level: d${order}
token_count: ${tokens}
type: summary
---
${body === '' ? '' : `\n${body}\n`}`
}

const coveredTokens = (covers: readonly Cover[]): number => covers.reduce((sum, { text }) => sum + countTokens(text), 0)

/** The tokens that a summary of so many may have. */
export const summaryBudget = (covered: number): number =>
  Math.min(size.most, Math.max(Math.floor(covered * size.share), Math.min(size.least, covered - 1)))

/** Reads from a summary what it covers; undefined for a text that is none of ours. */
export function coverOf(summary: string): { readonly hash: string; readonly tokens: number } | undefined {
  const [, hash] = /^children_hash: ([0-9a-f]{64})$/m.exec(summary) ?? []
  const [, tokens] = /^covers_token_total: (\d+)$/m.exec(summary) ?? []
  return hash === undefined || tokens === undefined ? undefined : { hash, tokens: Number(tokens) }
}

/** The SHA-256 of the sorted lines `<path>:<sha256 of content>`, so that a rename changes it too. */
const childrenHash = (covers: readonly Cover[]): string =>
  sha256(
    covers
      .map(({ name, text }) => `${name}:${sha256(text)}`)
      .sort()
      .join('\n'),
  )

/** Reads what a summary says, without what stands above it for programs. */
export const bodyOf = (summary: string): string => summary.replace(/^---\n[\s\S]*?\n---\n+/, '')

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A line of an outline: which child it tells of, and the line that it stands below. */
type Line = { readonly text: string; readonly child: number; readonly nth: number; readonly above: Line | undefined }

/** Fills the budget breadth first: what stands higher before what stands deeper, and one line of each child in turn. */
function condense(covers: readonly Cover[], budget: number): string {
  const outlines = [purposeLines(covers), ...covers.map(outline)]
  const lines = outlines.flatMap(linesOf)
  const chosen = new Set<Line | undefined>([undefined])
  let room = budget * 4
  for (const line of lines.toSorted((a, b) => indentOf(a) - indentOf(b) || a.nth - b.nth || a.child - b.child)) {
    if (!chosen.has(line.above) || line.text.length + 1 > room) continue
    chosen.add(line)
    room -= line.text.length + 1
  }
  return lines
    .filter((line) => chosen.has(line))
    .map(({ text }) => text)
    .join('\n')
}

function linesOf(texts: readonly string[], child: number): readonly Line[] {
  const open: Line[] = []
  return texts.map((text, nth) => {
    while (open.length > 0 && indentOf(open.at(-1)) >= indentOf({ text })) open.pop()
    const line = { text, child, nth, above: open.at(-1) }
    open.push(line)
    return line
  })
}

const indentOf = (line: { readonly text: string } = { text: '' }): number => line.text.search(/\S/)

/** What a person or a model wrote the folder to be about stands above all that lies in it. */
function purposeLines(covers: readonly Cover[]): readonly string[] {
  const overview = covers.find(({ name }) => name === overviewFile)
  const purpose = overview === undefined ? '' : purposeByPeople(overview.text)
  return purpose === '' ? [] : [shorten(oneLine(purpose), 200)]
}

function outline({ name, text }: Cover): readonly string[] {
  if (name.endsWith(`/${summaryFile}`)) return outlineOfFolder(name.slice(0, -summaryFile.length), text)
  if (name === overviewFile) return []
  const reading = readEntry(text)
  if ('fault' in reading) return []
  const { entry } = reading
  const head = `- ${shorten(oneLine(entry.title), 100)} (${name})`
  return [markedByAgent(head, byAgentIn(entry)), ...tellingLines(entry)]
}

/**
 * A folder's head, and below it all that its own summary says; a folder of one subject is told in one line with it, and
 * with what it is about where the subject's title does not say so.
 */
function outlineOfFolder(folder: string, summary: string): readonly string[] {
  const lines = bodyOf(summary)
    .split('\n')
    .filter((line) => line !== '')
  const [only = '', ...more] = lines.filter((line) => line.startsWith('- '))
  const below =
    more.length > 0 ? lines : lines.filter((line) => line !== only && !only.includes(line.replace(/\.$/, '')))
  // A summary that was too short for a title says nothing of what lies there.
  const subject = more.length > 0 ? plural(more.length + 1, 'subject') : only.slice(2)
  return [`- ${folder}: ${subject}`.replace(/: $/, ''), ...below.map((line) => `  ${line}`)]
}

/** Picks the lines of an entry that tell most: its rules, then its facts that hold, then what changed last. */
function tellingLines(entry: Entry): readonly string[] {
  const facts = entry.facts.filter(({ note }) => holdsStill(note))
  const lines = [...entry.narrative.rules, ...facts.map(sayFact), ...entry.raw.changes.slice(-1)]
  return lines.map((line) => `  - ${shorten(oneLine(line), 160)}`)
}
