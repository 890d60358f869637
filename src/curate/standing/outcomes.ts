import { short } from '../../text/words.ts'
import { combineNotes, noNote } from '../../tree/note.ts'
import { closing, removes } from '../message/headline-kinds.ts'
import { stemOf } from '../code/files.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'
import { type Outcome, stands } from './outcome-of.ts'
import { carriesOnWith } from './same-matter.ts'
import { settleOpen } from './settle-open.ts'
import { stillPinned } from './still-pinned.ts'
import { areTestsThere, isAsWritten, isForItsLines, isPartlyThere } from './what-is-left.ts'
import type { FilesNow } from './files-now.ts'
import { nameEndedBy } from './name-ends.ts'
import { putBackBy } from './put-back.ts'
import { isGone, outcomesByLines, type WhatIsThere } from './by-lines.ts'
import { outcomesByWord, type SaidNow } from './by-word.ts'
import { outdatedVersions, outgrownVersions } from './dependency-versions.ts'
import { amendersAmong } from './amended.ts'
import { defaultsAmong, type DefaultsNow } from './changed-defaults.ts'
import { undeprecated } from './deprecations.ts'
import { endedSupportAmong } from './dropped-support.ts'
import { type Release, withEnds } from './planned-removals.ts'
import { partTakenOutBy, type SubjectOf, type Removers, removersAmong, withoutIdle } from './removers.ts'
import {
  addsWhatIsThere,
  headsWhatIsLost,
  heldByNames,
  isOfDeprecation,
  ownNamesAside,
  speaksOfOption,
  spokenNames,
} from './names-now.ts'
import type { NameNow } from '../code/code-names.ts'
import type { LineHistory } from '../lines/line-history.ts'

/** What became of commits, and the code as it stands: its files, and what its manifests say. */
export type Aftermath = WhatIsThere &
  SaidNow & {
    readonly nameNow?: NameNow
    /** Who took lines out, where these are not among the commits at hand. */
    readonly subjectOf?: SubjectOf | undefined
    /** The newest release that the project names; left out where nobody looked. */
    readonly newest?: Release
  }

/** Writes into lessons what became of them. */
export function withOutcomes(analyses: readonly CommitAnalysis[], after: Aftermath): readonly CommitAnalysis[] {
  const { nameNow = () => 'unknown', files, newest } = after
  const removers = removersAmong(analyses, after.subjectOf)
  const byWord = outcomesByWord(analyses, after, removers)
  const byLines = outcomesByLines(analyses, after, removers)
  const amendersOf = amendersAmong(analyses, removers)
  const defaultsNow = defaultsAmong(analyses)
  const droppedBy = endedSupportAmong(analyses)
  const outdated = new Map([...outgrownVersions(analyses), ...outdatedVersions(analyses), ...undeprecated(analyses)])
  return analyses.map((analysis) => {
    const { sha } = analysis
    const lineHistory = after.lineHistories(sha)
    const judging = {
      byWord: byWord.get(sha),
      byLines: byLines.get(sha) ?? stands,
      areFilesGone: files !== undefined && isGone(analysis, files),
      // A file is called so, and no line need spell it: "while copying trailers in handler_server" (grpc-go 5ed7cf6a).
      namesTakenOut: [...analysis.namesTakenOut, ...analysis.touched.map(({ path }) => stemOf(path))],
      outdatedBy: (headline: string) => outdated.get(sha) ?? droppedBy(sha, headline),
      defaultNow: (piece: Evidence) => defaultsNow(sha, piece),
      lineHistory,
      nameNow,
      removers,
      newest,
    }
    return withNote(analysis, {
      held: (piece) => outcomeOfPiece(piece, judging),
      amendedBy: (number, headline) => amendersOf({ sha, number, headline }, lineHistory),
      files,
      tests: lineHistory?.tests,
      nameNow,
    })
  })
}

type Judging = Settling & {
  /** What later commits say of the commit; undefined where none says anything. */
  readonly byWord: Outcome | undefined
  /** What its lines and files say. */
  readonly byLines: Outcome
  /** Whether none of its files is there. */
  readonly areFilesGone: boolean
  readonly namesTakenOut: readonly string[]
  readonly outdatedBy: (headline: string) => Parameters<typeof withEnds>[2]['by']
  readonly newest: Release | undefined
  readonly defaultNow: (piece: Evidence) => ReturnType<DefaultsNow>
}

/**
 * Says what became of a piece by the first of these that knows: what a later commit says of it; lines and files, where these say
 * that it is over and names may not speak for them; the lines of a page that stands as it was written; and else names, held against
 * lines. What was to end with a version or a release ends then, unless it is over already.
 */
function outcomeOfPiece(piece: Evidence, { byWord, byLines, areFilesGone, ...known }: Judging): Outcome {
  const { lineHistory, removers } = known
  if (byWord !== undefined) return byWord
  const nameNow = ownNamesAside(piece, known)
  if (byLines.status === 'past' && (areFilesGone || isForItsLines(lineHistory)))
    return withoutIdle(heldByLines(byLines, piece, { lineHistory, nameNow }), removers)
  const isUntouched = lineHistory !== undefined && isAsWritten(lineHistory) && !isOfDeprecation(piece.about)
  const now = isUntouched ? byLines : heldBy(byLines, piece, { lineHistory, nameNow, removers })
  const ended = withEnds(withoutIdle(now, removers), piece, { by: known.outdatedBy(piece.about), newest: known.newest })
  return ended.status === 'past' ? ended : (known.defaultNow(piece) ?? ended)
}

