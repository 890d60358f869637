import { describe, expect, test } from 'vitest'
import { related } from '../../src/index.ts'
import { expectCode } from '../support/expect.ts'
import { initedRepo, openIn } from '../support/open-in.ts'

describe('ctx related', () => {
  const entry = (title: string, related_: string, sources: string, file: string): string =>
    `---\ntitle: ${title}\nrelated: [${related_}]\n---\n\n## Raw Concept\n**Files:**\n- ${file}\n**Sources:**\n- ${sources} Said\n`

  test('follows relations both ways, and tells what shares commits and files', async () => {
    const own = await initedRepo()
    const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(40)) as [string, string, string]
    own.write({
      '.ctx/tree/a/b/middle.md': entry('Middle', 'a/b/named.md, a/b/gone.md', one, 'w.ts\n- src/Mail.ts'),
      '.ctx/tree/a/b/named.md': entry('Named', '', two, 'x.ts'),
      '.ctx/tree/a/c/names.md': entry('Names', 'a/b/middle.md', two, 'y.ts'),
      '.ctx/tree/a/c/taught.md': entry('Taught', '', one, 'z.ts'),
      '.ctx/tree/a/c/about.md': entry('About', '', three, 'src/Mail.ts'),
      '.ctx/tree/a/c/other.md': entry('Other', '', three, 'src/mail.ts'),
    })
    const found = await related(await openIn(own), 'a/b/middle.md')
    expect(found.map(({ path, links }) => [path, links])).toEqual([
      ['a/b/named.md', ['names']],
      ['a/c/names.md', ['named by']],
      ['a/c/taught.md', ['same commit']],
      ['a/c/about.md', ['same file']],
    ])
    for (const path of ['a/b/middle', '@a/b/middle.md', '.ctx/tree/a/b/middle.md'])
      expect(await related(await openIn(own), path)).toEqual(found)
    const ofFile = (await related(await openIn(own), 'src/Mail.ts')).map(({ path }) => path)
    // What names the file first is about it most.
    expect(ofFile).toEqual(['a/c/about.md', 'a/b/middle.md'])
    expect(JSON.parse(own.ctx('related', 'a/b/middle.md', '-n', '1', '--json').out)).toEqual({
      file: '',
      related: found.slice(0, 1),
      rules: [],
      lessons: [],
      tests: [],
    })
    expectCode(own.ctx('related', 'a/c/other.md'), 0)
    for (const wrong of ['a/b/gone.md', 'src/MAIL.ts', 'a', '']) expectCode(own.ctx('related', wrong), 2)
  })

  test('of a file tells the rules and lessons that hold, and the tests that change with it', async () => {
    const own = await initedRepo()
    own.commit(
      'Keep the pool small\n\nThe database refuses more than ten connections, so the eleventh waits for ever.',
      {
        'src/pool.ts':
          '// The pool must never hold more than ten connections, because the database refuses them.\nexport const size = 10\n',
        'test/pool.test.ts': "test('holds ten', () => {})\n",
      },
    )
    expectCode(own.ctx('curate', 'HEAD'), 0)
    const learned = own.git('rev-parse', 'HEAD')
    own.commit('Say ten', {
      'src/pool.ts': `${own.read('src/pool.ts')}// ten\n`,
      'test/pool.test.ts': "test('ten', () => {})\n",
    })
    const answer = expectCode(own.ctx('related', 'src/pool.ts'), 0)
    expect(answer).toContain('The database refuses more than ten connections')
    expect(answer).toContain('Tests that change with it: test/pool.test.ts')
    expect(answer).toMatch(/^Also known about this file:\nsrc\/pool\/\S+\.md {2}/m)
    const { lessons, tests, related: entries } = JSON.parse(own.ctx('related', 'src/pool.ts', '--json').out)
    expect(lessons[0]).toMatchObject({ headline: 'Keep the pool small', commit: learned })
    expect(tests).toEqual(['test/pool.test.ts'])
    expect(entries.length).toBeGreaterThan(0)
  })

  test('of a file with more rules than it asks for counted those alone, and promised that as many would tell them', async () => {
    const own = await initedRepo()
    const rule = (at: number): string =>
      `---\ntitle: T${at}\n---\n\n## Raw Concept\n**Files:**\n- src/pool.ts\n\n## Narrative\n### Rules\n- Never turn machine ${at}.\n`
    const entries = Array.from({ length: 30 }, (_, at) => [`.ctx/tree/a/b/e${at}.md`, rule(at)])
    own.write({ 'src/pool.ts': 'export const size = 10\n', ...Object.fromEntries(entries) })
    expect(expectCode(own.ctx('related', 'src/pool.ts'), 0)).toMatch(/27 more entries; -n 30 tells them\.\n$/)
    const few = expectCode(own.ctx('related', 'src/pool.ts', '-n', '5'), 0)
    expect(few).toMatch(/\n25 more rules, 25 more entries; -n 30 tells them\.\n$/)
    expect(expectCode(own.ctx('related', 'src/pool.ts', '-n', '30'), 0)).not.toContain('tells them')
    expect(JSON.parse(own.ctx('related', 'src/pool.ts', '--json').out).rules[0]).toMatch(/^Never turn machine/)
  })

  test('of a file gave its rules back without the commit and the day that they are from', async () => {
    const own = await initedRepo()
    const said = 'Keep the pool small\n\nThe database refuses more.\n\nConstraint: never hold more than 10 connections'
    const commit = own.commit(said, { 'src/pool.ts': 'export const size = 10\n' })
    expectCode(own.ctx('curate'), 0)
    const from = `never hold more than 10 connections (${own.git('log', '-1', '--format=%cs')} ${commit.slice(0, 8)})`
    expect(expectCode(own.ctx('related', 'src/pool.ts'), 0)).toContain(`- ${from}\n`)
    expect(JSON.parse(own.ctx('related', 'src/pool.ts', '--json').out).rules).toEqual([from])
  })

  test('of a file that was moved tells what was learned of it before', async () => {
    const own = await initedRepo()
    const code = Array.from({ length: 12 }, (_, at) => `export const size${at} = ${at}\n`).join('')
    own.commit('Keep the pool small\n\nThe database refuses more than ten connections at once.', {
      'src/pool.ts': code,
    })
    own.git('mv', 'src/pool.ts', 'src/connections.ts')
    own.commit('Name the pool by what it holds', {})
    const told = expectCode(own.ctx('related', 'src/connections.ts'), 0)
    expect(told).toContain('The database refuses more than ten connections')
    expect(told).not.toContain('src/pool.ts')
    expect(expectCode(own.ctx('where', 'how small is the pool of connections'), 0)).toMatch(
      /^src\/connections\.ts\n {2}Keep the pool small/,
    )
  })

  test('follows a relation to a topic, and back; asked for it, an answer brings what the neighbours say', async () => {
    const own = await initedRepo()
    const says = (title: string, related_: string, fact: string): string =>
      `---\ntitle: ${title}\nrelated: [${related_}]\n---\n\n## Facts\n- ${fact}\n`
    own.write({
      '.ctx/tree/auth/tokens/rotation.md': says('Rotation', '"@auth/sessions"', 'Refresh tokens are single-use here'),
      '.ctx/tree/auth/sessions/end.md': says('End', '', 'Sessions close after an idle hour'),
      '.ctx/tree/auth/sessions/store/redis.md': says('Redis', 'auth/sessions/store/', 'Sessions lie in Redis'),
      '.ctx/tree/auth/sessions/store/keys.md': says('Keys', '', 'Keys begin with sess'),
    })
    const linked = async (path: string): Promise<readonly string[]> =>
      (await related(await openIn(own), path)).map((one) => `${one.links.join()} ${one.path}`)
    expect(await linked('auth/tokens/rotation.md')).toEqual([
      'names auth/sessions/end.md',
      'names auth/sessions/store/keys.md',
      'names auth/sessions/store/redis.md',
    ])
    expect(await linked('auth/sessions/end.md')).toEqual(['named by auth/tokens/rotation.md'])
    expect(await linked('auth/sessions/store/keys.md')).toEqual([
      'named by auth/sessions/store/redis.md',
      'named by auth/tokens/rotation.md',
    ])
    expect(own.ctx('status').out).not.toContain('relation')
    const question = ['query', 'are', 'refresh', 'tokens', 'single-use']
    expect(own.ctx(...question).out).not.toContain('idle hour')
    expect(own.ctx(...question, '--related').out).toMatch(/End {2}auth\/sessions\/end\.md[^]*idle hour/)
  })

  test('with --related, a neighbour is told without the raw list of its relations', async () => {
    const own = await initedRepo()
    own.write({
      '.ctx/tree/auth/tokens/rotation.md':
        '---\ntitle: Rotation\n---\n\n## Facts\n- Refresh tokens are single-use here\n',
      '.ctx/tree/auth/sessions/end.md':
        '---\ntitle: End\n---\n\n## Relations\n@auth/tokens/rotation.md\n\n## Facts\n- Sessions close after an idle hour\n',
    })
    const { out } = own.ctx('query', 'are', 'refresh', 'tokens', 'single-use', '--related')
    expect(out).toMatch(/related to auth\/tokens\/rotation\.md\n## Facts\n- Sessions close/)
    expect(out).not.toContain('@auth')
  })
})
