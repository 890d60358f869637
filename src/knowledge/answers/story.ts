import { commitKey } from '../../commit.ts'
import { distinctiveTerms } from '../../curate/message/distinctive-terms.ts'
import { removes, undoing } from '../../curate/message/headline-kinds.ts'
import { isEmptySubject, nameFor } from '../../curate/message/nameless.ts'
import { isCovered } from '../../curate/message/shared-words.ts'
import { isTrifle } from '../../curate/message/trifles.ts'
import { isRelease } from '../../text/bumps.ts'
import { withoutPrefix } from '../../text/titles.ts'
import type { CommitIndex } from '../../repo/index/commit-index.ts'
import type { FoundCommit, LineCounts } from '../../repo/index/indexed-commit.ts'
import { statementsByCommit } from '../../repo/index/statement-index.ts'
import type { Store } from '../../repo/index/store.ts'
import {
  bearingOn,
  bearingOnLines,
  bears,
  heldIn,
  reasonLengths,
  withoutIdleSteps,
  type SearchTerms,
} from '../../search/bearing.ts'
import type { Rarity } from '../../search/bm25.ts'
import { reasonOnly } from '../../search/format-answer.ts'
import type { Later, LessonHit } from '../../search/lesson-hit.ts'
import type { LessonCandidate } from '../../search/lesson-text.ts'
import { terms } from '../../text/terms.ts'
import { short } from '../../text/words.ts'
import { followUps, rarityOver } from './follow-ups.ts'
import { revertBefore } from './taken-back.ts'

/** Where later commits are looked up, and the question that they may bear on. */
export type LookingLater = {
  readonly commitIndex: CommitIndex
  readonly store: Store
  readonly coverageTerms: readonly string[]
  readonly searchTerms: SearchTerms
  readonly rarity: Rarity
  /** Whether the lesson is the one that answers: then small changes to it are named, too. */
  readonly isFirst?: boolean
  /** Whether it may be what was asked for: then what followed it is looked up. */
  readonly isLeading?: boolean
}

type Story = Pick<LessonHit, 'supersededBy' | 'followUps' | 'replaced'>

/** The story of what this history has no commits of. */
export const noStory: Story = { supersededBy: [], followUps: [], replaced: [] }

/** The other commits of a lesson's story: what changed it, what followed it up, and what it took the place of. */
export function storyOf(one: LessonCandidate, row: FoundCommit | undefined, looking: LookingLater): Story {
  const supersededBy = changedLater(one, row?.lineCounts, looking)
  const isLeading = looking.isLeading === true && one.kind === 'lesson' && row !== undefined
  return {
    supersededBy,
    followUps: isLeading ? followUps(one.headline, row, { ...looking, known: supersededBy }) : [],
    replaced: looking.isFirst === true || undoing.test(one.headline) ? replacedBy(one, looking.commitIndex) : [],
  }
}

/** Commits that are named with a lesson, at most. */
const mostLater = 2

/**
 * The commits that changed a lesson later. Where it still holds, those that took a line or two of it are named by their
 * headline, if they bear on the question or on what the lesson is about: a small change may reverse much. Who took half of it
 * is told with the reason, where that bears on the question.
 */
function changedLater(
  { headline, note }: Pick<LessonCandidate, 'headline' | 'note'>,
  lineCounts: LineCounts | undefined,
  looking: LookingLater,
): readonly Later[] {
  const rowsOf = (sha: string): readonly FoundCommit[] => looking.commitIndex.rowsOf([commitKey(sha)])
  // What was built of it changed with the next release, and nobody changed anything (marked 202fa62c, "build v7.0.0").
  const releases = (sha: string): boolean => rowsOf(sha).some(({ subject }) => isRelease(subject))
  const told = (shas: readonly string[] = []): readonly Later[] =>
    shas
      .filter((sha) => !releases(sha))
      .map((sha) => ({ sha, rows: rowsOf(sha) }))
      .map(({ sha, rows }) => withReasonFor(laterOf(sha, rows, looking), { headline, rows, looking }))
  const ended = told(note?.supersededBy)
  const byLines =
    ended.length > 0 || looking.isFirst !== true ? [] : takersOf(headline, lineCounts, { looking, rowsOf, releases })
  const all = [...ended, ...byLines, ...told(note?.amendedBy)]
  return all.filter(({ commit }, at) => all.findIndex((other) => other.commit === commit) === at).slice(0, mostLater)
}

type Taking = {
  readonly looking: LookingLater
  readonly rowsOf: (sha: string) => readonly FoundCommit[]
  readonly releases: (sha: string) => boolean
}

/** Who took lines of a lesson that holds: most of them, or such as the question or the lesson is about; as many as are named. */
function takersOf(
  headline: string,
  lineCounts: LineCounts | undefined,
  { looking, rowsOf, releases }: Taking,
): readonly Later[] {
  if (lineCounts === undefined) return []
  const [added, , removers] = lineCounts
  const found: Later[] = []
  for (const [sha, lines] of removers) {
    if (found.length === mostLater) break
    if (releases(sha)) continue
    const rows = rowsOf(sha)
    const later = laterOf(sha, rows, looking)
    const isMostOfIt = lines * 2 >= added
    const isAsked = bears(`${later.headline}\n${later.why}`, looking)
    if (!(isMostOfIt || isAsked || isSameMatter(headline, rows, looking)) || isSpelledAnew(later, rows)) continue
    found.push(isMostOfIt && isAsked ? later : { ...later, why: '' })
  }
  return found
}

/**
 * What was there before a lesson: what the tree says that it replaced, where their headlines are about the same, the commit
 * whose number a revert names, what one that takes something away took lines of, or the revert that it landed again after. "Partial Revert of #922" (cobra 6607e6b8) says
 * nothing of what was tried without it.
 */
