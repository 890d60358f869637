import { fold } from '../text/clean.ts'
import { short } from '../text/words.ts'
import { emptyEntry } from '../tree/entry.ts'
import type { Tree } from '../tree/knowledge.ts'
import { combineNotes, noNote, type LessonNote } from '../tree/note.ts'
import type { Operation } from '../tree/operations.ts'
import { type Bullet, isChangelog, withWords } from './changelog.ts'
import type { CommitAnalysis } from './commit-analysis.ts'
import { isBack, isFollowedWell, type Outcome, outcomeOf, stands } from './outcome-of.ts'
import type { FilesNow } from './files-now.ts'
import { distinctiveTerms } from './subject.ts'
import { outbid } from './outbid.ts'
import { outgrown } from './floors.ts'
import type { Fate } from './fate.ts'

/** What became of a commit's lines; undefined where they were not followed. */
export type Fates = (sha: string) => Fate | undefined

/** Whether lines of a commit stand somewhere, whatever became of its files. */
const isLeft = (fate: Fate | undefined): boolean => fate !== undefined && isBack(fate)

/** What became of commits, and the code as it stands: its files, and what its manifests say. */
export type Aftermath = {
  readonly fates: Fates
  /** While later commits are still to be read, whose lines went on elsewhere when their files went. */
  readonly soFar: Fates
  readonly files: FilesNow | undefined
  readonly manifests: readonly string[]
}

/** Writes into lessons what became of them; a lesson that replaced another says so too. */
export function withOutcomes(
  studies: readonly CommitAnalysis[],
  { fates, soFar, files, manifests }: Aftermath,
): readonly CommitAnalysis[] {
  const outcomes = new Map<string, Outcome>()
  const replaces = new Map<string, string[]>()
  const told = new Set(studies.map(({ sha }) => short(sha)))
  const supersede = (sha: string, outcome: Outcome): void => {
    outcomes.set(sha, outcome)
    for (const later of outcome.supersededBy)
      if (told.has(later)) replaces.set(later, [...(replaces.get(later) ?? []), short(sha)])
  }
  const words = wordsOfEach(studies)
  for (const study of studies) {
    const fate = fates(study.sha)
    const isNowhere = files !== undefined && isGone(study, files)
    const outcome =
      fate === undefined ? stands : outcomeOf(fate, (takers) => isNowhere || isSameMatter(study, takers, words))
    if (fate !== undefined && (isFollowedWell(fate) || outcome.holds !== '')) supersede(study.sha, outcome)
    else if (isNowhere && !isLeft(soFar(study.sha))) outcomes.set(study.sha, { holds: 'past', supersededBy: [] })
  }
  for (const [sha, by] of outbid(studies, manifests)) supersede(sha, { holds: 'past', supersededBy: by })
  for (const [sha, by] of outgrown(studies)) supersede(sha, { holds: 'past', supersededBy: [by] })
  for (const [sha, by] of takenBack(studies)) {
    const fate = fates(sha)
    if (fate === undefined || !isBack(fate)) supersede(sha, { holds: 'past', supersededBy: [short(by)] })
  }
  return studies.map((study) => {
    const outcome = outcomes.get(study.sha) ?? stands
    const replaced = (replaces.get(short(study.sha)) ?? []).slice(0, most.replaced)
    return withNote(study, { ...noNote, ...outcome, replaces: replaced }, files)
  })
}

/** The words that tell what each commit is about, by its short hash. */
const wordsOfEach = (studies: readonly CommitAnalysis[]): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    studies.map(({ sha, title, evidence }) => {
      const lessons = evidence.flatMap(({ kind, about, text }) => (kind === 'lesson' ? [about, text] : []))
      return [short(sha), new Set(distinctiveTerms([title, ...lessons].join(' ')))]
    }),
  )

