import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ContextNode, ContextTree, contextPrompt, tokenLimits } from '../../src/index.ts'
import { codeOf, family, fullDigest, throughJson } from '../support/contexts.ts'

describe('a goal', () => {
  test('by itself has what was said, and sensible values for the rest', () => {
    const node = new ContextNode({
      goalId: 'api',
      globalContext: { project: 'shop' },
      localContext: { framework: 'x' },
    })
    expect(node).toMatchObject({
      goalId: 'api',
      parentGoalId: undefined,
      parentIntent: undefined,
      tokenLimit: 8192,
      tokensUsed: 0,
      digest: undefined,
      digestTokens: 0,
      globalContext: { project: 'shop' },
      localContext: { framework: 'x' },
    })
    expect(Math.abs(node.createdAt.getTime() - Date.now())).toBeLessThan(5_000)
    expect(new ContextNode({ goalId: 'b' })).toMatchObject({ globalContext: {}, localContext: {} })
  })

  test('is over its limit with one token more than it, not with as many', () => {
    const node = new ContextNode({ goalId: 'api', tokenLimit: 100 })
    expect(node.addTokens(100)).toBe(0)
    expect([node.isOverLimit(), node.remainingTokens()]).toEqual([false, 0])
    expect(node.addTokens(1)).toBe(1)
    expect([node.isOverLimit(), node.remainingTokens(), node.tokensOverLimit()]).toEqual([true, 0, 1])
  })

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('does not count %d tokens', (tokens) => {
    const node = new ContextNode({ goalId: 'api' })
    expect(codeOf(() => node.addTokens(tokens))).toBe('bad-count')
    expect(node.tokensUsed).toBe(0)
  })

  test.each([0, -5, 1.5])('has no limit of %d tokens', (tokenLimit) => {
    expect(codeOf(() => new ContextNode({ goalId: 'api', tokenLimit }))).toBe('bad-count')
  })
})

