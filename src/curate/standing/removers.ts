import { anyOf } from '../../text/alternatives.ts'
import { short } from '../../text/words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { LineHistory } from '../lines/line-history.ts'
import { readMessage } from '../message/commit-message.ts'
import { removes, revertsWork, sweeps, touchesUp, translates } from '../message/headline-kinds.ts'
import { isTrifle } from '../message/trifles.ts'
import { distinctiveTerms, shareDistinctiveTerm } from '../message/distinctive-terms.ts'
import { areTestsThere, isFollowedWell, isRebuilt } from './what-is-left.ts'
import type { Outcome } from './outcome-of.ts'

/** The first line of a commit's message by its short hash, '' for one that was not read. */
export type SubjectOf = (sha: string) => string

/** The commits that took lines of others out, by their hashes. */
export type Removers = {
  /** What each did, without its prefix; '' where nobody knows. */
  readonly titleOf: (sha: string) => string
  /** Whether it took nothing's place: a release, a formatter, a correction of spelling. */
  readonly isIdle: (sha: string) => boolean
  /** Whether it tidied up: what the code does stayed as it was, as its author says. */
  readonly tidies: (sha: string) => boolean
  /** Whether it went on with what was there: tidied up, mended it, or moved it to something else. */
  readonly carriesOn: (sha: string) => boolean
  /** Whether it says the same in another language. */
  readonly translates: (sha: string) => boolean
  /** Whether it says that it takes back what another did. */
  readonly takesBack: (sha: string) => boolean
  /** Whether it says that it takes something out. */
  readonly takesOut: (sha: string) => boolean
  /** Whether it closed a hole, as far as the commits at hand say. */
  readonly closesHole: (sha: string) => boolean
  /** Whether it is a merge at hand, of which only what its resolution left out is known. */
  readonly isResolution: (sha: string) => boolean
  /** Words of so many titles at hand that two that have them need not be about the same. */
  readonly commonWords: ReadonlySet<string>
}

/** Knows who took lines out from the commits at hand and, of a long history, from what was read of it before. */
export function removersAmong(analyses: readonly CommitAnalysis[], subjectOf: SubjectOf = () => ''): Removers {
  const known = new Map(analyses.map((analysis) => [short(analysis.sha), analysis]))
  const titleOf = (sha: string): string => known.get(short(sha))?.title ?? readMessage(subjectOf(short(sha))).subject
  const isResolution = (sha: string): boolean => (known.get(short(sha))?.parents.length ?? 0) > 1
  const isIdle = (sha: string): boolean => {
    if (isResolution(sha)) return false
    const analysis = known.get(short(sha))
    const title = titleOf(sha)
    const { type } = analysis ?? readMessage(subjectOf(short(sha)))
    const isUnread = analysis !== undefined && analysis.isUnread && analysis.evidence.length === 0
    const isAside =
      idleTypes.has(type) || [sweeps, touchesUp, wordsBetter, annotates].some((shape) => shape.test(title))
    return isUnread || isAside || isTrifle({ headline: title, why: '' })
  }
  // Dependencies that are moved for their holes take no advice back (zap b32f3c58).
  const closesHole = (sha: string): boolean =>
    known.get(short(sha))?.evidence.some(({ note }) => note?.kind === 'security') === true && !isIdle(sha)
  const tidies = (sha: string): boolean => tidying.test(titleOf(sha))
  const carriesOn = (sha: string): boolean =>
    (tidies(sha) || mending.test(titleOf(sha))) && !takesAway.test(titleOf(sha))
  const undone = undoneReverts(analyses)
  const takesBack = (sha: string): boolean =>
    !undone.has(short(sha)) &&
    [known.get(short(sha))?.subject ?? subjectOf(short(sha)), titleOf(sha)].some((said) => revertsWork.test(said))
  const takesOut = (sha: string): boolean => removes.test(titleOf(sha)) && !isIdle(sha)
  const commonWords = commonWordsOf(analyses.map(({ title }) => title))
  return {
    titleOf,
    isIdle,
    tidies,
    carriesOn,
    translates: (sha) => translates.test(titleOf(sha)),
    takesBack,
    takesOut,
    closesHole,
    isResolution,
    commonWords,
  }
}

/** Words of more than one title in fifty, and of ten: "stream" and "consumer" in nats-server (d463f1f2, eb35f8ea). */
function commonWordsOf(titles: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>()
  for (const term of titles.flatMap((title) => [...new Set(distinctiveTerms(title))]))
    counts.set(term, (counts.get(term) ?? 0) + 1)
  return new Set([...counts].flatMap(([term, count]) => (count > Math.max(10, titles.length / 50) ? [term] : [])))
}

