import type { Evidence } from './types.ts'

/** Whether it is a reason or a rule that a file states, rather than a message. */
export const standsInFile = ({ kind, at }: Evidence): boolean =>
  (kind === 'reason' || kind === 'rule') && at.path !== ''

/** Kinds of lessons that matter to whoever uses the code. */
const weighty: ReadonlySet<string> = new Set(['breaking', 'security', 'deprecation'])

/** Whether a kind makes a lesson of a headline alone. */
export const isWeightyKind = (kind: string): boolean => weighty.has(kind)

/** Whether a lesson matters to whoever uses the code, however short it is. */
export const isWeighty = ({ note }: { readonly note?: Evidence['note'] | undefined }): boolean =>
  isWeightyKind(note?.kind ?? '')
