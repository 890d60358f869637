import { Problem } from '../problem.ts'
import type { Given } from './command.ts'
import { wordOf } from './context.ts'

/** Reads what a command is to take, which is one of a few kinds. */
export function requireKind(given: Given, kinds: readonly string[], example: string): string {
  const kind = wordOf(given, `What to take (${kinds.join(' or ')})`, example)
  if (kinds.includes(kind)) return kind
  throw new Problem('unknown-kind', `"${kind}" is none of ${kinds.join(', ')}.`, { hint: `For example: ${example}` })
}
