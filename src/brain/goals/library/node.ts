import { Problem } from '../../../problem.ts'
import { countTokens } from '../../../text/tokens.ts'
import { copyValue, copyValues, type Value, type Values } from './values.ts'

/** What becomes of tokens beyond a goal's limit: they are counted and told, or they are refused. */
export type OnOverLimit = 'warn' | 'refuse'

/** Token limits for models of three sizes. */
export const tokenLimits = { small: 4096, large: 8192, veryLarge: 32_768 } as const

/** What all goals of a tree have in common, held once: the global context, and the sums over them. */
export type SharedContext = { global: Values; totalTokens: number; maxTokens: number; nodesOverLimit: number }

/** Begins what a tree's goals share: its global context, copied, and sums of 0. */
export const sharedOf = (global: Values = {}): SharedContext => ({
  global: copyValues(global),
  totalTokens: 0,
  maxTokens: 0,
  nodesOverLimit: 0,
})

/** What a goal thought on its way: put away when it is finished, and never given to another goal. */
export type Trace = { readonly local: Values; readonly notes: readonly string[]; readonly archivedAt: Date }

/** What a finished goal hands up; a goal that is finished again has another version. */
export type Digest = { readonly text: string; readonly tokens: number; readonly version: number; readonly at: Date }

/** How a goal is made. One without a `parentGoalId` is a root; without a limit it has `tokenLimits.large`. */
export type NodeOptions = {
  readonly goalId: string
  readonly createdAt: Date
  readonly parentGoalId?: string | undefined
  readonly intent?: string | undefined
  readonly parentIntent?: string | undefined
  readonly globalContext?: Values
  readonly localContext?: Values
  readonly tokenLimit?: number | undefined
  readonly onOverLimit?: OnOverLimit | undefined
}

/** What a goal has come to, as it is read back. */
export type Progress = {
  readonly tokensUsed: number
  readonly notes: readonly string[]
  readonly digests: readonly Digest[]
  readonly archive: readonly Trace[]
}

/** The context of one goal: what it was given, what it found out, and how many tokens that took. */
export class NodeOfAnyTime {
  readonly goalId: string
  /** Undefined for a root. */
  readonly parentGoalId: string | undefined
  readonly intent: string
  readonly parentIntent: string | undefined
  readonly tokenLimit: number
  readonly onOverLimit: OnOverLimit
  readonly #createdAt: Date
  readonly #shared: SharedContext
  #local: Map<string, Value>
  #notes: string[] = []
  #tokensUsed = 0
  readonly #digests: Digest[] = []
  readonly #archive: Trace[] = []

  constructor(options: NodeOptions, shared: SharedContext = sharedOf(options.globalContext)) {
    if (options.goalId === '') throw new Problem('bad-goal', 'A goal needs an id.')
    this.goalId = options.goalId
    this.parentGoalId = options.parentGoalId
    this.intent = options.intent ?? ''
    this.parentIntent = options.parentIntent === '' ? undefined : options.parentIntent
    this.tokenLimit = requireCount(options.tokenLimit ?? tokenLimits.large, 'A token limit')
    this.onOverLimit = options.onOverLimit ?? 'warn'
    this.#createdAt = new Date(options.createdAt)
    this.#local = new Map(Object.entries(copyValues(options.localContext ?? {})))
    this.#shared = shared
  }

