import type { Entry } from '../tree/entry.ts'
import { type Fact, factKey, sayFact } from '../tree/facts.ts'
import { readRule, ruleKey } from '../tree/rule.ts'
import { sayBothKept } from './both-kept.ts'
import { isOtherVersion, mostLike } from './statements.ts'

type ThreeOf<Value> = { readonly base: Value; readonly ours: Value; readonly theirs: Value }

/** Three versions of an entry, and the subjects of which both versions are in two of them again. */
type PutBack = { readonly three: ThreeOf<Entry>; readonly putBack: readonly string[] }

/**
 * Puts back what two people took out of two versions of one statement, each the one that the other kept: both wanted one
 * of them, and a set has neither. Where both still have a version of it, both removals were meant.
 */
export function putBackOpposites({ base, ours, theirs }: ThreeOf<Entry>): PutBack {
  const facts = oppositesIn({ base: base.facts, ours: ours.facts, theirs: theirs.facts }, ofFacts)
  const [inBase, inOurs, inTheirs] = [base, ours, theirs].map(({ narrative }) => narrative.rules)
  const rules = oppositesIn({ base: inBase ?? [], ours: inOurs ?? [], theirs: inTheirs ?? [] }, ofRules)
  const withBack = (entry: Entry, side: 'our' | 'their'): Entry => ({
    ...entry,
    facts: [...entry.facts, ...facts.map((pair) => pair[side])],
    narrative: { ...entry.narrative, rules: [...entry.narrative.rules, ...rules.map((pair) => pair[side])] },
  })
  if (facts.length + rules.length === 0) return { three: { base, ours, theirs }, putBack: [] }
  return {
    three: { base, ours: withBack(ours, 'our'), theirs: withBack(theirs, 'their') },
    putBack: [...facts.map(nameFacts), ...rules.map(nameRules)],
  }
}

/** What our side took out, and what theirs did. */
type Opposites<Item> = { readonly our: Item; readonly their: Item }

type Kind<Item> = {
  readonly keyOf: (item: Item) => string
  /** Whether one is another version of what the other says, of which only one can hold. */
  readonly isVersion: (one: Item, other: Item) => boolean
  /** Whether one may say the other anew: it says much the same, or is from where that is from. */
  readonly isAnew: (one: Item, other: Item) => boolean
}

const textOf = (rule: string): string => readRule(rule).text

const ofRules: Kind<string> = {
  keyOf: ruleKey,
  isVersion: (one, other) => isOtherVersion(textOf(one), textOf(other)),
  isAnew: (one, other) =>
    mostLike(textOf(one), [other], textOf) !== undefined ||
    (readRule(one).commit !== '' && readRule(one).commit === readRule(other).commit),
}

const ofFacts: Kind<Fact> = {
  keyOf: factKey,
  isVersion: (one, other) =>
    one.subject === other.subject &&
    ((one.value !== '' && other.value !== '') || isOtherVersion(sayFact(one), sayFact(other))),
  isAnew: (one, other) =>
    (one.subject === other.subject &&
      ((one.value !== '' && other.value !== '') || mostLike(sayFact(one), [other], sayFact) !== undefined)) ||
    one.sources.some((commit) => other.sources.includes(commit)),
}

function oppositesIn<Item>(
  { base, ours, theirs }: ThreeOf<readonly Item[]>,
  { keyOf, isVersion, isAnew }: Kind<Item>,
): readonly Opposites<Item>[] {
  const [before, our, their] = [base, ours, theirs].map((items) => new Set(items.map(keyOf)))
  const lackedBy = (keys: Set<string> | undefined, items: readonly Item[]): readonly Item[] =>
    items.filter((item) => keys?.has(keyOf(item)) !== true)
  // What somebody said anew is not missing.
  const takenOut = (keys: Set<string> | undefined, side: readonly Item[], other: readonly Item[]): readonly Item[] => {
    const added = lackedBy(before, side)
    const gone = new Set(lackedBy(keys, other).map(keyOf))
    return base.filter((item) => gone.has(keyOf(item)) && !added.some((one) => isAnew(one, item)))
  }
  const left = ours.filter((item) => their?.has(keyOf(item)))
  const [byUs, byThem] = [takenOut(our, ours, theirs), takenOut(their, theirs, ours)]
  return byUs.flatMap((item) => {
    const other = byThem.find((one) => isVersion(item, one))
    const isLeft = left.some((one) => isVersion(one, item))
    return other === undefined || isLeft ? [] : [{ our: item, their: other }]
  })
}

const nameFacts = ({ our, their }: Opposites<Fact>): string =>
  our.value === '' ? nameTexts([our.statement, their.statement]) : our.subject

const nameRules = ({ our, their }: Opposites<string>): string => nameTexts([textOf(our), textOf(their)])

function nameTexts(texts: readonly [string, string]): string {
  const [one = '', other = ''] = texts.toSorted()
  return sayBothKept(one, [one, other])
}
