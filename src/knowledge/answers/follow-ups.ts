import { fileKindOf } from '../../curate/code/files.ts'
import { isBump, isRelease } from '../../text/bumps.ts'
import { distinctiveTerms } from '../../curate/message/distinctive-terms.ts'
import { removes, sweeps, touchesUp } from '../../curate/message/headline-kinds.ts'
import { nameFor } from '../../curate/message/nameless.ts'
import { plainTitle, typeOf, withoutPrefix } from '../../text/titles.ts'
import { isTrifle } from '../../curate/message/trifles.ts'
import type { CommitIndex } from '../../repo/index/commit-index.ts'
import type { FoundCommit } from '../../repo/index/indexed-commit.ts'
import type { Rarity } from '../../search/bm25.ts'
import { rarityAmong } from '../../search/lesson-answer.ts'
import type { Later } from '../../search/lesson-hit.ts'
import { terms, words } from '../../text/terms.ts'
import { citing } from './citing.ts'
import { revertsIn } from './taken-back.ts'

/** Commits that are asked for their words, and those that are named, at most. */
const most = { asked: 24, named: 2 }

/**
 * How alike a commit must be, and how near to the best the second. What likeness is multiplied by: for a word that is
 * asked for; for one that the later commit has only in its message, or as a part of a longer name; where no file is the
 * same; and where what was so is otherwise now.
 */
const measure = { least: 0.45, second: 0.8, asked: 1.5, aside: 0.5, elsewhere: 0.6, turn: 1.3 }

/** Where later commits are looked up, what was asked, and those that are named already. */
type Looking = {
  readonly commitIndex: CommitIndex
  readonly coverageTerms: readonly string[]
  readonly known: readonly Later[]
}

/**
 * The later commits that are about the same matter as a lesson, by the words of its headline: who reworked a middleware
 * is followed by the one who deprecated it, who took none of its lines (echo cdcf16d3). Likeness is the cosine of what
 * the words say, by their rarity.
 */
export function followUps(
  headline: string,
  first: FoundCommit,
  { commitIndex, coverageTerms, known }: Looking,
): readonly Later[] {
  const own = new Set(matterOf(headline))
  const others = new Set([first.sha, ...known.map(({ commit }) => commit)])
  const said = commitIndex.laterSaying([...own], first.id, most.asked)
  // What was taken back, and the commit that did so, leave things as they were; a branch may be merged long after.
  const revertFor = revertsIn(said)
  const reverts = new Set(said.map(revertFor))
  const isUndone = (row: FoundCommit): boolean => reverts.has(row) || revertFor(row) !== undefined
  // A copy on another branch is no news, nor is what has the same title: aiohttp has three of 92477c5a.
  const titles = new Set([headline, first.subject].map(plainTitle))
  const isNew = (row: FoundCommit): boolean => !others.has(row.sha) && !titles.has(plainTitle(row.subject))
  const found = said.filter((row) => isNew(row) && row.date >= first.date && !isUndone(row))
  const asked = new Set(coverageTerms)
  const rarity = rarityOver(commitIndex, [...own, ...found.flatMap(({ subject }) => matterOf(subject))])
  const weigh: Rarity = (term) => rarity(term) * (asked.has(term) ? measure.asked : 1)
  const files = new Set(first.paths.filter(isCode))
  const likenessOf = (row: FoundCommit): number =>
    likeness(own, row, { weigh, rarity }) *
    (row.paths.some((path) => files.has(path)) ? 1 : measure.elsewhere) *
    (turns(row.subject, headline) ? measure.turn : 1)
  const ranked = found
    .map((row) => ({ row, likeness: likenessOf(row) }))
    .toSorted((a, b) => b.likeness - a.likeness || b.row.id - a.row.id)
  const told = ranked.filter(
    ({ row, likeness: alike }) =>
      alike >= measure.least && !isChore(row) && (turns(row.subject, headline) || sharesMore(own, row)),
  )
  const [best] = told
  const alike = told.filter(({ likeness: near }) => best !== undefined && near >= best.likeness * measure.second)
  const cited = citedLater(first, commitIndex).filter(isNew)
  return onceEach([...cited, ...alike.map(({ row }) => row)])
    .slice(0, most.named)
    .map((row) => ({ commit: row.sha, date: row.date, headline: nameFor(row.subject, row), why: '' }))
}

/** Of commits with one title the first. */
const onceEach = (rows: readonly FoundCommit[]): readonly FoundCommit[] => {
  const titles = rows.map(({ subject }) => plainTitle(subject))
  return rows.filter((_, at) => titles.indexOf(titles[at] ?? '') === at)
}

