import { expect, test } from 'vitest'
import { expectCode, quietRepo } from '../support/expect.ts'
import { cloneFrom, type Repo, withRemote } from '../support/repo.ts'

const note = '.ctx/tree/core/cache/cache_replies_for_5_minutes.md'

const say = (repo: Repo, text: string): void =>
  repo.write({ [note]: repo.read(note).replace('- Cache replies for 5 minutes.', `- ${text}`) })

/** Two people, and a note that the first has shared with the second. */
function twoPeople(text: string, topic: string): Both {
  const repo = quietRepo()
  const remote = withRemote(repo)
  expectCode(repo.ctx('curate', '--text', text, '--topic', topic), 0)
  return bothOf(repo, remote)
}

type Both = { readonly repo: Repo; readonly other: Repo }

/** Shares what somebody knows with somebody else. */
function bothOf(repo: Repo, remote: string): Both {
  expectCode(repo.ctx('push'), 0)
  const other = cloneFrom(remote, 'other')
  expectCode(other.ctx('init', '--no-hooks'), 0)
  return { repo, other }
}

test('two people who change the same note are told so, ctx status names both statements, and the stale title answers nothing', () => {
  const { repo, other } = twoPeople('Cache replies for 5 minutes.', 'core/cache')
  say(other, 'Cache replies for 1 minute, support asked.')
  expectCode(other.ctx('push'), 0)
  say(repo, 'Cache replies for 10 minutes, the CDN asks.')
  const both =
    /“Cache replies for 10 minutes, the CDN asks\.” and “Cache replies for 1 minute, support asked\.” are kept/
  expect(expectCode(repo.ctx('push'), 0)).toMatch(both)
  expect(expectCode(repo.ctx('status'), 0)).toMatch(
    /core\/cache\/cache_replies_for_5_minutes\.md: "Cache replies for 10? minutes?.*" and "Cache replies for 10? minutes?.*" cannot both hold/,
  )
  const answered = expectCode(repo.ctx('query', 'how long do we cache replies'), 0)
  expect(answered).toContain('Cache replies for 1 minute')
  expect(answered).toContain('Cache replies for 10 minutes')
  expect(answered).not.toMatch(/^ *Cache replies for 5 minutes$/m)
})

test('two people who each kept another of two notes that cannot both hold had neither after the merge, and nobody was told', () => {
  const { repo, other } = twoPeople('Cache replies for 5 minutes.', 'core/cache')
  say(repo, 'Cache replies for 10 minutes.\n- Cache replies for 1 minute.')
  expectCode(repo.ctx('push'), 0)
  expectCode(other.ctx('pull'), 0)
  const drop = (one: Repo, said: string): void =>
    one.write({ [note]: one.read(note).replace(new RegExp(`^- ${said}.*\n`, 'm'), '') })
  drop(repo, 'Cache replies for 10 minutes.')
  drop(other, 'Cache replies for 1 minute.')
  expectCode(repo.ctx('push'), 0)
  const told = /“Cache replies for 1 minute\.” and “Cache replies for 10 minutes\.” are kept/
  expect(expectCode(other.ctx('push'), 0)).toMatch(told)
  expect(other.read(note)).toMatch(/^- Cache replies for 10 minutes\..*\n- Cache replies for 1 minute\./m)
  expect(expectCode(other.ctx('status'), 0)).toContain('keep one of them')
})