/** Whether one of some later commits speaks of what a headline speaks of, the names of its own files left aside. */
function isSameMatter(
  { title, touched }: CommitAnalysis,
  takers: readonly string[],
  words: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const places = new Set(touched.flatMap(({ path }) => distinctiveTerms(path.replace(/[/._-]/g, ' '))))
  const own = distinctiveTerms(title).filter((term) => !places.has(term))
  return takers.some((taker) => own.some((term) => words.get(taker)?.has(term)))
}

/** Whether all the files that a commit left behind have gone since; what it deleted itself is what it is about. */
function isGone({ touched, deleted }: CommitAnalysis, files: FilesNow): boolean {
  const left = touched.filter(({ path }) => !deleted.includes(path) && !isChangelog(path))
  return left.length > 0 && left.every(({ path }) => !files.has(path))
}

const most = { replaced: 3 }

/** Adds what is known to each lesson of a study; a section holds as long as its document has it, whatever the code does. */
function withNote(study: CommitAnalysis, said: LessonNote, files: FilesNow | undefined): CommitAnalysis {
  const evidence = study.evidence.map((piece) =>
    piece.note === undefined || piece.at.path !== ''
      ? piece
      : { ...piece, note: combineNotes(stillPinned(piece.note, files), said) },
  )
  return { ...study, evidence }
}

/** Tests in a file that is gone pin nothing. */
const stillPinned = (note: LessonNote, files: FilesNow | undefined): LessonNote => {
  const [, file] = / in ([^ ]+)$/.exec(note.pinnedBy) ?? []
  return file === undefined || files?.isNamed(file) !== false ? note : { ...note, pinnedBy: '' }
}

/** A title without what a convention or a pull request puts around it. */
const plainTitle = (title: string): string =>
  fold(title.replace(/^[a-z]+(?:\([^()]*\))?!?: /, '').replace(/ \(#\d+\)$/, ''))

/** Commits that a later one took back as a whole, with that later one; one that came again holds. */
function takenBack(studies: readonly CommitAnalysis[]): ReadonlyMap<string, string> {
  const back = new Map<string, string>()
  const reverts = new Map<string, string>()
  for (const [at, study] of studies.entries()) {
    const { sha, subject, evidence } = study
    for (const earlier of namedAsReverted(study, studies.slice(0, at))) back.set(earlier.sha, sha)
    for (const { kind, value } of evidence) {
      if (kind !== 'revert' || value === '') continue
      // A branch that was rebased has its commits under other names; their titles stay.
      const title = plainTitle(/^Revert "(.+)"$/i.exec(subject)?.[1] ?? '')
      const taken =
        studies.find((other) => other.sha.startsWith(value)) ??
        studies.slice(0, at).findLast((other) => title !== '' && plainTitle(other.subject) === title)
      if (taken === undefined) continue
      back.set(taken.sha, sha)
      // Who takes back a revert brings back what that took.
      for (const [earlier, by] of back) if (by === taken.sha) back.delete(earlier)
      reverts.set(plainTitle(taken.subject), sha)
    }
    // What comes again under its old title takes back the revert.
    const revert = reverts.get(plainTitle(subject))
    if (revert !== undefined && revert !== sha) back.set(revert, sha)
  }
  return back
}

/** What a message says it reverts by the number of its pull request, where both worked on one file: `reverts … of #1127`. */
function namedAsReverted(study: CommitAnalysis, before: readonly CommitAnalysis[]): readonly CommitAnalysis[] {
  const numbers = new Set(
    study.evidence.flatMap(({ kind, about, text }) =>
      kind === 'lesson' ? [...`${about} ${text}`.matchAll(reverted)].map(([, number = '']) => number) : [],
    ),
  )
  if (numbers.size === 0) return []
  const touched = new Set(study.touched.map(({ path }) => path))
  return before.filter(
    (other) =>
      other.evidence.some(({ kind, note }) => kind === 'lesson' && numbers.has(note?.number ?? '')) &&
      other.touched.some(({ path }) => touched.has(path)),
  )
}

const reverted = /\brevert(?:s|ed|ing)?\b[^.\n]{0,120}(#\d{1,7})\b/gi

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
