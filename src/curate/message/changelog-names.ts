import { occurrences } from '../../text/words.ts'

/** A number that a line of a changelog calls by where it leads, with what it is called, in Markdown or reStructuredText. */
const link =
  /(?:\[[^[\]]{0,80}\]\(|`[^`<>]{0,80}<)?https?:\/\/[\w.-]{1,60}\/([\w.-]{1,60})\/([\w.-]{1,100})\/(?:pull|issues)\/(\d{1,7})/g

/** A number with a project before it, which is most often another one, and the address behind it: "`aio-libs/multidict#1345 <https://…>`__" (yarl 4e06f7d0). */
const ofOthers = /[\w.-]{1,60}\/[\w.-]{1,60}#\d{1,7}\s?<https?:\/\/[^<>\s]{1,200}>/g

/** Takes the numbers that lead to another project out of a line, and names them with that: `memchr#82`. */
export type OthersNumbers = (line: string) => { readonly own: string; readonly others: readonly string[] }

/**
 * Learns from all lines of a changelog which of the projects that its numbers lead to is its own: the one that most do. A project of
 * another name is another one, unless its numbers begin before all of those or go on behind them: so does what a project was called
 * before. The changelog of poetry lists what poetry-core did, whose #540 is none of its own (poetry 3fe6bc8f).
 */
export function othersNumbersIn(lines: readonly string[]): OthersNumbers {
  const places = new Map<string, { first: number; last: number; count: number }>()
  for (const [at, line] of lines.entries())
    for (const [, , project = ''] of line.includes('://') ? line.matchAll(link) : []) {
      const name = project.toLowerCase()
      const { first, count } = places.get(name) ?? { first: at, count: 0 }
      places.set(name, { first, last: at, count: count + 1 })
    }
  const [main] = [...places.values()].toSorted((a, b) => b.count - a.count)
  const isWithin = ({ first, last }: { first: number; last: number }): boolean =>
    main !== undefined && first > main.first && last < main.last
  const others = new Set([...places].filter(([, place]) => isWithin(place)).map(([name]) => name))
  return (line) => {
    const named: string[] = []
    const said = line.replace(ofOthers, '')
    if (others.size === 0) return { own: said, others: named }
    const own = said.replace(link, (whole, _owner: string, project: string, number: string) => {
      if (!others.has(project.toLowerCase())) return whole
      named.push(`${project}#${number}`)
      return ''
    })
    return { own, others: named }
  }
}

/** The numbers and hashes by which a line names what it is about; `encode/httpcore#216` is a number of somebody else's. */
export function namesOfLine(line: string): readonly string[] {
  const text = line.replace(closedBehind, '').replace(ofCause, '').replace(ofReverted, '')
  const number = /(?:(?<!\/[\w.-]{1,60})#|\/(?:pull|issues)\/|(?<!:(?:pep|rfc|cve|ghsa))[:}]`)(\d{1,7})\b(?!;`)/gi
  const hashes = [...text.matchAll(/\b[0-9a-f]{7,40}\b/g)].map(([hash]) => hash)
  return [
    ...new Set([
      ...[...text.matchAll(number)].map(([, digits = '']) => `#${digits}`),
      ...hashes.filter((hash) => /\d/.test(hash) && /[a-f]/.test(hash)),
    ]),
  ]
}

/** The change that brought what this one mends: "Fixed regression caused by (`#807 <…>`_) that prevented …" (anyio 65ef48a7). */
export const ofCause =
  /\b((?:brought|caused|introduced) (?:by|in)) \(`{0,2}(#\d{1,7})(?: ?<https?:\/\/[^<>\s]{1,200}>)?(?:`_{1,2})?\)/gi

/** What it takes back: "Don't call callable attributes (:issue:`430`, reverts :issue:`242`)." (marshmallow 7c5dd90f, which is #242). */
export const ofReverted = /(?:,|(?<=[.!?]) This) reverts (?:#\d{1,7}|:[a-z]{2,12}:`#?\d{1,7}`)(?:\.(?=\s|$)|(?=\)))/gi

/** What a commit closes, behind its own hash, may be the number of another: "(#1756) (d312dcc), closes #1423" (tonic 76eedc13). */
export const closedBehind = /(?<=[0-9a-f]{7}\)\)?), (?:closes|fixes) .*$/

/** The bracket that a line's own hash was opened with: "([58e0e7dc](…), closes [#3966](…))" (hyper). */
export const closingBracket = (tail: string): string => (occurrences(tail, ')') > occurrences(tail, '(') ? ')' : '')
