import type { Entry } from './entry.ts'
import { readRule } from './rule.ts'

/** Whether an agent said something that nobody approved; `perhaps` where it wrote into the entry, as others did. */
export type ByAgent = boolean | 'perhaps'

type Written = Pick<Entry, 'tags' | 'approvedAt' | 'createdAt' | 'updatedAt' | 'updateCount'>

/** Whether an agent wrote into an entry that nobody approved: what it says without naming a commit may be its word alone. */
export const isUnreviewed = ({ tags, approvedAt }: Pick<Entry, 'tags' | 'approvedAt'>): boolean =>
  tags.includes('agent') && approvedAt === ''

/** The rules of an entry that may be told as rules: what an agent alone orders binds no other agent. */
export const bindingRules = (entry: Pick<Entry, 'tags' | 'approvedAt' | 'narrative'>): readonly string[] =>
  isUnreviewed(entry) ? entry.narrative.rules.filter((rule) => readRule(rule).commit !== '') : entry.narrative.rules

/**
 * Whether what an entry says without naming a commit is an agent's word that nobody approved: agents tag what they write
 * into, and a claim that they prove names the commit that proves it. Of what was added since, nobody can tell whose it is.
 */
export function byAgentIn(entry: Written): ByAgent {
  if (!isUnreviewed(entry)) return false
  return entry.createdAt === entry.updatedAt && entry.updateCount === 0 ? true : 'perhaps'
}

/** How answers say that; '' where it is not so. */
export const sayByAgent = (byAgent: ByAgent): string =>
  byAgent === 'perhaps'
    ? 'in an entry that an agent wrote into, not reviewed'
    : byAgent
      ? 'by an agent, not reviewed'
      : ''

/** A text with that behind it, where it is so. */
export const markedByAgent = (text: string, byAgent: ByAgent): string =>
  byAgent === false ? text : `${text} (${sayByAgent(byAgent)})`
