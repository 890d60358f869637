/** @module-tag slow */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Asked, ask, scriptedModel, type Turn } from '../support/model.ts'
import { newCtxRepo, type Repo } from '../support/repo.ts'

const lessons = [
  'Database pools must never be shared between workers. A dead worker kept its pool open for hours, and the server ran out of slots before anybody noticed.',
  'Retries double their pause each time. Three clients that retried at once took the gateway down in March, and the log named none of them.',
  'Sockets idle for a minute are closed by the balancer. Keep-alive packets every thirty seconds hold them open without cost.',
  'Timeouts are counted from the first byte of a request. Counting from the connect made uploads over slow lines fail at random.',
]

/** A repository that knows enough of one topic to be summarised, with a scripted model set up. */
async function withTopic(...turns: readonly [Turn, ...Turn[]]): Promise<{ repo: Repo; asked: Asked[] }> {
  const repo = newCtxRepo()
  for (const text of lessons) repo.ctx('curate', '--text', text, '--topic', 'net/connections')
  const { endpoint, asked } = await scriptedModel(...turns)
  repo.git('config', 'ctx.model.endpoint', endpoint)
  repo.git('config', 'ctx.model.name', 'small')
  return { repo, asked }
}
const index = (repo: Repo): string => repo.read('.ctx/tree/net/connections/_index.md')
const firstLine = (text: string): string => /^- .+$/m.exec(text)?.[0] ?? 'nothing'
const overview = (repo: Repo): string => repo.read('.ctx/tree/net/connections/context.md')
const summary = '- Pools are private, retries back off, sockets are kept alive, timeouts count from the first byte.'

describe('ctx summarise', () => {
  test('writes summaries from the deepest folder up, and says in overviews what folders are about', async () => {
    const { repo, asked } = await withTopic(
      { says: 'How connections are kept apart between workers.' },
      { says: 'How connections are kept apart between workers.' },
      { says: summary },
    )
    const { code, out } = await ask(repo, ['summarise'])
    expect([code, out]).toEqual([0, expect.stringMatching(/^\d folders? summarised, 2 described/)])
    expect(index(repo)).toMatch(/^---\nchildren_hash: [^]+\ntype: summary\n---\n\n- Pools are private/)
    expect(overview(repo)).toContain('## Overview\nHow connections are kept apart between workers.\n')
    expect(repo.git('log', '-1', '--format=%s%n%(trailers:key=Curated-By,valueonly)', 'ctx/main')).toMatch(
      /^Curate: say what 2 folders are about\nctx [\d.]+ \(small, prompt 1\)/,
    )
    const before = asked.length
    expect((await ask(repo, ['summarise'])).out).toBe('0 folders summarised, 0 described.\n')
    expect(asked).toHaveLength(before)
  })

  test('stays on this machine, and is forgotten when the folder changes or local state is gone', async () => {
    const { repo } = await withTopic({ says: summary })
    const extracted = index(repo)
    await ask(repo, ['summarise'])
    expect(index(repo)).toContain(summary)
    expect(repo.run('git', ['grep', '-q', 'Pools are private', 'ctx/main', '--', '*_index.md']).code).toBe(1)
    expect(repo.ctx('refresh').code).toBe(0)
    expect(index(repo)).toContain(summary)
    rmSync(join(repo.root, '.git/ctx/summaries'), { recursive: true })
    expect(repo.ctx('refresh').code).toBe(0)
    expect(index(repo)).not.toContain(summary)
    expect(index(repo)).toContain(firstLine(extracted))
  })

  test.each<[string, Turn]>([
    ['refuses', { says: "I'm sorry, I cannot summarise this." }],
    ['only promises', { says: 'Here is a summary of the folder:' }],
    ['writes more than it may', { says: `- ${'more and more '.repeat(900)}` }],
  ])('keeps the extracted text, after a second try, when the model %s', async (_, turn) => {
    const { repo, asked } = await withTopic(turn)
    const before = index(repo)
    const { code, out } = await ask(repo, ['summarise', 'net/connections'])
    expect([code, out]).toEqual([0, expect.stringContaining('1 folder kept the extracted text')])
    expect(index(repo).includes('more and more')).toBe(false)
    expect(index(repo)).toContain(firstLine(before))
    expect(asked.filter(({ messages }) => messages[0]?.content.includes('You summarise'))).toHaveLength(2)
  })

  test('does nothing without a model, and says how to get one', async () => {
    const repo = newCtxRepo()
    repo.ctx('curate', '--text', 'Cats are grey.', '--topic', 'pets/cats')
    expect(repo.ctx('summarise')).toMatchObject({ code: 2, err: expect.stringContaining('No model is set up') })
    expect(repo.ctx('summarise', '../x')).toMatchObject({ code: 2, err: expect.stringContaining('cannot be a folder') })
  })

  test('runs after a commit where somebody wants it, and never otherwise', async () => {
    const { repo, asked } = await withTopic({ says: summary })
    const learn = async (name: string): Promise<void> => {
      repo.write({ [`src/${name}.ts`]: `${name}\n` })
      repo.git('add', '-A')
      const why = `feat: add ${name}\n\nThe ${name} must stand alone because the others would break.`
      repo.run('git', ['commit', '-q', '-m', why], { env: { CTX_HOOKS: '0' } })
      await ask(repo, ['curate', '--all'])
    }
    await learn('alpha')
    expect(asked).toHaveLength(0)
    repo.git('config', 'ctx.summaries.model', 'auto')
    repo.write({ 'src/beta.ts': 'beta\n' })
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'feat: add beta\n\nBeta must stand alone because the others would break.')
    for (let waited = 0; waited < 100 && !index(repo).includes(summary); waited++)
      await new Promise((resolve) => setTimeout(resolve, 100))
    expect(index(repo)).toContain(summary)
  })
})
