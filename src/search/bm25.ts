/** Documents as lists of terms, to be ranked by what they hold of a question. */
export type Bm25 = {
  /** Ranks documents by number, the best first; those that hold nothing of the question are left out. */
  readonly rank: (question: readonly string[]) => readonly { readonly document: number; readonly score: number }[]
}

/** How a question is weighed: a rare word says more of what is meant. */
export type Rarity = (term: string) => number

const [k, b] = [1.2, 0.75]

/** Plain BM25 (Robertson and Zaragoza 2009), k1 1.2 and b 0.75: what everything else is measured against. */
export function bm25(documents: readonly (readonly string[])[]): Bm25 {
  const postings = new Map<string, { document: number; count: number }[]>()
  for (const [document, terms] of documents.entries()) {
    const counts = new Map<string, number>()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts) {
      const known = postings.get(term)
      if (known === undefined) postings.set(term, [{ document, count }])
      else known.push({ document, count })
    }
  }
  const mean = documents.reduce((sum, terms) => sum + terms.length, 0) / Math.max(1, documents.length)
  return {
    rank: (question) => {
      const scores = new Map<number, number>()
      for (const term of new Set(question)) {
        const found = postings.get(term) ?? []
        const rarity = Math.log(1 + (documents.length - found.length + 0.5) / (found.length + 0.5))
        for (const { document, count } of found) {
          const norm = k * (1 - b + (b * (documents[document]?.length ?? 0)) / mean)
          scores.set(document, (scores.get(document) ?? 0) + (rarity * count * (k + 1)) / (count + norm))
        }
      }
      return [...scores]
        .map(([document, score]) => ({ document, score }))
        .sort((x, y) => y.score - x.score || x.document - y.document)
    },
  }
}

/**
 * A part of a document: those of its terms that are asked, how many it has of all, how many such a part has on average,
 * what each counts, and what its length tells (b).
 */
export type WeighedPart = {
  readonly terms: readonly string[]
  readonly length: number
  readonly mean: number
  readonly weight: number
  readonly b: number
}

/**
 * BM25F (Robertson, Zaragoza and Taylor 2004): what a term counts in each part is added up before it is saturated, so
 * that a word of the diff adds little to what the subject says already; each part is long or short beside its own kind.
 * `saturation` is k1. Gives the points of each term that is asked.
 */
export function bm25f(
  parts: readonly WeighedPart[],
  { scoredTerms, rarity, saturation }: { scoredTerms: readonly string[]; rarity: Rarity; saturation: number },
): ReadonlyMap<string, number> {
  const sums = new Map(scoredTerms.map((term) => [term, 0]))
  for (const { terms, length, mean, weight, b: byLength } of parts) {
    const share = weight / (1 - byLength + (byLength * length) / Math.max(1, mean))
    for (const term of terms) {
      const sum = sums.get(term)
      if (sum !== undefined) sums.set(term, sum + share)
    }
  }
  for (const [term, sum] of sums) sums.set(term, (rarity(term) * sum * (saturation + 1)) / (saturation + sum))
  return sums
}
