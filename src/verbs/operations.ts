import { array, boolean, maxLength, object, optional, string } from 'zod/mini'
import { draftAuthored, type Grounds } from '../curate/authored.ts'
import { proofFrom } from '../curate/claims.ts'
import { change } from '../knowledge/change.ts'
import { record } from '../knowledge/record.ts'
import { type Tip, tipToLearnOn } from '../knowledge/tip.ts'
import { readCommitText } from '../learning/commit-text.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { resolveCommits } from '../repo/git/history.ts'
import { readFiles } from '../repo/git/objects.ts'
import { listCode } from '../repo/git/packages.ts'
import { oneLine, shorten } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import { emptyEntry } from '../tree/entry.ts'
import type { Applied } from '../tree/operations.ts'

/** What an agent brings to prove what it writes: commits, by any name that git knows, and tracked files. */
export type EvidenceNamed = { readonly commits?: readonly string[]; readonly files?: readonly string[] }

export type Authoring = {
  readonly evidence?: EvidenceNamed
  /** Who writes, as it calls itself. */
  readonly by?: string
  readonly dryRun?: boolean
}

/**
 * Writes operations that a calling agent authored; no model of ours takes part. Each has its own status, and one that fails
 * stops none of the others. Claims with a quote need it to stand in the evidence; claims without one are kept as what
 * somebody said, without a source. New entries are drafts, and what is known already is refused with its path.
 * @throws {Problem} when it is no list of operations, evidence cannot be found, or nothing can learn here.
 */
export async function curateAuthored(
  ctx: Ctx,
  asked: unknown,
  { evidence = {}, by = 'agent', dryRun = false }: Authoring = {},
): Promise<Applied> {
  const grounds = await groundsFrom(ctx, evidence)
  const draftOn = ({ knowledge }: Tip): NonNullable<ReturnType<typeof draftAuthored>> => {
    const seen = new Set(knowledge.entries.keys())
    const drafted = draftAuthored(asked, { knowledge, operations: [] }, { ...grounds, seen, at: ctx.now() })
    if (drafted === undefined) throw noOperations()
    return drafted
  }
  const outcome = ({ applied, summary }: Applied): Applied => ({ applied, summary })
  if (dryRun) return outcome(draftOn(await tipToLearnOn(ctx)))
  return await change(ctx, async (tip) => {
    const drafted = draftOn(tip)
    const { operations } = drafted.draft
    const [{ reason } = { reason: '' }] = operations
    if (operations.length > 0) await record(ctx, tip, { operations, title: reason, by: `agent ${nameOf(by)}` })
    return outcome(drafted)
  })
}

const names = array(string().check(maxLength(1_000))).check(maxLength(200))

const authoringShape = object({
  evidence: optional(object({ commits: optional(names), files: optional(names) })),
  by: optional(string().check(maxLength(1_000))),
  dryRun: optional(boolean()),
})

/**
 * Reads what stands beside operations: the evidence, who wrote them, and whether they are only tried.
 * @throws {Problem} when that cannot be read.
 */
export function readEvidence(asked: unknown): Required<Authoring> {
  const read = authoringShape.safeParse(asked)
  if (!read.success) throw noOperations(read.error)
  const { evidence: { commits = [], files = [] } = {}, by = 'agent', dryRun = false } = read.data
  return { evidence: { commits, files }, by, dryRun }
}

/** Reads operations with their evidence from JSON. */
export function readAuthoring(json: string): Required<Authoring> & { readonly operations: unknown } {
  const asked = parsed(json)
  return { operations: asked, ...readEvidence(asked) }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw noOperations(cause)
  }
}

const noOperations = (cause?: unknown): Problem =>
  new Problem('no-operations', 'This is no list of operations.', {
    hint: 'Write {"operations": [{"type": "UPSERT", "path": "domain/topic/name.md", "title": "…", "facts": [{"statement": "…"}], "reason": "…"}]}.',
    cause,
  })

const nameOf = (by: string): string => shorten(redact(oneLine(by)).replaceAll(/[()]/g, ''), 60) || 'unknown'

/** Commits that may be named as evidence. */
const most = { commits: 20 }

async function groundsFrom(ctx: Ctx, { commits = [], files = [] }: EvidenceNamed): Promise<Omit<Grounds, 'seen'>> {
  const shas = commits.length === 0 ? [] : await resolveCommits(ctx.place, commits)
  if (shas.length > most.commits)
    throw new Problem('too-much-evidence', `At most ${most.commits} commits are evidence; these are ${shas.length}.`, {
      hint: 'Name those that prove it.',
    })
  const told = await Promise.all(shas.map(async (sha) => ({ sha, ...(await readCommitText(ctx, sha)) })))
  const tracked = new Set(await listCode(ctx.place, 'HEAD'))
  const missing = files.filter((file) => !tracked.has(file))
  if (missing.length > 0)
    throw new Problem('no-such-file', `Not tracked at HEAD: ${missing.map((file) => oneLine(file)).join(', ')}.`, {
      hint: 'Name files as git does, from the root of the repository, and commit them first.',
    })
  const texts = files.length === 0 ? new Map<string, string>() : await readFiles(ctx.place, 'HEAD', new Set(files))
  const sources = told.map(({ sha, message }) => ({
    commit: sha,
    subject: shorten(redact(oneLine(message.split('\n')[0] ?? '')), 120),
  }))
  const commitProof = told.flatMap(({ sha, message, diff }) => [
    proofFrom(message, { source: sha.slice(0, 8), from: 'words' }),
    proofFrom(diff, { source: sha.slice(0, 8), from: 'code' }),
  ])
  return {
    proof: [...commitProof, ...[...texts.values()].map((text) => proofFrom(text, { source: '', from: 'code' }))],
    base: { ...emptyEntry, tags: ['agent'], raw: { ...emptyEntry.raw, files: [...files], sources } },
    unquoted: 'keep',
    files: tracked,
  }
}
