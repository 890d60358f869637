import { expect, test } from 'vitest'
import { askLessons, clearGaps, curate, gaps, open, Problem, query, status, tell, where } from '../../src/index.ts'
import { newCtxRepo, temporaryFolder } from '../support/repo.ts'

test('a program learns, asks and looks, as the command line does', async () => {
  const repo = newCtxRepo()
  repo.git(
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    'feat(auth): keep tokens single-use\n\nA token must never be used twice because thieves try.',
  )
  await repo.settled()
  const ctx = await open({ cwd: repo.root, env: repo.env })
  expect((await curate(ctx, { kind: 'new' })).read).toBe(0)
  await tell(ctx, 'Tokens are signed with RS256.', { topic: 'auth/signing' })
  expect((await query(ctx, 'which algorithm signs tokens')).hits[0]?.path).toBe(
    'auth/signing/tokens_are_signed_with_rs256.md',
  )
  expect(await status(ctx)).toMatchObject({ branch: 'main', knowledge: 'ctx/main', entries: 2, isCurrent: true })
})

test('a program asks for lessons, files to open and what nobody could answer, as `ctx query` does', async () => {
  const repo = newCtxRepo()
  repo.commit('feat(auth): keep tokens single-use\n\nA token must never be used twice because thieves try.', {
    'src/auth/token.ts': 'export const token = 1\n',
  })
  await repo.settled()
  const ctx = await open({ cwd: repo.root, env: repo.env })
  const text = 'why are tokens single-use'
  const answer = await askLessons(ctx, { text, most: 3 })
  expect(answer).toMatchObject({ isKnown: true, hits: [{ headline: expect.stringContaining('single-use') }] })
  expect(JSON.parse(repo.ctx('query', text, '--json').out).hits).toEqual(answer?.hits)
  expect((await where(ctx, 'limit the life of tokens', { limit: 1 })).map(({ path }) => path)).toEqual([
    'src/auth/token.ts',
  ])
  await askLessons(ctx, { text: 'who feeds the parrot', most: 3 })
  expect(await gaps(ctx)).toEqual([{ question: 'who feeds the parrot', times: 1 }])
  expect(clearGaps(ctx)).toBe(1)
})

test('what a program can mend is a Problem with a code and a hint', async () => {
  await expect(open({ cwd: temporaryFolder() })).rejects.toMatchObject({
    code: 'not-a-repository',
    hint: expect.stringContaining('git init'),
  })
  await expect(open({ cwd: temporaryFolder() })).rejects.toBeInstanceOf(Problem)
})