/** The commits that name one later and went on with it: none that was reverted, or reverts. */
function citedLater(first: FoundCommit, commitIndex: CommitIndex): readonly FoundCommit[] {
  const cited = citing(first, commitIndex).filter((row) => isOfProgram(row) && !isChore(row) && row.date >= first.date)
  if (cited.length === 0) return []
  const all = commitIndex.reverts()
  const revertFor = revertsIn(all)
  const reverts = new Set(all.map(({ sha }) => sha))
  return cited.filter((row) => !reverts.has(row.sha) && revertFor(row) === undefined)
}

/** Tests and pages that name a commit go on with nothing, nor does what a robot deploys from it (fzf 6b99399c). */
const isOfProgram = ({ subject, paths }: FoundCommit): boolean =>
  !isRelease(subject) &&
  !/^(?:deploy(?:ed|ing)? to|add(?:ed|s)? (?:\w+ ){0,2}tests?)\b/i.test(withoutPrefix(subject)) &&
  paths.some((path) => ['code', 'config'].includes(fileKindOf(path)))

const isCode = (path: string): boolean => fileKindOf(path) === 'code'

function likeness(
  own: ReadonlySet<string>,
  { subject, body }: FoundCommit,
  { weigh, rarity }: { readonly weigh: Rarity; readonly rarity: Rarity },
): number {
  const said = new Set(matterOf(subject))
  const whole = new Set(words(subject).flatMap((word) => word.terms.at(-1) ?? []))
  const told = new Set(terms(body))
  const shareOf = (term: string): number => (whole.has(term) ? 1 : said.has(term) || told.has(term) ? measure.aside : 0)
  const shared = sum([...own], (term) => weigh(term) * shareOf(term))
  return shared / Math.sqrt(sum([...own], weigh) * sum([...said], rarity))
}

/** One word of several is a matter that both touch, not the same matter. */
function sharesMore(own: ReadonlySet<string>, { subject, body }: FoundCommit): boolean {
  const said = new Set([...distinctiveTerms(subject), ...terms(body)])
  return own.size < 2 || [...own].filter((term) => said.has(term)).length > 1
}

const sum = (all: readonly string[], worth: Rarity): number => all.reduce((total, term) => total + worth(term), 0)

/** How much each of some terms says among the commits of an index. */
export function rarityOver(commitIndex: CommitIndex, all: readonly string[]): Rarity {
  const { size } = commitIndex.state()
  const counts = commitIndex.frequencies([...new Set(all)])
  return (term) => rarityAmong(size, counts.get(term) ?? 0)
}

/**
 * Whether a headline says that what was so is otherwise now, brings back what another removed, or permits what another forbade:
 * "Disallow empty character class ranges" until "permit empty character classes" (regex 9062f38e, 78c647d6).
 */
const turns = (subject: string, headline: string): boolean =>
  turning.test(subject) ||
  (removes.test(headline) && brings.test(withoutPrefix(subject))) ||
  (forbids.test(withoutPrefix(headline)) && permits.test(withoutPrefix(subject))) ||
  (permits.test(withoutPrefix(headline)) && forbids.test(withoutPrefix(subject)))

const forbids = /^(?:disallow|forbid|prohibit|refuse|reject)(?:s|ed|d|ing)?(?![-\w])/i
const permits = /^(?:accept|allow|permit)(?:s|t?ed|t?ing)?(?![-\w])/i

/** What a headline is about; that something is permitted or forbidden says what becomes of it. */
const matterOf = (headline: string): readonly string[] => {
  const said = withoutPrefix(headline)
  return distinctiveTerms(forbids.test(said) || permits.test(said) ? said.replace(/^\w+/, '') : headline)
}

const turning =
  /\b(?:deprecat\w*|disabl\w*|do not|don't|drop\w*|enabl\w*|instead|less|never|no longer|not|only|prefer\w*|remov\w*|replac\w*|requir\w*|revert\w*|single|stop\w*)\b/i

const brings = /^(?:add|allow|bring|enable|implement|restore|support)\w*\b/i

/** What is done to all of a project, or to its pages and comments, follows nothing up. */
const isChore = ({ subject, body, paths }: FoundCommit): boolean =>
  paths.length === 0 ||
  isBump(subject) ||
  [subject, withoutPrefix(subject)].some((said) => sweeps.test(said) || touchesUp.test(said)) ||
  isTrifle({ headline: withoutPrefix(subject), why: body }) ||
  /\b(?:docs?|documentation)\b/i.test(subject) ||
  /^(?:chore|style)$/.test(typeOf(subject))
