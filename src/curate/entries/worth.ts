import { anyOf } from '../../text/alternatives.ts'
import { reasonWords } from '../../text/reasons.ts'
import { sentences } from '../../text/sentences.ts'
import { isUpkeep } from '../../text/upkeep.ts'
import { countWords } from '../../text/words.ts'
import { holdsStill } from '../../tree/note.ts'
import { isChangelog } from '../message/changelog-files.ts'
import type { CommitAnalysis, Touched } from '../commit-analysis.ts'
import { isWeighty } from '../evidence/kinds.ts'
import type { Evidence } from '../evidence/types.ts'
import { fileKindOf, isSample } from '../code/files.ts'
import { explanationOf, saysOnlyWhat } from '../message/retention.ts'
import { letsFormat, removesUnused } from '../message/headline-kinds.ts'
import { newWords } from '../message/shared-words.ts'

/**
 * Takes the weight from lessons that nobody would keep: true perhaps, but what was done without why, chores, talk. They are
 * still found by their commit. Of a long history only what tells most is read; of a few commits, all but housekeeping.
 */
export function onlyWorthy(analyses: readonly CommitAnalysis[]): readonly CommitAnalysis[] {
  const isLong = analyses.length >= longHistory
  const least = isLong ? leastWorth.ofMany : leastWorth.ofFew
  const isLeftOut = (piece: Evidence, { touched, evidence }: CommitAnalysis): boolean =>
    // Of ten checks that were switched off, and why, readers found one worth keeping.
    (isLong && piece.kind === 'suppression') ||
    (piece.kind === 'lesson' &&
      piece.at.path === '' &&
      (worthOf(piece, touched) < least ||
        (isLong && (tellsLittle.some((is) => is(piece, touched)) || (isOldNews(piece) && !decides(evidence))))))
  return analyses.map((analysis) => ({
    ...analysis,
    evidence: analysis.evidence.map((piece) => (isLeftOut(piece, analysis) ? { ...piece, weight: 0 } : piece)),
  }))
}

type Says = (piece: Evidence, touched: readonly Touched[]) => boolean

/**
 * It explains nothing and says its headline again, as many lines of changelogs do, or holds only partly besides: of 92 that a
 * strict reader judged (urllib3, starlette), three were good. Whoever asks is answered by the commit itself.
 */
const isThin: Says = ({ about, text, note }) => {
  if (isWeighty({ note }) || explainsItself(text)) return false
  return !holdsStill(note) || newWords(text, about) < leastNew
}

const leastNew = 5

/** It explains nothing, and changed no file, or too many to be read: the beginning of a draft (fiber ff61525f). */
const isOfNothing: Says = ({ text, note }, touched) =>
  touched.length === 0 && (note?.kind ?? '') === '' && !explainsItself(text)

/**
 * It says that something breaks or is deprecated, and not a word more: of 18, readers found none worth keeping. "Drop Python
 * 3.7: Python 3.7 has been dropped" (attrs a8e24b01) is no more.
 */
const isBareNotice: Says = ({ about, text, note }) =>
  newWords(text, about) < 2 && /^(?:breaking|deprecation)$/.test(note?.kind ?? '')

/** What it deprecates is gone: of eleven, readers found none worth keeping. */
const isDoneWith: Says = ({ note }) => note?.kind === 'deprecation' && note.status === 'past'

/**
 * It explains nothing, and nobody knows whether it holds, or it does not: of fifty that readers of fifteen projects judged, eight were
 * worth a line. What closed a hole is kept.
 */
const isOldNews = ({ text, note }: Evidence): boolean =>
  (note?.status === 'reworked' || note?.status === 'past') && note.kind !== 'security' && !explainsItself(text)

/** Whether trailers of a commit say what was decided: that it holds no longer, only the lesson beside them says. */
const decides = (evidence: readonly Evidence[]): boolean => evidence.some(({ kind }) => kind === 'decision')

/**
 * A changelog has one sentence for it, which says what there is and not why, or what follows: "`capture_logs()` now takes
 * `processors`" (structlog). Of 59 such readers found four worth keeping, of those with a reason or a second sentence 65 of 140.
 */
const isAnnounced: Says = ({ text, note, isOfChangelog = false }) =>
  isOfChangelog && !isWeighty({ note }) && sentences(text).length < 2 && !follows.test(text)

/** "… as those are recommended by the Go team" (client_golang 3ad27220): in prose, and in a lesson, a cause; in a headline, manner. */
const asItIs = String.raw`as (?:it|they|this|those|these) (?:are|is|was|were)`

