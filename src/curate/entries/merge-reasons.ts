import { fileKindOf } from '../code/files.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { explainedWeight } from '../evidence/lesson.ts'
import { isCovered } from '../message/shared-words.ts'
import { firstLessonOf } from './join-by-words.ts'
import { commitsByMerge, type CommitsByMerge, longestBranch, withPullRequests } from './pull-requests.ts'

/** Gives the commits of branches what their merges say of them: the number of a pull request, and why it was made. */
export function withMerges(analyses: readonly CommitAnalysis[]): readonly CommitAnalysis[] {
  if (analyses.every(({ pullRequest, mergeSays }) => pullRequest === '' && mergeSays === undefined)) return analyses
  const branches = commitsByMerge(analyses)
  return withReasons(withPullRequests(analyses, branches), branches)
}

/**
 * Gives a branch the reason that its merge has, where none of its commits says as much: what GitHub makes of a pull request, title and
 * description, may stand there alone (1,090 merges of nats-server). It is told of the commit that changed most of the code.
 */
function withReasons(analyses: readonly CommitAnalysis[], branches: CommitsByMerge): readonly CommitAnalysis[] {
  const bySha = new Map(analyses.map((analysis) => [analysis.sha, analysis]))
  const given = new Map<CommitAnalysis, CommitAnalysis>()
  for (const [{ mergeSays }, branch] of branches) {
    if (mergeSays === undefined || branch.length > longestBranch) continue
    const own = branch.flatMap((sha) => bySha.get(sha) ?? []).filter(({ isUnread }) => !isUnread)
    if (isCovered(mergeSays.why, own.map(wordsOf).join('\n'))) continue
    const [host] = own
      .filter((one) => codeLines(one) > 0 && !explains(one))
      .toSorted((a, b) => codeLines(b) - codeLines(a))
    if (host !== undefined) given.set(host, withReason(host, mergeSays, { isAlone: own.length === 1 }))
  }
  return given.size === 0 ? analyses : analyses.map((analysis) => given.get(analysis) ?? analysis)
}

const wordsOf = ({ evidence }: CommitAnalysis): string =>
  evidence.flatMap(({ kind, about, text }) => (kind === 'lesson' ? [`${about} ${text}`] : [])).join('\n')

const codeLines = ({ touched }: CommitAnalysis): number =>
  touched.reduce((sum, { path, lines }) => sum + (fileKindOf(path) === 'code' ? lines : 0), 0)

/** A commit without a lesson is none to give a reason to, either. */
function explains(analysis: CommitAnalysis): boolean {
  const lesson = firstLessonOf(analysis)
  return lesson === undefined || (lesson.text !== '' && !lesson.text.startsWith('Tested: '))
}

/** A branch of one commit is called as that is; of several, their merge says what all of them are about. */
function withReason(
  host: CommitAnalysis,
  { headline, why, number }: NonNullable<CommitAnalysis['mergeSays']>,
  { isAlone }: { readonly isAlone: boolean },
): CommitAnalysis {
  const first = firstLessonOf(host)
  const evidence = host.evidence.map((piece) =>
    piece !== first
      ? piece
      : {
          ...piece,
          about: isAlone ? piece.about : headline,
          text: why,
          weight: explainedWeight,
          ...(piece.note === undefined ? {} : { note: { ...piece.note, number: piece.note.number || number } }),
        },
  )
  return { ...host, evidence, skippedBecause: undefined }
}
