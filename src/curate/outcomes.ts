import { short } from '../text/words.ts'
import { emptyEntry } from '../tree/entry.ts'
import type { Tree } from '../tree/knowledge.ts'
import { combineNotes, noNote, type LessonNote } from '../tree/note.ts'
import type { Operation } from '../tree/operations.ts'
import { type Bullet, withWords } from './changelog.ts'
import type { CommitAnalysis } from './commit-analysis.ts'
import { fileKindOf } from './files.ts'
import type { Fate } from './survival.ts'

/** What became of a commit's lines; undefined where they were not followed. */
export type Fates = (sha: string) => Fate | undefined

/**
 * How much must be left for a lesson to hold, and how much a later commit must have taken out to be named. Of 36 commits
 * checked by hand, 11 of 14 whose statement is false today stood at or below one half, and 17 of 22 true ones above.
 */
const limits = { least: 3, partly: 0.5, past: 0.1, taken: 0.2, mostTakers: 2 }

/** Says what became of a lesson: whether its lines still stand, and which later commits took them out. */
export function outcomeOf({ added, gone, takenBy }: Fate): Pick<LessonNote, 'holds' | 'supersededBy'> {
  const left = 1 - gone / Math.max(1, added)
  if (added < limits.least || left > limits.partly) return { holds: '', supersededBy: [] }
  const takers = takenBy.filter(({ lines }) => lines >= 2 && (lines >= added * limits.taken || lines >= gone / 2))
  return {
    holds: left <= limits.past ? 'past' : 'partly',
    supersededBy: takers.slice(0, limits.mostTakers).map(({ commit }) => short(commit)),
  }
}

/** Writes into lessons what became of them; a lesson that replaced another says so too. */
export function withOutcomes(studies: readonly CommitAnalysis[], fates: Fates): readonly CommitAnalysis[] {
  const outcomes = new Map<string, Pick<LessonNote, 'holds' | 'supersededBy'>>()
  const replaces = new Map<string, string[]>()
  const told = new Set(studies.map(({ sha }) => short(sha)))
  const supersede = (sha: string, outcome: Pick<LessonNote, 'holds' | 'supersededBy'>): void => {
    outcomes.set(sha, outcome)
    for (const later of outcome.supersededBy)
      if (told.has(later)) replaces.set(later, [...(replaces.get(later) ?? []), short(sha)])
  }
  for (const study of studies) {
    const fate = fates(study.sha)
    if (fate !== undefined) supersede(study.sha, outcomeOf(fate))
    else if (isGone(study)) outcomes.set(study.sha, { holds: 'past', supersededBy: [] })
  }
  for (const [sha, by] of takenBack(studies)) supersede(sha, { holds: 'past', supersededBy: [short(by)] })
  return studies.map((study) => {
    const outcome = outcomes.get(study.sha) ?? { holds: '', supersededBy: [] }
    const replaced = (replaces.get(short(study.sha)) ?? []).slice(0, most.replaced)
    return withNote(study, { ...noNote, ...outcome, replaces: replaced })
  })
}

/** Whether all the code that a commit touched has gone since. */
const isGone = ({ touched }: CommitAnalysis): boolean => {
  const code = touched.filter(({ path }) => fileKindOf(path) === 'code')
  return code.length > 0 && code.every(({ isDeleted }) => isDeleted)
}

const most = { replaced: 3 }

/** Adds what is known to each lesson of a study. */
function withNote(study: CommitAnalysis, said: LessonNote): CommitAnalysis {
  const evidence = study.evidence.map((piece) =>
    piece.note === undefined ? piece : { ...piece, note: combineNotes(piece.note, said) },
  )
  return { ...study, evidence }
}

/** Commits that a later one took back as a whole, with that later one; one that came again holds. */
function takenBack(studies: readonly CommitAnalysis[]): ReadonlyMap<string, string> {
  const back = new Map<string, string>()
  for (const { sha, evidence } of studies)
    for (const { kind, value } of evidence) {
      if (kind !== 'revert' || value === '') continue
      const taken = studies.find((study) => study.sha.startsWith(value))
      if (taken === undefined) continue
      back.set(taken.sha, sha)
      // Who takes back a revert brings back what that took.
      for (const [earlier, by] of back) if (by === taken.sha) back.delete(earlier)
    }
  return back
}

/** Says of the lessons that a tree has already what became of them since; those of which nothing changed are left alone. */
export const outlived = (tree: Tree, fates: Fates = () => undefined): readonly Operation[] =>
  [...tree].flatMap(([path, { facts, raw }]): readonly Operation[] => {
    const found = raw.sources.flatMap(({ commit }) => {
      const known = facts.find(
        ({ note, sources }) => note !== undefined && sources.some((hash) => commit.startsWith(hash)),
      )
      const fate = known === undefined ? undefined : fates(commit)
      if (known?.note === undefined || fate === undefined) return []
      const outcome = outcomeOf(fate)
      const isNews =
        outcome.holds !== '' && combineNotes(known.note, { ...noNote, ...outcome }).holds !== known.note.holds
      return isNews ? [{ commit, headline: known.subject, note: { ...noNote, ...outcome } }] : []
    })
    const [first] = found
    if (first === undefined) return []
    const [by = ''] = first.note.supersededBy
    const reason = `“${first.headline}” holds ${first.note.holds === 'partly' ? 'only partly' : 'no longer'}${by === '' ? '' : ` since ${by}`}`
    const retires = found.map(({ commit, note }) => ({ kind: 'lesson' as const, commit, note }))
    return [{ type: 'UPDATE', path, entry: emptyEntry, reason, retires }]
  })

/** Gives lessons the words that a changelog has for them, joined by the number of the pull request or by the hash. */
export function withChangelog(
  studies: readonly CommitAnalysis[],
  bullets: readonly Bullet[],
): readonly CommitAnalysis[] {
  if (bullets.length === 0) return studies
  const byName = new Map<string, Bullet>()
  for (const bullet of bullets) for (const name of bullet.names) if (!byName.has(name)) byName.set(name, bullet)
  return studies.map((study) => {
    const number = study.evidence.find(({ kind }) => kind === 'lesson')?.note?.number ?? ''
    const bullet = byName.get(number) ?? byName.get(study.sha.slice(0, 7)) ?? byName.get(study.sha.slice(0, 8))
    if (bullet === undefined || study.skipped) return study
    const first = study.evidence.findIndex(({ kind }) => kind === 'lesson')
    const evidence = study.evidence.map((piece, at) => (at === first ? withWords(piece, bullet) : piece))
    return { ...study, evidence, nothing: evidence.some(({ weight }) => weight > 0) ? '' : study.nothing }
  })
}
