/** @module-tag slow */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectCode } from '../support/expect.ts'
import { newCtxRepo, type Repo } from '../support/repo.ts'

const [never, queue] = ['never call the gateway in a database transaction', 'a queue, since it would lose its order']

/** A repository in which a commit explains itself, binds others and turned something down; and where that is told. */
async function decided(): Promise<{ readonly repo: Repo; readonly path: string; readonly sha: string }> {
  const repo = newCtxRepo()
  const sha = repo.commit(
    `Lock the card while it is charged\n\nTwo tabs charged the same card twice, because the gateway has no idempotency key.\n\nConstraint: ${never}\nRejected: ${queue}`,
    { 'pay.py': 'def pay(): post()\n' },
  )
  await repo.settled()
  const path = repo
    .git('ls-tree', '-r', '--name-only', 'ctx/main')
    .split('\n')
    .find((one) => repo.git('show', `ctx/main:${one}`).includes(`- ${never}`))
  return { repo, path: path ?? '', sha }
}

/** All that says what is known: an answer, why a line is so, what is known of a file, and what an agent is told. */
const tellings = (repo: Repo): readonly string[] => [
  repo.ctx('query', never).out,
  repo.ctx('query', queue).out,
  repo.ctx('why', 'pay.py:1').out,
  repo.ctx('related', 'pay.py').out,
  repo.run('node', [join(import.meta.dirname, '../../dist/cli.cjs'), 'hook', 'agent', 'claude', 'prompt'], {
    input: JSON.stringify({ session_id: 'x', cwd: repo.root, prompt: `Why should I ${never}, or not use ${queue}?` }),
  }).out,
]

test('a rule that a person retired was still told as a constraint, and what was rejected as rejected', async () => {
  const { repo, path } = await decided()
  expect(tellings(repo).filter((text) => text.includes(`Constraint: ${never}`)).length).toBeGreaterThan(3)
  expectCode(repo.ctx('mark', path, '--past', never), 0)
  for (const text of tellings(repo)) expect(text).not.toContain(never)
  expect(tellings(repo).join('\n')).toContain(`Rejected: ${queue}`)
  expectCode(repo.ctx('mark', path, '--past', queue), 0)
  for (const text of tellings(repo)) expect(text).not.toMatch(/Constraint|Rejected/)
  expect(repo.ctx('query', 'why is the card locked').out).toContain('Two tabs charged the same card twice')
})

test('a rule whose line a person deleted was still told as a constraint, until it is written there again', async () => {
  const { repo, path } = await decided()
  const file = join(repo.root, '.ctx/tree', path)
  const before = readFileSync(file, 'utf8')
  writeFileSync(file, before.replace(/^- never call .*\n/m, ''))
  expectCode(repo.ctx('refresh'), 0)
  for (const text of tellings(repo)) expect(text).not.toContain(never)
  writeFileSync(file, before)
  expectCode(repo.ctx('refresh'), 0)
  expect(repo.ctx('query', never).out).toContain(never)
})

test('what a person had deleted was still answered from the log, as if nobody had', async () => {
  const { repo, path, sha } = await decided()
  rmSync(join(repo.root, '.ctx/tree', path))
  expectCode(repo.ctx('refresh'), 0)
  const told = repo.ctx('query', 'why is the card locked while it is charged').out
  expect(told).toMatch(/ · deleted as knowledge on \d{4}-\d{2}-\d{2} · from the log, not curated\n/)
  expect(told).not.toContain('Constraint')
  expect(repo.ctx('why', sha).out).toContain('deleted as knowledge on ')
  expect(repo.ctx('related', 'pay.py').out).not.toContain('Lock the card')
  expect(repo.ctx('restore', path)).toMatchObject({ code: 0 })
  expect(repo.ctx('query', never).out).toContain(`Constraint: ${never}`)
})
