import { opponents } from '../../text/negation.ts'
import type { Retired } from '../../tree/retire.ts'
import type { Entry } from '../../tree/entry.ts'
import { readRule } from '../../tree/rule.ts'
import type { Evidence } from '../evidence/types.ts'

/** What is said of rules that no longer hold because a newer one says the opposite: they are kept, as facts. */
const asFact = (piece: Evidence): Evidence => ({
  ...piece,
  kind: 'reason',
  about: 'superseded',
  category: 'project',
  weight: 0.5,
})

/** Lets the newer of two rules that contradict each other hold; the older is kept as superseded. */
export function superseding(pieces: readonly Evidence[]): readonly Evidence[] {
  const rules = pieces.filter(({ kind }) => kind === 'rule')
  if (rules.length < 2) return pieces
  const opposed = opponents(rules.map(({ text }) => text))
  const older = new Set(rules.filter(({ text }, at) => opposed(text).some((other) => other > at)))
  return older.size === 0 ? pieces : pieces.map((piece) => (older.has(piece) ? asFact(piece) : piece))
}

/** The same against what an entry says already: what is retired there, and the facts that keep it. */
export function supersededIn(
  entry: Entry | undefined,
  pieces: readonly Evidence[],
): { readonly retires: readonly Retired[]; readonly facts: Entry['facts'] } {
  const opposed = opponents(pieces.flatMap(({ kind, text }) => (kind === 'rule' ? [text] : [])))
  const found = (entry?.narrative.rules ?? []).flatMap((rule) => {
    const known = readRule(rule)
    return opposed(known.text).length > 0 ? [known] : []
  })
  return {
    retires: found.map(({ text }) => ({ kind: 'statement', statement: text })),
    facts: found.map(({ text, commit }) => ({
      subject: 'superseded',
      value: '',
      statement: text,
      category: 'project',
      sources: commit === '' ? [] : [commit],
    })),
  }
}
