import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectCode } from '../support/expect.ts'
import { cloneFrom, newCtxRepo, newRepo, withRemote } from '../support/repo.ts'

describe('in a repository', () => {
  test('ctx curate --all --anew keeps what a person wrote, and says what it did', async () => {
    const repo = newCtxRepo()
    repo.commit('Keep one pool\n\nThe gateway counts connections, and refuses those of a second pool.', {
      'src/pool.ts': 'a()\n',
    })
    await repo.settled()
    repo.ctx('curate', '--text', 'Never call the billing API in a transaction.', '--topic', 'billing/api')
    const { out, code } = repo.ctx('curate', '--all', '--anew')
    expect([code, out]).toEqual([0, expect.stringContaining('1 kept as people or agents left them')])
    expect(repo.ctx('query', 'billing API transaction').out).toContain('Never call the billing API')
    expect(repo.ctx('query', 'why one pool').out).toContain('The gateway counts connections')
  })

  test('ctx curate --all --anew forgot half of the topics of a domain, and a second one made a commit of nothing (minijinja)', async () => {
    const repo = newCtxRepo()
    const reasons = [
      'The gateway counts what is open, and refuses a second one that is opened beside it.',
      'Without it the proxy hung for ever, as nobody had told it that the other side was gone.',
      'Customers saw the numbers of other customers, for the key of both was the same word.',
      'A restart took two minutes, in which each request was answered by an empty page.',
    ]
    for (const name of ['pool', 'queue'])
      for (const [at, reason] of reasons.entries())
        repo.commit(`Keep one ${name} at door ${at}\n\n${reason.replace('it', `the ${name}`)}`, {
          'app/Cargo.toml': '[package]\nname = "app"\n',
          [`app/src/${name}.rs`]: `//! Keeps one ${name} for all that ask.\n\npub fn ${name}() -> ${name} {\n  open(${at})\n}\n`,
        })
    const shown = (): string => repo.git('ls-tree', '-r', 'ctx/main')
    const scope = (): string => repo.git('show', 'ctx/main:app/context.md')
    expectCode(repo.ctx('curate', '--all', '--anew'), 0)
    for (const name of ['pool', 'queue']) expect(scope()).toContain(`\n- ${name}\n`)
    const [tree, tip] = [shown(), repo.git('rev-parse', 'ctx/main')]
    expect(expectCode(repo.ctx('curate', '--all', '--anew'), 0)).toContain('nothing to commit')
    expect([shown(), repo.git('rev-parse', 'ctx/main')]).toEqual([tree, tip])
    repo.git('config', 'core.hooksPath', '/dev/null')
    repo.commit('Say ten', { 'ten.txt': 'ten\n' })
    expectCode(repo.ctx('curate', '--all', '--anew'), 0)
    expect(expectCode(repo.ctx('curate', '--all'), 0)).toContain('every commit was read before')
  })

  test('a dry run of ctx curate --all --anew did not count what was edited by hand and not saved yet', () => {
    const repo = newCtxRepo()
    repo.git('config', 'core.hooksPath', '/dev/null')
    for (const name of ['pool', 'queue'])
      repo.commit(`Keep one ${name}\n\nThe gateway counts each ${name}, and refuses a second one.`, {
        [`src/${name}.ts`]: `${name}()\n`,
      })
    expectCode(repo.ctx('curate', '--all'), 0)
    const [path = ''] = repo.git('grep', '-l', 'counts each pool', 'ctx/main').replace('ctx/main:', '').split('\n')
    repo.write({ [`.ctx/tree/${path}`]: repo.read(`.ctx/tree/${path}`).replace(/^- \*\*Keep.*\n/m, '') })
    const tip = repo.git('rev-parse', 'ctx/main')
    const would = expectCode(repo.ctx('curate', '--all', '--anew', '--dry-run'), 0)
    expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
    expect(would).toMatch(/1 written again, 0 removed, 1 kept[^]*1 statement left out/)
    expect(expectCode(repo.ctx('curate', '--all', '--anew'), 0)).toContain(
      would.replace(/^Would write/, 'Wrote').trim(),
    )
  })

  test('ctx curate --all --anew added up the commits of an entry that was approved at every run', () => {
    const repo = newCtxRepo()
    repo.git('config', 'core.hooksPath', '/dev/null')
    const nouns = 'mail invoice cart refund parcel ledger ticket coupon review wallet tariff banner'.split(' ')
    const steps = Array.from({ length: 52 }, (_, at) => {
      const noun = nouns[at]
      const why = `The ${noun} gateway counts its connections, and hung for hours because nobody closed the ${noun}.`
      const message = noun === undefined ? `Add part ${at}` : `Keep the ${noun} pool open\n\n${why}`
      const text = nouns
        .slice(0, at + 1)
        .map((one) => `export const ${one}Pool = open('${one}', ${at < 12 ? 1 : at})\n`)
        .join('')
      const file = at < 12 ? 'src/pool.ts' : `src/part${at}.ts`
      const who = `committer Ada <ada@example.org> ${1_700_000_000 + at * 86_400} +0000`
      const from = at === 0 ? `from ${repo.git('rev-parse', 'HEAD')}\n` : ''
      return `commit refs/heads/main\n${who}\ndata ${message.length}\n${message}\n${from}M 100644 inline ${file}\ndata ${text.length}\n${text}\n`
    })
    expect(repo.run('git', ['fast-import', '--quiet'], { input: steps.join('') }).code).toBe(0)
    repo.git('reset', '-q', '--hard')
    expectCode(repo.ctx('curate', '--all'), 0)
    const counted = (): string => repo.git('grep', '-h', ' commits from ', 'ctx/main')
    expect(counted()).toMatch(/^12 commits from /)
    const before = counted()
    const [path = ''] = repo.git('grep', '-l', ' commits from ', 'ctx/main').replace('ctx/main:', '').split('\n')
    expectCode(repo.ctx('mark', path, '--approved'), 0)
    for (let run = 0; run < 2; run++) {
      expectCode(repo.ctx('curate', '--all', '--anew'), 0)
      expect(counted()).toBe(before)
    }
  })

  test('ctx curate --all --anew deleted what a person had written into an overview that was restored from .ctx/tree', async () => {
    const repo = newCtxRepo()
    repo.commit('Keep one pool\n\nThe gateway counts connections, and refuses those of a second pool.', {
      'src/pool.ts': 'a()\n',
    })
    await repo.settled()
    const path =
      repo
        .git('ls-tree', '-r', '--name-only', 'ctx/main')
        .split('\n')
        .find((one) => one.endsWith('context.md')) ?? ''
    repo.write({ [`.ctx/tree/${path}`]: `${repo.read(`.ctx/tree/${path}`)}\nAsk Bob before you touch the pool.\n` })
    expectCode(repo.ctx('curate'), 0)
    for (const sha of repo.git('log', '-2', '--format=%H', 'ctx/main').split('\n'))
      rmSync(join(repo.root, '.git/objects', sha.slice(0, 2), sha.slice(2)))
    expectCode(repo.ctx('refresh'), 0)
    expect(repo.git('log', '-1', '--format=%s', 'ctx/main')).toMatch(/^Restore: /)
    expectCode(repo.ctx('curate', '--all', '--anew'), 0)
    expect(repo.git('show', `ctx/main:${path}`)).toContain('Ask Bob before you touch the pool.')
  })

  test('ctx curate --all --anew deleted what a colleague wrote, and the next push deleted it for everyone', () => {
    const ann = newCtxRepo()
    ann.commit('Keep one pool\n\nThe gateway counts connections, and refuses those of a second pool.', {
      'src/pool.ts': 'a()\n',
    })
    ann.ctx('curate')
    const remote = withRemote(ann)
    ann.ctx('push')
    const bob = cloneFrom(remote, 'bob')
    bob.ctx('init')
    bob.ctx('curate', '--text', 'Never log addresses of customers.', '--topic', 'rules/privacy')
    bob.ctx('push')
    ann.ctx('curate', '--text', 'Always use UTC in log files.', '--topic', 'rules/time')
    expect(ann.ctx('push').code).toBe(0)
    const { out } = ann.ctx('curate', '--all', '--anew')
    expect(out).toContain('2 kept as people or agents left them')
    ann.ctx('push')
    bob.ctx('pull')
    for (const repo of [ann, bob]) expect(repo.ctx('query', 'log addresses of customers').out).toContain('Never log')
  })

  test('ctx curate --all --anew took what was only read for what people wrote, and rewrote nothing', () => {
    const repo = newCtxRepo()
    repo.commit('Keep one pool\n\nThe gateway counts connections, and refuses those of a second pool.', {
      'src/pool.ts': 'a()\n',
    })
    repo.ctx('curate')
    withRemote(repo)
    repo.ctx('push')
    repo.ctx('query', 'why one pool')
    repo.ctx('push')
    expect(repo.git('log', '--format=%s', 'ctx/main')).toContain('Curate: settle accesses')
    expect(JSON.parse(repo.ctx('curate', '--all', '--anew', '--json').out)).toMatchObject({
      kept: [],
      rewritten: [expect.any(String)],
    })
  })

  test(
    'ctx curate --all --anew of a long history gives the same tree whenever it is called (urllib3: seven entries of today)',
    { timeout: 600_000 },
    () => {
      const repo = newRepo()
      const lines = ['const first = wait(ten)', 'const second = open(door)', 'const third = shut(door)'].join('\n')
      const change = (at: number, message: string, content: string, path = 'src/door.ts') =>
        `commit refs/heads/main\ncommitter Ada <ada@example.org> ${1_700_000_000 + at} +0000\ndata ${Buffer.byteLength(message)}\n${message}${at === 0 ? 'from refs/heads/main^0\n' : ''}M 100644 inline ${path}\ndata ${content.length}\n${content}\n\n`
      const between = Array.from({ length: 40_000 }, (_, at) =>
        change(at + 1, `Keep room ${at} warm\n`, `x${at % 10}`, 'heat.txt'),
      )
      const commits = [
        change(
          0,
          'Wait for the door\n\nIt opens in ten seconds, because its motor is slow. Nobody is to push it.\n',
          lines,
        ),
        ...between,
        change(40_001, 'Use a lever\n', 'pull()'),
      ]
      repo.run('git', ['fast-import', '--quiet'], { input: commits.join('') })
      repo.git('reset', '-q', '--hard')
      expect(repo.ctx('init', '--history').code).toBe(0)
      expect(repo.ctx('curate', '--all', '--anew').code).toBe(0)
      const entries = repo.git('grep', '-h', '-E', 'Wait for the door|^updatedAt', 'ctx/main')
      expect(entries).toMatch(/Wait for the door.*· (?:past|reworked)/)
      expect([...entries.matchAll(/^updatedAt: (\d{4})/gm)].map(([, year]) => year)).toEqual(['2023'])
    },
  )
})
