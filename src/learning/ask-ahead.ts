import type { CommitAnalysis } from '../curate/commit-analysis.ts'
import { planParts } from '../curate/plan-operations.ts'
import { knowledgeAt } from '../knowledge/branch/tip.ts'
import { mapConcurrently } from '../model/concurrently.ts'
import type { Ctx } from '../repo/context.ts'
import { branchesFor } from '../repo/git/branches.ts'
import { readCurated } from '../repo/git/descent.ts'
import type { Job } from '../repo/state/queue.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import { readCommitText } from './commit-text.ts'
import { curateWithModel, type Modelled } from './curate-with-model.ts'
import { type Reader, readerFor, readAnalyses } from './read-commits.ts'

/** What a model made of commits, by their full hash; commits that teach nothing were not asked about. */
export type AskedAhead = ReadonlyMap<string, Modelled>

/** Calls to a model that are under way at once. */
const atOnce = 2

/**
 * Lets a model read commits before the tree is locked: others go on working while it thinks. It knows the tree as it is
 * now; what it writes is applied to the tree as it is then.
 */
export async function askModelAhead(ctx: Ctx, shas: readonly string[], before: Knowledge): Promise<AskedAhead> {
  const reader = await readerFor(ctx)
  const analyses = await readAnalyses(ctx, shas, { reader })
  let read = 0
  const ask = async (analysis: CommitAnalysis): Promise<Asked | undefined> => {
    const asked = await askAbout(ctx, analysis, { before, reader })
    ctx.progress(++read, analyses.length, 'commits read by the model')
    return asked
  }
  const asked = await mapConcurrently(analyses, ask, { atOnce })
  return new Map(asked.flatMap((one) => one ?? []).map(({ sha, made }) => [sha, made]))
}

/** The same for what the hooks queued, each commit with the knowledge of its own branch. */
export async function askModelForJobs(ctx: Ctx, jobs: readonly Job[]): Promise<AskedAhead> {
  const branches = new Map<string, string[]>()
  for (const job of jobs)
    if (job.kind === 'commit' && job.branch !== '')
      branches.set(job.branch, [...(branches.get(job.branch) ?? []), job.commit])
  const prepared = new Map<string, Modelled>()
  for (const [ref, commits] of branches) {
    const branch = ref.replace(/^refs\/heads\//, '')
    const head = { kind: 'branch' as const, branch, commit: undefined }
    const { own, commit } = await branchesFor(ctx.place, ctx.settings.branchPrefix, head)
    if (own === undefined) continue
    const known = commit === undefined ? new Set<string>() : await readCurated(ctx.place, commit)
    const unread = commits.filter((sha) => !known.has(sha))
    for (const [sha, made] of await askModelAhead(ctx, unread, await knowledgeAt(ctx, commit))) prepared.set(sha, made)
  }
  return prepared
}

type Asking = { readonly before: Knowledge; readonly reader: Reader }
type Asked = { readonly sha: string; readonly made: Modelled }

async function askAbout(ctx: Ctx, analysis: CommitAnalysis, { before, reader }: Asking): Promise<Asked | undefined> {
  // What needs no words, a dependency say, is not worth a call.
  const found = analysis.skippedBecause === undefined ? planParts([analysis], before, reader).lessons : []
  const [first] = found.flatMap((operation) => ('entry' in operation ? [operation] : []))
  if (first === undefined) return undefined
  const told = { kind: 'commit' as const, ...(await readCommitText(ctx, analysis.sha)) }
  const made = await curateWithModel(ctx, { told, found, before, commit: analysis.sha, base: first.entry })
  return { sha: analysis.sha, made }
}
