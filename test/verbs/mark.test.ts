import { expect, test } from 'vitest'
import { newCtxRepo } from '../support/repo.ts'

test('ctx mark approves, deprecates and replaces an entry, and says what a decision lacks', () => {
  const repo = newCtxRepo()
  repo.ctx('curate', '--text', 'Never round before the sum.', '--topic', 'till/sums')
  repo.ctx('curate', '--text', 'Money is counted in whole cents.', '--topic', 'till/cents')
  const [old, now] = ['till/sums/never_round_before_the_sum.md', 'till/cents/money_is_counted_in_whole_cents.md']
  expect(repo.ctx('mark', old)).toMatchObject({ code: 2, err: expect.stringContaining('--approved') })
  expect(repo.ctx('mark', old, '--approved').out).toBe(`${old} is approved.\n`)
  expect(repo.ctx('mark', old, '--approved').out).toBe(`${old} was already approved.\n`)
  expect(repo.ctx('mark', old, '--superseded-by', now)).toMatchObject({ code: 0 })
  expect(repo.ctx('brain').out).not.toContain('Never round')
  expect(repo.ctx('query', 'never round before the sum').out).toContain(`superseded by ${now}`)
  expect(repo.git('show', `ctx/main:${old}`)).toContain(`supersededBy: ${now}`)
  // What was approved and then replaced is not told as both.
  expect(repo.git('show', `ctx/main:${old}`)).not.toContain('approvedAt')
  expect(repo.ctx('mark', 'no/such/entry.md', '--deprecated').code).toBe(2)
})

test('one lesson of a page is retired, and the others stay: ctx mark took the whole page', async () => {
  const repo = newCtxRepo()
  const [first, second] = ['labels', 'chips'].map((what) =>
    repo.commit(`Read ${what}\n\nThe vendor scans ${what} first, because they are cheap to read at night.`, {
      'src/scan.js': `export const ${what} = 1\n`,
    }),
  )
  await repo.settled()
  const path = repo
    .git('ls-tree', '-r', '--name-only', 'ctx/main')
    .split('\n')
    .find((one) => repo.git('show', `ctx/main:${one}`).includes('Read chips'))
  const mark = (...words: readonly string[]) => repo.ctx('mark', path ?? '', ...words)
  expect(mark('--past', second?.slice(0, 8) ?? '').out).toContain('is no longer so.')
  const told = repo.git('show', `ctx/main:${path}`)
  expect(told).toMatch(/\*\*Read chips\*\*: .* · past\}/)
  expect(told).not.toMatch(/\*\*Read labels\*\*: .* · past\}/)
  expect(repo.ctx('brain').out).not.toContain('scans chips')
  expect(repo.ctx('query', 'why does the vendor scan chips').out).toContain('no longer so')
  expect(mark('--past', second ?? '').out).toContain('“Read chips” was already no longer so.')
  const steps = repo.git('rev-list', '--count', 'ctx/main')
  expect(JSON.parse(mark('--past', second ?? '', '--json').out)).toMatchObject({
    statements: ['Read chips'],
    isNew: false,
  })
  expect(repo.git('rev-list', '--count', 'ctx/main')).toBe(steps)
  expect(mark('--past', 'nobody said so')).toMatchObject({ code: 2, err: expect.stringContaining('No fact, rule') })
  expect(mark('--past', first ?? '', '--approved')).toMatchObject({ code: 2, err: expect.stringContaining('only one') })
})

