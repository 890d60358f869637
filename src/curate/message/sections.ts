import { oneLine } from '../../text/clean.ts'
import { withoutChecklists } from './checklists.ts'
import { amid, inline, isCode, quote, torn, withoutPrinted, withScissors } from './code-in-prose.ts'
import { withoutFootnotes } from './footnotes.ts'
import { withoutPlans } from './plans.ts'
import { withoutQuotes } from './quotes.ts'

/**
 * A part of a message with a headline of its own: the message itself, headline '', or one commit of a squash. Paragraphs
 * are in order, each one line; code, checklists and what templates put there are left out.
 */
export type Section = { readonly headline: string; readonly paragraphs: readonly string[] }

const bullet = /^\* +(\S.*)$/
const item = /^\s*(?:[-*+•]|\d+[.)])\s+/
const fence = /^\s*(?:```|~~~)/
/** What GitHub puts between the commits of a squash and their co-authors. */
const rule = /^\s*[-*_=]{3,}\s*$/

/** Splits a body into what the message itself says and what each commit of a squash says. */
export function sectionsOf(body: string): readonly Section[] {
  const lines = withoutFootnotes(body).split('\n')
  const isSquash = readsAsSquash(lines)
  const sections: { headline: string; lines: string[] }[] = [{ headline: '', lines: [] }]
  for (const line of lines) {
    const [, headline] = isSquash ? (bullet.exec(line) ?? []) : []
    if (headline !== undefined) sections.push({ headline: oneLine(headline), lines: [] })
    else sections.at(-1)?.lines.push(line)
  }
  return sections.map(({ headline, lines: own }) => ({ headline, paragraphs: paragraphsOf(own) }))
}

/**
 * A squash lists its commits as `*` items with a blank line around each; a list that somebody wrote has none, or sets
 * in what an item goes on with, or lists links. A single item that goes on in the next line is a footnote (raft 9e800fec).
 */
function readsAsSquash(lines: readonly string[]): boolean {
  const heads = lines.flatMap((line, at) => (bullet.test(line) ? [at] : []))
  const isBlank = (at: number): boolean => (lines[at] ?? '').trim() === ''
  const goesOn = (at: number): boolean => /^ {1,4}\S/.test(lines[at] ?? '') || item.test(lines[at] ?? '')
  const isFootnote = heads.length === 1 && /^\p{Ll}/u.test(lines[(heads[0] ?? 0) + 1] ?? '')
  return (
    heads.length > 0 &&
    !isFootnote &&
    heads.every((at) => isBlank(at - 1) && (isBlank(at + 1) || !goesOn(at + 1)) && !link.test(lines[at] ?? ''))
  )
}

/** The lines of a message that somebody wrote to say something of the code. */
const linesRead = (lines: readonly string[]): readonly string[] =>
  labelled(withoutQuotes(withoutPlans(withoutPrinted(withoutChecklists(withScissors(lines))))))

/** Unwraps hard-wrapped lines into paragraphs; the items of a list stay with the line that introduces them. */
function paragraphsOf(lines: readonly string[]): readonly string[] {
  const found: string[] = []
  let open: string[] = []
  let code: string[] | undefined
  let isAfterCode = false
  let untold: readonly string[] = []
  let setIn: string[] = []
  const close = (): void => {
    const text = isCode(open) ? '' : oneLine(listed(open).join(' ')).replace(/(?<=:) [{[]$/, '')
    if (text !== '') found.push(text)
    open = []
  }
  for (const line of [...linesRead(lines), '']) {
    const isSetIn = code === undefined && open.length === 0 && /^(?: {4}|\t)/.test(line)
    // What is set in goes on behind an empty line.
    if (!isSetIn && setIn.length > 0 && line.trim() !== '') {
      // "hostname … doesn't match …", set in, "by itself is not much info" (urllib3 b6a208c5).
      if (/^\p{Ll}/u.test(line) && /[.!?]$/.test(found.at(-1) ?? '')) open.push(amid(setIn))
      else quote(setIn, found)
      setIn = []
    }
    if (fence.test(line)) {
      isAfterCode = code !== undefined
      untold = code === undefined || inline(code, found, open) ? [] : code
      code = code === undefined ? [] : undefined
    } else if (code !== undefined) code.push(line)
    else if (isSetIn) setIn.push(line)
    else if (line.trim() === '' || rule.test(line) || isHeading(line)) close()
    else if (link.test(line)) finish(line, found, open)
    else if (!(isTemplate(line) || isRow(line)) || (torn.test(open.at(-1) ?? '') && reference.test(line.trim()))) {
      // "We used to call `less` with", code, "We only passed it because …" are two sentences (bat 864656bd).
      if (isAfterCode && /^\p{Lu}/u.test(line)) close()
      if (untold.length > 0 && /^\p{Ll}/u.test(line) && /[^.!?]$/.test(open.at(-1) ?? '')) open.push(amid(untold))
      isAfterCode = false
      untold = []
      open.push(itemOf(line.trim(), open))
    }
  }
  close()
  if (setIn.length > 0) quote(setIn, found)
  if (isListOfCommits(found)) return [found.map((line) => `• ${line}`).join(' ')]
  return joinLists(joinTorn(isOneSentence(found) ? [found.join(' ')] : found))
}

const least = 3
const longestItem = 72
/** Nobody wraps prose so narrow. */
const leastWidth = 48

/**
 * Marks lines that were broken where the next word had room, none of them a sentence, as the items of a list. Who wraps
 * prose fills every line: then no line has room for the word that the next one begins with.
 */
function listed(lines: readonly string[]): readonly string[] {
  const width = Math.max(0, ...lines.map(({ length }) => length))
  const roomy = lines.filter((line, at) => {
    const next = lines[at + 1]?.split(' ', 1)[0]
    return next !== undefined && (width < leastWidth || line.length + next.length < width)
  })
  const isList =
    lines.length >= least &&
    !lines.some((line) => marked.test(line) || ends.test(line) || goesOn.test(line)) &&
    roomy.length * 2 >= lines.length - 1
  return isList ? lines.map((line) => `• ${line}`) : lines
}

/** Prose that was wrapped at forty columns: a sentence ends within a line, or a line where none can (express 0550755c). */
const goesOn =
  /[a-z)][.!?] [A-Z]|\b(?:an?|and|are|as|at|be|by|can|for|from|has|have|if|in|is|of|on|or|that|the|to|was|were|when|which|will|with)$/

const marked = /^(?:[•o] |\d+[.)] )/
const ends = /[.!?:;,)]$/

/** A merge of many commits may leave their subjects, each a paragraph, with a sentence here and there. */
function isListOfCommits(paragraphs: readonly string[]): boolean {
  const titles = paragraphs.filter((line) => line.length <= longestItem && !ends.test(line) && !/• /.test(line))
  return titles.length >= least && titles.length >= paragraphs.length * 0.8
}

/** A line as an item of its list. A number may only be where a sentence was wrapped: "from 3 to", "4. The rest" (zap, dependabot). */
function itemOf(line: string, open: readonly string[]): string {
  const isNumbered = /(?:^|[.:;!?])$/.test(open.at(-1) ?? '') || open.some((before) => before.startsWith('•'))
  return line.replace(isNumbered ? /^(?:[-*+•]|\d{1,2}[.)])\s+/ : /^[-*+•]\s+/, '• ')
}

/** A sentence may have an empty line below each of its lines: "… attributes from LogRecord", "objects to …" (structlog 9208a2c7). */
const isOneSentence = (paragraphs: readonly string[]): boolean =>
  /[.!?]$/.test(paragraphs.at(-1) ?? '') &&
  paragraphs.every((line, at) =>
    at === 0 ? /^\p{Lu}/u.test(line) : /^\p{Ll}/u.test(line) && !ends.test(paragraphs[at - 1] ?? ''),
  )

const link = /^\s*(?:[-*+•]\s+)?(https?:\/\/\S+)$/

/** A link on a line of its own ends the sentence that leads to it; after one that is complete, it says nothing. */
function finish(line: string, found: string[], open: string[]): void {
  const [, address = ''] = link.exec(line) ?? []
  const before = (open.length > 0 ? open.at(-1) : found.at(-1)) ?? ''
  const leads =
    /[\w,:(]$/.test(before) &&
    !/^https?:\/\//.test(before.slice(before.lastIndexOf(' ') + 1)) &&
    (before.split(' ').length >= leastLead ||
      (torn.test(before) && !refers.test(before) && !reference.test(`${before} ${address}`)))
  if (!leads) return
  if (open.length > 0) open.push(address)
  else found.push(`${found.pop() ?? ''} ${address}`)
}

const refers = /^(?:as|cf\.?|see)\b/i

/** `Refs:` and `See also` lead to nothing but the link; "Converted from" goes on behind it (bat 5074b96c). */
const leastLead = 5

/** A list after a colon, or "so that if..." (starlette 5613fa7e), belongs to its sentence, though a blank line stands between them. */
const joinLists = (paragraphs: readonly string[]): readonly string[] =>
  paragraphs.reduce<readonly string[]>((joined, text) => {
    const last = joined.at(-1)
    return /(?::|\w\.\.\.|…)$/.test(last ?? '') && item.test(text)
      ? [...joined.slice(0, -1), `${last} ${text}`]
      : [...joined, text]
  }, [])

/**
 * A sentence goes on behind the code that it leads to, though blank lines stand around that: "… outputs", `ERRO test windows`,
 * "when coloring is not disabled" (logrus e9026580), "… if you run", `cargo clippy`, "so by fixing it …" (bat 9c165713).
 */
const joinTorn = (paragraphs: readonly string[]): readonly string[] =>
  paragraphs.reduce<readonly string[]>((joined, text) => {
    const last = joined.at(-1) ?? ''
    const isTorn = /^\p{Lu}.*[\p{L}\p{N}]$/u.test(last) && last.split(' ').length >= leastLead
    return (isTorn && /^`+[^`]{1,200}`+$/.test(text)) || ((isTorn || last.endsWith('`')) && goesOnWith.test(text))
      ? [...joined.slice(0, -1), `${last} ${text}`]
      : [...joined, text]
  }, [])

