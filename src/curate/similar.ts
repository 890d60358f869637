import { terms } from '../text/terms.ts'
import type { Entry } from '../tree/entry.ts'
import type { Tree } from '../tree/knowledge.ts'
import type { EntryPath } from '../tree/path.ts'
import { readRule } from '../tree/rule.ts'

/** So much of a claim's words must stand in one claim of another entry; shorter claims are alike by chance. */
const measure = { share: 0.8, leastTerms: 4 }

/**
 * Finds the entry that says already what a new one would: every claim of it, in nearly the same words. What says
 * something new as well is no duplicate.
 */
export function nearDuplicate(entry: Entry, tree: Tree): EntryPath | undefined {
  const claims = claimTerms(entry)
  if (claims.length === 0 || claims.some(({ size }) => size < measure.leastTerms)) return undefined
  return [...tree].find(([, known]) => {
    const said = claimTerms(known)
    return claims.every((claim) => said.some((other) => share(claim, other) >= measure.share))
  })?.[0]
}

const found = new WeakMap<Entry, readonly ReadonlySet<string>[]>()

/** The terms of each claim; an entry never changes, so they are found out once. */
function claimTerms(entry: Entry): readonly ReadonlySet<string>[] {
  const known = found.get(entry) ?? claimsOf(entry).map((claim) => new Set(terms(claim)))
  found.set(entry, known)
  return known
}

const claimsOf = ({ facts, narrative }: Entry): readonly string[] => [
  ...narrative.rules.map((rule) => readRule(rule).text),
  ...facts.map(({ subject, value, statement }) => `${subject} ${value} ${statement}`),
]

const share = (claim: ReadonlySet<string>, other: ReadonlySet<string>): number =>
  [...claim].filter((term) => other.has(term)).length / claim.size
