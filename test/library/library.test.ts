import { expect, test } from 'vitest'
import { curate, open, Problem, query, status, tell } from '../../src/index.ts'
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

test('what a program can mend is a Problem with a code and a hint', async () => {
  await expect(open({ cwd: temporaryFolder() })).rejects.toMatchObject({
    code: 'not-a-repository',
    hint: expect.stringContaining('git init'),
  })
  await expect(open({ cwd: temporaryFolder() })).rejects.toBeInstanceOf(Problem)
})
