export const hookNames = [
  'post-commit',
  'post-merge',
  'post-checkout',
  'post-rewrite',
  'prepare-commit-msg',
  'pre-push',
] as const

export type HookName = (typeof hookNames)[number]
