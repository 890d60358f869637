import { fold } from '../../text/clean.ts'
import { terms } from '../../text/terms.ts'
import type { Entry } from '../../tree/entry.ts'
import type { Tree } from '../../tree/knowledge.ts'
import { importanceAt } from '../../tree/lifecycle.ts'
import type { Maturity } from '../../tree/maturity.ts'
import type { EntryPath } from '../../tree/path.ts'
import { readRule } from '../../tree/rule.ts'

/** What holds for the whole project, and the entry that says so. */
export type Constraint = { readonly text: string; readonly entry: EntryPath }

/** How much each side counts: what a goal is about, and how much a constraint matters to the project. */
const weights = { about: 0.6, importance: 0.4 } as const

/** What a goal is about, the time, and what each maturity is worth (`search.boost` in the settings). */
type Weighing = { readonly about: string; readonly now: Date; readonly boost: Readonly<Record<Maturity, number>> }

/** Lists the project's rules and conventions, best first: those that speak of what the goal is about, then those that matter. */
export function constraintsOf(tree: Tree, { about, now, boost }: Weighing): readonly Constraint[] {
  const asked = new Set(terms(about))
  const ranked = [...tree].flatMap(([path, entry]) => {
    const matters = (weights.importance * importanceAt(entry, now) * boost[entry.maturity]) / 100
    const context = `${entry.title} ${path}`
    return statementsOf(entry).map((text) => ({
      text,
      entry: path,
      score: matters + weights.about * shareOf(asked, new Set(terms(`${context} ${text}`))),
    }))
  })
  const seen = new Set<string>()
  return ranked
    .toSorted((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1))
    .filter(({ text }) => !seen.has(fold(text)) && seen.add(fold(text)))
    .map(({ text, entry }) => ({ text, entry }))
}

const statementsOf = ({ narrative, facts }: Entry): readonly string[] => [
  ...narrative.rules.map((rule) => readRule(rule).text),
  ...facts
    .filter(({ category }) => category === 'convention')
    .map(({ subject, value, statement }) => {
      const about = [subject, value].filter((part) => part !== '').join(' = ')
      return [about, statement].filter((part) => part !== '').join(': ')
    }),
]

function shareOf(asked: ReadonlySet<string>, said: ReadonlySet<string>): number {
  if (asked.size === 0) return 0
  return [...asked].filter((term) => said.has(term)).length / asked.size
}
