import { item } from './paragraph-joins.ts'

// Where each commit of a squash begins in the message that a forge makes of them.

/** An item of the list that a squash is, with what it says. */
export const bullet = /^\* +(\S.*)$/

/** A link on a line of its own, with its address. */
export const linkLine = /^\s*(?:[-*+•]\s+)?(https?:\/\/\S+)$/

/**
 * Sets the list of a step apart, whose message is nothing else: "* * Only allow stdin via the CLI", "* Move stdin logic to CLI" (rollup
 * 42fe3171), or stands right below its title: "* OpenBSD support touch up", "- replace missing …" (55014f3a).
 */
export function withListsOfSteps(lines: readonly string[]): readonly string[] {
  let isOfStep = false
  const isSquash = lines.some((line) => bullet.test(line))
  return lines.flatMap((written, at) => {
    // " * subscriber: fix child spans …" is set in by chance (tracing d0b22bb3).
    const isApart = isSquash && [at - 1, at + 1].every((beside) => (lines[beside] ?? '').trim() === '')
    const line = isApart ? written.replace(/^ (?=\* \S)/, '') : written
    const [, first] = /^\* +[*-] +(\S.*)$/.exec(line) ?? []
    if (first !== undefined) isOfStep = true
    else if (!bullet.test(line)) isOfStep = false
    if (first !== undefined) return [`* ${first}`, '']
    if (isOfStep) return [`- ${line.replace(/^\* +/, '')}`]
    const leads = bullet.test(line) && (lines[at - 1] ?? '').trim() === '' && /^- \S/.test(lines[at + 1] ?? '')
    return leads ? [line, ''] : [line]
  })
}

/**
 * A squash lists its commits as `*` items with a blank line around each; a list that somebody wrote has none, or sets
 * in what an item goes on with, or lists links. A single item that goes on in the next line is a footnote (raft 9e800fec).
 * Among many commits one may have a list of its own (client_golang c6a634fa). No commit's title ends with a comma (rand e8b79f3f).
 */
export function headlinesIn(lines: readonly string[]): ReadonlySet<number> {
  const all = lines.flatMap((line, at) => (bullet.test(line) ? [at] : []))
  const begin = lines.findIndex((line) => headsListOfSteps(line))
  if (begin !== -1) return new Set(all.filter((at) => at > begin))
  const items = withoutLists(all, lines)
  const isBlank = (at: number): boolean => (lines[at] ?? '').trim() === ''
  const goesOn = (at: number): boolean => /^ {1,4}\S/.test(lines[at] ?? '') || item.test(lines[at] ?? '')
  const isFootnote = items.length === 1 && /^\p{Ll}/u.test(lines[(items[0] ?? 0) + 1] ?? '')
  const heads = items.filter(
    (at) =>
      isBlank(at - 1) &&
      (isBlank(at + 1) || !goesOn(at + 1)) &&
      !linkLine.test(lines[at] ?? '') &&
      !(lines[at] ?? '').endsWith(','),
  )
  const isHead = new Set(heads)
  // Items of a list stand one below the other; those that somebody wrote with lines between may wrap.
  const isListed = (at: number): boolean => bullet.test(lines[at - 1] ?? '') || bullet.test(lines[at + 1] ?? '')
  const areOthersListed = items.every((at) => isHead.has(at) || isListed(at))
  const isSquash =
    heads.length === items.length || (heads.length >= Math.max(leastSteps, items.length * mostItems) && areOthersListed)
  const isAlone = heads.length === 1 && items.length < all.length
  return new Set(isSquash && !isFootnote && !isAlone ? heads : [])
}

/**
 * Leaves out the items of a list that a sentence of a step leads to: "This behaves the same as …:", "* With 3 files opened by the user:",
 * "  * `buffer-close` once closes …" (helix c638b6b6).
 */
function withoutLists(items: readonly number[], lines: readonly string[]): readonly number[] {
  let begin = 0
  const begins = lines.map((line, at) => (line.trim() === '' ? (begin = at + 1) : begin))
  const counts = new Map<number, number>()
  for (const at of items) counts.set(begins[at] ?? 0, (counts.get(begins[at] ?? 0) ?? 0) + 1)
  const isLed = (at: number): boolean => bullet.test(lines[at] ?? '') && /^[^*].*:$/.test(lines[at - 2] ?? '')
  // One item alone may be the first step of all, where nothing else is led to so: "The following rules were removed:" (eslint 666da7cb).
  const hasList = [...counts].some(([at, count]) => count > 1 && isLed(at))
  return hasList ? items.filter((at) => !isLed(begins[at] ?? 0)) : items
}

/** What stands above the list of steps where somebody made the squash by hand (black 62bfbd6a). */
export const headsListOfSteps = (line: string): boolean =>
  /^commit history (?:before|pre)[ -]?merge:?$/i.test(line.trim())

const leastSteps = 5
const mostItems = 0.75
