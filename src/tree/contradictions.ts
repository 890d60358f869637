import { opponents } from '../text/negation.ts'
import type { Entry } from './entry.ts'
import type { Tree } from './knowledge.ts'
import type { EntryPath } from './path.ts'
import { readRule } from './rule.ts'
import { standingOf } from './standing.ts'

/** A rule that holds and says the opposite of a statement. */
export type Opposed = { readonly text: string; readonly rule: string; readonly path: EntryPath }

/** Finds the rules of entries that hold and that statements contradict. */
export function opposedRules(statements: readonly string[], tree: Tree): readonly Opposed[] {
  const live = heldRules(tree)
  const opposed = opponents(live.map(({ rule }) => rule))
  return statements.flatMap((text) =>
    opposed(text).flatMap((at) => {
      const found = live[at]
      return found === undefined ? [] : [{ text, rule: found.rule, path: found.path }]
    }),
  )
}

const rulesOf = ({ narrative }: Entry): readonly string[] => narrative.rules.map((rule) => readRule(rule).text)

/** Says in a sentence what contradicts which rule, and where that stands. */
export const sayOpposed = ({ text, rule, path }: Opposed): string => `“${text}” contradicts “${rule}” in ${path}.`

/** A rule with the entry that states it. */
export type StatedRule = { readonly path: EntryPath; readonly entry: Entry; readonly rule: string }

/** Finds rules of entries that hold and contradict each other; every pair once. */
export function opposedPairs(tree: Tree): readonly (readonly [StatedRule, StatedRule])[] {
  const rules = heldRules(tree)
  const opposed = opponents(rules.map(({ rule }) => rule))
  return rules.flatMap((one) =>
    opposed(one.rule).flatMap((place): readonly (readonly [StatedRule, StatedRule])[] => {
      const other = rules[place]
      return other === undefined || keyOf(other) < keyOf(one) ? [] : [[one, other]]
    }),
  )
}

/** Names a rule, in an order that is not that of the tree. */
const keyOf = ({ path, rule }: StatedRule): string => `${path}\n${rule}`

const heldRules = (tree: Tree): readonly StatedRule[] =>
  [...tree].flatMap(([path, entry]) =>
    standingOf(entry) === '' ? rulesOf(entry).map((rule) => ({ path, entry, rule })) : [],
  )
