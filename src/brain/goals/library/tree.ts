import { Problem } from '../../../problem.ts'
import { shorten } from '../../../text/clean.ts'
import type { Finding } from '../../../tree/knowledge.ts'
import { type ChildDigest, type Hydrated, hydrate } from './hydrate.ts'
import { findingsOf, globalFindings } from './lint.ts'
import { NodeOfAnyTime, type OnOverLimit, type SharedContext, sharedOf, tokenLimits } from './node.ts'
import { copyValue, copyValues, valueToJson, type Values } from './values.ts'
import { readTree, type WrittenTree, writeNode } from './written.ts'

/** What all goals of a tree share. */
export type TreeOptions = {
  /** The clock. */
  readonly now: () => Date
  /** The limit of a goal that is made without one of its own. */
  readonly defaultTokenLimit?: number | undefined
  /** What every goal may read, and none change. */
  readonly globalContext?: Values
  readonly onOverLimit?: OnOverLimit | undefined
}

/** What a goal may be given of its own when it is made. */
export type GoalOptions = { readonly intent?: string; readonly tokenLimit?: number; readonly onOverLimit?: OnOverLimit }

/** Tokens over all goals; of a tree without goals, zeros. */
export type TreeStats = {
  readonly totalNodes: number
  readonly totalTokens: number
  readonly avgTokensPerNode: number
  readonly maxTokens: number
  readonly nodesOverLimit: number
}

/** A parent's intent is passed on in this many characters: a summary, not a document. */
const longestIntent = 1_000

/**
 * Goals and the context of each: constraints go down (hydrate), digests come up (dehydrate), and nothing else passes
 * from one goal to another. No step costs more because there are more goals.
 */
export class TreeOfAnyTime {
  readonly defaultTokenLimit: number
  readonly onOverLimit: OnOverLimit
  readonly #now: () => Date
  readonly #shared: SharedContext
  readonly #nodes = new Map<string, NodeOfAnyTime>()
  readonly #children = new Map<string, string[]>()
  /** Goals in the order in which they were finished, by their parent; one that was finished again stands there twice. */
  readonly #finished = new Map<string, string[]>()

  constructor({ now, defaultTokenLimit = tokenLimits.large, globalContext, onOverLimit = 'warn' }: TreeOptions) {
    this.#now = now
    this.#shared = sharedOf(globalContext)
    this.defaultTokenLimit = defaultTokenLimit
    this.onOverLimit = onOverLimit
  }

