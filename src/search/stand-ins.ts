import type { Compound } from '../text/compounds.ts'
import { synonymsOf } from '../text/synonyms.ts'
import type { Rarity } from './bm25.ts'

/** Terms that may stand for terms of the question, each with those that it stands for. */
export type StandIns = ReadonlyMap<string, readonly string[]>

/** Finds synonyms of the terms that are asked, and what their words are together; one that is asked itself stands for no other. */
export function standInsFor(asked: readonly string[], compounds: readonly Compound[]): StandIns {
  const sought = new Set(asked)
  const found = new Map<string, readonly string[]>()
  const add = (other: string, parts: readonly string[]): void => {
    if (!sought.has(other)) found.set(other, parts)
  }
  for (const term of asked) for (const other of synonymsOf(term)) add(other, [term])
  for (const { term, parts } of compounds)
    add(
      term,
      parts.filter((part) => sought.has(part)),
    )
  return found
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
    for (const asked of standIns.get(term) ?? []) {
      const before = found.get(asked)
      if (!said.has(asked) && (before === undefined || rarity(term) > rarity(before))) found.set(asked, term)
    }
  }
  return found
}
