import type { Fact } from '../../src/tree/facts.ts'

/** Makes a plain statement, and more of a fact where that matters. */
export const factOf = (statement: string, more: Partial<Fact> = {}): Fact => ({
  subject: '',
  value: '',
  statement,
  category: '',
  sources: [],
  ...more,
})
