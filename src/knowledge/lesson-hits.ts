import { basename } from 'node:path/posix'
import { codeFirst, fileKindOf } from '../curate/code/files.ts'
import { noLineHistory } from '../curate/lines/line-history.ts'
import { withoutPrefix } from '../curate/message/split-message.ts'
import { nameFor } from '../curate/message/nameless.ts'
import { outcomeOf, stands } from '../curate/standing/outcome-of.ts'
import { removes } from '../curate/message/headline-kinds.ts'
import { isChangelog, isFragment } from '../curate/message/changelog.ts'
import { isTrifle } from '../curate/message/trifles.ts'
import { indexReader } from '../repo/index/index-reader.ts'
import type { LogLane } from '../repo/index/log-lane.ts'
import type { LogFound, LogSaid } from '../repo/index/log-row.ts'
import { type FoundStatement, storedStatements } from '../repo/index/statements.ts'
import type { Store } from '../repo/index/store.ts'
import { joinLanes, type LoggedCommit, rarityAmong } from '../search/lesson-answer.ts'
import { alsoSaid, bearingOn, bears, heldIn, reasonLengths, withoutIdleSteps } from '../search/bearing.ts'
import type { Rarity } from '../search/bm25.ts'
import { byQuestion } from '../search/files.ts'
import type { LessonCandidate } from '../search/lesson-text.ts'
import type { RankedLesson } from '../search/lessons.ts'
import { type Later, type LessonHit, reasonOnly } from '../search/in-words.ts'
import { noteTakenBack } from '../search/worth-showing.ts'
import { terms } from '../text/terms.ts'
import { noNote, type LessonNote, printedNote, writtenStatus } from '../tree/note.ts'
import { revertsIn } from './taken-back.ts'

// Lessons as answers show them: what the tree says of a commit and what the log says of it, as one.

/** A commit of the log lane as answers are made of it. */
export const toLogged = ({ fate, score: _score, id: _id, ...row }: LogFound): LoggedCommit => {
  const note = fate === undefined ? undefined : noteOf(fate, row.subject)
  return { ...row, note }
}

/** Makes candidates of what both lanes found; commits that only the tree names are looked up. */
export const joinInLane = (
  lane: LogLane,
  logged: readonly LoggedCommit[],
  stated: readonly FoundStatement[],
): readonly LessonCandidate[] => joinLanes(logged, stated, (prefixes) => lane.rowsOf(prefixes).map(toLogged))

/** What became of a commit's lines, as a note says it; of one that takes something away, its lines say nothing. */
export const noteOf = (
  [added, gone, takers, rewritten]: NonNullable<LogFound['fate']>,
  subject: string,
): LessonNote => ({
  ...noNote,
  ...(removes.test(withoutPrefix(subject))
    ? stands
    : outcomeOf({
        ...noLineHistory,
        added,
        gone,
        rewritten,
        removers: takers.map(([commit, lines]) => ({ commit, lines })),
      })),
})

/**
 * What became of a lesson as the tree says it, which knows names, tests and what was removed, too. Where it says nothing, its
 * lines do; where none of these are left, it may not have been asked since.
 */
function outcomeNow(note: LessonNote | undefined, row: LogFound | undefined): LessonNote | undefined {
  if (row?.fate === undefined) return note
  const counted = noteOf(row.fate, row.subject)
  if (note === undefined) return counted
  const isUnasked = note.status === 'current' && note.pinnedBy === '' && counted.status === 'past'
  return isUnasked ? { ...note, status: 'partly', supersededBy: counted.supersededBy } : note
}

/**
 * Whether most lines that a commit put in are in the code; what was taken away is nowhere to be found, and where its files were
 * changed since lines were counted, nobody knows.
 */
function isMostlyThere({ subject, fate, paths }: LogFound, lane: LogLane): boolean {
  if (fate === undefined || removes.test(withoutPrefix(subject))) return false
  const [added, gone] = fate
  if (added === 0 || gone * 2 >= added) return false
  const changed = lane.changedSince()
  return changed !== undefined && !paths.some((path) => changed.has(path))
}

