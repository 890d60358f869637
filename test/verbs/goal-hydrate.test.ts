/** @module-tag slow */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { briefText, fitBrief } from '../../src/brain/goals/brief.ts'
import { countTokens } from '../../src/text/tokens.ts'
import { goalIdFor } from '../../src/tree/goal.ts'
import { goalPath } from '../../src/tree/path.ts'
import { newCtxRepo } from '../support/repo.ts'
import { succeed, goodDigest, hydrate, thoroughly, withGoals } from '../support/goals.ts'

describe('what a goal is told', () => {
  test('is what was found out on its branch, and nothing of another', async () => {
    const repo = await withGoals()
    succeed(repo, 'goal', 'note', 'provider=Auth0')
    succeed(repo, 'goal', 'note', 'Tried Keycloak first')
    expect(hydrate(repo)).toMatchObject({ local: { provider: 'Auth0' }, notes: [{ text: 'Tried Keycloak first' }] })
    repo.git('switch', '-q', 'main')
    repo.git('switch', '-q', '-c', 'feature/cart')
    await repo.settled()
    succeed(repo, 'goal', 'start', 'Fill a cart')
    for (const branch of ['feature/cart', 'main']) {
      repo.git('switch', '-q', branch)
      await repo.settled()
      expect(repo.ctx('goal', 'hydrate', '--json').out).not.toMatch(/Auth0|Keycloak/)
    }
  })

  thoroughly('are the constraints of the project, those first that speak of what it is about', async () => {
    const repo = newCtxRepo()
    for (const [topic, text] of [
      ['billing/invoices', 'Invoices must never be deleted because the tax office asks for them.'],
      ['auth/login', 'A login must always be rate limited because robots guess passwords.'],
      ['build/assets', 'Assets must be hashed because browsers keep the old ones.'],
    ] as const)
      succeed(repo, 'curate', '--text', text, '--topic', topic)
    succeed(repo, 'goal', 'start', 'Let people log in: the login form')
    const { global, tokens, tokenLimit } = hydrate(repo)
    expect(global.constraints.map(({ text }) => text)[0]).toContain('rate limited')
    expect(global.constraints).toHaveLength(3)
    expect(tokens).toBeLessThanOrEqual(tokenLimit)
  })

  thoroughly('has room in its token limit, whatever there is; what has none is counted', async () => {
    const repo = newCtxRepo()
    for (let at = 0; at < 12; at++)
      succeed(
        repo,
        'curate',
        '--text',
        `Rule ${at} must never be broken because ${'it matters so much '.repeat(8)}.`,
        '--topic',
        `rules/r${at}`,
      )
    succeed(repo, 'goal', 'start', 'Keep the rules', '--limit', '300')
    const { tokens, leftOut, global } = hydrate(repo)
    expect(tokens).toBeLessThanOrEqual(300)
    expect(global.constraints.length).toBeGreaterThan(0)
    expect(leftOut.constraints).toBe(12 - global.constraints.length)
    expect(repo.ctx('goal', 'hydrate').err).toContain(`${leftOut.constraints} constraints`)
  })

  test('never takes more than the limit', () => {
    const text = fc.string({ maxLength: 400 })
    const note = fc.record({ at: fc.constant('2026-01-01T00:00:00Z'), text })
    const below = fc.record({
      goal: text,
      branch: text,
      intent: text,
      digest: text,
      finishedAt: text,
      isMerged: fc.boolean(),
    })
    const brief = fc.record({
      intent: fc.string({ maxLength: 2000 }),
      parentIntent: fc.string({ maxLength: 2000 }),
      constraints: fc.array(fc.record({ text, entry: fc.constant('a/b/c.md' as never) })),
      local: fc.dictionary(fc.string({ minLength: 1, maxLength: 80 }), text),
      notes: fc.array(note),
      digests: fc.array(below),
    })
    fc.assert(
      fc.property(brief, fc.integer({ min: 256, max: 2000 }), (given, limit) => {
        expect(countTokens(briefText(fitBrief(given, limit).brief))).toBeLessThanOrEqual(limit)
      }),
    )
  })

  test('are those constraints of a large project that bear on the goal, and what somebody approved', async () => {
    const repo = newCtxRepo()
    const all = (about: string): readonly string[] =>
      Array.from({ length: 30 }, (_, at) => `The ${about} number ${at} must be written down whole.`)
    // Of an agent, they would wait for a person's approval.
    const pages = Object.entries({
      cookies: all('cookie'),
      keys: all('web key'),
      static: ['Range requests must be answered with 206.'],
    }).map(([topic, rules]) => [
      `.ctx/tree/${topic}/rules/${topic}.md`,
      `---\ntitle: Rules of ${topic}\n---\n\n## Narrative\n### Rules\n${rules.map((rule) => `- ${rule}\n`).join('')}`,
    ])
    repo.write(Object.fromEntries(pages) as Record<string, string>)
    succeed(repo, 'goal', 'start', 'Answer range requests in the static middleware')
    expect(hydrate(repo).global.constraints.map(({ entry }) => entry)).toEqual(['static/rules/static.md'])
    repo.ctx('mark', 'keys/rules/keys.md', '--approved')
    expect(new Set(hydrate(repo).global.constraints.map(({ entry }) => entry))).toEqual(
      new Set(['static/rules/static.md', 'keys/rules/keys.md']),
    )
  })

  test('are the digests of finished goals below it, merged or not', async () => {
    const repo = await withGoals()
    succeed(repo, 'goal', 'note', 'Tried Keycloak first')
    succeed(repo, 'goal', 'done', '--digest', goodDigest)
    repo.git('switch', '-q', 'main')
    await repo.settled()
    expect(hydrate(repo).digests).toMatchObject([{ branch: 'feature/login', digest: goodDigest, isMerged: false }])
    repo.git('merge', '-q', '--no-ff', '--no-edit', 'feature/login')
    succeed(repo, 'merge', 'feature/login')
    await repo.settled()
    expect(hydrate(repo).digests).toMatchObject([{ branch: 'feature/login', digest: goodDigest, isMerged: true }])
    expect(repo.ctx('goal', 'hydrate', '--json').out).not.toContain('Keycloak')
    expect(repo.git('show', `ctx/main:${goalPath(goalIdFor('feature/login', 1))}`)).toContain('Keycloak')
  })

  test('is kept without secrets, and cannot steer a terminal', async () => {
    const repo = await withGoals()
    succeed(repo, 'goal', 'note', 'password=hunter22!')
    succeed(repo, 'goal', 'note', 'The key is AKIAABCDEFGHIJKLMNOP \u001b[31mred')
    const text = repo.git('show', `ctx/feature/login:${goalPath(goalIdFor('feature/login', 1))}`)
    expect(text).not.toMatch(/hunter22|AKIAABCDEFGHIJKLMNOP|\\u001b/)
    expect(text).toContain('redacted')
  })
})
