import type { Entry } from './entry.ts'

/**
 * Whether what an entry says without naming a commit is an agent's word that nobody approved: agents tag what they write
 * into, and a claim that they prove names the commit that proves it.
 */
export const isUnreviewed = ({ tags, approvedAt }: Pick<Entry, 'tags' | 'approvedAt'>): boolean =>
  tags.includes('agent') && approvedAt === ''

/** How answers say that. */
export const unreviewed = 'by an agent, not reviewed'

/** A text with that behind it, where it is so. */
export const markedByAgent = (text: string, isByAgent: boolean): string =>
  isByAgent ? `${text} (${unreviewed})` : text