describe('a tree of goals', () => {
  test('has a limit of 8192 tokens and no global context, unless somebody says otherwise', () => {
    const tree = new ContextTree()
    expect([tree.defaultTokenLimit, tree.globalContext, tree.onOverLimit]).toEqual([8192, {}, 'warn'])
    expect(tree.createRootContext('a').tokenLimit).toBe(8192)
    const small = new ContextTree({ defaultTokenLimit: tokenLimits.small })
    expect(small.createRootContext('a')).toMatchObject({ tokenLimit: 4096, parentGoalId: undefined })
    expect(small.createChildContext('b', 'a', { tokenLimit: tokenLimits.veryLarge }).tokenLimit).toBe(32_768)
    expect(small.createChildContext('c', 'a').tokenLimit).toBe(4096)
  })

  test('has each id once: what a goal found out is never overwritten', () => {
    const tree = family()
    tree.setLocalContext('login', 'provider', 'Auth0')
    expect(codeOf(() => tree.createRootContext('login'))).toBe('goal-exists')
    expect(codeOf(() => tree.createChildContext('login', 'cart'))).toBe('goal-exists')
    expect(tree.getContext('login')?.localContext).toEqual({ provider: 'Auth0' })
  })

  test('may have several roots, and tells what is below what', () => {
    const tree = family()
    tree.createRootContext('docs')
    expect(tree.childrenOf('shop')).toEqual(['login', 'cart'])
    expect(tree.childrenOf('docs')).toEqual([])
    expect(tree.getContext('checkout')?.parentGoalId).toBe('cart')
  })

  test('does not know a goal that nobody made', () => {
    const tree = family()
    expect(tree.getContext('nobody')).toBeUndefined()
    expect(() => tree.createChildContext('a', 'nobody')).toThrow('Parent context not found: nobody')
    for (const act of [
      () => tree.setLocalContext('nobody', 'a', 1),
      () => tree.hydrateContext('nobody'),
      () => tree.dehydrateContext('nobody', fullDigest, 1),
      () => tree.updateTokenUsage('nobody', 1),
      () => tree.addNote('nobody', 'x'),
      () => tree.childrenOf('nobody'),
    ])
      expect(act).toThrow('Context not found: nobody')
  })

  test('passes on what the parent is for, not what the child is for', () => {
    const tree = family()
    expect(tree.hydrateContext('login').parentIntent).toBe('Build the shop')
    expect(tree.createChildContext('a', 'login', { parentIntent: 'Auth' }).parentIntent).toBe('Auth')
    expect('parentIntent' in tree.hydrateContext('shop')).toBe(false)
    // The parent was never told what it is for.
    expect('parentIntent' in tree.hydrateContext('checkout')).toBe(false)
    tree.createChildContext('b', 'login', { parentIntent: '' })
    expect('parentIntent' in tree.hydrateContext('b')).toBe(false)
  })

  test('sets a global value for every goal, those to come too', () => {
    const tree = family()
    tree.setGlobalContext('database', { name: 'PostgreSQL', versions: [16, 17] })
    tree.createChildContext('late', 'checkout')
    for (const id of ['shop', 'login', 'checkout', 'late'])
      expect(tree.hydrateContext(id).global).toEqual({
        project: 'shop',
        languages: ['TypeScript'],
        database: { name: 'PostgreSQL', versions: [16, 17] },
      })
  })

  test('shows local context to its own goal alone', () => {
    const tree = family()
    for (const id of ['shop', 'login', 'cart', 'checkout']) tree.setLocalContext(id, 'secret', `of ${id}`)
    for (const id of ['shop', 'login', 'cart', 'checkout']) {
      const { local, global, digests } = tree.hydrateContext(id)
      expect(local).toEqual({ secret: `of ${id}` })
      expect(JSON.stringify([global, digests])).not.toContain('secret')
    }
  })

  test('cannot be changed through anything that was given to it or that it gave', () => {
    const given = { nested: { list: ['one'] }, at: new Date(0) }
    const tree = new ContextTree({ globalContext: given })
    tree.createRootContext('a')
    tree.createChildContext('b', 'a')
    tree.setLocalContext('b', 'deep', given)
    given.nested.list.push('two')
    given.at.setTime(1)
    const seen = JSON.parse(JSON.stringify(tree.hydrateContext('b')))
    for (const out of [tree.globalContext, tree.hydrateContext('b').global, tree.getContext('b')?.globalContext]) {
      const nested = out?.['nested'] as { list: string[] }
      nested.list.push('three')
    }
    const local = tree.hydrateContext('b').local as { deep: { nested: { list: string[] } } }
    local.deep.nested.list.push('four')
    tree.getContext('b')?.createdAt.setTime(0)
    expect(JSON.parse(JSON.stringify(tree.hydrateContext('b')))).toEqual(seen)
    expect(seen.local.deep.nested.list).toEqual(['one'])
    expect(tree.getContext('b')?.createdAt.getTime()).not.toBe(0)
  })

  test.each([
    ['a function', () => 1],
    ['something undefined in a list', [undefined]],
    ['not a number', Number.NaN],
    ['a map', new Map()],
    ['a date that is none', new Date('never')],
    ['a big integer', 1n],
  ])('refuses %s, which JSON could not give back', (_, value) => {
    expect(codeOf(() => family().setLocalContext('login', 'key', value))).toBe('bad-context')
  })

  test('refuses a value that holds itself', () => {
    const loop: { self?: unknown } = {}
    loop.self = loop
    expect(codeOf(() => family().setGlobalContext('key', loop))).toBe('bad-context')
  })

  test('takes __proto__ as a key like any other', () => {
    const tree = family()
    const hostile: unknown = JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"bad": 1}}}')
    tree.setGlobalContext('__proto__', hostile)
    tree.setLocalContext('login', '__proto__', hostile)
    tree.createRootContext('__proto__')
    const again = throughJson(tree)
    expect(Object.hasOwn(again.hydrateContext('login').local, '__proto__')).toBe(true)
    expect(again.getContext('__proto__')?.goalId).toBe('__proto__')
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    expect(JSON.stringify(again.serialize())).toBe(JSON.stringify(tree.serialize()))
  })
})

