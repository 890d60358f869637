import type { LineHistory } from '../lines/line-history.ts'
import { deprecates, removes } from '../message/headline-kinds.ts'
import type { Removers } from './removers.ts'
import { shareDistinctiveTerm } from '../message/distinctive-terms.ts'

/** So much of what deprecated something a removal must have taken out. */
const least = 0.1

/**
 * Does what was announced: "follow through on deprecations" (poetry-core 9db04c8e), "Deprecation removals" (scrapy d85c39f5), "clean
 * deprecated options" (golangci-lint dfde3797), "removal of more deprecated commands" (redis-py 21c9d988).
 */
const follows =
  /^(?:follow\w* through on|clean\w*(?: up)? (?:\w+ ){0,3}deprecated\b(?! warn)|(?:deprecat\w+ )?removals?)\b/i

/** A headline without the part that it is about: "Rule.process_request: deprecate …", "Crawl rule: remove deprecated code" (scrapy). */
const behindPart = (headline: string): string => headline.replace(/^[\w./-]{1,40}(?: [\w./-]{1,40})?: (?=\S)/, '')

/**
 * The commit that removed what a headline deprecates: it took lines of that out, and calls them deprecated or speaks of the
 * same matter. What it warned of has come then, whatever else is left of it (flask bfdd3711, anyio 91fee4c1).
 */
export function removalOf(
  headline: string,
  { added, removers }: LineHistory,
  { titleOf }: Pick<Removers, 'titleOf'>,
): string | undefined {
  const said = behindPart(headline)
  if (!deprecates.test(said)) return undefined
  const what = headline.replace(said, said.replace(deprecates, ''))
  return removers.find(({ commit, lines }) => {
    const title = titleOf(commit)
    const done = behindPart(title)
    if (lines < added * least || !(removes.test(done) || follows.test(done))) return false
    return /\bdeprecat/i.test(title) || shareDistinctiveTerm(what, title)
  })?.commit
}
