import { opposing } from '../text/negation.ts'
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

export const sayOpposed = ({ text, rule, path }: Opposed): string => `“${text}” contradicts “${rule}” in ${path}.`
