import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectCode } from '../support/expect.ts'
import { initedRepo, tellIn } from '../support/open-in.ts'
import { pathsOf } from '../support/asked-history.ts'

const tea = 'kitchen/tea/tea_is_brewed_for_four_minutes.md'

describe('what people do to .ctx/tree', () => {
  test('is found by the next question: an edit, a new entry, a deletion', async () => {
    const own = await initedRepo()
    await tellIn(own, 'Tea is brewed for four minutes.', 'kitchen/tea')
    const path = `.ctx/tree/${tea}`
    expectCode(own.ctx('query', 'tea'), 0)
    own.write({ [path]: own.read(path).replaceAll('four minutes', 'seven zeppelins') })
    expect(await pathsOf(own, 'zeppelins')).toEqual([tea])
    expect(await pathsOf(own, 'four minutes')).toEqual([tea])
    own.write({ '.ctx/tree/kitchen/coffee/grind.md': '---\ntitle: Grind it fresh\n---\n\nWith a xylophone.\n' })
    expect(await pathsOf(own, 'xylophone')).toEqual(['kitchen/coffee/grind.md'])
    rmSync(join(own.root, path))
    expect(await pathsOf(own, 'zeppelins')).toEqual([])
    expect(expectCode(own.ctx('search', 'grind'), 0)).toContain('Grind it fresh')
    expect(expectCode(own.ctx('search', 'zeppelins'), 1)).toContain('"zeppelins"')
  })

  test('is said where it cannot be read, by every question until it is mended', async () => {
    const own = await initedRepo()
    await tellIn(own, 'Tea is brewed for four minutes.', 'kitchen/tea')
    const bad = '.ctx/tree/kitchen/tea/bad.md'
    own.write({
      [bad]: '---js\nmodule.exports = zeppelin\n---\n',
      '.ctx/tree/kitchen/tea/torn.md': '---\ntitle: [zeppelin\n---\n',
      '.ctx/tree/kitchen/tea/BAD name.md': 'zeppelin\n',
    })
    for (let times = 0; times < 2; times++)
      expect(expectCode(own.ctx('query', 'tea'), 0)).toContain(
        'Not searched, because they cannot be read: kitchen/tea/bad.md, kitchen/tea/torn.md',
      )
    expect(JSON.parse(own.ctx('search', 'zeppelin', '--json').out)).toMatchObject({
      hits: [],
      unread: ['kitchen/tea/bad.md', 'kitchen/tea/torn.md'],
    })
    rmSync(join(own.root, '.ctx/tree/kitchen/tea/torn.md'))
    own.write({ [bad]: '---\ntitle: A ship\n---\n\nThe zeppelin is moored.\n' })
    expect(expectCode(own.ctx('query', 'zeppelin'), 0)).not.toContain('could not be read')
  })

  test('is said where a file is not UTF-8', async () => {
    const own = await initedRepo()
    await tellIn(own, 'Tea is brewed for four minutes.', 'kitchen/tea')
    const latin = Buffer.from('---\ntitle: Caf\xe9 zeppelin\n---\n', 'latin1')
    writeFileSync(join(own.root, '.ctx/tree/kitchen/tea/latin.md'), latin)
    expect(JSON.parse(own.ctx('search', 'tea', '--json').out)).toMatchObject({ unread: ['kitchen/tea/latin.md'] })
  })
})
