import { oneLine } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import type { Operation } from '../tree/operations.ts'
import { deservesEntry, holdingOf, saysWhy, strongest } from './entries/admission.ts'
import type { Bullet } from './message/changelog.ts'
import type { CommitAnalysis } from './commit-analysis.ts'
import { withChangedValues } from './entries/changed-values.ts'
import { operationFor } from './entries/entry-operation.ts'
import { withLivingFiles } from './entries/living-files.ts'
import { standsInFile } from './evidence/kinds.ts'
import type { Evidence } from './evidence/types.ts'
import { filesNow } from './standing/files-now.ts'
import type { Layout } from './filing/filing.ts'
import { besideKnown } from './filing/beside.ts'
import { besideTheirCode, withoutNotes } from './filing/fragments.ts'
import { type Group, group, pagesIn } from './filing/group.ts'
import { filedByFile, filesOfLessons } from './filing/comments-at-home.ts'
import { withHistory } from './filing/history.ts'
import { gatherUpkeep } from './filing/non-code.ts'
import type { Purposes } from './filing/purposes.ts'
import { gatherSmall } from './filing/small-subjects.ts'
import { commentsOnce, keptLessons, saidOnce, withoutTwins } from './entries/said-once.ts'
import type { NameNow } from './code/code-names.ts'
import { withMerges } from './entries/merge-reasons.ts'
import { type ReadAgain, saidLater } from './entries/said-later.ts'
import { withChangelog } from './entries/changelog-join.ts'
import { withRevertReasons } from './entries/revert-reasons.ts'
import { withoutCopies, withoutMergedSteps } from './standing/copies.ts'
import { newestRelease } from './standing/planned-removals.ts'
import type { LineHistories } from './standing/by-lines.ts'
import type { HasTool } from './standing/abandoned-tools.ts'
import { withOutcomes } from './standing/outcomes.ts'
import { outlived } from './standing/outlived.ts'
import { followFiles, inLastNames, whereabouts } from './standing/follow-files.ts'
import { withLostModules } from './standing/lost-modules.ts'
import { withReplaced } from './standing/replaced.ts'
import type { PublicNames } from './code/public-names.ts'
import { withReverts } from './standing/reverts-by-diff.ts'
import type { CommentsNow, Gone } from './standing/stale-quotes.ts'
import { stillSo } from './standing/still-so.ts'
import { takenOut } from './standing/taken-out.ts'
import type { SubjectOf } from './standing/removers.ts'
import { relate } from './entries/statistics.ts'
import { type Gists, titleOf } from './filing/title.ts'
import { longHistory, onlyWorthy } from './entries/worth.ts'

/** What is known of the code as it stands now; what is left out is taken for unknown. */
export type CodeState = {
  /** Manifests as they stand now: the versions that commits speak of are held against them. */
  readonly texts?: ReadonlyMap<string, string>
  /** What commits quoted out of files that is not in them any more. */
  readonly gone?: Gone
  /** What comments are about in the code as it stands. */
  readonly comments?: CommentsNow
  /** What became of the lines of each commit. */
  readonly lineHistories?: LineHistories
  /** The same while later commits are still to be read: what stands now may be gone by then. */
  readonly soFar?: LineHistories
  /** Which names the code has, and which it had. */
  readonly nameNow?: NameNow
  /** The subjects of all commits that were followed, by their short hashes. */
  readonly subjectOf?: SubjectOf
  /** Whether its settings name a tool. */
  readonly hasTool?: HasTool
  /** What changelogs say, as they stand now. */
  readonly changelog?: readonly Bullet[]
  readonly gists?: Gists
  readonly purposes?: Purposes
  readonly publicNames?: PublicNames
}

/** What planning goes by besides commits and tree: how the project is laid out, and its code. */
export type ProjectNow = CodeState & {
  readonly layout: Layout
  readonly ignore: readonly string[]
  /** Commits that were told before a merge said more of them. */
  readonly readAgain?: readonly ReadAgain[]
}

/** Plans the operations that commits teach, without a model: the same commits on the same tree always give the same. */
export const planOperations = (
  analyses: readonly CommitAnalysis[],
  knowledge: Knowledge,
  project: ProjectNow,
): readonly Operation[] => {
  const { upkeep, lessons } = planParts(analyses, knowledge, project)
  return joined([...upkeep, ...lessons])
}

/** The same with `worded`, the lessons as a model wrote them; upkeep is never left to it. */
export function planWithModel(
  worded: readonly Operation[],
  analyses: readonly CommitAnalysis[],
  { knowledge, ...project }: ProjectNow & { readonly knowledge: Knowledge },
): readonly Operation[] {
  const { upkeep } = planParts(analyses, knowledge, project)
  return [...joined(upkeep), ...worded]
}

/** What commits come to, in the parts that a model may and may not word. */
type PlannedParts = {
  /** Files that moved are followed, and what is no longer so is retired. */
  readonly upkeep: readonly Operation[]
  /** Lessons, which a model may word otherwise. */
  readonly lessons: readonly Operation[]
}

