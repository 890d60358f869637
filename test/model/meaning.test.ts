/** @module-tag slow */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blend, likenessOf } from '../../src/search/likeness.ts'
import { ask, scriptedModel } from '../support/model.ts'
import { newCtxRepo, type Repo } from '../support/repo.ts'

const yoga = 'health/classes/yoga_every_tuesday.md'
const lessons = [
  ['Yoga every Tuesday.', 'health/classes'],
  ['Refresh tokens are single-use, because a stolen one stayed useful for months.', 'auth/tokens'],
  ['The pool has ten connections, because postgres refuses more.', 'storage/pool'],
] as const

/** A repository that knows three things, and a server that knows which words mean the same. */
async function withVectors() {
  const repo = newCtxRepo()
  for (const [text, topic] of lessons) repo.ctx('curate', '--text', text, '--topic', topic)
  const server = await scriptedModel({ says: `Yoga is on Tuesdays [${yoga}].` })
  repo.git('config', 'ctx.model.endpoint', server.endpoint)
  repo.git('config', 'ctx.model.embeddings', 'vectors')
  return { repo, ...server }
}

const search = async (repo: Repo, ...words: string[]): Promise<readonly string[]> => {
  const { out } = await ask(repo, ['search', '--json', ...words])
  return (JSON.parse(out) as { hits: readonly { path: string }[] }).hits.map(({ path }) => path)
}

describe('a question by meaning', () => {
  test('finds what says it in other words, and says that no words do', async () => {
    const { repo } = await withVectors()
    expect((await ask(repo, ['query', 'which', 'exercise', 'do', 'we', 'offer'])).out).not.toContain('Yoga')
    const { code, out } = await ask(repo, ['query', 'which', 'exercise', 'do', 'we', 'offer', '--meaning'])
    expect(out).toContain('Yoga every Tuesday')
    expect([code, out]).toEqual([1, expect.stringContaining('Nothing states this in these words. Nearest in meaning:')])
    expect(await search(repo, 'exercise')).toEqual([])
    expect(await search(repo, 'exercise', '--meaning')).toEqual([yoga])
  })

  test('puts of two that hold the words the one first that means it', async () => {
    const { repo } = await withVectors()
    repo.ctx('curate', '--text', 'Tuesday is when themes are released, every Tuesday.', '--topic', 'ui/tuesday')
    const words = ['sport', 'tuesday']
    expect((await search(repo, ...words))[0]).not.toBe(yoga)
    expect((await search(repo, ...words, '--meaning'))[0]).toBe(yoga)
  })

  test('asks for vectors of what changed alone, sends no secret, and keeps them beside the index', async () => {
    const { repo, embedded } = await withVectors()
    await ask(repo, ['query', 'exercise', '--meaning'])
    const first = embedded.flat()
    expect(first.at(-1)).toBe('exercise')
    expect(first.some((text) => text.includes('postgres refuses more'))).toBe(true)
    await ask(repo, ['query', 'sport', '--meaning'])
    expect(embedded.flat().slice(first.length)).toEqual(['sport'])
    const file = `.ctx/tree/${yoga}`
    const secret = 'Yoga every Friday, key ghp_abcdefghijklmnopqrstuvwxyz0123456789.'
    repo.write({ [file]: repo.read(file).replace('- Yoga every Tuesday.', `- ${secret}`) })
    await ask(repo, ['query', 'stretch', '--meaning'])
    const later = embedded.flat().slice(first.length + 1)
    expect(later.length).toBeLessThan(first.length)
    expect(later.join('\n')).toContain('Yoga every Friday')
    expect(later.join('\n')).not.toContain('ghp_')
    expect(existsSync(join(repo.root, '.git/ctx/vectors.db'))).toBe(true)
  })

  test('is answered by words where the server fails, and says so', async () => {
    const { repo } = await withVectors()
    repo.git('config', 'ctx.model.endpoint', 'http://127.0.0.1:1/v1')
    const { code, out, err } = await ask(repo, ['query', 'stolen', 'refresh', 'tokens', '--meaning'])
    expect([code, out]).toEqual([0, expect.stringContaining('a stolen one stayed useful')])
    expect(err).toMatch(/did not answer: .*What words alone find follows\./)
  })

  test('says how to set a model up where there is none', () => {
    const said = newCtxRepo().ctx('query', 'exercise', '--meaning')
    expect(said).toMatchObject({ code: 2, err: expect.stringContaining('git config ctx.model.embeddings') })
  })

  test('lets a model answer from what was found by meaning', async () => {
    const { repo } = await withVectors()
    repo.git('config', 'ctx.model.name', 'small')
    const { out } = await ask(repo, ['query', 'exercise', '--meaning', '--tier', 'model'])
    expect(out).toBe(`Yoga is on Tuesdays [${yoga}].\n`)
  })

  test('is never what a plain question asks', async () => {
    const { repo, embedded } = await withVectors()
    await ask(repo, ['query', 'why', 'are', 'refresh', 'tokens', 'single-use'])
    await ask(repo, ['search', 'exercise'])
    expect(embedded).toEqual([])
  })

  test('finds the vectors made by the worker after a commit', async () => {
    const { repo, embedded } = await withVectors()
    repo.commit('feat: end sessions\n\nSessions must end after an hour because a laptop was stolen.', {
      'src/session.ts': 'export const hour = 3600\n',
    })
    for (
      let waited = 0;
      waited < 10_000 && !embedded.flat().some((text) => text.includes('a laptop was stolen'));
      waited += 50
    )
      await new Promise((resolve) => setTimeout(resolve, 50))
    await repo.settled()
    const before = embedded.flat().length
    await ask(repo, ['query', 'stretch', '--meaning'])
    expect(embedded.flat().slice(before)).toEqual(['stretch'])
  })
})

describe('likeness', () => {
  test('puts the nearest at 1 and the farthest at 0, whatever a model finds alike', () => {
    const { statements, entries } = likenessOf([
      { id: 1, path: 'a/b/c.md', similarity: 0.9 },
      { id: 2, path: 'a/b/c.md', similarity: 0.8 },
      { id: 3, path: 'd/e/f.md', similarity: 0.7 },
    ])
    expect([statements.get(1), statements.get(3)]).toEqual([1, 0])
    expect(statements.get(2)).toBeCloseTo(0.5)
    expect([...entries]).toEqual([
      ['a/b/c.md', 1],
      ['d/e/f.md', 0],
    ])
  })

  test('of what has no vector leaves words as they are', () => {
    expect([blend(0.4, undefined), blend(0.4, 1), blend(1, 0)]).toEqual([0.4, 0.7, 0.5])
  })
})
