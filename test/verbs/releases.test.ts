import { expect, test } from 'vitest'
import { firstReleases } from '../../src/repo/git/first-release.ts'
import { openIn } from '../support/open-in.ts'
import { newCtxRepo } from '../support/repo.ts'

// Which release first had what was asked for.

test('“when was it added” said the day, and nothing of the release that one has to upgrade to', async () => {
  const repo = newCtxRepo()
  repo.commit('Start', { 'src/a.js': 'export const a = 1\n' })
  repo.git('tag', 'v0.1.0')
  const drawer = repo.commit('Add a drawer\n\nThe drawer keeps coins apart, because notes tear.', {
    'src/drawer.js': 'export const drawer = 1\n',
  })
  for (const tag of ['v0.2.0-rc.1', 'v0.2.0rc2', 'core-9.0.0', 'latest']) repo.git('tag', tag)
  repo.commit('Sell tea', { 'src/tea.js': 'export const tea = 1\n' })
  repo.git('tag', '-a', 'v0.2.0', '-m', 'Release')
  repo.commit('Paint the lid\n\nThe lid is green, because blue fades in the sun.', {
    'src/lid.js': 'export const lid = 1\n',
  })
  repo.git('tag', 'nightly')
  await repo.settled()
  expect(repo.ctx('query', 'when was the drawer that keeps coins apart added').out).toContain(
    ' · first released in v0.2.0 · ',
  )
  const [hit] = JSON.parse(repo.ctx('query', '--json', 'when was the drawer that keeps coins apart added').out).hits
  expect(hit).toMatchObject({ commit: drawer, release: 'v0.2.0' })
  for (const question of ['why is there a drawer for coins', 'when was the lid painted green'])
    expect(repo.ctx('query', question).out).not.toContain('first released')
  const { place } = await openIn(repo)
  expect([...(await firstReleases(place, [drawer, 'f'.repeat(40)]))]).toEqual([[drawer, 'v0.2.0']])
})
