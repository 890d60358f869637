import { terms } from '../../text/terms.ts'

/** Verbs that every commit message has; they make no two subjects alike. */
const common = new Set([
  'add',
  'fix',
  'remov',
  'updat',
  'us',
  'make',
  'chang',
  'improv',
  'support',
  'allow',
  'handl',
  'move',
  'renam',
  'refactor',
  'clean',
  'test',
  'issu',
  'bug',
  'error',
  'new',
  'type',
  'set',
  'check',
])

/** The terms of a text that tell subjects apart. */
export const distinctiveTerms = (text: string): readonly string[] => terms(text).filter((term) => !common.has(term))

/** Whether two texts have one of them in common. */
export function shareDistinctiveTerm(one: string, other: string): boolean {
  const said = new Set(distinctiveTerms(other))
  return distinctiveTerms(one).some((term) => said.has(term))
}
