import { basename } from 'node:path/posix'
import { commitKey } from '../../commit.ts'
import { codeFirst, fileKindOf } from '../../curate/code/files.ts'
import { nameFor } from '../../curate/message/nameless.ts'
import { isCovered } from '../../curate/message/shared-words.ts'
import { isChangelog, isFragment } from '../../curate/message/changelog-files.ts'
import { indexReader } from '../../repo/index/index-reader.ts'
import type { CommitIndex } from '../../repo/index/commit-index.ts'
import type { DiffText, FoundCommit } from '../../repo/index/indexed-commit.ts'
import { lessonsNaming, statementsByCommit } from '../../repo/index/statement-index.ts'
import {
  alsoSaid,
  asTheyAre,
  bearingOn,
  bearingOnLines,
  reasonLengths,
  withoutIdleSteps,
} from '../../search/bearing.ts'
import type { Card } from '../../search/entry-index.ts'
import { asDecided, withDecided } from '../../search/decided.ts'
import { askedFirst, byQuestion } from '../../search/files.ts'
import { headed, type LessonCandidate } from '../../search/lesson-text.ts'
import type { RankedLesson } from '../../search/rank-lessons.ts'
import { reasonOnly } from '../../search/format-answer.ts'
import type { LessonHit } from '../../search/lesson-hit.ts'
import { noteTakenBack } from '../../search/worth-showing.ts'
import { shorten } from '../../text/clean.ts'
import { isDecidingLine, withoutLines } from '../../text/decided.ts'
import { terms } from '../../text/terms.ts'
import { isApprovedOn } from '../../tree/approved.ts'
import { noNote, printedNote, writtenStatus } from '../../tree/note.ts'
import { titleOfSaid } from '../../tree/reason.ts'
import { type CandidateLookup, candidatesFrom, toCommitRow } from './lesson-candidates.ts'
import { isMostlyThere, outcomeNow } from './outcome-now.ts'
import { type LookingLater, noStory, storyOf } from './story.ts'
import { revertsIn } from './taken-back.ts'

// Lessons as answers show them: what the tree says of a commit and what the log says of it, as one.

type Showing = LookingLater & {
  /** Characters of its reason, at most; undefined for the usual. */
  readonly most?: number | undefined
  /** Whether to say how each score came about. */
  readonly explains?: boolean
  /** Where one file is asked about: of what commits say in their diffs, what they say there. */
  readonly file?: string | undefined
}

/** What takes its standing from a lesson, whatever its entry says; undefined where nothing does. */
const retiredBy = ({ isDropped, rejectedOn, deletedOn }: LessonCandidate): string | undefined =>
  isDropped === true
    ? 'its commit is no longer in this history'
    : ((rejectedOn && `rejected as knowledge on ${rejectedOn}`) ??
      (deletedOn && `deleted as knowledge on ${deletedOn}`))

