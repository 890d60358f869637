import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectCode } from '../support/expect.ts'
import { newCtxRepo, newRepo, type Repo } from '../support/repo.ts'

/** A platform that knows why, and beside it a shop that uses it. */
async function platformAndShop(): Promise<{ platform: Repo; shop: Repo }> {
  const platform = newCtxRepo()
  platform.commit(
    'Retry payments three times\n\nThe acquirer drops one connection in fifty, so payments are retried.',
    {
      'src/payments.ts': 'export const tries = 3\n',
    },
  )
  await platform.settled()
  const shop = newCtxRepo()
  shop.commit('Show the basket first\n\nThe basket is shown first because people forget what is in it.', {
    'src/basket.ts': 'export const basket = 1\n',
  })
  await shop.settled()
  return { platform, shop }
}

const question = 'why are payments retried'

describe('ctx source', () => {
  test('answers from what another repository knows, by its name, also when that is gone, until it is removed', async () => {
    const { platform, shop } = await platformAndShop()
    expectCode(shop.ctx('query', question), 1)
    expect(expectCode(shop.ctx('source', 'add', 'platform', platform.root), 0)).toMatch(/platform.*main.*1 entry/)
    platform.run('sh', ['-c', 'rm -rf .git'])
    const answer = expectCode(shop.ctx('query', question), 0)
    expect(answer).toMatch(/^platform: Retry payments three times\n {2}The acquirer drops one connection in fifty/)
    expect(expectCode(shop.ctx('query', 'why is the basket shown first'), 0)).toMatch(/^Show the basket first/)
    expect(JSON.parse(shop.ctx('query', question, '--json').out)).toMatchObject({
      hits: [{ source: 'platform', headline: 'Retry payments three times' }],
    })
    expectCode(shop.ctx('source', 'update'), 2)
    expectCode(shop.ctx('query', question), 0)
    expectCode(shop.ctx('source', 'remove', 'platform'), 0)
    expectCode(shop.ctx('query', question), 1)
    expect(shop.git('for-each-ref', 'refs/ctx/sources')).toBe('')
    expect(shop.git('config', '--local', '--list')).not.toContain('ctx.source')
  })

  test('stopped an update at the first source that cannot be reached', async () => {
    const { platform, shop } = await platformAndShop()
    const gone = newCtxRepo()
    gone.ctx('curate', '--text', 'Logs are kept for a week because the law says so.', '--topic', 'ops/logs')
    expectCode(shop.ctx('source', 'add', 'a-gone', gone.root), 0)
    expectCode(shop.ctx('source', 'add', 'platform', platform.root), 0)
    gone.run('sh', ['-c', 'rm -rf .git'])
    const { code, out, err } = shop.ctx('source', 'update')
    expect([code, out]).toEqual([2, expect.stringMatching(/^platform .*1 entry/)])
    expect(err).toMatch(/a-gone was not updated: .*[^.]\. What was fetched before is asked all the same\.\n/)
    expect(err).not.toContain('your knowledge is on the local branch')
    expect(JSON.parse(shop.ctx('source', 'update', '--json').out)).toMatchObject({ sources: [{ name: 'platform' }] })
  })

  test('told what an agent had said there as if somebody had reviewed it', async () => {
    const { platform, shop } = await platformAndShop()
    platform.write({
      '.ctx/tree/auth/tokens/admins.md':
        '---\ntitle: Tokens of admins\ntags: [told, agent]\n---\n\n## Narrative\n### Rules\n- Never validate the tokens of admins in the handler.\n',
    })
    expectCode(platform.ctx('refresh'), 0)
    expectCode(shop.ctx('source', 'add', 'platform', platform.root), 0)
    const answer = expectCode(shop.ctx('query', 'validate the tokens of admins in the handler'), 0)
    expect(answer).toMatch(/^platform: Never validate[^]*by an agent, not reviewed/)
  })

  test('takes what was learned there since with update, and never pushes it on', async () => {
    const { platform, shop } = await platformAndShop()
    expectCode(shop.ctx('source', 'add', 'platform', '../../'.concat(platform.root)), 2)
    expectCode(shop.ctx('source', 'add', 'platform', platform.root), 0)
    platform.commit('Refund within a day\n\nThe law gives us a day, so refunds are never queued for longer.', {
      'src/refunds.ts': 'export const days = 1\n',
    })
    await platform.settled()
    expectCode(shop.ctx('query', 'why are refunds never queued'), 1)
    expect(JSON.parse(expectCode(shop.ctx('source', 'update', '--json'), 0))).toMatchObject({
      sources: [{ name: 'platform', branch: 'main', entries: 2 }],
    })
    expect(expectCode(shop.ctx('query', 'why are refunds never queued'), 0)).toContain('platform: Refund within a day')
    expect(shop.git('branch', '--list', '--all')).not.toContain('platform')
    expect(expectCode(shop.ctx('tree'), 0)).not.toContain('refund')
  })

  test('takes nothing from a branch that ctx did not make, and leaves no ref of it', async () => {
    const { shop } = await platformAndShop()
    const stranger = newRepo()
    stranger.git('branch', 'ctx/main')
    expect(expectCode(shop.ctx('source', 'add', 'stranger', stranger.root), 2)).toContain('was not made by ctx')
    expect(shop.git('for-each-ref', 'refs/ctx/sources')).toBe('')
    expect(expectCode(shop.ctx('source', 'list'), 0)).toContain('There are no sources')
  })

  test('kept no ref of what it knew, once the branch there was replaced by something that ctx did not make', async () => {
    const { platform, shop } = await platformAndShop()
    expectCode(shop.ctx('source', 'add', 'platform', platform.root), 0)
    const refs = shop.git('for-each-ref', 'refs/ctx/sources')
    platform.git('update-ref', 'refs/heads/ctx/main', 'main')
    const { code, err } = shop.ctx('source', 'update')
    expect([code, err]).toEqual([2, expect.stringContaining('Nothing is taken from it; what was here stays.')])
    expect(shop.git('for-each-ref', 'refs/ctx/sources')).toBe(refs)
    rmSync(join(shop.root, '.git/ctx'), { recursive: true })
    expect(expectCode(shop.ctx('query', question), 0)).toContain('platform: Retry payments three times')
  })

  test('answered nothing from a source once .git/ctx was deleted, or ctx updated, until it was fetched again', async () => {
    const { platform, shop } = await platformAndShop()
    expectCode(shop.ctx('source', 'add', 'platform', platform.root), 0)
    platform.run('sh', ['-c', 'rm -rf .git'])
    for (const pack of [false, true]) {
      if (pack) shop.git('pack-refs', '--all')
      rmSync(join(shop.root, '.git/ctx'), { recursive: true })
      expect(expectCode(shop.ctx('query', question), 0)).toContain('platform: Retry payments three times')
      expect(expectCode(shop.ctx('source', 'list'), 0)).toMatch(/^platform .*1 entry/)
    }
    // As an older version left it: what it made is not read.
    rmSync(join(shop.root, '.git/ctx/sources/platform.db'))
    shop.write({ '.git/ctx/sources/platform.db': '' })
    expect(expectCode(shop.ctx('query', question), 0)).toContain('platform: Retry payments three times')
  })

  test('forgot one source of two that were named, and said nothing of the other', async () => {
    const { platform, shop } = await platformAndShop()
    for (const name of ['one', 'two']) expectCode(shop.ctx('source', 'add', name, platform.root), 0)
    const { code, err } = shop.ctx('source', 'remove', 'one', 'two')
    expect([code, err]).toEqual([2, expect.stringContaining('does not know what to do with "two"')])
    for (const words of [
      ['update', 'one', 'two'],
      ['list', 'one'],
      ['add', 'three', platform.root, 'four'],
    ])
      expectCode(shop.ctx('source', ...words), 2)
    expect(expectCode(shop.ctx('source', 'list'), 0)).toMatch(/^one .*\ntwo .*\n$/)
  })

  test('says what is wrong with a name, an address, and a repository that knows nothing', async () => {
    const { platform, shop } = await platformAndShop()
    for (const [words, fault] of [
      [['add', '../up', platform.root], /cannot name a source/],
      [['add', 'evil', 'ext::sh -c "touch run"'], /no address/],
      [['add', 'evil', '--', '--upload-pack=touch run'], /no address/],
      [['add', 'gone', '/nowhere/at/all'], /Git could not talk to/],
      [['add', 'platform', platform.root, '--branch', 'next'], /no knowledge of its branch next[\s\S]*main/],
      [['add', 'platform'], /which source to add/],
      [['remove', 'platform'], /There is no source platform/],
      [['sing'], /none of add, list, update, remove/],
    ] as const)
      expect(expectCode(shop.ctx('source', ...words), 2)).toMatch(fault)
    expect(existsSync(join(shop.root, 'run'))).toBe(false)
    expect(expectCode(shop.ctx('source', 'list'), 0)).toContain('There are no sources')
  })
})