  /** Copied whenever it is read: nothing that anybody does to it reaches another goal. */
  get globalContext(): Values {
    return copyValues(this.#shared.global)
  }

  get localContext(): Values {
    return copyValues(Object.fromEntries(this.#local))
  }

  get notes(): readonly string[] {
    return [...this.#notes]
  }

  get createdAt(): Date {
    return new Date(this.#createdAt)
  }

  get tokensUsed(): number {
    return this.#tokensUsed
  }

  /** Undefined until the goal is finished. */
  get digest(): string | undefined {
    return this.#digests.at(-1)?.text
  }

  get digestTokens(): number {
    return this.#digests.at(-1)?.tokens ?? 0
  }

  /** Every digest that the goal had, oldest first. */
  get digests(): readonly Digest[] {
    return this.#digests.map((digest) => ({ ...digest, at: new Date(digest.at) }))
  }

  /** What was put away each time that the goal was finished, oldest first. */
  get archive(): readonly Trace[] {
    return this.#archive.map(copyTrace)
  }

  /** Tells whether more tokens were used than the limit allows; as many as it allows are not over it. */
  isOverLimit(): boolean {
    return this.#tokensUsed > this.tokenLimit
  }

  /** Counts the tokens beyond the limit. */
  tokensOverLimit(): number {
    return Math.max(0, this.#tokensUsed - this.tokenLimit)
  }

  remainingTokens(): number {
    return Math.max(0, this.tokenLimit - this.#tokensUsed)
  }

  /**
   * Counts tokens that the goal used, and gives how many are over its limit now.
   * @throws {Problem} when they are no count, or over a limit that refuses; then nothing is counted.
   */
  addTokens(tokens: number): number {
    const used = this.#tokensUsed + requireCount(tokens, 'A number of tokens', 0)
    if (used > this.tokenLimit && this.onOverLimit === 'refuse' && tokens > 0) throw overLimit(this, used)
    const wasOver = this.isOverLimit()
    this.#tokensUsed = used
    this.#shared.totalTokens += tokens
    this.#shared.maxTokens = Math.max(this.#shared.maxTokens, used)
    if (this.isOverLimit() && !wasOver) this.#shared.nodesOverLimit++
    return this.tokensOverLimit()
  }

  setLocal(key: string, value: unknown): void {
    this.#local.set(key, copyValue(value))
  }

  addNote(text: string): void {
    this.#notes.push(text)
  }

  /** Finishes the goal: its digest stays, and what it thought on the way is archived. */
  finish(text: string, { at, tokens = countTokens(text) }: { at: Date; tokens?: number | undefined }): void {
    if (text.trim() === '') throw new Problem('empty-digest', `The digest of ${this.goalId} says nothing.`)
    const counted = requireCount(tokens, 'The size of a digest', 0)
    this.#digests.push({ text, tokens: counted, version: this.#digests.length + 1, at: new Date(at) })
    this.#archive.push({ local: this.localContext, notes: this.notes, archivedAt: new Date(at) })
    this.#local = new Map()
    this.#notes = []
  }

  /** Takes up what was written down of a goal; for one that was just made. */
  resume({ tokensUsed, notes, digests, archive }: Progress): void {
    this.#tokensUsed = requireCount(tokensUsed, 'A number of tokens', 0)
    this.#shared.totalTokens += tokensUsed
    this.#shared.maxTokens = Math.max(this.#shared.maxTokens, tokensUsed)
    if (this.isOverLimit()) this.#shared.nodesOverLimit++
    this.#notes = [...notes]
    this.#digests.push(...digests)
    this.#archive.push(...archive.map(copyTrace))
  }
}

const copyTrace = ({ local, notes, archivedAt }: Trace): Trace => ({
  local: copyValues(local),
  notes: [...notes],
  archivedAt: new Date(archivedAt),
})

/** Requires a whole number from `least`: a negative one would hide tokens that were used. */
function requireCount(value: number, what: string, least = 1): number {
  if (Number.isSafeInteger(value) && value >= least) return value
  throw new Problem('bad-count', `${what} is a whole number from ${least}, not ${value}.`)
}

const overLimit = ({ goalId, tokenLimit }: NodeOfAnyTime, used: number): Problem =>
  new Problem(
    'over-limit',
    `${goalId} would use ${used} tokens, ${used - tokenLimit} over its limit of ${tokenLimit}.`,
    {
      hint: 'Finish the goal with a digest, or make smaller goals below it.',
    },
  )