/** A lesson as it is shown, with what became of it. */
export function toHit(one: RankedLesson, showing: Showing): LessonHit {
  const { commitIndex, store } = showing
  const { rank, note, commit } = one
  const isOurs = one.source === ''
  const row = isOurs ? rowLeft(one, commitIndex) : undefined
  const now = one.kind === 'lesson' ? outcomeNow(note, row, commitIndex) : note
  const status = one.isDropped === true ? 'past' : (now?.status ?? 'current')
  const said = [reasonFor(one, showing), ...otherWordings(one, showing)].join('\n')
  const { headline, why } = asDecided(one, row, showing) ?? headed({ headline: one.headline, why: said }, row?.subject)
  const isRead = row?.inDiff !== undefined && row.body.trim() === ''
  const isBare = one.kind === 'lesson' && isRead && why === ''
  const card = one.entry === '' || !isOurs ? undefined : indexReader(store).cards([one.entry]).get(one.entry)
  // What somebody else wrote into an entry is not its author's: the entry does not say whose it is.
  const told = card !== undefined && card.told !== '' && titleOfSaid(one.why) === card.told ? card : undefined
  return {
    lane: one.lane,
    kind: one.kind,
    headline: row === undefined ? headline : nameFor(headline, row),
    why,
    commit,
    date: commit === '' ? (told?.saidAt.slice(0, 10) ?? '') : one.date,
    author: commit === '' ? (told?.author ?? '') : one.author,
    number: one.number === '' && one.kind === 'lesson' ? (row?.number ?? '') : one.number,
    files: filesOf(one, card?.files ?? [], showing),
    entry: one.entry,
    source: one.source,
    standing: retiredBy(one) ?? card?.standing ?? '',
    archived: card?.archived ?? '',
    isApproved: card !== undefined && isApprovedOn(card.approvedBefore, one.date),
    ...byAgentOf(one, card),
    covers: one.covers,
    score: Math.round(rank * 1000) / 1000,
    holds: writtenStatus(status),
    ...inCodeOf(one.kind === 'lesson' && status === 'current' ? row : undefined, commitIndex),
    isBare,
    inDiff: isBare ? bearingInDiff(saidOf(row.inDiff, row.paths, showing.file), showing) : '',
    note: printedNote(now ?? noNote),
    ...(isOurs ? storyOf({ ...one, note: now }, row, showing) : noStory),
    ...onlyWhereAsked(one, showing),
  }
}

const onlyWhereAsked = (
  { deed, parts }: RankedLesson,
  { explains = false }: Showing,
): Pick<LessonHit, 'didToFile' | 'parts'> => ({
  ...(deed === undefined ? {} : { didToFile: deed.said }),
  ...(explains && parts !== undefined ? { parts } : {}),
})

/** A lesson's commit, without what people took out of what it decided. */
function rowLeft({ commit, gone }: RankedLesson, commitIndex: CommitIndex): FoundCommit | undefined {
  const [row] = commit === '' ? [] : commitIndex.rowsOf([commitKey(commit)])
  return row === undefined || gone === undefined ? row : { ...row, body: withoutLines(row.body, gone) }
}

function inCodeOf(row: FoundCommit | undefined, commitIndex: CommitIndex): Pick<LessonHit, 'isInCode' | 'linesGone'> {
  const isInCode = row !== undefined && isMostlyThere(row, commitIndex)
  return { isInCode, linesGone: isInCode ? (row.lineCounts?.[1] ?? 0) : 0 }
}

/** What names a commit is that commit's word. */
function byAgentOf({ commit, isByAgent }: RankedLesson, card: Card | undefined): Pick<LessonHit, 'isByAgent'> {
  const byAgent = isByAgent ?? card?.isByAgent ?? false
  return commit !== '' || byAgent === false ? {} : { isByAgent: byAgent }
}

/**
 * The files to look at: of a lesson those of its commit, or of its entry where this clone's history has not got that; of a
 * comment those first that its page is about (ripgrep d9ca5293 has 140, and began with grep-matcher/UNLICENSE).
 */
function filesOf(one: RankedLesson, ofEntry: readonly string[], showing: Showing): readonly string[] {
  const ordered = inTellingOrder(one.files.length === 0 ? ofEntry : one.files, one, showing)
  const files = askedFirst(ordered, showing.file)
  const told = one.kind === 'lesson' ? [] : ofEntry.filter((path) => files.includes(path))
  return [...told, ...(told.length === 1 ? [] : files.filter((path) => !told.includes(path)))].slice(0, 4)
}

/**
 * Orders files, as git lists them by name: code first, and within a kind first those that the question or headline
 * names.
 */
const inTellingOrder = (
  files: readonly string[],
  { headline }: Pick<LessonCandidate, 'headline'>,
  { coverageTerms }: Showing,
): readonly string[] => codeFirst(byQuestion(files, new Set([...coverageTerms, ...terms(headline)])))

/** What a commit says in its diff that bears on the question: the lines of it that do, in their order. */
function bearingInDiff(
  inDiff: readonly DiffText[],
  { most = reasonLengths.others, coverageTerms, searchTerms, rarity }: Showing,
): string {
  const length = coverageTerms.length === 0 ? most : Math.min(most, reasonLengths.later)
  return bearingOnLines(
    inDiff.map(({ text }) => text),
    searchTerms,
    { most: length, rarity },
  )
}

