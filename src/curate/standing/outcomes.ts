import { plural, short } from '../../text/words.ts'
import { combineNotes, noNote, type LessonNote } from '../../tree/note.ts'
import { isChangelog, isFragment } from '../message/changelog.ts'
import { adds, removes } from '../message/headline-kinds.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'
import { type Outcome, outcomeByTitle, stands } from './outcome-of.ts'
import { settleOpen } from './settle-open.ts'
import { areTestsThere, isAsWritten, isBack, isFollowedWell, isPartlyThere } from './what-is-left.ts'
import type { FilesNow } from './files-now.ts'
import { isGone, moversOut, onlyCode, statusByFiles } from './by-files.ts'
import { outdatedVersions, supersededVersions } from './dependency-versions.ts'
import { supersededMinimums } from './minimum-versions.ts'
import { isTakenBackBy, wordsOfEach } from './same-matter.ts'
import { cameAgain } from './came-again.ts'
import { revertedLater } from './reverted-later.ts'
import { removalOf } from './deprecations.ts'
import { type Release, withEnds } from './planned-removals.ts'
import {
  closedBy,
  takenBackBy,
  partTakenOutBy,
  takenOutBy,
  type SubjectOf,
  type Removers,
  removersAmong,
  withoutIdle,
} from './removers.ts'
import { heldByNames, isOfDeprecation, ownNamesAside, speaksOfOption, spokenNames } from './names-now.ts'
import type { NameNow } from '../code/code-names.ts'
import type { LineHistory } from '../lines/line-history.ts'

/** What became of a commit's lines; undefined where they were not followed. */
export type LineHistories = (sha: string) => LineHistory | undefined

/** Whether lines of a commit stand somewhere, be it one (werkzeug b5c5416a), whatever became of its files. */
const isLeft = (lineHistory: LineHistory | undefined): boolean =>
  lineHistory !== undefined && (isBack(lineHistory) || lineHistory.standsIn !== '')

/** Whether only its lines say what became of a commit, and no name: the code began again since, or none was touched. */
export const isForItsLines = (lineHistory: LineHistory | undefined): boolean =>
  lineHistory !== undefined && (lineHistory.isFromBeforeRestart || lineHistory.isNonCode)

/** What became of commits, and the code as it stands: its files, and what its manifests say. */
export type Aftermath = {
  readonly lineHistories: LineHistories
  /** While later commits are still to be read, whose lines went on elsewhere when their files went. */
  readonly soFar: LineHistories
  readonly nameNow?: NameNow
  /** Who took lines out, where these are not among the commits at hand. */
  readonly subjectOf?: SubjectOf | undefined
  readonly files: FilesNow | undefined
  readonly manifests: readonly string[]
  /** The newest release that the project names; left out where nobody looked. */
  readonly newest?: Release
}

/** Writes into lessons what became of them. */
export function withOutcomes(analyses: readonly CommitAnalysis[], after: Aftermath): readonly CommitAnalysis[] {
  const { nameNow = () => 'unknown', files } = after
  const removers = removersAmong(analyses, after.subjectOf)
  const undone = outcomesByWord(analyses, after, removers)
  const outdated = outdatedVersions(analyses)
  const outcomes = new Map([...outcomesByLines(analyses, after, removers), ...undone])
  return analyses.map((analysis) => {
    const outcome = outcomes.get(analysis.sha) ?? stands
    const lineHistory = after.lineHistories(analysis.sha)
    // Names speak for lines. Of what lost its files, they only say that it may be elsewhere, and they bring nothing back.
    const isFirm = isForItsLines(lineHistory) || (files !== undefined && isGone(analysis, files))
    const isUntouched = lineHistory !== undefined && isAsWritten(lineHistory)
    const held = (piece: Evidence): Outcome => {
      if (undone.has(analysis.sha)) return outcome
      const naming = ownNamesAside(piece, { nameNow, namesTakenOut: analysis.namesTakenOut, lineHistory })
      if (isFirm && outcome.status === 'past') {
        const { there, lost } = spokenNames(piece, naming)
        const isNamed = speaksOfOption(piece, naming) || (there > 0 && lost === 0)
        const mayHold = !isForItsLines(lineHistory) && isNamed
        return withoutIdle(mayHold ? { ...outcome, status: 'reworked' } : outcome, removers)
      }
      const byLines = isUntouched && !isOfDeprecation(piece.about)
      const now = byLines ? outcome : heldBy(outcome, piece, { lineHistory, nameNow: naming, removers })
      return withEnds(withoutIdle(now, removers), piece, { by: outdated.get(analysis.sha), newest: after.newest })
    }
    return withNote(analysis, { held, files, tests: lineHistory?.tests })
  })
}

