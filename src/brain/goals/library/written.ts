import * as z from 'zod/mini'
import { Problem } from '../../../problem.ts'
import type { NodeOfAnyTime, NodeOptions, OnOverLimit, Progress } from './node.ts'
import { copyValues, fromJson, isPlainObject, type Json, valueToJson, type Values } from './values.ts'

const count = z.number().check(z.multipleOf(1), z.gte(0))
const time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'is a date'))
const list = z.array(z.string())
const policy = z.enum(['warn', 'refuse'])
const keyed = z.custom<Readonly<Record<string, unknown>>>(isPlainObject, 'is no object')
const context = z._default(keyed, {})

const nodeShape = z.object({
  goalId: z.string(),
  parentGoalId: z.nullable(z.string()),
  intent: z._default(z.string(), ''),
  parentIntent: z._default(z.nullable(z.string()), null),
  localContext: context,
  tokenLimit: count,
  onOverLimit: z._default(policy, 'warn'),
  tokensUsed: count,
  createdAt: time,
  notes: z._default(z.array(z.string()), []),
  digests: z._default(z.array(z.object({ text: z.string(), tokens: count, version: count, at: time })), []),
  archive: z._default(z.array(z.object({ local: context, notes: z.array(z.string()), archivedAt: time })), []),
})

const treeShape = z.object({
  defaultTokenLimit: count,
  onOverLimit: z._default(policy, 'warn'),
  globalContext: context,
  nodes: keyed,
  order: z._default(list, []),
  finished: z._default(keyed, {}),
})

/** A tree as JSON says it; `digest` and `digestTokens` stand there for readers, and are not read back. */
export type WrittenTree = {
  readonly defaultTokenLimit: number
  readonly onOverLimit: OnOverLimit
  readonly globalContext: Json
  readonly nodes: { readonly [goalId: string]: Json }
  /** The ids in the order in which the goals were made: an object puts those that look like numbers first. */
  readonly order: readonly string[]
  readonly finished: { readonly [goalId: string]: readonly string[] }
}

/** Spells a goal for JSON; the global context stands once, with the tree. */
export function writeNode(node: NodeOfAnyTime): Json {
  return {
    goalId: node.goalId,
    parentGoalId: node.parentGoalId ?? null,
    intent: node.intent,
    parentIntent: node.parentIntent ?? null,
    localContext: valueToJson(node.localContext),
    tokenLimit: node.tokenLimit,
    onOverLimit: node.onOverLimit,
    tokensUsed: node.tokensUsed,
    digest: node.digest ?? null,
    digestTokens: node.digestTokens,
    createdAt: node.createdAt.toISOString(),
    notes: node.notes,
    digests: node.digests.map(({ at, ...digest }) => ({ ...digest, at: at.toISOString() })),
    archive: node.archive.map(({ local, notes, archivedAt }) => ({
      local: valueToJson(local),
      notes,
      archivedAt: archivedAt.toISOString(),
    })),
  }
}

type ReadNode = { readonly options: NodeOptions; readonly progress: Progress }

/** Reads a tree from what JSON gave; nodes come parents first. */
export function readTree(data: unknown): {
  readonly options: { defaultTokenLimit: number; onOverLimit: OnOverLimit; globalContext: Values }
  readonly nodes: readonly ReadNode[]
  readonly finished: ReadonlyMap<string, readonly string[]>
} {
  const { defaultTokenLimit, onOverLimit, globalContext, ...written } = checked(treeShape, data, 'the tree')
  const nodes = new Map(Object.entries(written.nodes))
  const lost = written.order.find((id) => !nodes.has(id))
  if (lost !== undefined) throw noTree(`its order names ${lost}, which is not there`)
  // A tree that was written before there was an order has none.
  const ids = new Set([...written.order, ...nodes.keys()])
  const read = new Map([...ids].map((id) => [id, readNode(id, nodes.get(id))]))
  const finished = new Map(
    Object.entries(written.finished).map(([parent, below]) => [parent, checked(list, below, 'finished')]),
  )
  for (const [parent, below] of finished)
    if (below.some((id) => read.get(id)?.options.parentGoalId !== parent))
      throw noTree(`it names goals as finished below ${parent} that are not there`)
  return {
    options: { defaultTokenLimit, onOverLimit, globalContext: contextOf(globalContext) },
    nodes: parentsFirst(read),
    finished,
  }
}

function readNode(id: string, data: unknown): ReadNode {
  const { tokensUsed, notes, digests, archive, localContext, createdAt, ...node } = checked(nodeShape, data, id)
  if (node.goalId !== id) throw noTree(`${id} says it is ${node.goalId}`)
  return {
    options: {
      ...node,
      parentGoalId: node.parentGoalId ?? undefined,
      parentIntent: node.parentIntent ?? undefined,
      localContext: contextOf(localContext),
      createdAt: new Date(createdAt),
    },
    progress: {
      tokensUsed,
      notes,
      digests: digests.map((digest) => ({ ...digest, at: new Date(digest.at) })),
      archive: archive.map((trace) => ({
        local: contextOf(trace.local),
        notes: trace.notes,
        archivedAt: new Date(trace.archivedAt),
      })),
    },
  }
}

/** Sorts goals so that each comes after its parent; one whose parents end nowhere, or in a circle, is refused. */
function parentsFirst(nodes: ReadonlyMap<string, ReadNode>): readonly ReadNode[] {
  const sorted = new Map<string, ReadNode>()
  for (const start of nodes.keys()) {
    const path: string[] = []
    const onPath = new Set<string>()
    for (let id: string | undefined = start; id !== undefined && !sorted.has(id);) {
      const node = nodes.get(id)
      if (node === undefined) throw noTree(`there is no parent ${id}`)
      if (onPath.has(id)) throw noTree(`${id} is above itself`)
      path.push(id)
      onPath.add(id)
      id = node.options.parentGoalId
    }
    for (const id of path.toReversed()) {
      const node = nodes.get(id)
      if (node !== undefined) sorted.set(id, node)
    }
  }
  return [...sorted.values()]
}

function contextOf(data: unknown): Values {
  const values = fromJson(data)
  if (!isPlainObject(values)) throw noTree('a context is a date')
  return copyValues(values)
}

function checked<Shape extends z.ZodMiniType>(shape: Shape, data: unknown, what: string): z.output<Shape> {
  const found = shape.safeParse(data)
  if (found.success) return found.data
  const [issue] = found.error.issues
  throw noTree(`${what}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
}

const noTree = (why: string): Problem => new Problem('not-a-context-tree', `This is no context tree: ${why}.`)
