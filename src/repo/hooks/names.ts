/** The hooks that there are: the names of the files in `hooks/`. */
export const hookNames = [
  'post-commit',
  'post-merge',
  'post-checkout',
  'post-rewrite',
  'prepare-commit-msg',
  'pre-push',
] as const

/** The name of one of our hooks. */
export type HookName = (typeof hookNames)[number]