describe('a finished goal', () => {
  test('hands its digest to the goal above it, and to no other', () => {
    const tree = family()
    tree.dehydrateContext('login', fullDigest, 45)
    expect(tree.hydrateContext('shop').digests).toEqual([{ goalId: 'login', digest: fullDigest, tokens: 45 }])
    for (const id of ['login', 'cart', 'checkout']) expect(tree.hydrateContext(id).digests).toEqual([])
    expect(tree.getContext('login')).toMatchObject({ digest: fullDigest, digestTokens: 45 })
  })

  test('has what it thought on the way archived: nobody is told it any more, and it is not lost', () => {
    const tree = family()
    tree.setLocalContext('login', 'provider', 'Auth0')
    tree.addNote('login', 'Tried Keycloak first')
    tree.updateTokenUsage('login', 350)
    const node = tree.dehydrateContext('login', fullDigest)
    expect(tree.hydrateContext('login').local).toEqual({})
    expect(node.notes).toEqual([])
    expect(node.archive).toMatchObject([{ local: { provider: 'Auth0' }, notes: ['Tried Keycloak first'] }])
    expect(node.tokensUsed).toBe(350)
    expect(node.digestTokens).toBe(Math.ceil(fullDigest.length / 4))
    expect(JSON.stringify(tree.hydrateContext('shop'))).not.toContain('Keycloak')
  })

  test('that is finished again has its newest digest, once, and keeps the older ones', () => {
    const tree = family()
    tree.dehydrateContext('login', 'First')
    tree.dehydrateContext('cart', 'Cart')
    tree.dehydrateContext('login', 'Second')
    expect(tree.hydrateContext('shop').digests.map(({ digest }) => digest)).toEqual(['Cart', 'Second'])
    expect(tree.getContext('login')?.digests.map(({ text, version }) => [text, version])).toEqual([
      ['First', 1],
      ['Second', 2],
    ])
  })

  test('says something, in a number of tokens that is a number', () => {
    expect(codeOf(() => family().dehydrateContext('login', ' '))).toBe('empty-digest')
    expect(codeOf(() => family().dehydrateContext('login', fullDigest, -1))).toBe('bad-count')
  })

  test('never floods the one above it: the newest digests that have room are told, and that there are more', () => {
    const tree = new ContextTree({ defaultTokenLimit: 1000 })
    tree.createRootContext('root')
    for (let at = 0; at < 500; at++) {
      tree.createChildContext(`g${at}`, 'root')
      // What somebody says of the size does not count.
      tree.dehydrateContext(`g${at}`, `Goal ${at}: ${fullDigest}`, 0)
    }
    const { digests, tokens, isCut } = tree.hydrateContext('root')
    expect(tokens).toBeLessThanOrEqual(1000)
    expect(isCut).toBe(true)
    expect(digests.at(-1)?.goalId).toBe('g499')
    expect(digests.length).toBeGreaterThan(10)
  })
})

describe('tokens', () => {
  test('of an empty tree are zero, all five figures', () => {
    expect(new ContextTree().getTreeStats()).toEqual({
      totalTokens: 0,
      avgTokensPerNode: 0,
      maxTokens: 0,
      nodesOverLimit: 0,
      totalNodes: 0,
    })
  })

  test('are summed over all goals', () => {
    const tree = family()
    expect(tree.updateTokenUsage('login', 9000)).toBe(808)
    tree.updateTokenUsage('cart', 1000)
    tree.getContext('cart')?.addTokens(500)
    tree.updateTokenUsage('login', 100)
    expect(tree.getTreeStats()).toEqual({
      totalTokens: 10_600,
      avgTokensPerNode: 2650,
      maxTokens: 9100,
      nodesOverLimit: 1,
      totalNodes: 4,
    })
    expect(tree.getTotalTokens()).toBe(10_600)
    expect(throughJson(tree).getTreeStats()).toEqual(tree.getTreeStats())
  })

  test('over a limit that refuses are not counted; a goal may have a policy of its own', () => {
    const tree = new ContextTree({ defaultTokenLimit: 100, onOverLimit: 'refuse' })
    tree.createRootContext('strict')
    tree.createRootContext('lenient', { onOverLimit: 'warn' })
    tree.updateTokenUsage('strict', 100)
    expect(codeOf(() => tree.updateTokenUsage('strict', 1))).toBe('over-limit')
    expect(tree.getContext('strict')?.tokensUsed).toBe(100)
    expect(tree.updateTokenUsage('lenient', 101)).toBe(1)
    expect(tree.getTreeStats()).toMatchObject({ totalTokens: 201, nodesOverLimit: 1 })
    const again = throughJson(tree)
    expect(codeOf(() => again.updateTokenUsage('strict', 1))).toBe('over-limit')
  })
})

