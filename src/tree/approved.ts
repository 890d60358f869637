import type { Entry } from './entry.ts'
import { factKey } from './facts.ts'
import { readRule, ruleKey } from './rule.ts'

// A person approves what an entry says then. Its lessons have days and no times: of one that is of the day of the approval, in an
// entry that was updated after it, nobody knows whether it was there, and it does not count as approved.

type Approved = Pick<Entry, 'approvedAt' | 'updatedAt'>

/** The day from which on what an entry says was not approved, '' where nothing was; later than any day where all was. */
export const approvedBefore = ({ approvedAt, updatedAt }: Approved): string =>
  isAllApproved({ approvedAt, updatedAt }) ? '9' : approvedAt.slice(0, 10)

/** Whether an entry was approved, and nothing came to it since. */
export const isAllApproved = ({ approvedAt, updatedAt }: Approved): boolean =>
  approvedAt !== '' && updatedAt <= approvedAt

/** Whether what is of some day, '' where nobody knows of which, is among what was approved. */
export const isApprovedOn = (before: string, day: string): boolean => day < before

/** What an entry says that came after its approval: lessons, and rules of their commits, by the keys of `saidIn`. */
export function saidSinceApproval(entry: Entry): ReadonlySet<string> {
  const before = approvedBefore(entry)
  const late = entry.facts.filter(({ note }) => note !== undefined && !isApprovedOn(before, note.date))
  const commits = new Set(late.flatMap(({ sources }) => sources))
  const rules = entry.narrative.rules.filter((rule) => commits.has(readRule(rule).commit))
  return new Set([
    ...late.map((fact) => `fact ${factKey(fact)} ${fact.note?.status ?? 'current'}`),
    ...rules.map((rule) => `rule ${ruleKey(rule)}`),
  ])
}
