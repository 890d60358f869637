import { cutAtNotice } from '../repo/git/partial.ts'
import { type Review, toText } from '../review/report.ts'
import { type AnswerLine, mostNear, nameLesson, formatLessons } from '../search/format-answer.ts'
import { alsoKnown, formatRule, tookThePlace } from '../search/fit-known.ts'
import type { LessonHit } from '../search/lesson-hit.ts'
import { formatGuessed } from '../search/unknown-words.ts'
import { decidedApart } from '../text/decided.ts'
import { quoteLine } from '../text/quote.ts'
import { plural, short } from '../text/words.ts'
import type { Applied } from '../tree/operations.ts'
import { type ByAgent, markedByAgent } from '../tree/unreviewed.ts'
import type { LessonAnswer } from '../verbs/answer-question.ts'
import type { QueryResult } from '../verbs/query.ts'
import { type Connections, type Neighbour, type Related, shownConnections } from '../verbs/related.ts'
import type { RepoStatus } from '../verbs/status.ts'
import { namedCommit, nothingFound, shownWhy } from '../verbs/shown-why.ts'
import type { Why } from '../verbs/why.ts'
import { whereNow, withCounts, type WhyText } from '../verbs/why-text.ts'

/** Formats what is known: each entry by title and path, the lines that answer, and where they are from. */
export function formatAnswer(answer: QueryResult): string {
  if (answer.hits.length === 0) {
    const unknown =
      answer.unknown.length === 0 ? '' : ` No entry that fits holds: ${quoteLine(answer.unknown.join(', '))}.`
    return `Nothing is known about this.${unknown} Do not guess from it.`
  }
  if (answer.isTold === true) return answer.text
  const parts = answer.hits.map(({ path, title, excerpt, sources, files, archived, standing, isByAgent }) => {
    const from = [...sources.slice(-3).map(short), ...files.slice(0, 3)].join(', ')
    return [
      headOf(path, standing, isByAgent),
      field('title', title),
      ...excerpt.filter((line) => line !== title).map((line) => field('says', line)),
      ...(from === '' ? [] : [field('from', from)]),
      ...(archived === '' ? [] : [`  archived: ctx_read ${archived} for the full text`]),
    ].join('\n')
  })
  const sure = answer.isSure ? '' : '\n\nNot sure: the question shares only some words with these.'
  return `${parts.join('\n\n')}${sure}`
}

/** A line that only we write: what an entry says never begins one. */
const headOf = (path: string, standing: string, isByAgent: ByAgent = false): string =>
  markedByAgent(`entry ${path}${standing === '' ? '' : ` (no longer so: ${standing})`}`, isByAgent)

const field = (name: string, text: string): string => `  ${name}: ${quoteLine(text, mostOfLine)}`

/** Characters of a line, at most; an answer is otherwise shown whole. */
const mostOfLine = 1_000

/**
 * Formats what lessons state; of what none states for certain the nearest two, and of what is far from all the
 * nearest's name.
 */
export function formatLessonAnswer(answer: LessonAnswer): string {
  const { hits, isKnown, isNear, unknown, guessed, inDiffs, isByMeaning } = answer
  const [first] = hits
  if (isKnown)
    return `${guessed.length === 0 ? '' : `${quoteLine(formatGuessed(guessed), mostOfLine)}\n\n`}${quoteLessons(hits)}`
  if (isByMeaning && first !== undefined)
    return `Nothing states this in these words. Nearest in meaning; see whether it is what you ask:\n\n${quoteLessons(hits)}`
  const named = (what: string, words: readonly string[]): string =>
    words.length === 0 ? '' : ` ${what}: ${quoteLine(words.slice(0, 4).join(', '))}.`
  const lacking = `${named('Nothing holds', unknown)}${named('Only diffs hold', inDiffs)}`
  if (isNear)
    return `Nothing states this for certain.${lacking} Nearest; see whether it is what you ask:\n\n${quoteLessons(hits.slice(0, mostNear))}`
  const nearest = first === undefined ? '' : ` Nearest: ${quoteLine(nameLesson(first))}.`
  return `Nothing states this.${lacking}${nearest} Do not guess from it.`
}

const quoteLessons = (hits: readonly LessonHit[]): string =>
  formatLessons(hits, { more: false })
    .map((lines) => quoteLesson(lines).join('\n'))
    .join('\n\n')

const quoteLesson = (lines: readonly AnswerLine[]): readonly string[] => [
  'lesson',
  ...lines.flatMap(({ text }) => decidedApart(text)).map((text) => `  ${quoteLine(text, mostOfLine)}`),
]

/** Formats the entries that these name, or that name these; with what they say, where that was asked for, else by their paths. */
export const formatNeighbours = (all: readonly Neighbour[]): string =>
  all.every(({ text }) => text === '') ? nameNeighbours(all) : all.map(quoteNeighbour).join('')

const nameNeighbours = (all: readonly Neighbour[]): string =>
  [...new Set(all.map(({ to }) => to))]
    .map((entry) => {
      const near = all.flatMap(({ path, to }) => (to === entry ? [`\n  ${path}`] : []))
      return `\n\nrelated to ${entry}${near.join('')}`
    })
    .join('')

function quoteNeighbour({ path, title, to, text }: Neighbour): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const says = lines.map((line) => `\n  ${quoteLine(line, mostOfLine)}`).join('')
  return `\n\nrelated ${path} (to ${to})\n${field('title', title)}${says}`
}

