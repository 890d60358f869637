import { countTerms } from '../text/stored-terms.ts'
import { type Candidate, type Index, placeOf } from './entry-index.ts'
import type { Limits, ScoredCandidate } from './score.ts'
import type { Weights } from './weights.ts'

/** What an entry gains from where it stands, in BM25 points. */
export type Gain = { readonly near: number; readonly topic: number }

type Surroundings = {
  /** What each candidate gains, by path. */
  readonly gains: ReadonlyMap<string, Gain>
  /** Entries that hold no word of the question, and are neighbours of those that hold most. */
  readonly neighbours: readonly Candidate[]
}

/** How many of the best candidates decide whether neighbours are related, and bring theirs in. */
const leaders = 30

/**
 * Takes the hierarchy as evidence: an entry is helped by the entries next to it, which prove what it lacks of the
 * question, and by its folder. How much depends on the tree: where neighbours of good answers are no better than any
 * other entry (a folder of unrelated commits), nothing is added.
 */
export function surroundings(
  worths: readonly ScoredCandidate[],
  limits: Limits,
  { index, weights }: { index: Index; weights: Weights },
): Surroundings {
  const best = worths.toSorted((a, b) => b.score - a.score).slice(0, leaders)
  const around = weights.topic === 0 ? [] : index.neighbours(best.map(({ candidate }) => candidate))
  const at = new Map(worths.map((worth) => [placeOf(worth.candidate), worth]))
  const trust = trustIn(best, around, { at, weights })
  if (trust === 0) return { gains: new Map(), neighbours: [] }
  const topics = worthOfFolders(worths)
  const neighbours = around.filter((candidate) => !at.has(placeOf(candidate)))
  const all: readonly ScoredCandidate[] = [
    ...worths,
    ...neighbours.map((candidate) => ({ candidate, score: 0, byTerm: new Map() })),
  ]
  const gains = all.map(({ candidate, byTerm }): readonly [string, Gain] => {
    const heed = trust * heedOf(candidate, weights)
    const sides = weights.near.flatMap((share, distance) =>
      [-distance - 1, distance + 1].map((step) => ({ share, byTerm: at.get(placeOf(candidate, step))?.byTerm })),
    )
    return [
      candidate.path,
      { near: heed * nearby(byTerm, sides, limits), topic: heed * weights.topic * (topics.get(candidate.folder) ?? 0) },
    ]
  })
  return { gains: new Map(gains), neighbours }
}

/** Compares what the neighbours of the best hold with what those hold themselves. */
function trustIn(
  best: readonly ScoredCandidate[],
  around: readonly Candidate[],
  { at, weights }: { at: ReadonlyMap<string, ScoredCandidate>; weights: Weights },
): number {
  const there = new Set(around.map((candidate) => placeOf(candidate)))
  const neighbours = best.flatMap(({ candidate }) =>
    [-1, 1].map((step) => placeOf(candidate, step)).filter((place) => there.has(place)),
  )
  const theirs = mean(neighbours.map((place) => at.get(place)?.score ?? 0))
  const own = mean(best.map(({ score }) => score))
  const cohesion = own === 0 ? 0 : theirs / own
  const [from, to] = weights.cohesive
  return Math.min(1, Math.max(0, (cohesion - from) / (to - from)))
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
const mean = (values: readonly number[]): number => (values.length === 0 ? 0 : sum(values) / values.length)

/** What a folder is worth: half its best entry, half what its entries hold of the question together. */
function worthOfFolders(worths: readonly ScoredCandidate[]): ReadonlyMap<string, number> {
  const folders = new Map<string, { best: number; held: Map<string, number> }>()
  for (const { candidate, score, byTerm } of worths) {
    const folder = folders.get(candidate.folder) ?? { best: 0, held: new Map<string, number>() }
    folders.set(candidate.folder, folder)
    folder.best = Math.max(folder.best, score)
    for (const [term, points] of byTerm) folder.held.set(term, Math.max(points, folder.held.get(term) ?? 0))
  }
  return new Map([...folders].map(([folder, { best, held }]) => [folder, (best + sum([...held.values()])) / 2]))
}

/** A very short entry ("Thanks!") inherits less: it hardly says anything itself. */
function heedOf({ terms }: Candidate, { small }: Weights): number {
  const length = sum([terms.content, terms.facts, terms.headings].map(countTerms))
  return length + small === 0 ? 0 : length / (length + small)
}

/** A noisy or (Pearl 1988), term by term: neighbours prove only what the entry has not proved itself. */
function nearby(
  own: ScoredCandidate['byTerm'],
  sides: readonly { share: number; byTerm: ScoredCandidate['byTerm'] | undefined }[],
  limits: Limits,
): number {
  let gained = 0
  for (const [term, limit] of limits) {
    if (limit === 0) continue
    const unproved = sides.reduce(
      (left, { share, byTerm }) => left * (1 - (share * (byTerm?.get(term) ?? 0)) / limit),
      1,
    )
    gained += (limit - (own.get(term) ?? 0)) * (1 - unproved)
  }
  return gained
}