  get globalContext(): Values {
    return copyValues(this.#shared.global)
  }

  /** Makes a goal that stands at the top; there may be several. */
  createRootContext(goalId: string, options: GoalOptions = {}): NodeOfAnyTime {
    return this.#add(goalId, options)
  }

  /**
   * Makes a goal below another. What the parent is for is passed on, unless `parentIntent` says it better.
   * @throws {Problem} when there is no such parent, or a goal of this id already.
   */
  createChildContext(
    goalId: string,
    parentGoalId: string,
    { parentIntent, ...options }: GoalOptions & { readonly parentIntent?: string } = {},
  ): NodeOfAnyTime {
    const parent = this.#nodes.get(parentGoalId)
    if (parent === undefined)
      throw new Problem('no-such-goal', `Parent context not found: ${parentGoalId}`, {
        hint: 'Make the parent first.',
      })
    return this.#add(goalId, options, parent, parentIntent ?? shorten(parent.intent, longestIntent))
  }

  #add(goalId: string, options: GoalOptions, parent?: NodeOfAnyTime, parentIntent?: string): NodeOfAnyTime {
    if (this.#nodes.has(goalId))
      throw new Problem('goal-exists', `There is a context of this id already: ${goalId}`, {
        hint: 'Ids are unique; what the other goal found out would be lost.',
      })
    const node = new NodeOfAnyTime(
      {
        tokenLimit: this.defaultTokenLimit,
        onOverLimit: this.onOverLimit,
        ...options,
        goalId,
        parentGoalId: parent?.goalId,
        parentIntent,
        createdAt: this.#now(),
      },
      this.#shared,
    )
    this.#put(node)
    return node
  }

  #put(node: NodeOfAnyTime): void {
    this.#nodes.set(node.goalId, node)
    if (node.parentGoalId !== undefined) append(this.#children, node.parentGoalId, node.goalId)
  }

  /** The goal itself: it counts on, and what is read of it is a copy. Undefined where there is none. */
  getContext(goalId: string): NodeOfAnyTime | undefined {
    return this.#nodes.get(goalId)
  }

  /** The ids of the goals right below one, in the order they were made. */
  childrenOf(goalId: string): readonly string[] {
    return [...(this.#children.get(this.#require(goalId).goalId) ?? [])]
  }

  setLocalContext(goalId: string, key: string, value: unknown): void {
    this.#require(goalId).setLocal(key, value)
  }

  /** Sets a value for all goals, those that are there and those to come. */
  setGlobalContext(key: string, value: unknown): void {
    // One object of another's keys: the values stay where they are, so this costs nothing per goal.
    this.#shared.global = { ...this.#shared.global, ...Object.fromEntries([[key, copyValue(value)]]) }
  }

  /** Keeps a thought on the way to a goal; it is archived when the goal is finished. */
  addNote(goalId: string, text: string): void {
    this.#require(goalId).addNote(text)
  }

  /** Counts tokens that a goal used, and gives how many are over its limit now. */
  updateTokenUsage(goalId: string, tokens: number): number {
    return this.#require(goalId).addTokens(tokens)
  }

  /**
   * Gives a goal all that it needs to know and nothing else: the global context, its parent's intent, what it found out
   * itself, and the digests of finished goals right below it, the newest of them that its token limit has room for.
   */
  hydrateContext(goalId: string): Hydrated {
    const node = this.#require(goalId)
    return hydrate(node, this.#digestsBelow(goalId))
  }

  *#digestsBelow(goalId: string): Generator<ChildDigest> {
    const finished = this.#finished.get(goalId) ?? []
    const seen = new Set<string>()
    for (let at = finished.length - 1; at >= 0; at--) {
      const child = this.#nodes.get(finished[at] ?? '')
      if (child?.digest === undefined || seen.has(child.goalId)) continue
      seen.add(child.goalId)
      yield { goalId: child.goalId, digest: child.digest, tokens: child.digestTokens }
    }
  }

  /**
   * Finishes a goal: only its digest goes up, to its parent's hydration; what it thought on the way is archived.
   * @throws {Problem} when there is no such goal, or the digest is empty.
   */
  dehydrateContext(goalId: string, digest: string, digestTokens?: number): NodeOfAnyTime {
    const node = this.#require(goalId)
    node.finish(digest, { at: this.#now(), tokens: digestTokens })
    if (node.parentGoalId !== undefined) append(this.#finished, node.parentGoalId, goalId)
    return node
  }

  getTotalTokens(): number {
    return this.#shared.totalTokens
  }

  getTreeStats(): TreeStats {
    const { totalTokens, maxTokens, nodesOverLimit } = this.#shared
    const totalNodes = this.#nodes.size
    const avgTokensPerNode = totalNodes === 0 ? 0 : totalTokens / totalNodes
    return { totalNodes, totalTokens, avgTokensPerNode, maxTokens, nodesOverLimit }
  }

  /** Finds what is not as it should be: goals over their limit, vague digests, and details of one goal that are set for all. */
  lint(): readonly Finding[] {
    const global = new Set(Object.keys(this.#shared.global))
    const nodes = [...this.#nodes.values()]
    return [...nodes.flatMap((node) => [...findingsOf(node, global)]), ...globalFindings(this.#shared.global, nodes)]
  }

  /** Gives everything as JSON can say it; `restore` takes it back. */
  serialize(): WrittenTree {
    return {
      defaultTokenLimit: this.defaultTokenLimit,
      onOverLimit: this.onOverLimit,
      globalContext: valueToJson(this.#shared.global),
      nodes: Object.fromEntries([...this.#nodes.values()].map((node) => [node.goalId, writeNode(node)])),
      order: [...this.#nodes.keys()],
      finished: Object.fromEntries(this.#finished),
    }
  }

  /**
   * Reads a tree that `serialize` gave, through JSON or not; dates and all are as they were.
   * @throws {Problem} when it is none: a field of another kind, a parent that is not there, goals in a circle.
   */
  static restore<Tree extends TreeOfAnyTime>(
    this: new (options: TreeOptions) => Tree,
    data: unknown,
    { now }: Pick<TreeOptions, 'now'>,
  ): Tree {
    const { options, nodes, finished } = readTree(data)
    const tree = new this({ ...options, now })
    tree.take(nodes, finished)
    return tree
  }

  /** Takes up goals that were read back, parents first. */
  protected take(nodes: ReturnType<typeof readTree>['nodes'], finished: ReadonlyMap<string, readonly string[]>): void {
    for (const { options, progress } of nodes) {
      const node = new NodeOfAnyTime(options, this.#shared)
      node.resume(progress)
      this.#put(node)
    }
    for (const [parent, ids] of finished) this.#finished.set(parent, [...ids])
  }

  #require(goalId: string): NodeOfAnyTime {
    const node = this.#nodes.get(goalId)
    if (node !== undefined) return node
    throw new Problem('no-such-goal', `Context not found: ${goalId}`, { hint: 'Make it first.' })
  }
}

function append(lists: Map<string, string[]>, key: string, item: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}
