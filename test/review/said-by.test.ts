import { expect, test } from 'vitest'
import { newCtxRepo, program, withRemote } from '../support/repo.ts'

test('what somebody wrote by hand into an entry of another was said by who wrote it', () => {
  const repo = newCtxRepo()
  withRemote(repo)
  const tell = (author: string, text: string): void => {
    const env = { GIT_COMMITTER_NAME: author }
    expect(
      repo.run(process.execPath, [program, 'curate', '--text', text, '--topic', 'net/gateway'], { env }).code,
    ).toBe(0)
  }
  tell('Alice', 'The gateway closes idle connections after a minute.')
  repo.git('push', '-q', '--no-verify', 'origin', 'main')
  expect(repo.ctx('push').code).toBe(0)
  const path = '.ctx/tree/net/gateway/the_gateway_closes_idle_connections_after_a_minute.md'
  const told = repo.read(path)
  repo.write({ [path]: told.replace('## Reason', '## Facts\n- The limit may be switched off. [project]\n\n## Reason') })
  tell('Mallory', 'The gateway answers in HTTP 2.')
  const { out } = repo.ctx('review')
  expect(out).toMatch(/ {2}\+ The limit may be switched off\. {2}\(said by Mallory\)\n/)
  expect(out).not.toContain('Alice')
})

test.each(['text', 'markdown', 'json', 'sarif'])(
  'a review as %s printed the secret in clear that it blocks',
  (format) => {
    const repo = newCtxRepo()
    repo.ctx('curate', '--text', 'The key of the gateway is rotated.', '--topic', 'net/gateway')
    const path = '.ctx/tree/net/gateway/the_key_of_the_gateway_is_rotated.md'
    const [secret, other] = ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', 'AKIAQYLPMN5HHHFPZAM2']
    repo.write({
      [path]: repo
        .read(path)
        .replaceAll('is rotated', `is ${secret}`)
        .replace(/^title: .*/m, `title: Key ${other}`),
    })
    const { out } = repo.ctx('review', '--format', format)
    expect(out).toContain('secret')
    expect(out).not.toMatch(/ghp_abc|AKIAQ/)
    expect(repo.ctx('review', '--check').code).toBe(1)
  },
)
