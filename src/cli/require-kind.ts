import { Problem } from '../problem.ts'
import type { Given } from './command.ts'

/** Reads the first word of a command that is to be one of a few, the same way for every command that has such. */
export function requireKind({ words: [kind = ''] }: Given, kinds: readonly string[], example: string): string {
  if (kinds.includes(kind)) return kind
  const hint = `For example: ${example}`
  if (kind === '') throw new Problem('missing-word', `Say which: ${kinds.join(', ')}.`, { hint })
  throw new Problem('unknown-kind', `"${kind}" is none of ${kinds.join(', ')}.`, { hint })
}

/** What a kind of a command is called and takes, and what other kinds of the same command take. */
type OptionsOfKind = {
  readonly command: string
  readonly takes: readonly string[]
  readonly others: readonly string[]
}

/** Refuses options that the kind of a command which was named does not take, though another kind of it does. */
export function refuseOptionsOfOthers(given: Given, { command, takes, others }: OptionsOfKind): void {
  const strange = others.find((name) => given.has(name) && !takes.includes(name))
  if (strange === undefined) return
  throw new Problem('bad-option', `--${strange} has no meaning for \`ctx ${command}\`.`, {
    hint: `See \`ctx ${command.split(' ')[0] ?? ''} --help\`.`,
  })
}
