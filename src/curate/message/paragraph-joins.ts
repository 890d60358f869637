// What the lines and paragraphs of a message belong to, beyond what blank lines say.

import { isTalk } from './talk.ts'

/** How an item of a list begins. */
export const item = /^\s*(?:[-*+•]|\d+[.)])\s+/

/** Puts together what a blank line parted, though it is one. */
export function paragraphsJoined(found: readonly string[]): readonly string[] {
  if (isListOfCommits(found)) return [found.map((line) => `• ${line}`).join(' ')]
  return joinLists(joinTorn(isOneSentence(found) ? [found.join(' ')] : found))
}

/** Sets items apart from their marks: "-The dispatcher was started …", "-Added a test …" (nats.go fa6ece70). */
export const withSpacedItems = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => tightItem.test(line)).length < leastTight
    ? lines
    : lines.map((line) => (tightItem.test(line) ? `- ${line.slice(1)}` : line))

/** One letter is an option, and what goes on in the next line a command. */
const tightItem = /^-\p{Lu}\p{Ll}+ .*[^\\]$/u
const leastTight = 2

/**
 * Lets an item lead to the list below it that is set in further: "If the state is `CLOSED`", "  - Increase the amount …" (ws
 * 5d751fbd).
 */
export function withInnerLists(lines: readonly string[]): readonly string[] {
  // What stood before the first line was taken off.
  let [margin, isCode] = [Infinity, false]
  return lines.map((line, at) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    const own = marginOf(line)
    if (own !== undefined) margin = at === 0 ? Infinity : own
    if (line.trim() === '') margin = Infinity
    const isInner = (marginOf(lines[at + 1] ?? '') ?? 0) >= margin + leastInner
    return isInner && !isCode && /[\p{L}\p{N}`)]$/u.test(line) ? `${line}:` : line
  })
}

const leastInner = 2
/** How far an item is set in; undefined of what is none, or set in as code is. */
const marginOf = (line: string): number | undefined => /^( {0,3})[-*+•] /.exec(line)?.[1]?.length

/** So many words begin a sentence that may go on behind what it leads to. */
export const leastLead = 5

const least = 3
const longestItem = 72
/** Nobody wraps prose so narrow. */
export const leastWidth = 48

/**
 * Marks lines that were broken where the next word had room, none of them a sentence, as the items of a list, and ends the first of
 * two. Who wraps prose fills every line: then no line has room for the word that the next one begins with.
 */
export function asList(lines: readonly string[]): readonly string[] {
  const width = Math.max(0, ...lines.map(({ length }) => length))
  const roomy = lines.filter((line, at) => {
    const next = lines[at + 1]?.split(' ', 1)[0]
    return next !== undefined && (width < leastWidth || line.length + next.length < width)
  })
  const isApart =
    !lines.some((line) => marked.test(line) || ends.test(line) || goesOn.test(line) || joins.test(line)) &&
    roomy.length * 2 >= lines.length - 1
  if (isApart && lines.length >= least) return lines.map((line) => `• ${line}`)
  const [first = '', second = ''] = lines
  const areTwo = lines.length === 2 && width < leastWidth && (orders.test(second) || beginsAlike(first, second))
  return isApart && areTwo ? [`${first}${/^\p{Lu}/u.test(second) ? '.' : ';'}`, second] : lines
}

/** "update docs, add changelog", below "use str.format instead of printf style" (werkzeug 037e92a3) */
const orders = /^(?:add|allow|bump|clean|drop|fix|make|move|remove|rename|update|use)s? /
/** "In 1.8, eql? compares …", "In 1.9+, …" (rack b0593078) */
const beginsAlike = (first: string, second: string): boolean => first.split(' ', 1)[0] === second.split(' ', 1)[0]

/** Prose that was wrapped at forty columns: a sentence ends within a line, or a line where none can (express 0550755c). */
const goesOn =
  /[a-z)][.!?] [A-Z]|\b(?:an?|and|are|as|at|be|by|can|for|from|has|have|if|in|is|of|on|or|that|the|to|was|were|when|which|will|with)$/

/** "we cant use the name module()", "since that is already taken by node, …" (mocha c493d449) */
const joins = /^(?:and|as|because|but|for|in|of|or|since|so|than|that|to|when|which|while|with)\b/

const marked = /^(?:[•o] |\d+[.)] )/
const ends = /(?:[.!?:;,]|[^(]\))$/

/** A merge of many commits may leave their subjects, each a paragraph, with a sentence here and there. */
function isListOfCommits(paragraphs: readonly string[]): boolean {
  const titles = paragraphs.filter((line) => line.length <= longestItem && !ends.test(line) && !/• /.test(line))
  return titles.length >= least && titles.length >= paragraphs.length * 0.8
}

/** A sentence may have an empty line below each of its lines: "… attributes from LogRecord", "objects to …" (structlog 9208a2c7). */
const isOneSentence = (paragraphs: readonly string[]): boolean =>
  /[.!?]$/.test(paragraphs.at(-1) ?? '') &&
  paragraphs.every((line, at) =>
    at === 0
      ? /^\p{Lu}/u.test(line) && !isTalk(line)
      : /^(?!https?:)\p{Ll}/u.test(line) && !ends.test(paragraphs[at - 1] ?? ''),
  )

/**
 * A list after a colon, or "so that if..." (starlette 5613fa7e), belongs to its sentence, though a blank line stands between them, or
 * between its items ("My vision for this tool has two parts:", alertmanager 3aab66ec), or within one ("Type checking revealed
 * errors:", pyjwt 407f0bde).
 */
function joinLists(paragraphs: readonly string[]): readonly string[] {
  const parts = listsAmid(paragraphs)
  return parts.reduce<readonly string[]>((joined, text, at) => {
    const last = joined.at(-1) ?? ''
    const isWithin =
      last.includes(': • ') && /[.!?]$/.test(last) && goesOnAbout.test(text) && item.test(parts[at + 1] ?? '')
    return isWithin || (/(?::|\w\.\.\.|…)$|: • /.test(last) && item.test(text))
      ? [...joined.slice(0, -1), `${last} ${text}`]
      : [...joined, text]
  }, [])
}

/**
 * Puts a list back into the sentence that it stands amid: "In situations where", "* app_iter is app_rv", "* …", "it happened that …"
 * (werkzeug 6ea41802).
 */
const listsAmid = (paragraphs: readonly string[]): readonly string[] =>
  paragraphs.flatMap((text, at) => {
    const isAmid = (place: number): boolean =>
      leadsIn.test(paragraphs[place - 1] ?? '') &&
      item.test(paragraphs[place] ?? '') &&
      /^(?!https?:)\p{Ll}/u.test(paragraphs[place + 1] ?? '')
    if (isAmid(at + 1) || isAmid(at)) return []
    if (!isAmid(at - 1)) return [text]
    const items = (paragraphs[at - 1] ?? '').split(/(?:^|\s)• /).filter((one) => one !== '')
    return [`${paragraphs[at - 2]} ${items.join('; ')}, ${text}`]
  })

/** No sentence ends so. */
const leadsIn = /\b(?:because|both|either|if|neither|that|to|unless|until|when|whenever|where|whether|while|with)$/i

/** One sentence on the item above it. */
const goesOnAbout = /^(?:it|that|these|they|this)\b[^:]*[.!?]$/i

/**
 * A sentence goes on behind the code that it leads to, though blank lines stand around that: "… outputs", `ERRO test windows`,
 * "when coloring is not disabled" (logrus e9026580), "… if you run", `cargo clippy`, "so by fixing it …" (bat 9c165713).
 */
const joinTorn = (paragraphs: readonly string[]): readonly string[] =>
  paragraphs.reduce<readonly string[]>((joined, text) => {
    const last = joined.at(-1) ?? ''
    if (last.endsWith('`') && insteadOfThat.test(text)) return [...joined.slice(0, -1), `${last}. ${text}`]
    const before = joined.at(-2) ?? ''
    // "Without this change, and running the following 10 times:", `go test -race`, "would produce a data race." (nats.go f83f2828)
    if (before.endsWith(':') && isCommand.test(last) && /^\p{Ll}/u.test(text))
      return [...joined.slice(0, -2), `${before} \`${last}\` ${text}`]
    const isTorn = /^\p{Lu}.*[\p{L}\p{N}]$/u.test(last) && last.split(' ').length >= leastLead
    return (isTorn && /^`+[^`]{1,200}`+$/.test(text)) || ((isTorn || last.endsWith('`')) && goesOnWith.test(text))
      ? [...joined.slice(0, -1), `${last} ${text}`]
      : [...joined, text]
  }, [])

/** A command that stands as a paragraph of its own, as nobody writes a sentence: it begins small, and has options. */
const isCommand = /^(?:\$ )?[a-z][\w./-]{1,20} [^`]{0,200}(?<=\s)--?\w[^`]{0,200}(?:[^`.:;,!?\s]|\/\.{3})$/

/** What is to be written instead of the code above: "This breaks code that looks like", "Instead, write" (rand 12e359f7, as rustc's are). */
const insteadOfThat = /^(?:instead,? |change (?:it|that|this|your code) to\b)[^`]{0,60}`/i

const goesOnWith = /^(?:and|because|but|if|in order to|or|since|so|to|when|which|while|with|without) /
