import { type Ctx, open } from '../../src/index.ts'
import type { Repo } from './repo.ts'

/** Opens a repository as it is some days from now, in this process: most tests call verbs, as a program takes time to start. */
export const openIn = async (repo: Repo, days = 0): Promise<Ctx> =>
  await open({ cwd: repo.root, env: repo.env, now: () => new Date(Date.now() + days * 24 * 60 * 60 * 1000) })
