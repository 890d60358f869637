import { type Ctx, init, open, tell } from '../../src/index.ts'
import { newRepo, type Repo } from './repo.ts'

/** Opens a repository as it is some days from now, in this process: most tests call verbs, as a program takes time to start. */
export const openIn = async (repo: Repo, days = 0): Promise<Ctx> =>
  await open({ cwd: repo.root, env: repo.env, now: () => new Date(Date.now() + days * 24 * 60 * 60 * 1000) })

/** Makes a repository that ctx is set up in without hooks, in this process: programs take time to start. */
export async function initedRepo(): Promise<Repo> {
  const repo = newRepo()
  await init(await openIn(repo), { hooks: false })
  return repo
}

/** Tells ctx something, filed under a topic. */
export const tellIn = async (repo: Repo, text: string, topic: string): Promise<void> =>
  void (await tell(await openIn(repo), text, { topic }))
