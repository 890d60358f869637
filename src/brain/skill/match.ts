import { terms, words } from '../../text/terms.ts'
import { type Branch, type Navigation, rootNode } from './folder.ts'

/** What a request has to do with each node: what the node itself shares with it, and the best of that at or below it. */
export type Matches = {
  readonly own: ReadonlyMap<string, Match>
  readonly below: ReadonlyMap<string, number>
  /** Nodes that do not say what they hold. */
  readonly unclear: ReadonlySet<string>
}

type Match = { readonly score: number; readonly words: readonly string[] }

/**
 * What shares less than this with a request than the best match does is not about it. A request may be about three
 * things at once: what answers one of them has to stay.
 */
const leastShare = 0.25

/** Compares a request with the name, summary and tags of every node. */
export function matchNodes(map: Navigation, request: string): Matches {
  const asked = askedTerms(request)
  const texts = new Map([...map].map(([name, branch]) => [name, textOf(name, branch)]))
  const said = new Map([...texts].map(([name, text]) => [name, new Set(terms(text))]))
  const weighed = weigh([...asked.keys()], said, compoundsOf([request, ...texts.values()]))
  const all = [...said].flatMap(([name, known]): readonly [string, Match][] => {
    const hits = weighed.filter(({ alike }) => alike.some((term) => known.has(term)))
    const score = hits.reduce((sum, { weight }) => sum + weight, 0)
    return hits.length === 0
      ? []
      : [[name, { score, words: [...new Set(hits.map(({ term }) => asked.get(term) ?? ''))] }]]
  })
  const best = all.reduce((most, [, { score }]) => Math.max(most, score), 0)
  const own = all.filter(([, { score }]) => score >= best * leastShare)
  const unclear = [...map].filter(([name, branch]) => name !== rootNode && isVague(branch)).map(([name]) => name)
  return { own: new Map(own), below: climb(map, own), unclear: new Set(unclear) }
}

/** A request of more terms says no more, and would keep us busy. */
const mostTerms = 100

const askedTerms = (request: string): ReadonlyMap<string, string> =>
  new Map(
    words(request.slice(0, 10_000))
      .flatMap((word) => word.terms.map((term) => [term, word.text] as const))
      .slice(0, mostTerms),
  )

function textOf(name: string, { summary, tags }: Branch): string {
  const last =
    name
      .replace(/\.md$/, '')
      .split('/')
      .findLast((part) => part !== '') ?? ''
  return `${last} ${summary} ${tags.join(' ')}`
}

/** Identifiers and versions as a whole, `cookies@0.9.1`: what they begin with is one of their parts, and none of them cut short. */
const compoundsOf = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => words(text).flatMap((word) => (word.terms.length > 1 ? word.terms.slice(-1) : []))))

/** A term that was asked, those that mean the same here, and how much it tells. */
type Weighed = { readonly term: string; readonly alike: readonly string[]; readonly weight: number }

/** Weighs terms by how few nodes know them (inverse document frequency). */
function weigh(
  asked: readonly string[],
  said: ReadonlyMap<string, ReadonlySet<string>>,
  compounds: ReadonlySet<string>,
): readonly Weighed[] {
  const sets = [...said.values()]
  const all = new Set<string>()
  for (const known of sets) for (const term of known) all.add(term)
  const simple = [...all].filter((term) => !compounds.has(term))
  return asked.map((term) => {
    const cut = compounds.has(term) ? [] : simple.filter((other) => isCutShort(term, other))
    const alike = all.has(term) ? [term, ...cut] : cut
    const count = sets.filter((known) => alike.some((other) => known.has(other))).length
    return { term, alike, weight: Math.log(1 + sets.length / Math.max(1, count)) }
  })
}

/** One is the other cut short: `auth`, `authentication`. One letter more is another word: `cook`, `cookie`. */
const isCutShort = (a: string, b: string): boolean =>
  Math.min(a.length, b.length) >= 4 && Math.abs(a.length - b.length) > 1 && (a.startsWith(b) || b.startsWith(a))

/** Carries the best score of each node up to all above it, every node once. */
function climb(map: Navigation, scored: readonly (readonly [string, Match])[]): ReadonlyMap<string, number> {
  const parents = new Map<string, string[]>()
  for (const [name, { children }] of map)
    for (const child of children) {
      const known = parents.get(child)
      if (known === undefined) parents.set(child, [name])
      else known.push(name)
    }
  const best = new Map<string, number>()
  for (const [name, { score }] of scored.toSorted(([, a], [, b]) => b.score - a.score)) {
    const waiting = [name]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (best.has(at)) continue
      best.set(at, score)
      for (const parent of parents.get(at) ?? []) waiting.push(parent)
    }
  }
  return best
}

// Words that fit everything.
const vagueWords = new Set(
  terms(
    'misc miscellaneous various other others general stuff note notes thing things more information info context content contents detail details data file files chunk chunks node branch topic several different everything anything something additional extra unsorted assorted todo tbd untitled overview summary etc',
  ),
)

/** Tells a summary that does not say what it stands for. */
const isVague = ({ summary, tags }: Branch): boolean =>
  terms(`${summary} ${tags.join(' ')}`).every((term) => vagueWords.has(term) || /^\d+$/.test(term))
