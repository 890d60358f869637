import { type Compound, compoundsIn } from '../text/compounds.ts'
import { synonymsOf } from '../text/synonyms.ts'
import type { Rarity } from './bm25.ts'

/** Terms that may stand for terms of the question, each with those that it stands for. */
export type StandIns = ReadonlyMap<string, readonly string[]>

/** Finds synonyms of the terms that are asked, and what their words are together; one that is asked itself stands for no other. */
function standInsFor(asked: readonly string[], compounds: readonly Compound[]): StandIns {
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

type Frequencies = ReadonlyMap<string, number>

/** What is searched for, with what may stand for a word that is asked, and how often each of these is used here. */
export function termsToFind(
  text: string,
  all: readonly string[],
  { inCode, counts }: { readonly inCode: Frequencies; readonly counts: (terms: readonly string[]) => Frequencies },
): {
  readonly counted: Frequencies
  readonly known: Frequencies
  readonly standIns: StandIns
  readonly toFind: readonly string[]
} {
  const compounds = compoundsIn(text)
  const standIns = standInsFor(all, compounds)
  const counted = counts([...all, ...standIns.keys()])
  const known = new Map([...counted, ...inCode])
  // Where nothing here uses a word, its synonyms are searched for, too.
  const instead = [...standIns].flatMap(([other, of]) => (of.some((term) => (known.get(term) ?? 0) > 0) ? [] : [other]))
  return { standIns, counted, known, toFind: [...new Set([...all, ...instead, ...compounds.map(({ term }) => term)])] }
}
