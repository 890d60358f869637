import type { LineHistory } from '../lines/line-history.ts'
import { deprecates, removes } from '../message/headline-kinds.ts'
import type { Removers } from './removers.ts'
import { shareDistinctiveTerm } from '../message/distinctive-terms.ts'

/** So much of what deprecated something a removal must have taken out. */
const least = 0.1

/** Does what was announced: "follow through on deprecations" (poetry-core 9db04c8e). */
const follows = /^follow\w* through on\b/i

/**
 * The commit that removed what a headline deprecates: it took lines of that out, and calls them deprecated or speaks of the
 * same matter. What it warned of has come then, whatever else is left of it (flask bfdd3711, anyio 91fee4c1).
 */
export function removalOf(
  headline: string,
  { added, removers }: LineHistory,
  { titleOf }: Pick<Removers, 'titleOf'>,
): string | undefined {
  if (!deprecates.test(headline)) return undefined
  const what = headline.replace(deprecates, '')
  return removers.find(({ commit, lines }) => {
    const title = titleOf(commit)
    if (lines < added * least || !(removes.test(title) || follows.test(title))) return false
    return /\bdeprecat/i.test(title) || shareDistinctiveTerm(what, title)
  })?.commit
}