/** A lesson that two people have in their trees, and where it stands there. */
function learnedByTwo(message: string, files: Readonly<Record<string, string>>): Both & { readonly path: string } {
  const repo = quietRepo()
  const remote = withRemote(repo)
  repo.commit(message, files)
  expectCode(repo.ctx('curate'), 0)
  repo.git('push', '-q')
  const [entry = ''] = /^(?!.*context).*\/.*\.md$/m.exec(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')) ?? []
  return { ...bothOf(repo, remote), path: `.ctx/tree/${entry}` }
}

test('of a lesson that two people worded anew, the pull, ctx status, ctx review and ctx query name both; one was hidden, in silence', () => {
  const why = 'Two was not enough against the flaky gateway; four doubled the tail latency.'
  const { repo, other, path } = learnedByTwo(`Retry three times\n\n${why}`, {
    'src/http.py': 'RETRIES_OF_A_REQUEST = 3\n',
  })
  const reword = (one: Repo, to: string): void => one.write({ [path]: one.read(path).replace('four doubled', to) })
  reword(repo, 'five doubled')
  reword(other, 'six doubled')
  expectCode(repo.ctx('push'), 0)
  expect(expectCode(other.ctx('pull'), 0)).toMatch(
    /six doubled the tail latency\.” and “.*five doubled.*decide for one/,
  )
  const both = /"Two was not .* six doubled .*" and "Two was not .* five doubled .*" are what two people made of one/
  expect(expectCode(other.ctx('status'), 0)).toMatch(both)
  expect(other.ctx('review', '--check').out).toContain('are what two people made of one statement')
  const told = expectCode(other.ctx('query', 'tail latency'), 0)
  expect(told).toContain('five doubled')
  expect(told).toContain('six doubled')
  expectCode(other.ctx('push'), 0)
  expectCode(repo.ctx('pull'), 0)
  expect(expectCode(repo.ctx('status'), 0)).toMatch(both)
  repo.write({
    [path]: repo.read(path).replace(/^.*five doubled.*\n/m, ''),
  })
  expect(expectCode(repo.ctx('status'), 0)).not.toContain('two people')
})

test('of a lesson that two people wrote anew without a word of the first, a push kept both and told nobody', () => {
  const why = 'The bank closes its side after half a minute and never says so.'
  const { repo, other, path } = learnedByTwo(`Limit the gateway\n\n${why}`, { 'src/gate.py': 'LIMIT = 30\n' })
  const rewrite = (one: Repo, to: string): void => one.write({ [path]: one.read(path).replace(why, to) })
  rewrite(repo, 'It must stay below fifty.')
  rewrite(other, 'Ninety is what they ask for.')
  expectCode(repo.ctx('push'), 0)
  expect(expectCode(other.ctx('push'), 0)).toContain('decide for one')
  expect(expectCode(other.ctx('status'), 0)).toContain(
    '"Ninety is what they ask for." and "It must stay below fifty." are what two people made of one statement',
  )
})

test('what a pull asks to decide stays in ctx status, whatever the statement says: it was gone for "Sessions live 30 days"', () => {
  const { repo, other } = twoPeople('Sessions live 30 days.', 'auth/session')
  const path = '.ctx/tree/auth/session/sessions_live_30_days.md'
  const change = (one: Repo, to: string): void =>
    one.write({ [path]: one.read(path).replace('- Sessions live 30 days.', `- ${to}`) })
  change(repo, 'Sessions live 45 days.')
  change(other, 'Sessions live 60 days.')
  expectCode(repo.ctx('push'), 0)
  expect(expectCode(other.ctx('pull'), 0)).toContain('decide for one')
  expect(expectCode(other.ctx('status'), 0)).toContain(
    '"Sessions live 60 days." and "Sessions live 45 days." are what two people made of one statement: keep one',
  )
})

test('a contradiction that a review stops on is named by the push that shares it, and by ctx status of everybody', () => {
  const { repo, other } = twoPeople('Never use tabs in templates.', 'core/x')
  expectCode(other.ctx('curate', '--text', 'Always use tabs in templates.', '--topic', 'core/y'), 0)
  const pushed = expectCode(other.ctx('push'), 0)
  expect(pushed).toContain('“Always use tabs in templates.” contradicts “Never use tabs in templates.” in core/x/')
  const [, shows = ''] = /`ctx (review [0-9a-f]{8}\.\.ctx\/main)` shows it all/.exec(pushed) ?? []
  expect(expectCode(other.ctx(...shows.split(' '), '--check'), 1)).toContain('BLOCKS  contradiction')
  expectCode(repo.ctx('pull'), 0)
  expect(expectCode(repo.ctx('status'), 0)).toContain('contradicts “')
  expect(expectCode(repo.ctx('push'), 0)).not.toContain('contradicts')
})

test('two people who add a note below the same domain are told nothing about an overview that neither has seen', () => {
  const { repo, other } = twoPeople('Mail is sent at night.', 'core/mail')
  expectCode(other.ctx('curate', '--text', 'Invoices are kept.', '--topic', 'core/invoices'), 0)
  expectCode(other.ctx('push'), 0)
  expectCode(repo.ctx('curate', '--text', 'Tabs are wide.', '--topic', 'core/tabs'), 0)
  expect(expectCode(repo.ctx('push'), 0)).toBe('Shared ctx/main with origin.\n')
  expect(repo.read('.ctx/tree/core/context.md')).toMatch(/^- invoices$/m)
  expect(repo.read('.ctx/tree/core/context.md')).toMatch(/^- tabs$/m)
})

test('a note with another number goes into no entry that is called by one of something else, and is told what it differs from', () => {
  const repo = quietRepo()
  const told = (text: string): string => expectCode(repo.ctx('curate', '--text', text, '--topic', 'core/buf'), 0)
  expect(told('The buffer size is 10')).toContain('Added core/buf/the_buffer_size_is_10.md')
  expect(told('The buffer size of the upload path is 20')).toContain(
    'Added core/buf/the_buffer_size_of_the_upload_path',
  )
  expect(told('The buffer size is 30')).toMatch(
    /Updated core\/buf\/the_buffer_size_is_10\.md\n.*“The buffer size is 10”, too/,
  )
  expect(expectCode(repo.ctx('status'), 0)).toContain('"The buffer size is 10" and "The buffer size is 30" cannot both')
})

test('two numbers are of one thing where all else in their clause is the same', () => {
  const repo = quietRepo()
  const told = (text: string): string => expectCode(repo.ctx('curate', '--text', text, '--topic', 'net/limits'), 0)
  told('Wait at most 5 seconds for a read. Wait at most 10 seconds for a write.')
  told('Support for Python 3.7 ended in May. Support for Python 3.8 ended in June.')
  expect(expectCode(repo.ctx('status'), 0)).not.toContain('cannot both hold')
  told('The retry limit is 3, says Ann. The retry limit is 5 since June.')
  expect(expectCode(repo.ctx('status'), 0)).toContain(
    '"The retry limit is 3, says Ann." and "The retry limit is 5 since June."',
  )
})

test('rules of two people on one file that give another number stood in two entries, and ctx status and ctx review found nothing', () => {
  const repo = quietRepo()
  repo.commit('Add helpers', { 'src/utils.py': 'def base(value):\n    return value\n' })
  const remote = withRemote(repo)
  const { other } = bothOf(repo, remote)
  const forbid = (one: Repo, what: string, most: number): string => {
    const code = `${one.read('src/utils.py')}\n\ndef ${what}(url):\n    return again(url, ${most})\n`
    const why = `The mirror drops connections while it compacts, so to ${what} once is not enough because users see the error.`
    const said = `Try again to ${what} files\n\n${why}\n\nConstraint: never retry more than ${most} times`
    const commit = one.commit(said, { 'src/utils.py': code })
    expectCode(one.ctx('curate'), 0)
    return commit.slice(0, 8)
  }
  const fetched = forbid(repo, 'fetch', 5)
  expectCode(repo.ctx('push'), 0)
  const stored = forbid(other, 'store', 3)
  expectCode(other.ctx('pull'), 0)
  const both = new RegExp(
    `"never retry more than 5 times" \\(${fetched}\\) and "never retry more than 3 times" \\(${stored}\\) in \\S+ cannot both hold`,
  )
  expect(expectCode(other.ctx('status'), 0)).toMatch(both)
  expect(expectCode(other.ctx('review'), 0)).toMatch(both)
  expect(expectCode(repo.ctx('status'), 0)).not.toContain('cannot both hold')
})
