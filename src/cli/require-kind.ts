import { Problem } from '../problem.ts'
import type { Given } from './command.ts'

/** Reads the first word of a command that is to be one of a few, the same way for every command that has such. */
export function requireKind({ words: [kind = ''] }: Given, kinds: readonly string[], example: string): string {
  if (kinds.includes(kind)) return kind
  const hint = `For example: ${example}`
  if (kind === '') throw new Problem('missing-word', `Say which: ${kinds.join(', ')}.`, { hint })
  throw new Problem('unknown-kind', `"${kind}" is none of ${kinds.join(', ')}.`, { hint })
}
