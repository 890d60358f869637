/**
 * A statement that an entry gained, lost or has another value for; `before` is the value that a changed one had, or
 * the code that it stood beside.
 */
export type LineChange = {
  readonly kind: 'fact' | 'rule' | 'relation' | 'file' | 'text'
  readonly how: 'gained' | 'lost' | 'changed'
  readonly text: string
  readonly before: string
  /** The commits of the code that it is from, as hashes, often shortened. */
  readonly sources: readonly string[]
}

/** Whether a claim or a rule is new and no commit of the code backs it: somebody said so, or an agent did. */
export const isUnbacked = ({ kind, how, sources }: LineChange): boolean =>
  how !== 'lost' && (kind === 'fact' || kind === 'rule') && sources.length === 0
