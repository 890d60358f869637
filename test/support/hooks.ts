import type { Repo } from './repo.ts'

/** The hooks that ctx installs. */
export const hookNames = [
  'post-checkout',
  'post-commit',
  'post-merge',
  'post-rewrite',
  'pre-push',
  'prepare-commit-msg',
]

/** The home of the person who works in a repository. */
export const homeOf = (repo: Repo): string => repo.env['HOME'] ?? ''