/** Reverts that another took back by their hash, so that what they had taken is there again (sidekiq 56ebcfd1, 6b277de4). */
const undoneReverts = (analyses: readonly CommitAnalysis[]): ReadonlySet<string> =>
  new Set(
    analyses.flatMap(({ evidence }) =>
      evidence.flatMap(({ kind, value, weight }) =>
        kind === 'revert' && value !== '' && weight > 0 ? [short(value)] : [],
      ),
    ),
  )

/**
 * "Clean up and improve typing", "Speed up wildcard comparison" (packaging), "Refactor HTTP handler" (zap), "Move WaitGroup and
 * ShardedLock into utils" (crossbeam c64c1909), "step 1: move all things to where they're going" (tower 8df2a3e4), "Remove redundant
 * Python 2.7 code" (pip 817ee230).
 */
const tidying = anyOf('i')`
  ^(?:some |step \d+: )?(?:
    refactor\w*|clean(?:ed)?[- ]?up|speed(?:s|ed)? up|apply \S+ |improve (?:performance|typing)
    optimi[sz]\w+|simplif\w+|reorgani[sz]\w+|extract\w*|moderni[sz]\w+|mov(?:e[ds]?|ing)
    remov(?:e[ds]?|ing) (?:now )?(?:obsolete|redundant|superfluous)
  )\b
  ^make\b.{1,40}\bfaster\b
`

/**
 * A check is not taken back by "Fix mmap step & max size check" (bbolt dacc1873), nor a command by "migrate bench command to
 * cobra" (e3a8d9d9): what it was for is so still.
 */
const mending =
  /^(?:bug ?)?fix(?:e[sd])?\b|^migrat(?:e[sd]?|ing)\b|^port(?:ed|ing)? (?:\S+ ){1,6}to\b|^updat(?:e[sd]?|ing) \S+ to (?:use |work with |\w+::)/i
const takesAway = /\b(?:delet|disabl|drop|no longer|remov|replac|stop)/i

/**
 * The security fix that took out half of what a commit wrote: nobody is to do that again (hono 66fe9fee, f0b094db). One that
 * writes the same lines with more in them goes on with it (urllib3 644124ec, accff72e), and so
 * does one that leaves its tests as they were (starlette 7b9fcaf3, 8c74c2c8).
 */
export const closedBy = (
  { added, gone, rewritten, tests, removers }: LineHistory,
  { closesHole }: Removers,
): string | undefined =>
  rewritten * 2 >= gone || tests.there > 0
    ? undefined
    : removers.find(({ commit, lines }) => lines * 2 >= added && closesHole(commit))?.commit

/**
 * The merge whose resolution left out half of what a commit wrote, and nothing like it is there: no commit says why, and
 * nobody wrote something else for it.
 */
export const leftOutBy = (
  { added, gone, rewritten, tests, removers }: LineHistory,
  { isResolution }: Removers,
): string | undefined =>
  added < leastLeftOut || rewritten * 2 >= gone || tests.there > 0
    ? undefined
    : removers.find(({ commit, lines }) => lines * 2 >= added && isResolution(commit))?.commit

/** Where two wrote one line, a third line is often both. */
const leastLeftOut = 3

/**
 * The revert that took out half of what a commit wrote, though it names another: "Also reverts reregistering on accept" took both
 * lines of mio 7a073b62 and left its test, and "revert: change type of AxiosResponse to any" says nearly what axios 6c002323 did.
 */
export const takenBackBy = ({ added, removers }: LineHistory, { takesBack }: Removers): string | undefined =>
  removers.find(({ commit, lines }) => lines * 2 >= added && takesBack(commit))?.commit

/**
 * The removal that took out half of what a commit wrote, of which a quarter is left at most, with nothing like it in its place:
 * "Remove _invalid_iri_to_uri workaround" (werkzeug 97fb2f72, 68227737), "drop python 3.9" of a workaround for that (51926a7a,
 * 87da8da2). Where a name of its headline or half of those that came with it stand, something else was removed; and where
 * its tests do, the removal must be about the same.
 */
export function takenOutBy(
  headline: string,
  history: LineHistory,
  { takesOut, titleOf }: Removers,
): string | undefined {
  const { added, gone, rewritten, coined, names, removers } = history
  const isThere = names.there > 0 || (coined.added > 0 && coined.there * 2 >= coined.added)
  if (!isRebuilt(history) || isThere || rewritten * 4 > gone) return undefined
  const areTested = areTestsThere(history)
  const isAboutIt = (sha: string): boolean => !areTested || shareDistinctiveTerm(headline, titleOf(sha))
  return removers.find(({ commit, lines }) => lines * 2 >= added && takesOut(commit) && isAboutIt(commit))?.commit
}

