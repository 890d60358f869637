import type { CommitAnalysis } from '../curate/commit-analysis.ts'
import { completed } from '../curate/code/overview-sections.ts'
import { ownersOf } from '../curate/entries/ownership.ts'
import { withPurposes } from '../curate/filing/purposes.ts'
import { planOperations, type ProjectNow } from '../curate/plan-operations.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import { type Applied, apply, type Operation, timeOf } from '../tree/operations.ts'
import { addOwners } from '../tree/overview.ts'

/** What one commit taught; `nothing` says why it taught nothing. */
export type Taught = Pick<Applied, 'applied'> & {
  readonly commit: string
  readonly subject: string
  readonly nothing?: string
  readonly operations: readonly Operation[]
}

/** Whether a commit taught anything. */
export const isTeaching = ({ operations }: Taught): boolean => operations.length > 0

/** A tree that learned from some commits, and what each of them taught it. */
export type Learned = Pick<Applied, 'summary'> & {
  readonly knowledge: Knowledge
  readonly taught: readonly Taught[]
}

/** Plans what commits taught, and brings it into the tree, without the overviews of what the code offers. */
export const teach = (analyses: readonly CommitAnalysis[], before: Knowledge, project: ProjectNow): Learned =>
  learnedBy(analyses, before, planOperations(analyses, before, project))

/** Brings operations into the tree, each entry as of the last commit that it learned from. */
export function learnedBy(
  analyses: readonly CommitAnalysis[],
  before: Knowledge,
  operations: readonly Operation[],
): Learned {
  const end = analyses.at(-1)?.at ?? new Date(0)
  const { knowledge, applied, summary } = apply(before, operations, (operation) => timeOf(operation, end))
  const overviews = addOwners(knowledge.overviews, ownersOf(operations, analyses))
  const ownOf = operationsByCommit(analyses, operations)
  const taught = analyses.map(({ sha, subject, skippedBecause }): Taught => {
    const own = ownOf(sha)
    return {
      commit: sha,
      subject,
      operations: own.flatMap((at) => operations[at] ?? []),
      applied: own.flatMap((at) => applied[at] ?? []),
      ...(skippedBecause === undefined || own.length > 0 ? {} : { nothing: skippedBecause }),
    }
  })
  return { knowledge: { ...knowledge, overviews }, taught, summary }
}

/** Which operations a commit brought about: those whose entries cite it, and all of them where it is the only one. */
function operationsByCommit(
  analyses: readonly CommitAnalysis[],
  operations: readonly Operation[],
): (sha: string) => readonly number[] {
  if (analyses.length === 1) return () => [...operations.keys()]
  const byCommit = new Map<string, number[]>()
  for (const [at, operation] of operations.entries())
    for (const { commit } of 'entry' in operation ? operation.entry.raw.sources : [])
      byCommit.set(commit, [...(byCommit.get(commit) ?? []), at])
  return (sha) => byCommit.get(sha) ?? []
}

/** Says in the overviews of a tree that learned what its folders are for, and what their files offer. */
export function withOverviews(
  before: Knowledge,
  learned: Knowledge,
  { purposes = new Map(), publicNames: names = new Map(), layout: { there } }: ProjectNow,
): Knowledge {
  const overviews = withPurposes(learned, purposes)
  return completed(before, { ...learned, overviews }, { names, there })
}