type Settling = {
  readonly lineHistory: LineHistory | undefined
  readonly nameNow: NameNow
  readonly removers: Removers
}

/**
 * Names alone end nothing of which more than a quarter of the lines is left: “add HTTP/1 header read timeout option”, whose
 * setting has another name since (hyper 842c6553). A deprecation ends with its name.
 */
const sparedByLines = (
  named: Outcome,
  { outcome, headline, lineHistory }: { outcome: Outcome; headline: string; lineHistory: LineHistory | undefined },
): Outcome =>
  !isOfDeprecation(headline) &&
  named.status === 'past' &&
  outcome.status !== 'past' &&
  lineHistory !== undefined &&
  (isPartlyThere(lineHistory) || areTestsThere(lineHistory))
    ? { ...named, status: 'partly' }
    : named

/** What lines and names say of a piece. */
export function heldBy(
  outcome: Outcome,
  said: Pick<Evidence, 'about' | 'text'>,
  { lineHistory, nameNow, removers }: Settling,
): Outcome {
  const named = heldByNames(outcome, said, nameNow)
  const settled = settleOpen(sparedByLines(named, { outcome, headline: said.about, lineHistory }), lineHistory, {
    ...spokenNames(said, nameNow),
    addsWhatIsLost: adds.test(said.about) && spokenNames({ about: said.about, text: '' }, nameNow).lost > 0,
    isInUse: speaksOfOption(said, nameNow),
    tellsRemoval: removes.test(said.about),
    isTidied:
      outcome.supersededBy.length > 0 &&
      outcome.supersededBy.every((sha) => removers.tidies(sha) || removers.isIdle(sha)),
  })
  const part =
    settled.status !== 'current' || lineHistory === undefined
      ? undefined
      : partTakenOutBy(said.about, lineHistory, removers)
  return part === undefined ? settled : { status: 'partly', supersededBy: [short(part)] }
}

/** What became of commits by the lines that they wrote, and the files that these were in. */
function outcomesByLines(
  analyses: readonly CommitAnalysis[],
  { lineHistories, soFar, files }: Aftermath,
  removers: Removers,
): ReadonlyMap<string, Outcome> {
  const wordsOf = wordsOfEach(analyses, removers)
  const movedOutBy = moversOut(analyses)
  return new Map(
    analyses.flatMap((analysis) => {
      const lineHistory = lineHistories(analysis.sha)
      const isNowhere = files !== undefined && isGone(analysis, files)
      const mover = isNowhere && !isLeft(lineHistory) ? movedOutBy(analysis) : undefined
      if (mover !== undefined) return [[analysis.sha, { status: 'past', supersededBy: [mover] }] as const]
      const isCodeGone = files !== undefined && isGone(onlyCode(analysis), files)
      const byLines =
        lineHistory === undefined
          ? undefined
          : outcomeByTitle(isNowhere ? '' : analysis.subject, byWorkers(lineHistory, removers), {
              isAbout: (later) =>
                isTakenBackBy(later, {
                  title: analysis.title,
                  paths: analysis.touched.map(({ path }) => path),
                  isNowhere,
                  isNonCode: lineHistory.isNonCode,
                  carriesOn: removers.carriesOn,
                  wordsOf,
                }),
            })
      if (byLines !== undefined && byLines.status !== 'current') return [[analysis.sha, byLines] as const]
      const isMoved = isLeft(soFar(analysis.sha))
      const isCounted = lineHistory !== undefined && isFollowedWell(lineHistory)
      // What a release took in is not over (yarl 764e3d73).
      const isNote = analysis.touched.every(({ path }) => isFragment(path) || isChangelog(path))
      const status = isMoved || isNote ? undefined : statusByFiles(analysis, { isNowhere, isCodeGone, isCounted })
      if (status !== undefined) return [[analysis.sha, { status, supersededBy: [] }] as const]
      return isCounted ? [[analysis.sha, stands] as const] : []
    }),
  )
}