/** Words that say what was wrong, what follows, or under what condition. */
const follows = new RegExp(
  String.raw`\b(?:${reasonWords.causes}|${reasonWords.weakCauses}|${asItIs}|instead|rather than|otherwise|in order to|that means|which (?:allows|means)|` +
    String.raw`avoid\w*|ensur\w*|prevent\w*|must|never|requires?|unless|even (?:if|though|when)|without|only (?:if|when)|` +
    String.raw`caus\w+|lead(?:s|ing)? to|led to|making|no longer|now named|renamed|by default|defaults? (?:is|now|to)|deprecat\w*|` +
    String.raw`breaks?|broke|corrupt\w*|crash\w*|deadlock\w*|fail(?:s|ed|ing|ures?)?|hangs?|infinite|leak\w*|los(?:es?|ing|t)|` +
    String.raw`panic\w*|races?|raises?|regressions?|silently|truncat\w*|unnecessary|useless|wrong\w*)\b`,
  'i',
)

/** It uses what a language has had for long: "Use slices.Contains", "available since Go 1.21" (cli). Of 17 such, two were good. */
const isOfItsYear: Says = ({ about, text }) =>
  /^(?:moderni[sz]e|replace|use|utili[sz]e)s?\b/i.test(about) &&
  /\b(?:added|available|introduced|stabili[sz]ed) (?:in|since|with) (?:ES|Go|Node(?:\.js)?|Python|Rust) ?\d/i.test(
    text,
  ) &&
  sentences(text).length <= 2

/** It is about a test, the build or a page, touched nothing else, and explains nothing: "Updates for sphinx 1.7" (tornado 47d59f17). */
const isOfUpkeep: Says = ({ about, text, note }, touched) =>
  isUpkeep(about) &&
  !isWeighty({ note }) &&
  !explainsItself(text) &&
  touched.every(({ path }) => fileKindOf(path) !== 'code' || isSample(path))

/** Nobody used what it took out, and no release told its users. */
const isOfNoUse: Says = ({ about, note }) =>
  !isWeighty({ note }) && (note?.since ?? '') === '' && removesUnused.test(about)

/** A formatter wrote it: how lines are broken is no decision of the code. */
const isOfFormatter: Says = ({ about, note }) => !isWeighty({ note }) && letsFormat.test(about)

/** What of many lessons is left to the commit itself, whatever its points. */
const tellsLittle: readonly Says[] = [
  isThin,
  isOfNoUse,
  isOfNothing,
  isBareNotice,
  isDoneWith,
  isAnnounced,
  isOfItsYear,
  isOfUpkeep,
  isOfFormatter,
]

/**
 * Whether a lesson is worth an entry of its own: a page that says its title again, or a little more, is opened in vain, and so is
 * one about where things stand: "Rename iter::ParallelSplit to iter::Split" (rayon), "Tidy build directives" (chi). Who refactors
 * or simplifies may decide something ("Refactor channel interfaces", trio 9980f3fe).
 */
export const standsAlone = ({ about, text, note }: Evidence): boolean =>
  (explainsItself(text) || newWords(text, about) >= leastAlone) && (isWeighty({ note }) || !rearranges.test(about))

const rearranges = /^(?:bump|rename|re-?order|tidy)\b/i

const leastAlone = 8

const explainsItself = (text: string): boolean => explanationOf(sentences(text).join('\n')).length > 0

/** So many commits, read together, are a history of which a part is enough. */
export const longHistory = 50

/**
 * What explains little and has two points was good in 46 of 100 cases, with more in 70; below -3, in none of a hundred.
 */
const leastWorth = { ofMany: 3, ofFew: -3 } as const

/**
 * How much a maintainer would miss a lesson, in points. Strict readers judged 653 lessons of five projects, each good,
 * plain, noise, dangling or false; a sign is here when it tells the good from the plain in projects that it was not taken
 * from. Fitted weights (logistic regression) tell them apart no better: the area under the curve is 0.86 both times.
 */
export function worthOf(piece: Evidence, touched: readonly Touched[]): number {
  return signs.reduce((sum, { points, shows }) => (shows(piece, touched) ? sum + points : sum), 0)
}

type Sign = { readonly points: number; readonly shows: (piece: Evidence, touched: readonly Touched[]) => boolean }

const says = (pattern: RegExp, points: number): Sign => ({ points, shows: ({ text }) => pattern.test(text) })

