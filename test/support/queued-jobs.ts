import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Repo } from './repo.ts'

/** What hooks left for the worker of a repository, in no order; nothing where no worker was stopped. */
export function queuedJobs(repo: Repo): readonly string[] {
  const queue = join(repo.root, '.git/ctx/queue')
  return existsSync(queue) ? readdirSync(queue).map((file) => readFileSync(join(queue, file), 'utf8')) : []
}