/** What a removal must have taken and say, to be about what a headline is about. */
const partTaken = { lines: 0.25, words: 0.5, leastShared: 2 }

/**
 * The removal that took out a quarter of what a commit wrote, and calls most of what it removed as the headline does, while the
 * rest stands: "Use JSON search index with JS fallback", until "Remove JSON search file" (mdBook e1a46d21, a0eb8c0a). Behind
 * "from" stands where it was: "Make functions in compat package public" holds when somebody did "Remove metrics from compat
 * package" (alertmanager e7729209, f69a5086). With half of its tests, half of it is gone: "Restrict pickle deserialization in
 * CookieJar.load()", until "Remove pickle loading from CookieJar" (aiohttp 8a631e74, a6687c2e).
 */
export function partTakenOutBy(
  headline: string,
  history: LineHistory,
  { takesOut, titleOf }: Removers,
): string | undefined {
  const { added, there } = history.tests
  if (!isFollowedWell(history) || history.isNonCode || there * 2 > added || removes.test(headline)) return undefined
  const own = new Set(distinctiveTerms(headline))
  const countShared = (terms: ReadonlySet<string>): number => [...terms].filter((term) => own.has(term)).length
  const isAboutIt = (sha: string): boolean => {
    const said = titleOf(sha).replace(removes, '')
    const what = new Set(distinctiveTerms(said.replace(/ from .*/, '')))
    return (
      countShared(new Set(distinctiveTerms(said))) >= partTaken.leastShared &&
      countShared(what) > what.size * partTaken.words
    )
  }
  return history.removers.find(
    ({ commit, lines }) => lines >= history.added * partTaken.lines && takesOut(commit) && isAboutIt(commit),
  )?.commit
}

/** Work that leaves the code alone, by the types of Conventional Commits. */
const idleTypes: ReadonlySet<string> = new Set(['ci', 'doc', 'docs', 'style', 'test', 'tests'])

/** Who words comments and pages better, or lays lines out, takes no code's place. */
const wordsBetter = anyOf('i')`
  # "update json docs" (flask 756902cc), "Minor doc polishing" (structlog d545fcff)
  ^(?:
    clean ?up|extend|improve|more|rework|rewrite|tweak|update
  )\w* (?:the |some )?(?:(?!of |to |for )[\w-]+ )?(?:docs|documentation|read ?me)$
  ^(?:\w+ ){0,2}doc polish(?:ing)?\b|^(?:add|fix|edit|improve|missing|update)\w* (?:\w+ )?doc ?strings?\b
  # "Clarify license in file headers" (structlog 05245613), "Spell and stylize Rich consistently" (ec160522)
  ^(?:clarify|re-?phrase|re-?word|spell|styli[sz]e)\b
  # "Remove line break to make flake8 happy", "import datetime as dt in utils.py" (marshmallow ed8637a7, de9b1565)
  ^(?:add|fix|remove|wrap)\w* line (?:breaks?|lengths?)(?: (?:errors?|issues?|warnings?))?(?: to make \w+ happy)?$
  ^import \S+ as \S|^(?:cosmetics?|flakes?\d?|pep-?8|\d{1,3} ?% coverage)\b
  # "Fix compile" (cli a9c758e5), "Update dependencies" (zap 92549f9c)
  ^fix(?:e[sd])? compil\w+$|^merge (?:branch ['"]|pull request #|remote-tracking)
  ^(?:update|upgrade) dependencies\b
`

/** Nor does who writes down types, or says how tools are to read the code. */
const annotates = anyOf('i')`
  # "Add type hints to urllib3.poolmanager" (urllib3 11e4402e)
  ^(?:add|complete|enable|fix|improve)\w* (?:\w+ ){0,2}(?:
    type[- ](?:annotations?|checking|hints?)|typing|annotations?|mypy
  )\b
  ^(?:convert|move|replace)\w* (?:\w+ ){0,3}type comments\b
  # "Auto formatting using black" (urllib3 266b347d), "Prepare isort for black" (pip 58c594c0)
  ^auto[- ]?format\w*\b|^blacken\b|^prepare \w+ for (?:black|isort|prettier|ruff)\b|^(?:code )?style fix(?:es)?$
  # "Ignore flake8 errors that …" (urllib3 f6d5b4b8)
  ^ignore (?:\w+ )?(?:errors|warnings)\b|\bpragma\b|\bnoqa\b
`

/** An outcome that names no commit of which a reader would learn what came instead (28 of 100 names in aiohttp). */
export const withoutIdle = (outcome: Outcome, { isIdle }: Removers): Outcome => ({
  ...outcome,
  supersededBy: outcome.supersededBy.filter((sha) => !isIdle(sha)),
})