test('by its commit, all that it taught is retired: a lesson and its rule', async () => {
  const repo = newCtxRepo()
  const commit = repo.commit(
    'Retry the scan\n\nThe scanner loses every tenth label because of its cable.\n\nConstraint: never retry the scan more than ten times, since the lamp burns out',
    { 'src/scan.js': 'export const retries = 10\n' },
  )
  await repo.settled()
  const path = repo
    .git('ls-tree', '-r', '--name-only', 'ctx/main')
    .split('\n')
    .find((one) => repo.git('show', `ctx/main:${one}`).includes('**Retry the scan**'))
  expect(repo.ctx('mark', path ?? '', '--past', commit.slice(0, 8)).out.split('\n').length).toBeGreaterThan(2)
  expect(repo.ctx('brain').out).not.toContain('more than ten times')
  // Nor does the tree learn it again when it is written anew.
  expect(repo.ctx('curate', '--all', '--anew')).toMatchObject({ code: 0 })
  expect(repo.git('show', `ctx/main:${path}`)).not.toContain('### Rules')
})

test('an entry whose only statement is retired is no longer given to agents', () => {
  const repo = newCtxRepo()
  const said = 'Never call the billing API in a transaction.'
  repo.ctx('curate', '--text', said, '--topic', 'billing/api')
  expect(repo.ctx('brain').out).toContain('Never call the billing API')
  const path = 'billing/api/never_call_the_billing_api_in_a_transaction.md'
  expect(repo.ctx('mark', path, '--past', said)).toMatchObject({ code: 0 })
  expect(repo.ctx('brain').out).not.toContain('Never call the billing API')
})

test('a stranger whose knowledge was merged retires no rule of this repository', async () => {
  const repo = newCtxRepo()
  repo.commit(
    'Retry the scan\n\nThe cable loses labels.\n\nConstraint: never retry the scan more than ten times, since the lamp burns out',
    {
      'src/scan.js': 'export const retries = 10\n',
    },
  )
  await repo.settled()
  const rule = 'never retry the scan more than ten times, since the lamp burns out'
  const path = repo.git('grep', '-l', rule, 'ctx/main').replace('ctx/main:', '')
  const tree = repo.git('rev-parse', 'ctx/main^{tree}')
  const stepOn = (message: string, ...parents: readonly string[]): string =>
    repo.git('commit-tree', ...parents.flatMap((one) => ['-p', one]), '-m', message, tree)
  const theirs = stepOn(`Retire: ${path}\n\nUPDATE ${path}: no longer so: ${rule}`, 'ctx/main')
  repo.git(
    'update-ref',
    'refs/heads/ctx/main',
    stepOn(`Merge knowledge\n\nFrom-Stranger: ${theirs}`, 'ctx/main', theirs),
  )
  expect(repo.ctx('curate', '--all', '--anew')).toMatchObject({ code: 0 })
  expect(repo.git('show', `ctx/main:${path}`)).toContain(rule)
})

test('one letter was enough for ctx mark --past to delete what somebody only said', () => {
  const repo = newCtxRepo()
  repo.ctx('curate', '--text', 'Never round before the sum.', '--topic', 'till/sums')
  const path = 'till/sums/never_round_before_the_sum.md'
  const before = repo.git('show', `ctx/main:${path}`)
  for (const slip of ['n', 'Never', 'never ']) expect(repo.ctx('mark', path, '--past', slip).code).toBe(2)
  expect(repo.git('show', `ctx/main:${path}`)).toBe(before)
  expect(repo.ctx('mark', path, '--past', 'never r').code).toBe(0)
})

test('the beginning of a statement was refused, though the help of ctx mark --past says that it names one', () => {
  const repo = newCtxRepo()
  repo.ctx('curate', '--text', 'Never round before the sum.', '--topic', 'till/sums')
  const path = 'till/sums/never_round_before_the_sum.md'
  repo.write({ [`.ctx/tree/${path}`]: `${repo.read(`.ctx/tree/${path}`)}\n## Facts\n- Round down.\n- Round up.\n` })
  expect(repo.ctx('mark', path, '--past', 'round').err).toContain('name it by its whole statement')
  expect(repo.ctx('mark', path, '--past', '').code).toBe(2)
  expect(repo.ctx('mark', path, '--past', 'Never round').out).toContain('“Never round before the sum.” is no longer so')
  expect(repo.git('show', `ctx/main:${path}`)).toContain('- Round up.')
})
