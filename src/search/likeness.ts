/** A statement that is near a question in meaning; `similarity` is the cosine of their vectors. */
export type Near = { readonly id: number; readonly path: string; readonly similarity: number }

/**
 * How near in meaning what was found is, from 0 for the farthest of it to 1: statements by their number, entries by
 * path.
 */
export type Likeness = {
  readonly statements: ReadonlyMap<number, number>
  readonly entries: ReadonlyMap<string, number>
}

/**
 * Puts similarities on one scale: models differ in how alike they find all texts, so the nearest is 1 and the farthest
 * of those that were found is 0 (Bruch, Gai and Ingber 2022).
 */
export function likenessOf(near: readonly Near[]): Likeness {
  const all = near.map(({ similarity }) => similarity)
  const [least, best] = [Math.min(...all), Math.max(...all)]
  const statements = new Map<number, number>()
  const entries = new Map<string, number>()
  for (const { id, path, similarity } of near) {
    const scaled = best === least ? 1 : (similarity - least) / (best - least)
    statements.set(id, scaled)
    entries.set(path, Math.max(entries.get(path) ?? 0, scaled))
  }
  return { statements, entries }
}

/** How much of a rank is meaning where it is known; the rest is words. */
const meaningShare = 0.5

/**
 * Blends a share of the best by words with one by meaning. What has no vector, a bare commit say, is known by its words
 * alone.
 */
export const blend = (words: number, meaning: number | undefined): number =>
  meaning === undefined ? words : (1 - meaningShare) * words + meaningShare * meaning
