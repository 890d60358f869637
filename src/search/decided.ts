import { decidedIn } from '../text/decided.ts'
import { withoutMarkup } from '../text/markup.ts'
import { bearingOn, bears, reasonLengths, type SearchTerms } from './bearing.ts'
import type { Rarity } from './bm25.ts'
import type { LessonCandidate, LessonText } from './lesson-text.ts'

// What trailers decided, told with the lesson or in the place of the rule or fact that the tree made of each.

type Asking = {
  readonly coverageTerms: readonly string[]
  readonly searchTerms: SearchTerms
  readonly rarity: Rarity
  readonly most?: number | undefined
}

/**
 * The reason of a lesson with what its trailers decided, as far as a question is about that; where nothing is asked, all of it
 * with the lesson that leads.
 */
export function withDecided(
  { why, message }: Pick<LessonCandidate, 'why' | 'message'>,
  { coverageTerms, rarity, most = reasonLengths.others }: Asking,
): string {
  const isLeading = coverageTerms.length === 0 && most > reasonLengths.others
  const isTold = (line: string): boolean => isLeading || bears(line, { coverageTerms, rarity })
  const lines = decidedIn(message).filter((line) => !why.includes(line) && isTold(line))
  return [why, ...lines].filter((part) => part !== '').join('\n')
}

/**
 * Tells a rule or fact that the tree made of a trailer as its commit says it, behind its key, with the other trailers that a
 * question is about; undefined where it is none.
 */
export function asDecided(
  { kind, why }: Pick<LessonText, 'kind' | 'why'>,
  commit: { readonly subject: string; readonly body: string } | undefined,
  { coverageTerms, searchTerms, rarity, most = reasonLengths.others }: Asking,
): Pick<LessonText, 'headline' | 'why'> | undefined {
  if (kind === 'lesson' || commit === undefined) return undefined
  const all = decidedIn(commit.body)
  const own = all.find((line) => withoutMarkup(line).endsWith(`: ${why}`))
  if (own === undefined) return undefined
  const asked = all.filter((line) => line === own || bears(line, { coverageTerms, rarity }))
  return { headline: commit.subject, why: bearingOn(asked.join('\n'), searchTerms, { most, rarity }) || own }
}
