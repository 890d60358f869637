import { short } from '../../text/words.ts'
import { optionNames, spelledNames } from '../code/code-names.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { LineHistory } from '../lines/line-history.ts'
import { deprecates, namesUndeprecated, removes } from '../message/headline-kinds.ts'
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

/**
 * Commits whose headline deprecates something that a later one says is not deprecated any more, with that one: "add missing deprecation
 * warning for `--dev`", "revoke deprecation of `--dev`" (poetry 844a7206, 86222737); "Deprecate FormRequest in favor of form2request",
 * "Undeprecated the basic FormRequest API" (scrapy 8d69a7c8, cf5607f8).
 */
export function undeprecated(analyses: readonly CommitAnalysis[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const back = new Map<string, string>()
  for (const { sha, subject } of analyses.toReversed()) {
    const named = namesUndeprecated(subject)
    if (named !== undefined) {
      for (const name of namesIn(named)) back.set(name, sha)
      continue
    }
    const by =
      back.size > 0 && /\bdeprecat/i.test(subject) ? namesIn(subject).flatMap((name) => back.get(name) ?? []) : []
    if (by[0] !== undefined) found.set(sha, short(by[0]))
  }
  return found
}

const namesIn = (text: string): readonly string[] => [...spelledNames(text), ...optionNames(text)]