describe('whatever is done in whatever order', () => {
  type Step = { readonly kind: number; readonly on: number; readonly tokens: number }
  const steps = fc.array(fc.record({ kind: fc.nat(4), on: fc.nat(50), tokens: fc.nat(3000) }), { maxLength: 120 })

  function take(tree: ContextTree, ids: string[], { kind, on, tokens }: Step): void {
    const id = ids[on % ids.length] ?? 'root'
    const made = `g${ids.length}`
    if (kind === 0) ids.push(tree.createChildContext(made, id, { intent: `Intent of ${made}` }).goalId)
    else if (kind === 1) tree.updateTokenUsage(id, tokens)
    else if (kind === 2) tree.setLocalContext(id, 'mine', `private of ${id};`)
    else if (kind === 3) tree.dehydrateContext(id, `digest of ${id};`)
    else tree.addNote(id, `note of ${id};`)
  }

  test('sums are sums, nothing private leaves its goal, and only digests from right below come up', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const tree = new ContextTree()
        const ids = [tree.createRootContext('root').goalId]
        for (const step of taken) take(tree, ids, step)
        const nodes = ids.flatMap((id) => tree.getContext(id) ?? [])
        expect(tree.getTreeStats()).toEqual({
          totalNodes: nodes.length,
          totalTokens: nodes.reduce((sum, { tokensUsed }) => sum + tokensUsed, 0),
          avgTokensPerNode: nodes.reduce((sum, { tokensUsed }) => sum + tokensUsed, 0) / nodes.length,
          maxTokens: Math.max(...nodes.map(({ tokensUsed }) => tokensUsed)),
          nodesOverLimit: nodes.filter((node) => node.isOverLimit()).length,
        })
        for (const id of ids) {
          const hydrated = tree.hydrateContext(id)
          const text = JSON.stringify(hydrated)
          const privates = [...text.matchAll(/private of (\w+);/g)].map(([, whose]) => whose)
          expect(privates.every((whose) => whose === id)).toBe(true)
          expect(text).not.toContain('note of')
          const finishedBelow = tree.childrenOf(id).filter((child) => tree.getContext(child)?.digest !== undefined)
          expect(hydrated.digests.map(({ goalId }) => goalId).toSorted()).toEqual(finishedBelow.toSorted())
        }
        expect(throughJson(tree).serialize()).toEqual(tree.serialize())
      }),
    )
  })
})

describe('ten thousand goals', () => {
  test('fifty deep: each knows what it must, and the root does not overflow', () => {
    const tree = new ContextTree({ globalContext: { project: 'large' } })
    tree.createRootContext('0', { intent: 'Intent 0' })
    const depth = [0]
    const count = 10_000
    // Two hundred chains of fifty, all hanging from the root.
    for (let at = 1; at < count; at++) {
      const parent = (at - 1) % 50 === 0 ? 0 : at - 1
      depth[at] = (depth[parent] ?? 0) + 1
      tree.createChildContext(String(at), String(parent), { intent: `Intent ${at}` })
    }
    expect(Math.max(...depth)).toBe(50)
    for (let at = count - 1; at >= 0; at--) {
      const id = String(at)
      tree.setLocalContext(id, 'step', at)
      tree.updateTokenUsage(id, 10)
      const { parentIntent, tokens } = tree.hydrateContext(id)
      const parent = tree.getContext(id)?.parentGoalId
      expect(parentIntent).toBe(parent === undefined ? undefined : `Intent ${parent}`)
      expect(tokens).toBeLessThanOrEqual(tree.defaultTokenLimit)
      tree.dehydrateContext(id, `Goal ${at}: ${fullDigest}`)
    }
    expect(tree.getTreeStats()).toMatchObject({ totalNodes: count, totalTokens: 10 * count, nodesOverLimit: 0 })
    expect(tree.hydrateContext('50').parentIntent).toBe('Intent 49')
    expect(throughJson(tree).serialize()).toEqual(tree.serialize())
  })

  test('in one chain are written and read without running out of stack', () => {
    const tree = new ContextTree()
    tree.createRootContext('0')
    for (let at = 1; at < 10_000; at++) tree.createChildContext(String(at), String(at - 1))
    expect(throughJson(tree).getContext('9999')?.parentGoalId).toBe('9998')
  })
})

test('a prompt says the goal, its parent, the project, what the goal found out, and what is done below', () => {
  const tree = family()
  tree.setLocalContext('login', 'provider', 'Auth0')
  tree.createChildContext('tokens', 'login')
  tree.dehydrateContext('tokens', 'JWT, RS256')
  expect(contextPrompt('Let people log in', tree.hydrateContext('login'))).toBe(
    `Goal: Let people log in

Parent Goal: Build the shop

Project Context:
project: shop
languages: ["TypeScript"]

Local Context:
provider: Auth0

Done Below:
tokens: JWT, RS256`,
  )
})
