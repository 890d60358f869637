import { codeNames } from './code-names.ts'
import type { Outcome } from './outcome-of.ts'

/** Whether the code has a name, or had it once and has it no more; '' for one that it never had, or that nobody looked for. */
export type NameNow = (name: string) => 'there' | 'lost' | ''

/**
 * Holds what became of the lines of a lesson against the names that it speaks of: with all of them lost it is past, with
 * some of them partly; and while one is there and none is lost, no lesson is past only because its lines are gone. What a
 * clause calls removed, renamed or replaced says nothing of the lesson.
 */
export function heldByNames(
  outcome: Outcome,
  { about, text }: { readonly about: string; readonly text: string },
  nameNow: NameNow,
): Outcome {
  const names = [about, ...text.split(/(?<=[.;:]) /)].filter((said) => !leaves.test(said)).flatMap(codeNames)
  const now = names.map(nameNow)
  const lost = now.filter((one) => one === 'lost').length
  if (lost > 0) return { ...outcome, holds: lost === now.length || outcome.holds === 'past' ? 'past' : 'partly' }
  return outcome.holds === 'past' && now.includes('there') ? { ...outcome, holds: 'partly' } : outcome
}

const leaves =
  /\b(?:abandon|delet|deprecat|drop|eliminat|get rid|in favou?r|instead|legacy|mov(?:e|ing)|no longer|not|now (?:called|named)|obsolete|old|previous|remov|renam|replac|rather|superfluous|unneeded|unused|used to|was|were|without)/i
