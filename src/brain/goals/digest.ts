import { anyOf } from '../../text/alternatives.ts'
import { fold, shorten } from '../../text/clean.ts'

/** What a digest is made of: what was done, and what others must know of it. */
export type DigestParts = {
  readonly summary: string
  readonly decisions?: readonly string[]
  readonly artifacts?: readonly string[]
  readonly constraints?: readonly string[]
}

/** What a good digest says; the order is that in which it is asked for. */
export type Quality = 'decisions' | 'names' | 'interfaces'

/** Writes the parts as one text: `Summary: … | Artifacts: … | Decisions: … | Constraints: …`. */
export function digestText({ summary, artifacts = [], decisions = [], constraints = [] }: DigestParts): string {
  const lists = Object.entries({ Artifacts: artifacts, Decisions: decisions, Constraints: constraints })
  const said = lists.flatMap(([name, items]) => (items.length === 0 ? [] : [`${name}: ${items.join('; ')}`]))
  if (said.length === 0) return summary
  return [...(summary === '' ? [] : [`Summary: ${summary}`]), ...said].join(' | ')
}

/** Reads a text that `digestText` wrote; another is a summary as it stands. */
function digestParts(text: string): Required<DigestParts> {
  const parts = { summary: '', artifacts: [] as string[], decisions: [] as string[], constraints: [] as string[] }
  for (const part of text.split(' | ')) {
    const [, label, said = ''] = /^(Summary|Artifacts|Decisions|Constraints): ([^]*)$/.exec(part) ?? []
    if (label === undefined || label === 'Summary') {
      const summary = label === undefined ? part : said
      parts.summary = parts.summary === '' ? summary : `${parts.summary} | ${summary}`
    } else
      parts[label === 'Artifacts' ? 'artifacts' : label === 'Decisions' ? 'decisions' : 'constraints'].push(
        ...said.split('; '),
      )
  }
  return parts
}

/**
 * Folds what finished goals below handed up into a digest, so that nothing is lost on the way to the top: constraints
 * first, then decisions, artifacts and summaries, each that is not said yet, as far as there is room beside what was said.
 */
export function foldDigests(own: DigestParts, below: readonly string[]): DigestParts {
  const folded = { summary: own.summary, ...mutable(own) }
  const children = below.map(digestParts)
  let room = mostDigestTokens * 4 - digestText(own).length
  const add = (list: string[], text: string): void => {
    const known = fold(digestText(folded))
    if (text.trim() === '' || known.includes(fold(text)) || text.length + labelled > room) return
    list.push(text)
    room -= text.length + (list.length === 1 ? labelled : 2)
  }
  for (const kind of ['constraints', 'decisions', 'artifacts'] as const)
    for (const child of children) for (const text of child[kind]) add(folded[kind], text)
  // A summary states what a goal came to, as a decision does.
  for (const { summary } of children) add(folded.decisions, summary)
  return folded
}

const mutable = ({ artifacts = [], decisions = [], constraints = [] }: DigestParts) => ({
  artifacts: [...artifacts],
  decisions: [...decisions],
  constraints: [...constraints],
})

/** A label with its separator. */
const labelled = ' | Constraints: '.length

/** The longest a digest should be, in tokens: a page of them fits a window many times over. */
const mostDigestTokens = 500

/** Drops the last items of the lists until a digest has at most so many tokens; the lists are given best first. */
export function fitDigest(parts: DigestParts, most = mostDigestTokens): DigestParts {
  const fitting = {
    summary: shorten(parts.summary, most * 2),
    artifacts: [...(parts.artifacts ?? [])],
    constraints: [...(parts.constraints ?? [])],
    decisions: [...(parts.decisions ?? [])],
  }
  const lists = [fitting.artifacts, fitting.constraints, fitting.decisions]
  // The length is counted on: of many lines, writing the text anew for each that goes would take minutes.
  let length = digestText(fitting).length
  while (length > most * 4) {
    const [list = []] = lists.toSorted((a, b) => b.length - a.length)
    const last = list.pop()
    if (last === undefined) break
    length = list.length === 0 ? digestText(fitting).length : length - `; ${last}`.length
  }
  return fitting
}

/**
 * Names what a digest lacks: decisions (what was chosen, and how things are now), names (of what it was done with), and
 * interfaces (files, endpoints, signatures, commands that others meet). "Implemented authentication" lacks all three.
 */
export function missingIn(digest: string): readonly Quality[] {
  const text = withoutLabels(digest)
  const names = namesIn(text)
  const has: Record<Quality, boolean> = {
    decisions: strongDecision.test(text) || (names.size > 0 && choice.test(text)),
    names: names.size > 0,
    interfaces: interfaces.some((shape) => shape.test(text)),
  }
  return (['decisions', 'names', 'interfaces'] as const).filter((quality) => !has[quality])
}

/** Our own labels look like decisions (`name: value`), and are none. */
const withoutLabels = (text: string): string => text.replace(/\b(?:Summary|Artifacts|Decisions|Constraints): /g, '')

const strongDecision =
  /\b(?:because|instead of|rather than|chose|chosen|decided|must|never|always|only|no longer|replace[sd]?|without)\b|\w ?= ?\S|\w: \S/i
/** A choice only beside what was chosen. */
const choice = /\b(?:using|uses?|with|via|by|on|from|to|over|in|as|for)\b/i

const interfaces: readonly RegExp[] = [
  // An endpoint, a path, a file.
  /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD)\b ?\/?/,
  /(?:^|[\s("'`])\/[a-z][\w/:{}-]*/,
  /(?<![\w./-])[\w.-]+\/[\w./-]*\w/,
  /(?<![\w-])[\w-]+\.[a-z]{1,5}\b(?!\s+[A-Z])/,
  // A signature or a schema, a member, an option, a variable, a command in its quotes.
  /\b[A-Za-z_]\w*\(/,
  /\b[a-z]\w*\.[a-z]\w+/i,
  /(?:^|\s)--[a-z][\w-]+/,
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/,
  /`[^`]+`/,
]

const name = anyOf('g')`
  \`[^\`]+\`|(?<![\w./-])[\w.-]+/[\w./-]*\w|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\b\w+_\w+
  \b[A-Z][A-Z0-9]+\b|\b[A-Za-z]+\d[\w.]*\b|\b\d+[a-z]+\b|\bv?\d+(?:\.\d+)+\b
  (?<![\w-])[\w-]+\.[a-z]{1,5}\b|(?<=[a-z,;:] )[A-Z][a-z]+\b
`

/** The names in a text, as they are written: identifiers, files, abbreviations, versions, products. */
const namesIn = (text: string): ReadonlySet<string> =>
  new Set([...withoutLabels(text).matchAll(name)].map(([found]) => found.replaceAll('`', '')))

/** How much of what was worked with a digest still names. */
export type Retention = { readonly share: number; readonly lost: readonly string[] }

/**
 * Measures what a digest keeps of what it stands for: the share of the trace's names that are in it. Of a trace that
 * names nothing, nothing is lost.
 */
export function retained(trace: string, digest: string): Retention {
  const names = [...namesIn(trace)]
  const kept = digest.toLowerCase()
  const lost = names.filter((one) => !kept.includes(one.toLowerCase()))
  return { share: names.length === 0 ? 1 : (names.length - lost.length) / names.length, lost }
}
