/** What a caller may choose of a brain; budgets are in tokens, and 0 leaves a layer out. */
export type BrainOptions = {
  readonly tokenBudget?: number
  readonly layer0Budget?: number
  readonly layer1Budget?: number
  readonly layer2Budget?: number
  readonly includeProjectBrief?: boolean
  /** Files, as the repository names them, that somebody is at work on: what names them is current, and comes first. */
  readonly activeFiles?: readonly string[]
}

export type ChosenOptions = Required<BrainOptions>

const defaults: ChosenOptions = {
  tokenBudget: 6_000,
  layer0Budget: 500,
  layer1Budget: 1_500,
  layer2Budget: 2_000,
  includeProjectBrief: true,
  activeFiles: [],
}

/** Completes the options; a budget is a whole number of tokens from 0. */
export function chooseOptions(options: BrainOptions): ChosenOptions {
  const budget = (name: 'tokenBudget' | 'layer0Budget' | 'layer1Budget' | 'layer2Budget'): number => {
    const wanted = options[name] ?? defaults[name]
    return Number.isFinite(wanted) ? Math.max(0, Math.floor(wanted)) : defaults[name]
  }
  return {
    tokenBudget: budget('tokenBudget'),
    layer0Budget: budget('layer0Budget'),
    layer1Budget: budget('layer1Budget'),
    layer2Budget: budget('layer2Budget'),
    includeProjectBrief: options.includeProjectBrief ?? defaults.includeProjectBrief,
    activeFiles: [...new Set(options.activeFiles)].toSorted(),
  }
}
