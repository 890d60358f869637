/** What is told of: everything, what concerns the work at hand, or the project brief alone. */
export const brainScopes = ['full', 'relevant', 'minimal'] as const
/** How much of the tree a brain is of: all, what bears on the work that is named, or the brief alone. */
export type BrainScope = (typeof brainScopes)[number]

/** What a caller may choose of a brain; budgets are in tokens, and 0 leaves a layer out. */
export type BrainOptions = {
  readonly tokenBudget?: number
  readonly layer0Budget?: number
  readonly layer1Budget?: number
  readonly layer2Budget?: number
  readonly includeProjectBrief?: boolean
  /** Files, as the repository names them, that somebody is at work on: what names them is current, and comes first. */
  readonly activeFiles?: readonly string[]
  /** Entries that concern the work at hand, by path: they are current, and come first. */
  readonly activeEntries?: readonly string[]
  readonly scope?: BrainScope
  /** The least that an item must be believed to be told of, from 0 to 1. */
  readonly minConfidence?: number
  /** How many items are told of at most; 0 is as many as there is room for. */
  readonly limit?: number
}

/** The same options with every default in its place. */
export type ChosenOptions = Required<BrainOptions>

const defaults = {
  tokenBudget: 6_000,
  layer0Budget: 500,
  layer1Budget: 1_500,
  layer2Budget: 2_000,
  minConfidence: 0,
  limit: 0,
}
/** What concerns one piece of work is less. */
const relevantBudget = 4_000

/** Completes the options; a budget is a whole number of tokens from 0. */
export function chooseOptions(options: BrainOptions): ChosenOptions {
  const { scope = 'full' } = options
  const numbers = { ...defaults, ...(scope === 'relevant' ? { tokenBudget: relevantBudget } : {}) }
  const count = (name: Exclude<keyof typeof defaults, 'minConfidence'>): number => {
    const wanted = options[name] ?? numbers[name]
    return Number.isFinite(wanted) ? Math.max(0, Math.floor(wanted)) : numbers[name]
  }
  const sure = options.minConfidence ?? 0
  return {
    tokenBudget: count('tokenBudget'),
    layer0Budget: count('layer0Budget'),
    layer1Budget: count('layer1Budget'),
    layer2Budget: count('layer2Budget'),
    includeProjectBrief: options.includeProjectBrief ?? true,
    activeFiles: [...new Set(options.activeFiles)].toSorted(),
    activeEntries: [...new Set(options.activeEntries)].toSorted(),
    scope,
    minConfidence: Number.isFinite(sure) ? Math.min(1, Math.max(0, sure)) : 0,
    limit: count('limit'),
  }
}