/**
 * Names speak for lines. Of what lost its files, they only say that it may be elsewhere, and they bring nothing back: who begins again
 * keeps what users write, "support defining global replacements via `config.define`" (vite 63a6735a).
 */
export function heldByLines(
  outcome: Outcome,
  said: Pick<Evidence, 'about' | 'text'>,
  { lineHistory, nameNow }: Pick<Settling, 'lineHistory' | 'nameNow'>,
): Outcome {
  const { there, lost } = spokenNames(said, nameNow)
  const isThere = lineHistory?.isNonCode !== true && (speaksOfOption(said, nameNow) || (there > 0 && lost === 0))
  return outcome.status === 'past' && isThere ? { ...outcome, status: 'reworked' } : outcome
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
  (isPartlyThere(lineHistory) || areTestsThere(lineHistory) || doAllStand(lineHistory))
    ? { ...named, status: 'partly' }
    : named

/** One line is too few to tell how much is left, but it stands: "Fix Request#accept? NoMethodError" (sinatra da3282f4). */
const doAllStand = ({ isNonCode, added, gone }: LineHistory): boolean => !isNonCode && added > 0 && gone === 0

/** What lines and names say of a piece. */
export function heldBy(
  outcome: Outcome,
  said: Pick<Evidence, 'about' | 'text' | 'note'>,
  { lineHistory, nameNow, removers }: Settling,
): Outcome {
  const named = heldByNames(outcome, said, nameNow)
  const isByAll = (is: (sha: string) => boolean): boolean =>
    outcome.supersededBy.length > 0 && outcome.supersededBy.every(is)
  const settled = settleOpen(sparedByLines(named, { outcome, headline: said.about, lineHistory }), lineHistory, () => ({
    ...spokenNames(said, nameNow),
    headsWhatIsLost: headsWhatIsLost(said, nameNow),
    addsWhatIsThere: outcome.status === 'reworked' && addsWhatIsThere(said, nameNow),
    closesHole: named.status === 'reworked' && isOfHole(said) && !isByAll(removers.takesOut),
    tellsFix: said.note?.kind === 'fix',
    tellsRemoval: removes.test(said.about),
    isInUse: speaksOfOption(said, nameNow),
    isTidied: isByAll((sha) => removers.tidies(sha) || removers.isIdle(sha)),
    isTranslated: outcome.supersededBy.slice(0, 1).some(removers.translates),
    isCarriedOn: isByAll((sha) => carriesOnWith(said.about, removers.titleOf(sha), removers)),
  }))
  const isUnnamed = settled.status === 'current' || (settled.status === 'partly' && settled.supersededBy.length === 0)
  const part =
    isUnnamed && lineHistory !== undefined
      ? (partTakenOutBy(said.about, lineHistory, removers) ?? nameEndedBy(said, lineHistory, { removers, nameNow }))
      : undefined
  if (part !== undefined) return { status: 'partly', supersededBy: [short(part)] }
  const undone =
    settled.status === 'current' && lineHistory !== undefined && putBackBy(said.about, lineHistory, removers)
  return undone ? { status: 'reworked', supersededBy: [short(undone)] } : settled
}

type Known = {
  readonly held: (piece: Evidence) => Outcome
  /** Who went on with the commit, by the number that it came with and the headline of its lesson. */
  readonly amendedBy: (number: string, headline: string) => readonly string[]
  readonly files: FilesNow | undefined
  readonly tests: LineHistory['tests'] | undefined
  readonly nameNow: NameNow
}

/** Adds to each lesson of a commit what is known of it; a section holds as long as its document has it, whatever the code does. */
function withNote(analysis: CommitAnalysis, { held, amendedBy, files, tests, nameNow }: Known): CommitAnalysis {
  const evidence = analysis.evidence.map((piece) => {
    if (piece.note === undefined || piece.at.path !== '') return piece
    const outcome = held(piece)
    // "pinned by 1 test · past" contradicts itself (starlette 7b9fcaf3).
    const pinnedBy = outcome.status === 'past' ? '' : stillPinned(piece.note, { files, tests })
    const amended =
      outcome.status === 'past'
        ? []
        : amendedBy(piece.note.number, piece.about).filter((sha) => !outcome.supersededBy.includes(sha))
    const note = combineNotes({ ...piece.note, pinnedBy }, { ...noNote, ...outcome, amendedBy: amended })
    return { ...piece, note, ...(nameNow(piece.place?.split('.').at(-1) ?? '') === 'lost' ? { place: '' } : {}) }
  })
  return { ...analysis, evidence }
}

const isOfHole = ({ about, note }: Pick<Evidence, 'about' | 'note'>): boolean =>
  note?.kind === 'security' && closing.test(about)
