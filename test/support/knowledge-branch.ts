import type { Repo } from './repo.ts'

/** The paths of the entries on the knowledge branch of main. */
export const entriesOnBranch = (repo: Repo): readonly string[] =>
  repo
    .git('ls-tree', '-r', '--name-only', 'ctx/main')
    .split('\n')
    .filter((path) => path !== '' && !path.endsWith('context.md'))

/** A file of the knowledge branch of main. */
export const textOnBranch = (repo: Repo, path: string): string => repo.git('show', `ctx/main:${path}`)
