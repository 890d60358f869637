import { expect, test } from 'vitest'
import { expectCode, quietRepo } from '../support/expect.ts'
import type { Repo } from '../support/repo.ts'

const [never, always] = ['core/x/never_use_eval_in_templates.md', 'core/y/always_use_eval_in_templates.md']

/** A repository with two notes that hold the same words. */
function opposed(): Repo {
  const repo = quietRepo()
  expectCode(repo.ctx('curate', '--text', 'Never use eval in templates.', '--topic', 'core/x'), 0)
  expectCode(repo.ctx('curate', '--text', 'Always use eval in templates.', '--topic', 'core/y'), 0)
  return repo
}

const answer = (repo: Repo, ...how: readonly string[]): string =>
  expectCode(repo.ctx('query', ...how, 'may I use eval in templates'), 0)

test('an entry that was approved comes before one that holds the same words, and is called so; it moved down', () => {
  const repo = opposed()
  expectCode(repo.ctx('mark', never, '--approved'), 0)
  expect(answer(repo)).toMatch(/^ *Never use eval[^]*approved · core\/x[^]*Always use eval/)
  expect(answer(repo, '--explain')).toMatch(/ {2}approved {4}× 1\.10/)
})

test('what is deprecated and archived comes behind what holds, is called both, and tells no names of its stub', () => {
  const repo = opposed()
  expectCode(repo.ctx('mark', always, '--deprecated'), 0)
  expect(answer(repo)).toMatch(/^ *Never use eval[^]*Always use eval[^]*deprecated · core\/y/)
  expectCode(repo.ctx('archive', always), 0)
  const told = answer(repo)
  expect(told).toMatch(/^ *Never use eval[^]*Always use eval[^]*deprecated · [^\n]* archived; /)
  expect(told).not.toContain('Key entities')
})

test('notes of two people that differ are told with the day and the name of each', () => {
  const repo = quietRepo()
  const told = (name: string, text: string, topic: string): void => {
    repo.git('config', 'user.name', name)
    expectCode(repo.ctx('curate', '--text', text, '--topic', topic), 0)
  }
  told('Ada', 'The retry limit is 3.', 'core/limits')
  told('Grace', 'The retry limit is 5.', 'storage/limits')
  const today = new Date().toISOString().slice(0, 8)
  const answered = expectCode(repo.ctx('query', 'what is the retry limit'), 0)
  expect(answered).toMatch(new RegExp(`^The retry limit is 3\\.\n {2}${today}\\d\\d Ada · core/limits/`, 'm'))
  expect(answered).toMatch(new RegExp(`^The retry limit is 5\\.\n {2}${today}\\d\\d Grace · storage/limits/`, 'm'))
})

test('a constraint is found under the word constraint, which its line is kept without', () => {
  const repo = quietRepo()
  repo.commit('fix: wait less\n\nConstraint: never raise KOA_TIMEOUT above 60000', { 'src/a.js': 'wait(1)\n' })
  expectCode(repo.ctx('curate'), 0)
  expect(expectCode(repo.ctx('query', 'is there a constraint on KOA_TIMEOUT'), 0)).toContain('above 60000')
  expect(expectCode(repo.ctx('query', 'is there a constraint on zeppelins'), 1)).toContain('"zeppelins"')
})

test('a sentence of a message is told once, although the line below it begins with a small letter', () => {
  const repo = quietRepo()
  const why = 'The balancer drops connections after 60 seconds, and clients see ECONNRESET.'
  repo.commit(`fix: keep KOA_TIMEOUT below its limit\n\n${why}\nConstraint: never raise KOA_TIMEOUT above 60000`, {
    'src/a.js': 'wait(1)\n',
  })
  expectCode(repo.ctx('curate'), 0)
  const told = expectCode(repo.ctx('query', 'can I raise KOA_TIMEOUT'), 0)
  expect(told.split('The balancer drops')).toHaveLength(2)
  expect(told).toContain('never raise KOA_TIMEOUT above 60000')
})

test('a note is not told with the day and author of whoever added another to its entry', () => {
  const repo = quietRepo()
  const told = (text: string): string => expectCode(repo.ctx('curate', '--text', text, '--topic', 'core/pool'), 0)
  told('The pool closes idle connections first.')
  const [path = ''] = repo
    .git('ls-tree', '-r', '--name-only', 'ctx/main', 'core/pool')
    .split('\n')
    .filter((one) => one.includes('idle'))
  const asked = (): string => expectCode(repo.ctx('query', 'which connections does the pool close first'), 0)
  expect(asked()).toMatch(/\d{4}-\d\d-\d\d.* · core\/pool/)
  repo.write({
    [`.ctx/tree/${path}`]: repo
      .read(`.ctx/tree/${path}`)
      .replace('updatedAt: 20', 'updatedAt: 21')
      .replace('## Facts\n', '## Facts\n- Bob counts the pool at night. [project]\n'),
  })
  expect(asked()).not.toMatch(/\d{4}-\d\d-\d\d.* · core\/pool/)
})

