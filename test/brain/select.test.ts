import { describe, expect, test } from 'vitest'
import { readNavigation } from '../../src/brain/skill/folder.ts'
import { select } from '../../src/brain/skill/select.ts'
import { type NavigationNode, chunkIds, manyChildren, nodeOf, threeDomains, wideMap } from '../support/skills.ts'

const pulled = (map: Record<string, NavigationNode>, request: string, threshold = 4_000): readonly string[] => {
  const read = readNavigation(JSON.stringify(map))
  return read === undefined
    ? []
    : select(read.map, request, threshold)
        .map(({ id }) => id)
        .toSorted()
}

describe('the procedure that chooses chunks', () => {
  test('a branch exactly as large as the threshold is pulled whole, and others are skipped', () => {
    expect(pulled(threeDomains(), 'login')).toEqual(chunkIds(1, 2, 3))
  })

  test('a branch one token larger than the threshold is drilled into', () => {
    expect(pulled(threeDomains(), 'login tokens rotated', 3_999)).toEqual(chunkIds(1, 2))
  })

  test('a leaf larger than the threshold is pulled all the same', () => {
    expect(pulled(threeDomains(), 'which tax rates are there')).toEqual(chunkIds(5, 6))
  })

  test('of a large branch whose children say nothing of the request, all is pulled: missing something is worse', () => {
    const map = threeDomains()
    expect(pulled({ ...map, billing: { ...nodeOf('Money', 6_000), children: ['numbers', 'taxes'] } }, 'money')).toEqual(
      chunkIds(4, 5, 6),
    )
  })

  test('tags count as much as summaries, in any form of the word', () => {
    expect(pulled(threeDomains(), 'logins')).toEqual(chunkIds(1, 2, 3))
    expect(
      pulled(
        { ...threeDomains(), kitchen: nodeOf('Food', 10, { tags: ['authentication'], chunk_ids: ['chunk_007'] }) },
        'auth',
      ),
    ).toContain('chunk_007')
  })

  test('a word that only begins like another is another: cooking is no cookie', () => {
    const map = {
      ...threeDomains(),
      taxes: nodeOf('Cookies, and how configuration sets them', 5_000, { chunk_ids: ['chunk_005'] }),
    }
    expect(pulled(map, 'Cooking pasta with tomatoes')).toEqual([])
    expect(pulled(map, 'config')).toEqual(chunkIds(5))
  })

  test('a request for recipes is not answered with a package: cooking is no cookies@0.9.1, and no cookieJar', () => {
    const tags = ['cookies@0.9.1', 'cookieJar', 'arrow_up: cookies@0.9.1']
    const map = { ...threeDomains(), taxes: nodeOf('Sign what is sent', 5_000, { tags, chunk_ids: ['chunk_005'] }) }
    expect(pulled(map, 'tips for cooking pasta')).toEqual([])
    expect(pulled(map, 'cookies')).toEqual(chunkIds(5))
    expect(pulled(map, 'cookieJar')).toEqual(chunkIds(5))
    expect(pulled(map, 'cookies@0.9.1')).toEqual(chunkIds(5))
  })

  test('a branch whose summary does not say what it holds is pulled to be checked', () => {
    const map = { ...threeDomains(), kitchen: nodeOf('Various other notes', 2_000, { chunk_ids: ['chunk_007'] }) }
    expect(pulled(map, 'login')).toEqual(chunkIds(1, 2, 3, 7))
    expect(pulled(map, 'volcanoes')).toEqual(chunkIds(7))
    const read = readNavigation(JSON.stringify(map))
    expect(select(read?.map ?? new Map(), 'login', 4_000).find(({ id }) => id === 'chunk_007')?.how).toBe('unclear')
  })

  test('the best match comes first, and each chunk once, however many nodes name it', () => {
    const map = { ...threeDomains(), taxes: nodeOf('Tokens of tax', 10, { chunk_ids: ['chunk_001', 'chunk_005'] }) }
    const read = readNavigation(JSON.stringify(map))
    const chosen = select(read?.map ?? new Map(), 'rotate refresh tokens', 4_000).map(({ id }) => id)
    expect(chosen[0]).toBe('chunk_001')
    expect(chosen.filter((id) => id === 'chunk_001')).toHaveLength(1)
    expect(chosen).toContain('chunk_005')
  })

  test('it ends where children lead back to their parents, and where they are missing', () => {
    const map = {
      ...threeDomains(),
      tokens: nodeOf('How refresh tokens are rotated', 9_000, {
        children: ['auth', 'tokens', 'nowhere', 'root'],
        chunk_ids: ['chunk_001'],
      }),
    }
    expect(pulled(map, 'rotate tokens', 10)).toContain('chunk_001')
    expect(pulled(map, 'rotate tokens', 100_000)).toContain('chunk_001')
  })

  test('chunks of a branch that is drilled into are not passed by', () => {
    const map = threeDomains()
    map['billing'] = nodeOf('Invoices', 6_000, { children: ['numbers', 'taxes'], chunk_ids: ['chunk_009'] })
    expect(pulled(map, 'gaps in numbers of invoices')).toEqual(chunkIds(4, 9))
  })

  test('a map of one node is read too; nothing is chosen when nothing fits', () => {
    expect(pulled({ root: nodeOf('About tokens', 9_000, { chunk_ids: ['chunk_001'] }) }, 'token')).toEqual(chunkIds(1))
    expect(pulled(threeDomains(), 'volcanoes of Iceland')).toEqual([])
    expect(pulled(threeDomains(), 'the of and')).toEqual([])
    expect(pulled({}, 'login')).toEqual([])
  })

  test('a map of 20,000 nodes in one chain ends soon', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [
        at === 0 ? 'root' : `n${at}`,
        nodeOf(`Level ${at} of salt`, 9_000, {
          children: [`n${at + 1}`],
          chunk_ids: at === 19_999 ? ['chunk_001'] : [],
        }),
      ]),
    )
    expect(pulled(chain, 'salt')).toEqual(chunkIds(1))
  })
})

describe('a map of 150,000 children', () => {
  test('is pulled whole, drilled into, and climbed, where ctx select ended in a RangeError', () => {
    expect(pulled(wideMap({ n7: nodeOf('Seas', 1, { chunk_ids: ['chunk_001'] }) }), 'salt', 100_000)).toEqual(
      chunkIds(1),
    )
    const all = Object.fromEntries(manyChildren.map((name) => [name, nodeOf('', 1, { children: ['leaf'] })]))
    expect(pulled(wideMap({ ...all, leaf: nodeOf('Salt', 1, { chunk_ids: ['chunk_001'] }) }), 'salt', 10)).toEqual(
      chunkIds(1),
    )
  })
})
