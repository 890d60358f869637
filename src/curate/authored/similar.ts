import { type Stance, stanceOf } from '../../text/negation.ts'
import { terms } from '../../text/terms.ts'
import type { Entry } from '../../tree/entry.ts'
import type { Tree } from '../../tree/knowledge.ts'
import type { EntryPath } from '../../tree/path.ts'
import { readRule } from '../../tree/rule.ts'

/** So much of a claim's words must stand in one claim of another entry; shorter claims are alike by chance. */
const measure = { share: 0.8, leastTerms: 4 }

/**
 * Finds the entry that says already what a new one would: every claim of it, in nearly the same words. What says
 * something new as well is no duplicate.
 */
export function nearDuplicate(entry: Entry, tree: Tree): EntryPath | undefined {
  const claims = claimTerms(entry)
  if (claims.length === 0 || claims.some(({ core }) => core.size < measure.leastTerms)) return undefined
  return [...tree].find(([, known]) => {
    const said = claimTerms(known)
    return claims.every((claim) => said.some((other) => saysAlike(claim, other)))
  })?.[0]
}

const found = new WeakMap<Entry, readonly Stance[]>()

/** The terms of each claim, and whether it denies; an entry never changes, so they are found out once. */
function claimTerms(entry: Entry): readonly Stance[] {
  const known =
    found.get(entry) ??
    claimsOf(entry).map((claim) => ({ isNegated: stanceOf(claim).isNegated, core: new Set(terms(claim)) }))
  found.set(entry, known)
  return known
}

const claimsOf = ({ facts, narrative }: Entry): readonly string[] => [
  ...narrative.rules.map((rule) => readRule(rule).text),
  ...facts.map(({ subject, value, statement }) => `${subject} ${value} ${statement}`),
]

/** Whoever denies what another says, in the same words, says the opposite. */
const saysAlike = (claim: Stance, other: Stance): boolean =>
  claim.isNegated === other.isNegated &&
  [...claim.core].filter((term) => other.core.has(term)).length >= claim.core.size * measure.share

/** Finds pairs of entries of which the first says nothing that the second does not; each pair in one direction. */
export function* duplicatesIn(tree: Tree): Generator<readonly [EntryPath, EntryPath]> {
  const holders = new Map<string, Set<EntryPath>>()
  for (const [path, entry] of tree)
    for (const term of new Set(claimTerms(entry).flatMap(({ core }) => [...core]))) {
      const known = holders.get(term) ?? new Set()
      holders.set(term, known.add(path))
    }
  const paired = new Set<string>()
  for (const [path, entry] of tree) {
    const near = new Map([...entriesNear(entry, holders)].flatMap((other) => entryOf(tree, other, path)))
    const twin = near.size === 0 ? undefined : nearDuplicate(entry, near)
    if (twin === undefined || paired.has(`${twin} ${path}`)) continue
    paired.add(`${path} ${twin}`)
    yield [path, twin]
  }
}

const entryOf = (tree: Tree, path: EntryPath, own: EntryPath): readonly (readonly [EntryPath, Entry])[] => {
  const entry = path === own ? undefined : tree.get(path)
  return entry === undefined ? [] : [[path, entry]]
}

/** The entries that hold enough words of an entry's first claim: only those can say it, and they are few. */
function entriesNear(entry: Entry, holders: ReadonlyMap<string, ReadonlySet<EntryPath>>): ReadonlySet<EntryPath> {
  const claim = claimTerms(entry)[0]?.core ?? new Set<string>()
  const counts = new Map<EntryPath, number>()
  for (const term of claim) for (const path of holders.get(term) ?? []) counts.set(path, (counts.get(path) ?? 0) + 1)
  return new Set([...counts].flatMap(([path, count]) => (count >= claim.size * measure.share ? [path] : [])))
}