/** Plans in two parts, so that a model may word one of them: see `PlannedParts`. */
export function planParts(
  analyses: readonly CommitAnalysis[],
  knowledge: Knowledge,
  project: ProjectNow,
): PlannedParts {
  const { layout, gone = new Set(), comments = new Map(), readAgain = [] } = project
  const now = whereabouts(analyses)
  const teaching = teachingOf(inLastNames(ofThisBranch(analyses, knowledge, project), now), project)
  const evidence = saidOnce(stillSo(teaching, { gone, comments }), teaching)
  const told = teaching.filter(({ sha }) => teachesStill(evidence.get(sha) ?? []))
  const about = besideTheirCode(withoutNotes(told, knowledge.entries), analyses)
  const isLong = analyses.length >= longHistory
  const made = planLessons(about, { knowledge, project, evidence, isLong })
  const operations = made.map(({ operation }) => operation)
  return {
    upkeep: [
      ...followFiles(analyses, now, knowledge.entries),
      ...takenOut(teaching, knowledge.entries),
      ...saidLater(readAgain, knowledge.entries),
      ...outlived(knowledge.entries, analyses, project),
    ],
    lessons: relate(isLong ? withLivingFiles(operations, layout) : operations, analyses, {
      about: made.map(({ analyses: own }) => own),
      tree: knowledge.entries,
    }),
  }
}

/** Leaves out copies of what was learned from another branch, and gives commits the words that changelogs have for them. */
const ofThisBranch = (
  analyses: readonly CommitAnalysis[],
  { entries }: Knowledge,
  { changelog = [] }: ProjectNow,
): readonly CommitAnalysis[] =>
  withRevertReasons(
    withChangelog(withoutMergedSteps(withoutCopies(withMerges(analyses), entries)), changelog),
    changelog,
  )

const unknown: LineHistories = () => undefined

/** The commits that teach, each with what became of it since. */
function teachingOf(analyses: readonly CommitAnalysis[], project: ProjectNow): readonly CommitAnalysis[] {
  const { layout, texts = new Map(), lineHistories = unknown, soFar = unknown, changelog = [] } = project
  const files = layout.there === undefined ? undefined : filesNow(layout.there)
  const manifests = [...texts.values()]
  const newest = newestRelease(changelog, manifests)
  const nameNow = withLostModules(project.nameNow ?? (() => 'unknown'), analyses, layout.there)
  const after = { ...project, lineHistories, soFar, nameNow, files, manifests, newest }
  const worthy = onlyWorthy(withOutcomes(withReverts(analyses), after))
  return withReplaced(worthy.filter(({ skippedBecause }) => skippedBecause === undefined).map(withChangedValues))
}

type Lessons = {
  readonly knowledge: Knowledge
  readonly project: ProjectNow
  readonly evidence: ReadonlyMap<string, readonly Evidence[]>
  /** Whether many commits are read together, of which what tells most is enough. */
  readonly isLong: boolean
}

/** Plans an entry for each subject that commits are about, with those commits. */
function planLessons(
  about: readonly CommitAnalysis[],
  { knowledge, project, evidence, isLong }: Lessons,
): readonly { readonly operation: Operation; readonly analyses: readonly CommitAnalysis[] }[] {
  const { layout, lineHistories = unknown, gists = new Map(), publicNames, nameNow = () => 'unknown' } = project
  const placed = about.map((analysis) => ({
    ...analysis,
    standsIn: redact(oneLine(lineHistories(analysis.sha)?.standsIn ?? '')),
  }))
  const given = new Set<string>()
  const spoken = new Set<string>()
  const subjects = group(placed, layout, knowledge.entries)
  const piecesOf = ({ analyses }: Group): readonly Evidence[] => analyses.flatMap(({ sha }) => evidence.get(sha) ?? [])
  const lessonsOf = ({ analyses }: Group): number => keptLessons(analyses, evidence).length
  const isTold = (one: Group): boolean => deservesEntry(withoutTwins(piecesOf(one)), { isLong })
  const sizeOf = (one: Group): number => piecesOf(one).filter(saysWhy).length
  const pages = pagesIn(knowledge.entries)
  const isKnown = (one: Group): boolean => pages.has(one.file)
  const gathered = isLong
    ? besideKnown(gatherSmall(subjects, { lessonsOf, sizeOf, isTold, isKnown }), knowledge.entries)
    : subjects
  const inTime = withHistory(gathered, evidence, layout.there)
  const homes = isLong ? gatherUpkeep(inTime, { tree: knowledge.entries, sizeOf }) : inTime
  const filed = filedByFile(homes, { evidence, layout, tree: knowledge.entries })
  return commentsOnce(filed, { isLong }).flatMap((subject) => {
    const lessons = holdingOf(keptLessons(subject.analyses, evidence))
    const headline = strongest(lessons, subject.analyses)
    const commentCount = subject.evidence.filter(standsInFile).length
    const called = { ...subject, files: filesOfLessons(subject, { lessons, layout }) }
    const title = titleOf(called, { gists, publicNames, lessons, nameNow, headline, commentCount, isLong, spoken })
    const operation = operationFor(subject, { knowledge, given, title, isLong })
    return operation === undefined ? [] : [{ operation, analyses: subject.analyses }]
  })
}

/** Whether what a commit proved is still told of. */
const teachesStill = (pieces: readonly Evidence[]): boolean => pieces.some(({ kind }) => kind !== 'document')

/** Makes one operation of those on one entry: what goes and what comes is one update. */
function joined(operations: readonly Operation[]): readonly Operation[] {
  const byPath = new Map<string, Operation>()
  for (const operation of operations) {
    const key = 'path' in operation ? operation.path : JSON.stringify(operation)
    const before = byPath.get(key)
    if (before === undefined || !('entry' in before) || !('entry' in operation)) byPath.set(key, operation)
    else {
      const files = [...new Set([...operation.entry.raw.files, ...before.entry.raw.files])]
      const facts = [...before.entry.facts, ...operation.entry.facts]
      const entry = { ...operation.entry, facts, raw: { ...operation.entry.raw, files } }
      byPath.set(key, { ...operation, entry, retires: [...(before.retires ?? []), ...(operation.retires ?? [])] })
    }
  }
  return [...byPath.values()]
}
