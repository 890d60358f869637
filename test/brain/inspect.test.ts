/** @module-tag slow */
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkSkill, Problem } from '../../src/index.ts'
import {
  type NavigationNode,
  faultCodes,
  foreignSkill,
  chunkIds,
  nodeOf,
  threeDomains,
  skillFolder,
  chunkTexts,
  repoWithKnowledge,
  manyChildren,
  wideMap,
} from '../support/skills.ts'

describe('a map of 150,000 children', () => {
  test('is checked, and each of its faults named', () => {
    const folder = foreignSkill(
      wideMap(Object.fromEntries(manyChildren.map((name) => [name, {} as NavigationNode]))),
      {},
    )
    expect(checkSkill(folder).filter(({ code }) => code === 'bad-node')).toHaveLength(150_000)
  })
})

describe('ctx export skill --check', () => {
  test('finds nothing wrong with a good folder of another tool, settings or not', () => {
    expect(faultCodes(foreignSkill(threeDomains(), chunkTexts()))).toEqual([])
    expect(
      faultCodes(foreignSkill(threeDomains(), chunkTexts(), { 'config.json': '{"chunk_threshold": 8000}' })),
    ).toEqual([])
  })

  test.each<[string, string, (map: Record<string, NavigationNode>, chunks: Record<string, string>) => void]>([
    ['missing-chunk', 'a chunk that is not there', (_, chunks) => void delete chunks['chunk_001']],
    ['unreachable-chunk', 'a chunk that no node names', (_, chunks) => void (chunks['chunk_008'] = 'Lost.\n')],
    ['unreachable-node', 'a node that no way leads to', (map) => void (map['attic'] = nodeOf('Old things of ours', 1))],
    ['no-root', 'a map without a root', (map) => void delete map['root']],
    [
      'missing-child',
      'a child that is no node',
      (map) => void (map['auth'] = { ...nodeOf('Sign-in', 4_000), children: ['tokens', 'sessions', 'ghost'] }),
    ],
    [
      'cycle',
      'children that lead back',
      (map) => void (map['kitchen'] = { ...nodeOf('Soup', 12_000), children: ['kitchen'] }),
    ],
    [
      'no-summary',
      'a node that says nothing',
      (map) => void (map['taxes'] = { ...nodeOf('', 5_000), chunk_ids: chunkIds(5, 6) }),
    ],
    [
      'long-summary',
      'a summary as long as a text',
      (map) => void (map['taxes'] = { ...nodeOf('tax '.repeat(400), 5_000), chunk_ids: chunkIds(5, 6) }),
    ],
    [
      'wrong-tokens',
      'a branch that counts less than its children',
      (map) => void (map['auth'] = { ...nodeOf('Sign-in', 3_999), children: ['tokens', 'sessions'] }),
    ],
    [
      'odd-chunk-id',
      'a chunk with a name of its own',
      (map, chunks) => {
        map['kitchen'] = { ...nodeOf('Soup', 2_000), chunk_ids: ['soup', 'chunk_007'] }
        chunks['soup'] = 'Soup.\n'
      },
    ],
    [
      'chunks-on-branch',
      'chunks that drilling would pass by',
      (map) =>
        void (map['billing'] = {
          ...nodeOf('Invoices', 6_000),
          children: ['numbers', 'taxes'],
          chunk_ids: chunkIds(4),
        }),
    ],
  ])('names %s: %s', (code, _, damage) => {
    const [map, chunks] = [threeDomains(), chunkTexts()]
    damage(map, chunks)
    const found = faultCodes(foreignSkill(map, chunks))
    expect(found).toContain(code)
    expect(found.filter((other) => other !== code && code !== 'no-root' && code !== 'cycle')).toEqual([])
  })

  test('names ids that lead out of the folder, and reads nothing there', () => {
    const map = {
      ...threeDomains(),
      kitchen: nodeOf('Soup', 2_000, { chunk_ids: ['chunk_007', '../SKILL', '/etc/passwd', '..'] }),
    }
    expect(checkSkill(foreignSkill(map, chunkTexts())).filter(({ code }) => code === 'unsafe-chunk-id')).toHaveLength(3)
  })

  test('names broken JSON, nodes and settings, missing files, and links', () => {
    expect(faultCodes(foreignSkill('{"root": ', {}))).toEqual(['bad-map'])
    expect(faultCodes(foreignSkill('[]', {}))).toEqual(['bad-map'])
    expect(faultCodes(foreignSkill('{"root": 7}', {}))).toEqual(['bad-node', 'no-root'])
    expect(faultCodes(foreignSkill('{"root": {"summary": "All", "tags": "none", "total_tokens": "2"}}', {}))).toEqual([
      'bad-node',
    ])
    expect(
      faultCodes(
        foreignSkill(threeDomains(), chunkTexts(), {
          'config.json': '{"chunk_threshold": "many"}',
          'SKILL.md': 'Hello',
        }),
      ),
    ).toEqual(['bad-config', 'no-name'])
    const folder = foreignSkill(threeDomains(), chunkTexts())
    rmSync(join(folder, 'SKILL.md'))
    rmSync(join(folder, 'chunks/chunk_007.md'))
    symlinkSync('/etc/passwd', join(folder, 'chunks/chunk_007.md'))
    expect(faultCodes(folder)).toEqual(['missing-chunk', 'missing-file', 'not-read'])
    expect(() => checkSkill(join(folder, 'nowhere'))).toThrow(Problem)
  })

  test('in a folder of ours, a chunk that was changed by hand is noticed, and exporting mends it', async () => {
    const repo = await repoWithKnowledge()
    repo.ctx('export', 'skill', '--out', skillFolder)
    repo.write({
      [`${skillFolder}/chunks/chunk_001.md`]: `${repo.read(`${skillFolder}/chunks/chunk_001.md`)} And more.\n`,
    })
    expect(repo.ctx('export', 'skill', '--check', '--out', skillFolder).out).toMatch(
      /^wrong-tokens {2}auth\/sessions: /m,
    )
    expect(JSON.parse(repo.ctx('export', 'skill', '--check', '--out', skillFolder, '--json').out)).toMatchObject({
      broken: [{ code: 'wrong-tokens' }],
    })
  })
})
