import { opponents } from '../text/negation.ts'
import type { Entry } from './entry.ts'
import type { Tree } from './knowledge.ts'
import { type EntryPath, folderOf } from './path.ts'
import { numberSaid } from './number-said.ts'
import { readRule, type Rule } from './rule.ts'
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

const rulesOf = ({ narrative }: Entry): readonly Rule[] => narrative.rules.map(readRule)

/** Says in a sentence what contradicts which rule, and where that stands. */
export const sayOpposed = ({ text, rule, path }: Opposed): string => `“${text}” contradicts “${rule}” in ${path}.`

/** A rule with the entry that states it, and the commit that it is from, '' where it names none. */
export type StatedRule = {
  readonly path: EntryPath
  readonly entry: Entry
  readonly rule: string
  readonly commit: string
}

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

/**
 * Finds rules that hold in two entries of one folder which share a file, and that differ in a number alone: two people who
 * each learned of a limit. The first of each thing is a pair with every other.
 */
export function numberedPairs(tree: Tree): readonly (readonly [StatedRule, StatedRule])[] {
  const pairs = new Map<string, readonly [StatedRule, StatedRule]>()
  const firsts = new Map<string, { readonly stated: StatedRule; readonly number: string }>()
  for (const stated of heldRules(tree).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const said = numberSaid(stated.rule)
    if (said === undefined) continue
    const { clause, number } = said
    for (const file of stated.entry.raw.files) {
      const key = [folderOf(stated.path), file, clause].join('\n')
      const first = firsts.get(key)
      if (first === undefined) firsts.set(key, { stated, number })
      else if (first.number !== number && first.stated.path !== stated.path)
        pairs.set(`${keyOf(first.stated)}\n${keyOf(stated)}`, [first.stated, stated])
    }
  }
  return [...pairs.values()]
}

/** Names a rule, in an order that is not that of the tree. */
const keyOf = ({ path, rule }: StatedRule): string => `${path}\n${rule}`

const heldRules = (tree: Tree): readonly StatedRule[] =>
  [...tree].flatMap(([path, entry]) =>
    standingOf(entry) === '' ? rulesOf(entry).map(({ text, commit }) => ({ path, entry, rule: text, commit })) : [],
  )