/** Lists hits, a line each. */
export const formatHits = ({ hits }: QueryResult): string =>
  hits.length === 0
    ? 'No entry matches.'
    : hits
        .map(({ path, title, score, standing, isByAgent = false }) => {
          const gone = standing === '' ? '' : `(no longer so: ${standing}) `
          return markedByAgent(`${score.toFixed(2)}  ${path}  ${gone}${quoteLine(title)}`, isByAgent)
        })
        .join('\n')

/**
 * Formats why a file or line is as it is: the lessons of its commits, newest first; or what a commit says, and took
 * away.
 */
export function formatWhy(found: Why, how: { readonly more: boolean }): string {
  const { lessons, replaced, standing, entries, left } = shownWhy(found, how)
  const name = namedCommit(found)
  const parts = [
    name === '' ? [] : [`commit ${quoteLine(name, mostOfLine)}`],
    ...lessons.map(quoteLesson),
    standing.map((line, at) => (at === 0 ? line : `  ${quoteLine(line, mostOfLine)}`)),
    [...(replaced.length === 0 ? [] : [tookThePlace]), ...replaced.map((one) => `  ${quoteLine(one, mostOfLine)}`)],
    nameEntries(entries),
  ].map((lines) => lines.join('\n'))
  const told = [...parts, left === '' ? '' : `${left}: "more" tells them.`].filter((part) => part !== '')
  const cut = found.cutAt === '' ? [] : [cutAtNotice(found.cutAt)]
  return [...(told.length === 0 ? [nothingFound(found)] : told), ...cut].join('\n\n')
}

/** Entries about a file, by their paths: these say their titles. */
const nameEntries = (entries: readonly Related[]): readonly string[] =>
  entries.length === 0 ? [] : [alsoKnown, ...entries.map(({ path }) => headOf(path, ''))]

/** Formats which commits brought a text or took it out, and where it is now. */
export const formatWhyText = (found: WhyText): string =>
  [
    `Now: ${quoteLine(`it ${whereNow(found)}`, mostOfLine)}`,
    ...(found.hits.length === 0 ? [] : [quoteLessons(withCounts(found))]),
    ...(found.cutAt === '' ? [] : [cutAtNotice(found.cutAt)]),
  ].join('\n\n')

/** Of each, `ctx_related` gives so many at most. */
export const mostConnected = 100

/** Formats what holds about a file, and which entries are connected to it or to an entry; with `more`, all that was found. */
export function formatConnections(found: Connections, how: { readonly more: boolean }): string {
  const { rules, lessons, entries, left } = shownConnections(found, how)
  const { tests, file, counts } = found
  const most = Math.max(...Object.values(counts))
  const rest = most > mostConnected ? `a "limit" of ${mostConnected} tells more` : `a "limit" of ${most} tells them`
  const parts = [
    ...rules.map((rule) => `rule\n  ${formatRule({ ...rule, text: quoteLine(rule.text, mostOfLine) })}`),
    ...lessons.map((lines) => quoteLesson(lines).join('\n')),
    tests.length === 0 ? '' : `Tests that change with it: ${quoteLine(tests.join(', '), mostOfLine)}`,
    (file === '' ? entries.map(linked) : nameEntries(entries)).join('\n'),
    left === '' ? '' : `${left}: ${rest}.`,
  ]
  return parts.filter((part) => part !== '').join('\n\n') || 'Nothing is connected to it.'
}

const linked = ({ path, title, links }: Related): string => `${path}  (${links.join(', ')})  ${quoteLine(title)}`

/** Formats what became of each operation. */
export const formatApplied = ({ applied, summary }: Applied): string =>
  [
    ...applied.map(
      ({ type, path, status, message = '' }) =>
        `${status} ${type} ${quoteLine(path)}${message === '' ? '' : `: ${quoteLine(message, mostOfLine)}`}`,
    ),
    `${summary.added} added, ${summary.updated} updated, ${summary.merged} merged, ${summary.deleted} deleted, ${summary.failed} failed`,
  ].join('\n')

/** Formats what a review found as plain text, without the colours of a terminal. */
export const formatReview = (review: Review): string => toText(review, (_line, text) => text)

/** Formats how things stand in a few lines; findings that somebody should look at among them. */
export function formatStatus(now: RepoStatus): string {
  const counts = [plural(now.entries, 'entry', 'entries'), plural(now.tokens, 'token')]
  const shared = now.ahead === undefined ? [] : [`${now.ahead} to push, ${now.behind ?? 0} to pull`]
  const waiting = now.queued === 0 ? [] : [plural(now.queued, 'commit waits to be read', 'commits wait to be read')]
  return [
    `branch ${now.branch || '(detached)'}, knowledge ${now.knowledge || '(none yet)'}${now.isOwn ? '' : ' (of the branch that this one came from)'}`,
    [...counts, ...shared, ...waiting].join('; '),
    ...(now.isWhole ? [] : ['This history is still being read; answers may know more soon.']),
    ...now.findings
      .filter(({ weight }) => weight !== 'note')
      .slice(0, 20)
      .map(({ weight, at, detail }) => `${weight} ${quoteLine(at)}: ${quoteLine(detail)}`),
  ].join('\n')
}