function replacedBy(
  { headline, note, commit }: Pick<LessonCandidate, 'headline' | 'note' | 'commit'>,
  commitIndex: CommitIndex,
): readonly Later[] {
  const [own] = commitIndex.rowsOf([commitKey(commit)])
  if (own === undefined) return []
  // A number within the title that is quoted is one of that title's: `Revert "Fix #204 - …"` (fzf 16ca9c68).
  const [, number] = /\brevert\w*\b[^#"“'‘]{0,60}(#\d{1,7})\b/i.exec(headline) ?? []
  const words = new Set(distinctiveTerms(headline))
  const sharedBy = ({ subject }: FoundCommit): number =>
    distinctiveTerms(subject).filter((term) => words.has(term)).length
  const told = commitIndex.rowsOf((note?.replaces ?? []).map(commitKey)).filter((row) => sharedBy(row) > 0)
  const named = number === undefined ? [] : commitIndex.numbered(number)
  const isBefore = ({ id, sha }: FoundCommit): boolean =>
    id < own.id && note?.supersededBy.includes(short(sha)) !== true
  const row =
    revertBefore(own, commitIndex) ?? [...told, ...named].find(isBefore) ?? takenAway(own, commitIndex, sharedBy)
  return row === undefined ? [] : [{ commit: row.sha, date: row.date, headline: nameFor(row.subject, row), why: '' }]
}

/**
 * What a revert or removal took lines of, and shares most words of its headline with: "revert Clone impl for broadcast::Receiver"
 * (tokio 8bfb1c92) does not say which commit tried that.
 */
function takenAway(
  own: FoundCommit,
  commitIndex: CommitIndex,
  sharedBy: (row: FoundCommit) => number,
): FoundCommit | undefined {
  const title = withoutPrefix(own.subject)
  if (!undoing.test(title) && !removes.test(title)) return undefined
  // What was deprecated first came with another commit (eslint 2543f11d, 7c2cd70c).
  const isBrought = (subject: string): boolean => !removes.test(subject) && !/^deprecat/i.test(subject)
  const taken = commitIndex
    .takenBy(own.sha)
    .filter((row) => row.id < own.id && sharedBy(row) >= leastShared && isBrought(withoutPrefix(row.subject)))
  return taken.toSorted((a, b) => sharedBy(b) - sharedBy(a))[0]
}

/** One word of several is a matter that both touch. */
const leastShared = 2

/**
 * Whether the message of a commit that took lines of a lesson holds a quarter of its headline, by the rarity of its words: "Less verbose
 * output for multierr" is about "Support multierr and pkg/errors" (zap 092e7c1e, acea9071), and half of it would be too much to ask.
 */
function isSameMatter(headline: string, rows: readonly FoundCommit[], { commitIndex }: LookingLater): boolean {
  const own = [...new Set(terms(headline))]
  const rarity = rarityOver(commitIndex, own)
  const all = own.reduce((sum, term) => sum + rarity(term), 0)
  return rows.some((row) => {
    const held = heldIn(`${row.subject}\n${row.body}`, own, rarity)
    return held > 0 && held * 4 >= all
  })
}

/** Whether a commit only spells something otherwise: what it took out is still said. */
const isSpelledAnew = ({ headline }: Later, rows: readonly FoundCommit[]): boolean =>
  rows.some(({ body }) => isTrifle({ headline: headline.replace(/^[^\s:]{1,60}: /, ''), why: body }))

function laterOf(sha: string, [row]: readonly FoundCommit[], looking: LookingLater): Later {
  // The commit is in another clone's history: of a branch that is not here, or from before a rebase.
  if (row === undefined) return { commit: sha, date: '', headline: '(not in this history)', why: '' }
  const { store, searchTerms, rarity } = looking
  const [statement] = statementsByCommit(store.database, [commitKey(sha)])
  // What changed a lesson is shown for its reason, and "fmt." is none (tower 54dd475e).
  const said = (statement === undefined ? '' : reasonOnly(statement)) || withoutIdleSteps(row.body, searchTerms, 1)
  const why =
    said === '' ? inItsDiff(row, looking) : bearingOn(said, searchTerms, { most: reasonLengths.later, rarity })
  // A commit goes by its own name, and not by a section of the page that it wrote: "Gradual migration" (vite 2cf80622).
  const headline = isEmptySubject(row.subject) ? (statement?.headline ?? row.subject) : row.subject
  const name = nameFor(headline, row)
  return {
    commit: row.sha,
    date: row.date,
    headline: name,
    why: isCovered(why.replace(/^in its diff: /, ''), name) ? '' : why,
  }
}

/**
 * A later commit, with its reason only where that bears on the question, or the commit on what the lesson is about: why a package
 * was rewritten tells nobody why one option is spelled so.
 */
const withReasonFor = (
  later: Later,
  { headline, rows, looking }: { headline: string; rows: readonly FoundCommit[]; looking: LookingLater },
): Later =>
  later.why === '' ||
  looking.coverageTerms.length === 0 ||
  bears(later.why, looking) ||
  isSameMatter(headline, rows, looking)
    ? later
    : { ...later, why: '' }

/** What a commit without a reason says in its diff of what is asked: "Security fix in cors/index.ts" alone does not say what came instead (hono f0b094db). */
function inItsDiff({ inDiff = [] }: FoundCommit, looking: LookingLater): string {
  const lines = inDiff.map(({ text }) => text)
  const said = bearingOnLines(lines, looking.searchTerms, { most: reasonLengths.others, rarity: looking.rarity })
  return said === '' || !bears(said, looking) ? '' : `in its diff: ${said}`
}