/** Keeps what a commit's diff says in one file, which may have moved since, or in a changelog. */
function saidOf(
  inDiff: readonly DiffText[],
  touched: readonly string[],
  file: string | undefined,
): readonly DiffText[] {
  if (file === undefined) return inDiff
  const isIt = (path: string): boolean =>
    touched.includes(file) ? path === file : basename(path) === basename(file) && fileKindOf(path) === fileKindOf(file)
  return inDiff.filter(({ path }) => isIt(path) || isChangelog(path) || isFragment(path))
}

/** Of the words of another wording, those that the first has; with fewer, it is another lesson under the same headline. */
const isWordedAnew = 0.5

/** What an entry gives beside the reason of a lesson, where two people worded it anew and nobody decided. */
function otherWordings(
  { lane, kind, commit, entry, headline, why, source }: RankedLesson,
  { store }: Showing,
): readonly string[] {
  if (lane !== 'tree' || kind !== 'lesson' || source !== '' || commit === '' || why === '') return []
  return statementsByCommit(store.database, [commitKey(commit)])
    .filter(({ kind: of, path, headline: called }) => of === 'lesson' && path === entry && called === headline)
    .filter((other) => other.why !== why && isCovered(other.why, why, isWordedAnew))
    .slice(0, 1)
    .map((other) => `Also stated: ${shorten(other.why, reasonLengths.later)}`)
}

/** The reason of a lesson as far as it bears on the question, and what else its commit says of that. */
function reasonFor(one: RankedLesson, showing: Showing): string {
  const { headline, message } = one
  const { most = reasonLengths.others, coverageTerms, searchTerms, rarity } = showing
  const why = one.lane === 'log' ? withoutIdleSteps(one.why, searchTerms) : withDecided(one, showing)
  const reason = bearingOn(why, searchTerms, { most, rarity })
  const also = alsoSaid(message, `${headline}\n${reasonOnly(one)}\n${why}`, {
    coverageTerms,
    rarity,
    most: reasonLengths.others,
  })
  if (also === '') return reason
  const told = reasonOnly({ headline, why: reason })
  const gap = isDecidingLine(told.slice(told.lastIndexOf('\n') + 1)) ? '\n… ' : ' … '
  return told === '' ? also : `${told}${gap}${also}`
}

/**
 * Makes lessons of commits, in their order, by the message where no reason was kept; commits that this history does not
 * have are left out. With a `file`, only what their diffs say in it is shown.
 */
export function lessonsOf(
  { place, store, commitIndex, file }: CandidateLookup & Pick<Showing, 'file'>,
  commits: readonly string[],
): readonly LessonHit[] {
  const keys = commits.map(commitKey)
  const rows = new Map(commitIndex.rowsOf(keys).map((row) => [row.sha, row]))
  const found = commits.flatMap((commit) => rows.get(commit) ?? [])
  const candidates = candidatesFrom(
    { place, store, commitIndex },
    found.map(toCommitRow),
    lessonsNaming(store.database, keys),
  )
  const order = new Map(commits.map((commit, at) => [commit, at]))
  const showing = { commitIndex, store, file, coverageTerms: [], searchTerms: asTheyAre([]), rarity: () => 1 }
  const revertFor = revertsIn(found.length === 0 ? [] : commitIndex.reverts())
  return candidates
    .filter(({ commit }) => order.has(commit))
    .toSorted((a, b) => (order.get(a.commit) ?? 0) - (order.get(b.commit) ?? 0))
    .map((one, at) => {
      const revert = revertFor(rows.get(one.commit))
      const note = revert === undefined ? one.note : noteTakenBack(one, { commit: revert.sha })
      const told = { ...one, note, why: one.why || one.message, covers: 1, rank: 0 }
      return toHit(told, at === 0 ? { ...showing, isFirst: true, most: reasonLengths.alone } : showing)
    })
}