const signs: readonly Sign[] = [
  // It explains itself: two sentences or more. Readers liked three of five, more than of any short ones that say as much.
  { points: 6, shows: ({ text }) => explainsItself(text) },
  // What follows from it, or what it follows from: "otherwise the other lines are taken for flags".
  says(
    new RegExp(
      String.raw`\b(?:${reasonWords.causes}|${reasonWords.weakCauses}|${asItIs}|so (?:an?|as|i|it|the|there|they|we|you)|otherwise|therefore|` +
        String.raw`which (?:means?|caused?|causes|leads|led|results?|breaks?|broke)|would|lead(?:s|ing)? to|led to|results? in|resulting)\b`,
      'i',
    ),
    3,
  ),
  // What must be, and what must not happen: "to avoid a second allocation".
  says(
    /\b(?:avoids?|avoiding|to avoid|prevents?|preventing|ensures?|makes? sure|must|requires?|required|needs?|needed|should|cannot|can't|never)\b/i,
    1,
  ),
  // What its users can do from then on: "now also takes a pathlib.Path".
  says(/\b(?:allow\w{0,4}|support\w{0,5}|now)\b/i, 1),
  // The world outside, which no code says: "zsh 5.0.2 has no such option".
  says(
    /\b(?:RFC|Windows|Linux|macOS|OS X|kernel|browsers?|Chrome|Node|zsh|bash|PowerShell|GitHub|users?|(?:Python|Go|Rust) \d|PyPy|nginx)\b/,
    1,
  ),
  { points: 1, shows: ({ about }) => inHeadline.test(about) },
  // A name of the code, spelled as code.
  says(/`/, 2),
  { points: 1, shows: ({ text }) => countWords(text) >= 25 },
  { points: -2, shows: ({ text }) => countWords(text) <= 8 },
  // Its author told users of it, or tests hold it.
  { points: 2, shows: ({ note }) => (note?.since ?? '') !== '' },
  { points: 1, shows: ({ note }) => (note?.pinnedBy ?? '') !== '' },
  { points: 1, shows: (_, touched) => isTested(touched) },
  // Whoever uses the code must know it, however short it is.
  { points: 5, shows: ({ note }) => isWeighty({ note }) },
  { points: -1, shows: ({ note }) => note?.status === 'past' },
  { points: -2, shows: (_, touched) => touchesOnlyTestsOrPages(touched) },
  { points: -2, shows: ({ about }) => chore.test(about) },
  // "Fixed some issues": which, only the code says.
  {
    points: -2,
    shows: ({ text }) =>
      countWords(text) <= 12 &&
      /^(?:fix(?:e[ds])?|improve[ds]?|tweak(?:s|ed)?|resolve[ds]?|provide[ds]?|more|better|some|various|additional)\b/i.test(
        text,
      ),
  },
  // "Update the linter to 1.58": what the diff says.
  { points: -2, shows: ({ text }) => countWords(text) > 8 && saysOnlyWhat(sentences(text)) },
  // The end of a sentence that stands in the headline, or elsewhere: "And share it between all registries".
  says(/^(?:also|and|plus|see|these changes|we also|with)\b/i, -2),
  // Its author's own doings: "I think it is awkward :)".
  says(
    /(?<![(\w])[:;]-?\)|\b(?:[Ww]hew|[Nn]o idea|[Aa]rguably|[Yy]et another|[Tt]rivial|[Hh]ello|[Ww]e hope|[Mm]y)\b|(?<![\w/`])I(?:'m|'ve)?(?![\w/.`])/,
    -2,
  ),
]

/** A headline that says what comes of it: "Avoid sharing dynamic metadata", "Use rename rather than copy". */
const inHeadline =
  /\b(?:because|so that|otherwise|due to|to avoid|avoids?|prevents?|ensures?|must|requires?|cannot|can't|never|no longer|instead of|rather than|without|even|not|doesn't|only)\b/i

/** Housekeeping, by the words that a headline begins with, or that name what was kept. */
const chore = anyOf('i')`
  ^(?:
    bump|clean|cleanup|first|fmt|format|minor|misc|move|refactor|reflow|rename|reorder|rework|simplif\w+
    small|some|started|tidy|trim|trivial|tweak|upgrade|update (?:docs|readme|ci|dep\w*|to)
    remove (?:bad|temporary|unneeded|unused)
  )\b
  \b(?:
    annotations?|cleanup|clippy|comments?|deprecated code|docstrings?|golangci|gofmt|grammar|leftovers
    lint\w*|readme|review (?:comments?|feedback)|rustfmt|spelling|tidy|typing|typos?|unused|warnings?
    whitespace
  )\b
`

const isTested = (touched: readonly Touched[]): boolean =>
  ['code', 'test'].every((kind) => touched.some(({ path }) => fileKindOf(path) === kind))

/** Nothing but tests, pages and examples. */
const touchesOnlyTestsOrPages = (touched: readonly Touched[]): boolean =>
  touched.length > 0 &&
  touched.every(({ path }) => ['test', 'docs'].includes(fileKindOf(path)) || isSample(path) || isChangelog(path))
