import { expect, test } from 'vitest'
import { newCtxRepo } from '../support/repo.ts'

test('“what changed recently” was answered by whatever says “change”, and not by the newest that explains something', async () => {
  const repo = newCtxRepo()
  repo.commit('Change the lid recently\n\nThe lid is green, because blue fades in the sun of our shop.', {
    'src/lid.js': 'export const lid = 1\n',
  })
  const drawer = repo.commit(
    'Add a drawer\n\nThe drawer keeps coins apart, because notes tear when they lie together.',
    {
      'src/drawer.js': 'export const drawer = 1\n',
    },
  )
  const tea = repo.commit('Sell tea\n\nCustomers who wait want something warm, since the shop is cold in winter.', {
    'src/tea.js': 'export const tea = 1\n',
  })
  repo.commit(
    'Bump kettle from 1.0.0 to 1.1.0\n\nBumps kettle from 1.0.0 to 1.1.0, as its changelog asks everybody to do.',
    {
      'package.json': '{}\n',
    },
  )
  repo.commit('Test tea\n\nNobody had tested what is sold since the first day of this shop in spring.', {
    'test/tea.test.js': 'test()\n',
  })
  repo.commit('Sell sugar', { 'src/sugar.js': 'export const sugar = 1\n' })
  await repo.settled()
  for (const question of ['what changed recently', 'what’s new?', 'show me the latest commits of this repository']) {
    const { hits, outOfDomain } = JSON.parse(repo.ctx('query', '--json', question).out)
    const found = hits.map(({ commit }: { commit: string }) => commit)
    expect([question, outOfDomain, found.slice(0, 2)]).toEqual([question, false, [tea, drawer]])
  }
  // Where something is asked, that is looked for.
  expect(JSON.parse(repo.ctx('query', '--json', 'what changed in the lid recently').out).hits[0].headline).toContain(
    'lid',
  )
})
