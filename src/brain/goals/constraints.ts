import { fold } from '../../text/clean.ts'
import { terms } from '../../text/terms.ts'
import { countTokens } from '../../text/tokens.ts'
import type { Entry } from '../../tree/entry.ts'
import type { Tree } from '../../tree/knowledge.ts'
import { importanceAt } from '../../tree/lifecycle.ts'
import type { Maturity } from '../../tree/maturity.ts'
import type { EntryPath } from '../../tree/path.ts'
import { readRule } from '../../tree/rule.ts'
import { standingOf } from '../../tree/standing.ts'
import { bindingRules, isUnreviewed } from '../../tree/unreviewed.ts'

/** What holds for the whole project, and the entry that says so. */
export type Constraint = { readonly text: string; readonly entry: EntryPath }

/** How much each side counts: what a goal is about, and how much a constraint matters to the project. */
const weights = { about: 0.6, importance: 0.4 } as const

/** What a goal is about, the time, and what each maturity is worth (`search.boost` in the settings). */
type Weighing = { readonly about: string; readonly now: Date; readonly boost: Readonly<Record<Maturity, number>> }

/** Lists the project's rules and conventions, best first: those that speak of what the goal is about, then those that matter. */
export function constraintsOf(tree: Tree, { about, now, boost }: Weighing): readonly Constraint[] {
  const asked = new Set(terms(about))
  const all = [...tree].flatMap(([path, entry]) => {
    if (standingOf(entry) !== '') return []
    const matters = (weights.importance * importanceAt(entry, now) * boost[entry.maturity]) / 100
    const context = `${entry.title} ${path}`
    const isForAll = entry.approvedAt !== '' || entry.maturity === 'core'
    return statementsOf(entry).map((text) => ({
      text,
      entry: path,
      matters,
      isForAll,
      shared: new Set(terms(`${context} ${text}`).filter((term) => asked.has(term))),
    }))
  })
  const rarity = rarityAmong(all)
  const whole = [...asked].reduce((sum, term) => sum + rarity(term), 0)
  const ranked = all.map((one) => {
    const share = whole === 0 ? 0 : [...one.shared].reduce((sum, term) => sum + rarity(term), 0) / whole
    return { ...one, share, score: one.matters + weights.about * share }
  })
  const seen = new Set<string>()
  const sorted = ranked
    .toSorted((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1))
    .filter(({ text }) => !seen.has(fold(text)) && seen.add(fold(text)))
  return relevant(sorted).map(({ text, entry }) => ({ text, entry }))
}

/** A project with this many tokens of constraints gives them all: nobody has to choose. */
const fewTokens = 400

/** Of a project with more, a goal is told what is about this share as near to it as the nearest. */
const leastShare = 0.35

/** What somebody approved, or is at the core of the project, concerns every goal; so many at most. */
const mostForAll = 10

type Ranked = Constraint & { readonly share: number; readonly isForAll: boolean }

/** Leaves out what has nothing to do with a goal; with an intent that nothing speaks of, what matters most is all there is. */
function relevant(sorted: readonly Ranked[]): readonly Ranked[] {
  if (sorted.reduce((sum, { text }) => sum + countTokens(text), 0) <= fewTokens) return sorted
  const nearest = sorted.reduce((most, { share }) => Math.max(most, share), 0)
  const forAll = new Set(sorted.filter(({ isForAll }) => isForAll).slice(0, mostForAll))
  if (nearest === 0) return forAll.size > 0 ? [...forAll] : sorted.slice(0, mostForAll)
  return sorted.filter((one) => forAll.has(one) || (one.share > 0 && one.share >= nearest * leastShare))
}

/** Inverse document frequency: a word that stands in every constraint tells nothing of which is meant. */
function rarityAmong(all: readonly { readonly shared: ReadonlySet<string> }[]): (term: string) => number {
  const counts = new Map<string, number>()
  for (const { shared } of all) for (const term of shared) counts.set(term, (counts.get(term) ?? 0) + 1)
  return (term) => Math.log(1 + all.length / (1 + (counts.get(term) ?? 0)))
}

/** What an agent said and nobody approved constrains no other one. */
const statementsOf = (entry: Entry): readonly string[] => [
  ...bindingRules(entry).map((rule) => readRule(rule).text),
  ...entry.facts
    .filter(({ category, sources }) => category === 'convention' && (sources.length > 0 || !isUnreviewed(entry)))
    .map(({ subject, value, statement }) => {
      const about = [subject, value].filter((part) => part !== '').join(' = ')
      return [about, statement].filter((part) => part !== '').join(': ')
    }),
]