type Showing = {
  /** How long its reason is told, where that is not all. */
  readonly most?: number | undefined
  /** Whether it is the one that answers: then small changes to it are told, too. */
  readonly isFirst?: boolean
  readonly lane: LogLane
  readonly store: Store
  readonly asked: readonly string[]
  readonly found: ReadonlySet<string>
  readonly rarity: Rarity
  /** Whether to say how each score came about. */
  readonly explains?: boolean
  /** Where one file is asked about: of what commits say in their diffs, what they say there. */
  readonly file?: string | undefined
}

/** A lesson as it is shown, with what became of it. */
export function toHit(one: RankedLesson, showing: Showing): LessonHit {
  const { lane, store } = showing
  const { rank, note, commit } = one
  const isOurs = one.source === ''
  const [row] = commit === '' || !isOurs ? [] : lane.rowsOf([commit.slice(0, 8)])
  const now = one.kind === 'lesson' ? outcomeNow(note, row) : note
  const status = now?.status ?? 'current'
  const why = reasonFor(one, showing)
  const isRead = row?.inDiff !== undefined && row.body.trim() === ''
  const isBare = one.kind === 'lesson' && isRead && why === ''
  const card = one.entry === '' || !isOurs ? undefined : indexReader(store).cards([one.entry]).get(one.entry)
  return {
    lane: one.lane,
    kind: one.kind,
    headline: row === undefined ? one.headline : nameFor(one.headline, row),
    why,
    commit,
    date: one.date,
    author: one.author,
    number: one.number,
    // A commit that is not in this clone's history still has the files of its entry.
    files: inTellingOrder(one.files.length === 0 ? (card?.files ?? []) : one.files, one, showing).slice(0, 4),
    entry: one.entry,
    source: one.source,
    standing: card?.standing ?? '',
    archived: card?.archived ?? '',
    covers: one.covers,
    score: Math.round(rank * 1000) / 1000,
    holds: writtenStatus(status),
    isInCode: one.kind === 'lesson' && status === 'current' && row !== undefined && isMostlyThere(row, lane),
    isBare,
    inDiff: isBare ? bearingInDiff(saidOf(row.inDiff, row.paths, showing.file), showing) : '',
    note: printedNote(now ?? noNote),
    supersededBy: isOurs ? changedLater({ ...one, note: now }, row?.fate, showing) : [],
    ...(showing.explains === true && one.parts !== undefined ? { parts: one.parts } : {}),
  }
}

/** Of the files of one kind, puts first whose name the question or the headline says: git lists them by their names. */
const inTellingOrder = (
  files: readonly string[],
  { headline }: Pick<LessonCandidate, 'headline'>,
  { asked }: Showing,
): readonly string[] => codeFirst(byQuestion(files, new Set([...asked, ...terms(headline)])))

/** What a commit says in its diff that bears on the question: the lines of it that do, in their order. */
function bearingInDiff(
  inDiff: readonly LogSaid[],
  { most = reasonLengths.others, asked, found, rarity }: Showing,
): string {
  const length = asked.length === 0 ? most : Math.min(most, reasonLengths.later)
  const said = inDiff.map(({ text }) => text).join('\n\n')
  return bearingOn(said, found, { most: length, rarity }).replaceAll('\n\n', '\n')
}

/** Of what a commit says in its diff, what it says of one file, which may have moved since, or in a changelog of them all. */
function saidOf(inDiff: readonly LogSaid[], touched: readonly string[], file: string | undefined): readonly LogSaid[] {
  if (file === undefined) return inDiff
  const isIt = (path: string): boolean =>
    touched.includes(file) ? path === file : basename(path) === basename(file) && fileKindOf(path) === fileKindOf(file)
  return inDiff.filter(({ path }) => isIt(path) || isChangelog(path) || isFragment(path))
}

/** The reason of a lesson as far as it bears on the question, and what else its commit says of that. */
function reasonFor(one: RankedLesson, { most = reasonLengths.others, asked, found, rarity }: Showing): string {
  const { headline, message } = one
  const why = one.lane === 'log' ? withoutIdleSteps(one.why, found) : one.why
  const reason = bearingOn(why, found, { most, rarity })
  const also = alsoSaid(message, `${headline}\n${reasonOnly(one)}`, { asked, rarity, most: reasonLengths.others })
  return also === '' ? reason : [reasonOnly({ headline, why: reason }), also].filter((part) => part !== '').join(' … ')
}