const goesOnWith = /^(?:and|because|but|if|in order to|or|since|so|to|when|which|while|with|without) /

/** `## Changes` and `**Root cause**` say what the text below is, which it says itself. */
const isHeading = (line: string): boolean =>
  /^\s*(?:#{1,6}\s+\S.{0,80}|\*\*[^*]{1,60}\*\*:?|<[A-Z][a-z ]{2,40}>)$/.test(line)

/**
 * Puts the headings of a problem and its solution before the prose below them. Without the words, what was so before reads
 * as if it still were: "tonic-xds doesn't currently interoperate with …" is the motivation of a commit after which it does
 * (tonic 2c0b8831).
 */
function labelled(lines: readonly string[]): readonly string[] {
  let [label, hasProblem] = ['', false]
  return lines.map((line) => {
    const [, named] = labels.exec(line) ?? []
    if (named !== undefined || line.trim() === '') {
      label = named ?? label
      return line
    }
    const isTracked = label !== '' && (hasProblem || !/^s/i.test(label)) && /^["“(`*_]{0,2}\p{L}/u.test(line)
    const before = isTracked ? `${label}: ` : ''
    if (isTracked) hasProblem = true
    label = ''
    return `${before}${line}`
  })
}

const labels = /^\s*(?:#{1,6}\s+|\*\*)(motivation|problem|solution)[:.]?(?:\*\*)?:?\s*$/i

/** A row of a table, as benchmarks print them: two gaps or more, each wider than a blank, and none behind a sentence. */
const isRow = (line: string): boolean => (line.trim().match(/[^\s.!?:,;] {2,}(?=\S)/g) ?? []).length >= 2

/** Lines of templates, checklists, tools and references, which state nothing. */
const isTemplate = (line: string): boolean => template.some((shape) => shape.test(line.trim()))

const reference =
  /^(?:[-*]\s+)?(?:(?:closes?|fix(?:es|ed)?|resolves?|refs?|references?|see|see also|related(?: to)?|issue|part of|follow-?up (?:to|of)|pr|supersedes|ref)[:\s]+)?(?:(?:#|gh-|https?:\/\/)\S+(?:\s+(?:,\s+|and\s+)?|$))+$/i

const template: readonly RegExp[] = [
  /^\[[^\]]{1,80}\]: \(?(?:https?:|\w{1,60}::|#|\/|[\w./-]{1,100}\.(?:html|md))\S{0,300}$/,
  /^(?:<!--|-->|>(?!=|\s?\d)|\|(?=.{0,2000}\|\s*$)|!\[|\[!)|^_[^_]* on behalf of [^_]*_$|^[\w-]{1,40}(?:\.[\w-]{1,40}){1,4}: \S{1,40}$/,
  reference,
  /^(?:[-*]\s+)?(?:signed-off-by|co-authored-by|reviewed-by|acked-by|reported-by|tested-by|suggested-by|helped-by|cc|agent-logs-url|change-id|claude-session|message-id|pr-url|reviewed-on|gitorigin-revid|backport-of|cherry-picked|git-svn-id|differential revision)\b\s*[:=]/i,
  /^(?:WARN|ERRO|INFO|DEBU|ERROR|WARNING|DEBUG)\w{0,3} ?\[|^commit [0-9a-f]{40}$|^Author: .{1,80}<|^Date: {1,3}\S/,
  /^\(?cherry[ -]picked from commit\b|^this reverts commit [0-9a-f]+\.?$|^bumps? \[|^updates the requirements on/i,
  /^\(?backport(?:ed)? (?:of|from) (?:commit )?#?[0-9a-f]{3,40}\)?\.?$|^(?:committed|created|posted|sent|ultraworked) (?:via|by|with) \S+$/i,
  // "… so that databases", "generated by the bench CLI can be saved" (bbolt b5ae095a).
  /^Generated (?:by|with)\b/,
  /^(?:dependabot (?:can|commands|compatibility|will)\b|you can trigger|most recent ignore|compatibility score|assisted[- ]by|🤖 generated (?:by|with)|updated-dependencies:|- (?:dependency-name:|\[(?:release notes|changelog|commits)\])|dependency-(?:type|group|version):|update-type:|bumps the \S+ group\b|\.{3}$)/iu,
]
