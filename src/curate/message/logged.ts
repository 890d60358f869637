import type { Commit } from '../../commit.ts'
import { oneLine, shorten } from '../../text/clean.ts'
import { decidingKey, withoutKeys } from '../../text/decided.ts'
import { madeOnce } from '../../text/made-once.ts'
import { redact } from '../../text/redact.ts'
import { termText } from '../../text/terms.ts'
import { countWords, pathInWords } from '../../text/words.ts'
import type { Message } from './commit-message.ts'
import { commentIn, languageOf } from '../code/language.ts'
import { isChatter } from './chatter.ts'
import { longestHeadline } from './split-message.ts'
import { withoutPrefix } from '../../text/titles.ts'
import { isEmptySubject } from './nameless.ts'
import { isRobots } from './robots.ts'
import { sectionsOf } from './sections.ts'
import { valuesOf } from './trailer-keys.ts'

/** What is kept of a message of which nothing was curated: its words without what only reviews and tools need. */
export type Logged = { readonly subject: string; readonly body: string; readonly number: string }

const longestBody = 3_000

/** What a message quotes is no lesson of its author, but may be what is asked: "a date before the year 1678" (zap ec2dc456). */
const unquoted = (body: string): string => body.replace(/^ {0,3}> ?(?=[\p{L}\p{N}])/gmu, '')

/** A step of a squash as a sentence; many have their full stop already. */
const ended = (headline: string): string => (/[.!?…]$/.test(headline) ? headline : `${headline}.`)

/** Words of a step of a squash, at least: "denoify" says nothing, and stood for the reason beside the title again (hono 19060105). */
const leastStep = 2

/** Reads a message for the commit index: headlines and paragraphs in their order, chatter left out. */
export function loggedOf(message: Message): Logged {
  const sections = sectionsOf(unquoted(message.body)).filter(({ headline }) => !isRobots(headline))
  const saysNothing = (headline: string): boolean =>
    countWords(headline) < leastStep || isChatter(headline) || withoutPrefix(headline) === message.subject
  const paragraphs = sections.flatMap(({ headline, paragraphs: own }) => [
    ...(saysNothing(headline) ? [] : [ended(withoutPrefix(headline))]),
    // In some squashes a robot's step stands below somebody's (build b1acadc2).
    ...own.filter((text) => !isRobots(text)),
  ])
  const reasons = message.trailers.flatMap(({ key, value }) => (isReason.test(key) ? [value] : []))
  const decided = upTo(longestBody, decidedBy(message).join('\n'))
  const [title = '', ...others] = paragraphs
  // What a pull request was called says more than that it was merged.
  const isTitled = isEmptySubject(message.subject) && title !== '' && title.length <= longestHeadline
  const said = [...(isTitled ? others : paragraphs), ...reasons].map((text) => withoutCalls(text.replace(copy, '')))
  const subject = isTitled
    ? title.replace(/(?<=[\w`)])\.$/, '')
    : `${message.scope === '' ? '' : `${message.scope}: `}${message.subject}`
  return {
    subject: oneLine(subject),
    body: [upTo(longestBody - decided.length, said.filter((paragraph) => paragraph !== '').join('\n')), decided]
      .filter((part) => part !== '')
      .join('\n'),
    number: message.number,
  }
}

const isReason = /^(?:why|reason|breaking[ -]change)$/i

/** What trailers decided, each on a line of its own behind the key that its author wrote. */
const decidedBy = ({ trailers }: Message): readonly string[] =>
  trailers.flatMap(({ key, value }) =>
    decidingKey.test(key) ? valuesOf(value).map((text) => `${key}: ${shorten(text, longestDecided)}`) : [],
  )

/** An entry has no longer one, either. */
const longestDecided = 600

/** What a robot says of a backport, with a hash of forty digits (aiohttp). */
const copy = /^\*{0,2}This is a (?:manual )?backport of PR\b[^()]{0,200}\([^()]{0,200}\)\.?\*{0,2}/i

/** Leaves out whom a paragraph calls at its end (`/cc @maraino`), and the beginning of a reference whose address is gone. */
function withoutCalls(paragraph: string): string {
  const all = paragraph.trimEnd().split(' ')
  const people = all.length - 1 - all.findLastIndex((word) => !/^@[\w-]+[,.]?$/.test(word))
  const isCall = people > 0 && /^\/?cc:?$/i.test(all.at(-people - 1) ?? '')
  const left = isCall ? all.slice(0, -people - 1) : all
  return (/^(?:refs?|references?|see):$/i.test(left.at(-1) ?? '') ? left.slice(0, -1) : left).join(' ')
}

/** Cuts a text that is too long behind a sentence. */
function upTo(limit: number, text: string): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit)
  return /^[\s\S]*[.!?](?=\s)/.exec(cut)?.[0] ?? cut
}

/** The terms by which a commit is found. A word that the subject has twice counts twice; so it is with all of them. */
export function termsOfLogged(
  { subject, body }: Logged,
  paths: readonly string[],
): { subject: string; body: string; paths: string } {
  const named = paths.slice(0, mostPaths).map(termsOfPath)
  return {
    subject: termText(subject),
    body: termText(withoutKeys(body)),
    paths: named.filter((found) => found !== '').join(' '),
  }
}

const mostPaths = 20
const termsOfPath = madeOnce((path) => termText(pathInWords(path)))

const identifier = /[A-Za-z_]\w{3,}/g
const mostNames = 60
const most = { comments: 25, lines: 6_000 }

/** The terms of a diff: its most frequent identifiers, and the comments and test titles that it adds. */
export function namesInDiff({ changes }: Commit): string {
  const counts = new Map<string, number>()
  const said: string[] = []
  let lines = 0
  for (const { path, hunks } of changes) {
    const language = languageOf(path)
    for (const { added, removed } of hunks) {
      for (const line of [...added, ...removed]) {
        if (lines++ > most.lines) break
        for (const [name] of line.slice(0, 300).matchAll(identifier)) counts.set(name, (counts.get(name) ?? 0) + 1)
      }
      for (const line of added) {
        const text = said.length >= most.comments ? '' : titleIn(line) || (commentIn(line, language) ?? '')
        if (text.length >= 20) said.push(text.slice(0, 300))
      }
    }
  }
  const names = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, mostNames)
  return termText(redact([...names.map(([name]) => name), ...said].join('\n')))
}

const titleIn = (line: string): string =>
  /\b(?:it|test|describe|t\.Run)\(\s*(['"`])([^'"`]{8,160})\1/.exec(line.slice(0, 300))?.[2] ?? ''
