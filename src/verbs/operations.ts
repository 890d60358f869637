import { array, boolean, maxLength, object, optional, string } from 'zod/mini'
import { most as mostAuthored } from '../curate/authored/shape.ts'
import { draftAuthored, operationsIn } from '../curate/authored/authored.ts'
import { change } from '../knowledge/change.ts'
import { record } from '../knowledge/branch/record.ts'
import { type Tip, tipToLearnOn } from '../knowledge/branch/tip.ts'
import { writersOf } from '../knowledge/branch/writers.ts'
import { type EvidenceNamed, groundsFrom } from '../learning/grounds.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import type { Proposal } from '../repo/state/proposals.ts'
import { oneLine, shorten } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import type { Applied } from '../tree/operations.ts'
import { folderOf, upwards } from '../tree/path.ts'
import { propose } from './proposals.ts'

/** On whose word, and with what proof, an agent writes. */
export type Authoring = {
  readonly evidence?: EvidenceNamed
  /** The name that the writer gave itself. */
  readonly by?: string
  /** Finds out what each operation would do, and writes nothing. */
  readonly dryRun?: boolean
}

/** What came of each operation, and how many wait for a person. */
export type Authored = Applied & { readonly proposed: number }

/**
 * Writes operations that a calling agent authored; no model of ours takes part. Each has its own status, and one that
 * fails stops none of the others. Claims with a quote need it to stand in the evidence; claims without one are kept as
 * what somebody said, without a source. New entries are drafts, and what is known already is refused with its path.
 * What would take away what a person wrote or approved is not done: it becomes a proposal, and `ctx review` shows it.
 * @throws {Problem} when it is no list of operations, there are too many, evidence cannot be found, or nothing can
 * learn here.
 */
export async function curateAuthored(
  ctx: Ctx,
  asked: unknown,
  { evidence = {}, by = 'agent', dryRun = false }: Authoring = {},
): Promise<Authored> {
  const list = requireFew(operationsIn(asked))
  const grounds = await groundsFrom(ctx, evidence)
  const draftOn = async (tip: Tip): Promise<NonNullable<ReturnType<typeof draftAuthored>>> => {
    const seen = new Set(tip.knowledge.entries.keys())
    const guard = await writersOf(ctx, tip, namedIn(list, tip.knowledge))
    const before = { knowledge: tip.knowledge, operations: [] }
    const drafted = draftAuthored(list, before, { ...grounds, seen, guard, at: ctx.now() })
    if (drafted === undefined) throw noOperations()
    return drafted
  }
  if (dryRun) {
    const { applied, summary, proposed } = await draftOn(await tipToLearnOn(ctx))
    return { applied, summary, proposed: proposed.length }
  }
  return await change(ctx, async (tip) => {
    const { draft, applied, summary, proposed } = await draftOn(tip)
    const { operations } = draft
    const [{ reason } = { reason: '' }] = operations
    if (operations.length > 0) await record(ctx, tip, { operations, title: reason, by: `agent ${nameOf(by)}` })
    const waiting = proposed.map(({ at, asked: operation, why }) => ({ at, operations: [operation], why }))
    const kept = propose(ctx, tip.ref, waiting, { by: nameOf(by), evidence })
    return { applied: withNames(applied, kept), summary, proposed: proposed.length }
  })
}

/** Says of each operation that waits where it waits. */
function withNames(applied: Applied['applied'], kept: readonly Proposal[]): Applied['applied'] {
  const waiting = [...kept]
  return applied.map((one) => {
    const proposal = one.status === 'proposed' ? waiting.shift() : undefined
    if (proposal === undefined) return one
    const stands = proposal.decided === 'declined' ? 'and one has declined it already' : 'and `ctx review` asks one'
    return {
      ...one,
      message: `${one.message ?? ''} Only a person may take that away, ${stands} (proposal ${proposal.id}).`,
    }
  })
}

/** All entries that operations name, those below a folder among them: whose words they are must be found out. */
function namedIn(list: readonly unknown[], { entries }: Knowledge): ReadonlySet<string> {
  const named = new Set(
    list.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one).filter((value) => typeof value === 'string') : [],
    ),
  )
  return new Set(
    [...entries.keys()].filter((path) => named.has(path) || upwards(folderOf(path)).some((at) => named.has(at))),
  )
}

function requireFew(list: readonly unknown[] | undefined): readonly unknown[] {
  if (list === undefined) throw noOperations()
  if (list.length <= mostAuthored.operations) return list
  throw new Problem(
    'too-many-operations',
    `These are ${list.length} operations; at most ${mostAuthored.operations} belong to one call.`,
    {
      hint: 'Nothing was stored. Send those that belong together.',
    },
  )
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
  refuseUnknown(asked)
  const read = authoringShape.safeParse(asked)
  if (!read.success) throw noOperations(read.error)
  const { evidence: { commits = [], files = [] } = {}, by = 'agent', dryRun = false } = read.data
  return { evidence: { commits, files }, by, dryRun }
}

const fields = ['operations', 'evidence', 'by', 'dryRun']

/** An unknown field was meant for something: what is sent is stored whole, or not at all. */
function refuseUnknown(asked: unknown): void {
  if (typeof asked !== 'object' || asked === null || !('operations' in asked)) return
  const strange = Object.keys(asked).filter((key) => !fields.includes(key))
  if (strange.length === 0) return
  const named = strange.map((key) => `“${shorten(oneLine(key), 60)}”`).join(', ')
  throw new Problem('unknown-field', `${named} is nothing that stands beside operations.`, {
    hint: `Nothing was stored. Beside operations stand ${fields.slice(1).join(', ')}; what an entry holds stands in the operation.`,
  })
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
