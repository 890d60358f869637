import { withoutChange } from '../evidence/constants.ts'
import { withoutPlace } from '../evidence/place.ts'
import { emptyEntry } from '../../tree/entry.ts'
import type { Fact } from '../../tree/facts.ts'
import type { Tree } from '../../tree/knowledge.ts'
import { combineNotes, noNote } from '../../tree/note.ts'
import type { Operation } from '../../tree/operations.ts'
import type { Retired } from '../../tree/retire.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { NameNow } from '../code/code-names.ts'
import type { LineHistory } from '../lines/line-history.ts'
import { amendersAmong, mostAmenders } from './amended.ts'
import { outcomeByTitle, stands } from './outcome-of.ts'
import { byWorkers } from './by-lines.ts'
import { endOf } from './by-word.ts'
import { type Aftermath, heldBy, heldByLines } from './outcomes.ts'
import { isForItsLines } from './what-is-left.ts'
import { isTakenBackBy, wordsOfEach } from './same-matter.ts'
import { removersAmong, type Removers, withoutIdle } from './removers.ts'

/** Says of the lessons that a tree has already what became of them since; those of which nothing changed are left alone. */
export const outlived = (
  tree: Tree,
  analyses: readonly CommitAnalysis[],
  {
    lineHistories = () => undefined,
    nameNow = () => 'unknown',
    subjectOf,
  }: Partial<Pick<Aftermath, 'lineHistories' | 'nameNow' | 'subjectOf'>>,
): readonly Operation[] => {
  const removers = removersAmong(analyses, subjectOf)
  const wordsOf = wordsOfEach(analyses, removers)
  const amendersOf = amendersAmong(analyses, removers)
  return [...tree].flatMap(([path, { facts, raw }]): readonly Operation[] => {
    const told = facts.filter(({ note }) => note !== undefined)
    const found = raw.sources.flatMap(({ commit }) => {
      const own = told.filter(({ sources }) => sources.some((hash) => commit.startsWith(hash)))
      const lineHistory = own.length === 0 ? undefined : lineHistories(commit)
      return lineHistory === undefined
        ? []
        : own.flatMap((fact) =>
            newsOf(fact, { commit, files: raw.files, lineHistory, nameNow, removers, wordsOf, amendersOf }),
          )
    })
    const [first] = found
    if (first === undefined) return []
    return [{ type: 'UPDATE', path, entry: emptyEntry, reason: reasonFor(first), retires: found }]
  })
}

type Outlived = Extract<Retired, { kind: 'lesson' }>

function reasonFor({ headline, note }: Outlived): string {
  const [amender] = note.amendedBy
  if (note.status === 'current' && amender !== undefined) return `“${headline}” was amended by ${amender}`
  const [by = ''] = note.supersededBy
  return `“${headline}” ${became[note.status]}${by === '' ? '' : ` since ${by}`}`
}

/** What became of a lesson, in the message of the commit that says so. */
const became = {
  current: 'holds',
  reworked: 'may not hold',
  partly: 'holds only partly',
  past: 'holds no longer',
} as const

type Told = {
  readonly commit: string
  /** The files of its entry: those of the commit are not known any more. */
  readonly files: readonly string[]
  readonly wordsOf: ReturnType<typeof wordsOfEach>
  readonly lineHistory: LineHistory
  readonly nameNow: NameNow
  readonly removers: Removers
  readonly amendersOf: ReturnType<typeof amendersAmong>
}

/** What is said of one lesson from now on, where its lines or its names say otherwise than the tree does. */
function newsOf(
  { subject, statement, note = noNote }: Fact,
  { commit, files, lineHistory, nameNow, removers, wordsOf, amendersOf }: Told,
): readonly Outlived[] {
  if (note.status === 'past') return []
  const byLines = outcomeByTitle(subject, byWorkers(lineHistory, removers), {
    isAbout: (later) =>
      isTakenBackBy(later, {
        title: subject,
        paths: files,
        isNowhere: false,
        isNonCode: lineHistory.isNonCode,
        carriesOn: removers.carriesOn,
        wordsOf,
      }),
  })
  const said = { about: subject, text: withoutPlace(withoutChange(statement)), note }
  const held = isForItsLines(lineHistory)
    ? heldByLines(byLines, said, { lineHistory, nameNow })
    : heldBy(byLines, said, { lineHistory, nameNow, removers })
  const outcome = endOf(subject, lineHistory, removers) ?? withoutIdle(held, removers)
  const isOver = outcome.status !== 'current' && combineNotes(note, { ...noNote, ...outcome }).status !== note.status
  const next = isOver ? outcome : { ...stands, supersededBy: note.supersededBy }
  const amendedBy =
    next.status === 'past'
      ? []
      : amendersOf({ sha: commit, number: note.number, headline: subject }, lineHistory)
          .filter((sha) => ![...note.amendedBy, ...next.supersededBy].includes(sha))
          .slice(0, Math.max(0, mostAmenders - note.amendedBy.length))
  const news = { ...noNote, ...(isOver ? outcome : stands), amendedBy }
  return isOver || amendedBy.length > 0 ? [{ kind: 'lesson', commit, headline: subject, note: news }] : []
}