test('what Ben writes into an entry of Ann is not told as "2026-11-25 Ann", nor in --json', () => {
  const repo = quietRepo()
  repo.git('config', 'user.name', 'Ann')
  repo.commit('Retry three times\n\nTwo was not enough against the flaky gateway, and six doubled the latency.', {
    'http.py': 'RETRIES_OF_A_REQUEST = 3\n',
  })
  expectCode(repo.ctx('curate'), 0)
  expectCode(repo.ctx('curate', '--text', 'The upload limit is 30 MB.', '--topic', 'limits/upload'), 0)
  const told = (question: string) =>
    (JSON.parse(repo.ctx('query', '--json', question).out) as { hits: { author: string; date: string; why: string }[] })
      .hits[0]
  expect(told('what is the upload limit')).toMatchObject({ author: 'Ann', why: 'The upload limit is 30 MB.' })
  const change = (named: string, how: (text: string) => string): void => {
    const path = repo.git('ls-tree', '-r', '--name-only', 'ctx/main').split('\n')
    const file = `.ctx/tree/${path.find((one) => one.includes(named)) ?? ''}`
    repo.write({ [file]: how(repo.read(file)) })
  }
  change('upload_limit', (text) => text.replace('- The upload limit is 30 MB.', '- The upload limit is 60 MB.'))
  change('retry', (text) => `${text}\nBen says: the gateway is behind a load balancer.\n`)
  expect(told('what is the upload limit')).toMatchObject({ author: '', date: '', why: 'The upload limit is 60 MB.' })
  const balancer = told('load balancer')
  expect(balancer?.why).toContain('Ben says')
  expect(balancer?.author).toBe('')
})

test('a lesson that was reverted is told with "no longer so" by --at HEAD and --paths, too', () => {
  const repo = quietRepo()
  repo.commit('Cache sessions for 30 seconds\n\nThe database could not keep up with one lookup per request.', {
    'src/cache.js': 'export const TTL_OF_SESSIONS = 30\n',
  })
  repo.commit('Cache sessions for 60 seconds\n\nUsers were logged out while they typed a long message.', {
    'src/cache.js': 'export const TTL_OF_SESSIONS = 60\n',
  })
  repo.git('revert', '--no-edit', 'HEAD')
  const revert = repo.git('rev-parse', 'HEAD').slice(0, 8)
  expectCode(repo.ctx('curate', '--all'), 0)
  for (const how of [
    ['--at', 'HEAD'],
    ['--paths', 'src/cache.js'],
  ]) {
    const told = expectCode(repo.ctx('query', ...how, 'why were sessions cached for 60 seconds, users logged out'), 0)
    expect(told).toMatch(new RegExp(`60 seconds.*no longer so, changed later: ${revert}\\)`))
  }
})

test('what a trailer decides or rejects was headed "decision" and "rejected", and turned away where it was asked for', () => {
  const repo = quietRepo()
  repo.commit(
    'retry charges three times\n\nDecision: three tries without backoff, since the customer waits\nRejected: a queue, because the receipt must be printed at once\nConstraint: the pool must never exceed 10 connections',
    { 'src/pay/retry.js': 'export const times = 3\n' },
  )
  expectCode(repo.ctx('curate'), 0)
  expect(expectCode(repo.ctx('query', 'why is there no queue for receipts'), 0)).toMatch(
    /^retry charges three times\n {2}Rejected: a queue, because the receipt must be printed at once\n/,
  )
  expect(expectCode(repo.ctx('query', 'was a queue considered'), 0)).toContain('Rejected: a queue')
  expect(expectCode(repo.ctx('query', 'how large may the pool be'), 0)).toContain('never exceed 10 connections')
  // An entry is named here, too, without its ending.
  expect(expectCode(repo.ctx('log', 'pay/retry/retry_charges_three_times'), 0)).toContain('Curate: retry charges')
})

test('an answer told neither rule nor rejected option of the commit, or both without their keys, as if one were advice', () => {
  const repo = quietRepo()
  const [rule, option] = [
    'Constraint: never retry more than five times',
    'Rejected: exponential backoff, it hides the error from the user',
  ]
  const why = 'LazyFile.open tried forever when an NFS mount went away, so a script started by cron never ended.'
  const commit = repo.commit(`Allow five retries of a lazy file\n\n${why}\n\n${rule}\n${option}`, {
    'src/utils.py': 'RETRIES = 5\n',
  })
  const asked = ['query', 'retry more than five times exponential backoff']
  const both = `Allow five retries of a lazy file\n  ${why}\n  ${rule}\n  ${option}\n`
  expect(expectCode(repo.ctx(...asked, '--log-only'), 0)).toContain(both)
  expectCode(repo.ctx('curate'), 0)
  expect(expectCode(repo.ctx(...asked), 0)).toContain(both)
  expect(expectCode(repo.ctx('why', commit), 0)).toContain(both)
  expect(JSON.parse(repo.ctx('why', '--json', commit).out)).toMatchObject({
    hits: [{ why: `${why}\n${rule}\n${option}` }],
  })
  const other = expectCode(repo.ctx('query', 'why did a script started by cron never end'), 0)
  expect(other).toContain(why)
  expect(other).not.toContain('Rejected')
})