/** Of few lines, without those who took nothing's place: what only a formatter wrote anew stands (ripgrep 46fb77c2, 1c3eebef). */
export const byWorkers = (lines: LineHistory, { isIdle }: Removers): LineHistory =>
  isFollowedWell(lines) ? lines : { ...lines, removers: lines.removers.filter(({ commit }) => !isIdle(commit)) }

/** Commits that a later one says it takes back, or whose value it bids up or down. */
function outcomesByWord(
  analyses: readonly CommitAnalysis[],
  { lineHistories, manifests }: Aftermath,
  removers: Removers,
): ReadonlyMap<string, Outcome> {
  const back = [...cameAgain(analyses), ...revertedLater(analyses)].filter(([sha]) => {
    const lineHistory = lineHistories(sha)
    // Other tests may say the same lines as those that were taken back (zap 7b6c114a); all of them, only where nothing was (axios e52cd3ac).
    return lineHistory === undefined || (lineHistory.isNonCode ? lineHistory.gone > 0 : !isBack(lineHistory))
  })
  const found = [
    ...supersededVersions(analyses, manifests),
    ...[...supersededMinimums(analyses)].map(([sha, by]) => [sha, [by]] as const),
    ...back.map(([sha, by]) => [sha, [short(by)]] as const),
  ]
  const ends = analyses.flatMap(({ sha, title }) => {
    const outcome = endOf(title, lineHistories(sha), removers)
    return outcome === undefined ? [] : [[sha, outcome] as const]
  })
  return new Map([...found.map(([sha, by]) => [sha, { status: 'past', supersededBy: by }] as const), ...ends])
}

/**
 * What became of a deprecation whose time is over, of what a security fix took out, and of what a revert did; undefined for any
 * other lesson.
 */
export function endOf(headline: string, lineHistory: LineHistory | undefined, removers: Removers): Outcome | undefined {
  const by =
    lineHistory === undefined
      ? undefined
      : (removalOf(headline, lineHistory, removers) ??
        closedBy(lineHistory, removers) ??
        takenBackBy(lineHistory, removers) ??
        takenOutBy(headline, lineHistory, removers))
  return by === undefined ? undefined : { status: 'past', supersededBy: [short(by)] }
}

type Known = {
  readonly held: (piece: Evidence) => Outcome
  readonly files: FilesNow | undefined
  readonly tests: LineHistory['tests'] | undefined
}

/** Adds to each lesson of a commit what is known of it; a section holds as long as its document has it, whatever the code does. */
function withNote(analysis: CommitAnalysis, { held, files, tests }: Known): CommitAnalysis {
  const evidence = analysis.evidence.map((piece) => {
    if (piece.note === undefined || piece.at.path !== '') return piece
    const outcome = held(piece)
    // "pinned by 1 test · past" contradicts itself (starlette 7b9fcaf3).
    const pinnedBy = outcome.status === 'past' ? '' : stillPinned(piece.note, { files, tests })
    return { ...piece, note: combineNotes({ ...piece.note, pinnedBy }, { ...noNote, ...outcome }) }
  })
  return { ...analysis, evidence }
}

/** Tests that are gone pin nothing, nor do those of a file that is gone (hyper e455fa24, f2d464ac). */
function stillPinned({ pinnedBy }: LessonNote, { files, tests }: Pick<Known, 'files' | 'tests'>): string {
  const [, count = '', file = ''] = /^(\d+) tests? in ([^ ]+)$/.exec(pinnedBy) ?? []
  if (file === '') return pinnedBy
  const left = tests === undefined || tests.added === 0 ? Number(count) : Math.min(Number(count), tests.there)
  const isPinned = left > 0 && files?.isNamed(file) !== false
  return isPinned ? `${plural(left, 'test')} in ${file}` : ''
}
