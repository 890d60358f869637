import { areOpposed, opposing, type Stance, stanceOf } from '../text/negation.ts'
import type { Entry } from './entry.ts'
import type { Tree } from './knowledge.ts'
import type { EntryPath } from './path.ts'
import { readRule } from './rule.ts'
import { standingOf } from './standing.ts'

/** A rule that holds and says the opposite of a statement. */
export type Opposed = { readonly text: string; readonly rule: string; readonly path: EntryPath }

/** Finds the rules of entries that hold and that statements contradict. */
export function opposedRules(statements: readonly string[], tree: Tree): readonly Opposed[] {
  const live = [...tree].filter(([, entry]) => entry.narrative.rules.length > 0 && standingOf(entry) === '')
  return statements.flatMap((text) => {
    const isOpposed = opposing(text)
    return live.flatMap(([path, entry]) =>
      rulesOf(entry)
        .filter(isOpposed)
        .map((rule) => ({ text, rule, path })),
    )
  })
}

const rulesOf = ({ narrative }: Entry): readonly string[] => narrative.rules.map((rule) => readRule(rule).text)

/** Says in a sentence what contradicts which rule, and where that stands. */
export const sayOpposed = ({ text, rule, path }: Opposed): string => `“${text}” contradicts “${rule}” in ${path}.`

/** A rule with the entry that states it. */
export type StatedRule = { readonly path: EntryPath; readonly entry: Entry; readonly rule: string }

/** Finds rules of entries that hold and contradict each other; every pair once. */
export function opposedPairs(tree: Tree): readonly (readonly [StatedRule, StatedRule])[] {
  const rules = [...tree].flatMap(([path, entry]) =>
    standingOf(entry) === '' ? rulesOf(entry).map((rule) => ({ path, entry, rule, stance: stanceOf(rule) })) : [],
  )
  // Only rules that share a word can contradict, so each is held against few.
  const byTerm = new Map<string, (StatedRule & { readonly stance: Stance })[]>()
  for (const one of rules)
    if (!one.stance.isNegated)
      for (const term of one.stance.core) {
        const known = byTerm.get(term)
        if (known === undefined) byTerm.set(term, [one])
        else known.push(one)
      }
  return rules
    .filter(({ stance }) => stance.isNegated)
    .flatMap((one) => {
      const near = new Set([...one.stance.core].flatMap((term) => byTerm.get(term) ?? []))
      return [...near].filter((other) => areOpposed(one.stance, other.stance)).map((other) => [one, other] as const)
    })
}
