import type { Entry } from './entry.ts'

/** Whether an agent said something that nobody approved; `perhaps` where it wrote into the entry, as others did. */
export type ByAgent = boolean | 'perhaps'

type Written = Pick<Entry, 'tags' | 'approvedAt' | 'createdAt' | 'updatedAt' | 'updateCount'>

/**
 * Whether what an entry says without naming a commit is an agent's word that nobody approved: agents tag what they write
 * into, and a claim that they prove names the commit that proves it. Of what was added since, nobody can tell whose it is.
 */
export function byAgentIn({ tags, approvedAt, createdAt, updatedAt, updateCount }: Written): ByAgent {
  if (!tags.includes('agent') || approvedAt !== '') return false
  return createdAt === updatedAt && updateCount === 0 ? true : 'perhaps'
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
