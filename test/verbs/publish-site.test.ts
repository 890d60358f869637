import { expect, test } from 'vitest'
import { publishSite } from '../../src/verbs/publish-site.ts'
import { initedRepo, openIn, tellIn } from '../support/open-in.ts'

test('while `ctx publish --site` read a long history for eight seconds, nothing said how far it was', async () => {
  const repo = await initedRepo()
  repo.commit('Begin', { 'src/a.ts': 'export const a = 1\n' })
  await tellIn(repo, 'Refresh tokens are single-use.', 'auth/tokens')
  const said: string[] = []
  const progress = (done: number, all: number, what: string): void => void said.push(`${done} of ${all} ${what}`)
  await publishSite({ ...(await openIn(repo)), progress }, 'public', { dryRun: true })
  const count = repo.git('rev-list', '--count', 'HEAD')
  expect(said).toEqual([`${count} of ${count} commits read`])
})
