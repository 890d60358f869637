import { synonymsOf } from '../text/synonyms.ts'
import type { Rarity } from './bm25.ts'

/** Terms that may stand for a term of the question, each with the one that it stands for. */
export type StandIns = ReadonlyMap<string, string>

/** Finds the synonyms of terms that are asked; one that is asked itself stands for no other. */
export function standInsFor(asked: readonly string[]): StandIns {
  const sought = new Set(asked)
  return new Map(
    asked.flatMap((term) =>
      [...synonymsOf(term)].flatMap((other) => (sought.has(other) ? [] : [[other, term] as const])),
    ),
  )
}

/**
 * Share of the asked word that a synonym counts. Of 195 questions about thirteen repositories 147 have their commit
 * among the first three with it and 143 without; at 0.5 it is 144, and at 0.8 148 with one first place less.
 */
export const standInShare = 0.7

/** For each term of the question that a commit does not say: the rarest of its synonyms that the commit says. */
export function standInsAmong(
  said: ReadonlySet<string>,
  { standIns, rarity }: { standIns: StandIns; rarity: Rarity },
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const term of said) {
    const asked = standIns.get(term)
    if (asked === undefined || said.has(asked)) continue
    const before = found.get(asked)
    if (before === undefined || rarity(term) > rarity(before)) found.set(asked, term)
  }
  return found
}