/**
 * The commits that changed a lesson later. Where it still stands, those that took a line or two of it are told by their
 * headline, if they bear on the question or on what the lesson is about: a small change may reverse much.
 */
function changedLater(
  { headline, note }: Pick<LessonCandidate, 'headline' | 'note'>,
  fate: LogFound['fate'],
  showing: Showing,
): readonly Later[] {
  const named = [...new Set(note?.supersededBy)].slice(0, mostLater)
  if (named.length > 0) return named.flatMap((sha) => laterOf(sha, showing))
  if (fate === undefined || showing.isFirst !== true) return []
  const [added, , takers] = fate
  const isTelling = (later: Later, lines: number): boolean =>
    lines * 2 >= added || bears(`${later.headline}\n${later.why}`, showing) || isSameMatter(headline, later, showing)
  return takers
    .flatMap(([sha, lines]) =>
      laterOf(sha, showing).flatMap((later) =>
        isTelling(later, lines) && !isSpelledAnew(later, showing) ? [{ ...later, why: '' }] : [],
      ),
    )
    .slice(0, mostLater)
}

/** Whether the message of a commit holds half of a lesson's headline, by the rarity of its words. */
function isSameMatter(headline: string, { commit }: Later, { lane }: Showing): boolean {
  const own = [...new Set(terms(headline))]
  const { size } = lane.state()
  const counts = lane.frequencies(own)
  const rarity: Rarity = (term) => rarityAmong(size, counts.get(term) ?? 0)
  const all = own.reduce((sum, term) => sum + rarity(term), 0)
  return lane.rowsOf([commit.slice(0, 8)]).some((row) => {
    const held = heldIn(`${row.subject}\n${row.body}`, own, rarity)
    return held > 0 && held * 2 >= all
  })
}

/** Whether a commit only spells something otherwise: what it took out is still said. */
const isSpelledAnew = ({ headline, commit }: Later, { lane }: Showing): boolean =>
  lane
    .rowsOf([commit.slice(0, 8)])
    .some(({ body }) => isTrifle({ headline: headline.replace(/^[^\s:]{1,60}: /, ''), why: body }))

const mostLater = 2

function laterOf(sha: string, { lane, store, found, rarity }: Showing): readonly Later[] {
  const [row] = lane.rowsOf([sha.slice(0, 8)])
  const [statement] = storedStatements(store.database, [sha.slice(0, 8)])
  // It is in the history of whoever learned that: of a branch that is not here, or from before a rebase.
  if (row === undefined) return [{ commit: sha, date: '', headline: '(not in this history)', why: '' }]
  // What changed a lesson is told for its reason: "fmt." is none (tower 54dd475e).
  const said = (statement === undefined ? '' : reasonOnly(statement)) || withoutIdleSteps(row.body, found, 1)
  const why = bearingOn(said, found, {
    most: reasonLengths.later,
    rarity,
  })
  return [{ commit: row.sha, date: row.date, headline: nameFor(statement?.headline ?? row.subject, row), why }]
}

/**
 * Tells commits as lessons, in their order, by the message where no reason was kept; those that this history does not have
 * are left out. Where they are told of one `file`, of what their diffs say only what stands there.
 */
export function lessonsOf(
  { store, lane, file }: Pick<Showing, 'store' | 'lane' | 'file'>,
  commits: readonly string[],
): readonly LessonHit[] {
  const keys = commits.map((commit) => commit.slice(0, 8))
  const rows = new Map(lane.rowsOf(keys).map((row) => [row.sha, row]))
  const found = commits.flatMap((commit) => rows.get(commit) ?? [])
  const candidates = joinInLane(lane, found.map(toLogged), storedStatements(store.database, keys))
  const order = new Map(commits.map((commit, at) => [commit, at]))
  const showing = { lane, store, file, asked: [], found: new Set<string>(), rarity: () => 1 }
  const revertFor = revertsIn(found.length === 0 ? [] : lane.reverts())
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
