import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Problem, selectChunks } from '../../src/index.ts'
import { expectCode } from '../support/expect.ts'
import { newRepo } from '../support/repo.ts'
import { foreignSkill, chunkIds, threeDomains, chunkTexts } from '../support/skills.ts'

describe('ctx select', () => {
  test('prints chunks with their nodes and reasons, needs no repository, and exits with 1 when nothing fits', () => {
    const folder = foreignSkill(threeDomains(), chunkTexts())
    const repo = newRepo({ empty: true })
    rmSync(join(repo.root, '.git'), { recursive: true })
    expect(expectCode(repo.ctx('select', 'refresh', 'tokens', '--dir', folder), 0)).toBe(
      'chunks/chunk_001.md  tokens  (refresh, tokens)\nchunks/chunk_002.md  tokens  (refresh, tokens)\nchunks/chunk_003.md  sessions  (with its branch)\n',
    )
    expect(expectCode(repo.ctx('select', 'volcanoes', '--dir', folder), 1)).toContain('Nothing in the map fits')
    expect(repo.ctx('select', 'refresh', '--dir', folder, '--text').out).toContain('# About chunk_001\n\nText.\n')
    expect(expectCode(repo.ctx('select', 'refresh'), 2)).toContain('tree.json')
    expectCode(repo.ctx('select'), 2)
  })

  test('stops within a budget, the best first; what could not be read is named', () => {
    const folder = foreignSkill(threeDomains(), { ...chunkTexts(), chunk_002: 'x'.repeat(8_000) })
    const repo = newRepo()
    const { out: printed, err } = repo.ctx('select', 'refresh tokens', '--dir', folder, '--budget', '100')
    expect(printed.split('\n').filter((line) => line !== '')).toHaveLength(2)
    expect(err).toContain('Left off 1 chunk ')
    rmSync(join(folder, 'chunks/chunk_003.md'))
    const found: unknown = JSON.parse(repo.ctx('select', 'refresh tokens', '--dir', folder, '--json').out)
    expect(found).toMatchObject({
      threshold: 4_000,
      missing: ['chunk_003'],
      over: [],
      chunks: [{ id: 'chunk_001', path: 'chunks/chunk_001.md' }, {}],
    })
  })

  test('uses the threshold of the folder', () => {
    const small = foreignSkill(threeDomains(), chunkTexts(), { 'config.json': '{"chunk_threshold": 3999}' })
    expect(selectChunks(small, 'refresh tokens').chunks.map(({ id }) => id)).toEqual(chunkIds(1, 2))
    const broken = foreignSkill(threeDomains(), chunkTexts(), { 'config.json': '{"chunk_threshold": 0}' })
    expect(() => selectChunks(broken, 'refresh tokens')).toThrow(Problem)
  })
})
