/** @module-tag slow */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { curate, push } from '../../src/index.ts'
import { initedRepo } from '../support/open-in.ts'
import { expectCode, teach } from '../support/expect.ts'
import { type Repo, withRemote } from '../support/repo.ts'
import { openInDays, queryIn, tendIn, tellToken } from '../support/scored-entries.ts'

describe('the journal of accesses', () => {
  const name = 'queue_mail_instead_of_sending_it'
  const path = `.ctx/tree/src/mail/${name}.md`
  const asked = async (): Promise<Repo> => {
    const repo = await initedRepo()
    teach(repo)
    await curate(await openInDays(repo), { kind: 'new' })
    for (let times = 0; times < 3; times++) await queryIn(repo, 'queue mail')
    expect(repo.read(path)).toContain('accessCount: 0')
    return repo
  }

  test('is settled by the curation of that entry, and not by that of another', async () => {
    const repo = await asked()
    teach(repo, 'Log requests as lines of JSON', 'src/log.ts')
    await curate(await openInDays(repo), { kind: 'new' })
    expect(repo.read(path)).toContain('accessCount: 0')
    repo.commit(
      'Queue mail instead of sending it, with retries\n\nDecision: mail must be retried because it bounces\n',
      {
        'src/mail.ts': 'export const retries = 3\n',
      },
    )
    await curate(await openInDays(repo), { kind: 'new' })
    expect(repo.read(path)).toMatch(/accessCount: 3\nupdateCount: 1\n/)
  })

  test('is settled by ctx push, once', async () => {
    const repo = await asked()
    const remote = withRemote(repo)
    await push(await openInDays(repo))
    const there = (): string => repo.git('--git-dir', remote, 'show', `ctx/main:src/mail/${name}.md`)
    expect(there()).toContain('accessCount: 3')
    expect(repo.read(path)).toContain('accessCount: 3')
    expect((await push(await openInDays(repo))).outcome).toBe('up to date')
    await tendIn(repo)
    expect(repo.read(path)).toContain('accessCount: 3')
  })

  test('is settled by ctx tend, which keeps what the front matter says besides', async () => {
    const repo = await asked()
    repo.write({ [path]: repo.read(path).replace('\n---\n', '\nreviewed: true # by Ada\n---\n') })
    expect(expectCode(repo.ctx('tend'), 0)).toContain('Settled the accesses of 1 entry.')
    expect(repo.read(path)).toMatch(/importance: 59\n[\s\S]*accessCount: 3\n[\s\S]*reviewed: true # by Ada\n/)
    expect(expectCode(repo.ctx('tend'), 0)).toBe('Everything is as it should be.\n')
  })

  test('is settled by what a person tells about that entry', async () => {
    const repo = await initedRepo()
    await tellToken(repo)
    await queryIn(repo, 'refresh tokens')
    await tellToken(repo, 'Refresh tokens are single-use. They are kept for a week.')
    expect(repo.read('.ctx/tree/auth/tokens/refresh_tokens_are_single_use.md')).toMatch(
      /accessCount: 1\nupdateCount: 1\n/,
    )
  })

  test('that is damaged, or names what is gone, stops nothing', async () => {
    const repo = await asked()
    writeFileSync(
      join(repo.root, '.git/ctx/accesses'),
      `\u0000\u0000nonsense\n../../etc/passwd.md\na/b/gone.md\nsrc/mail/${name}.md`,
    )
    await tendIn(repo)
    expect(repo.read(path)).toContain('accessCount: 1')
    expect(expectCode(repo.ctx('tend'), 0)).toBe('Everything is as it should be.\n')
  })
})
