/** @module-tag slow */
import { describe, expect, test } from 'vitest'
import { archive, refresh, restore } from '../../src/index.ts'
import { initedRepo } from '../support/open-in.ts'
import { expectClean, expectCode } from '../support/expect.ts'
import {
  archivedIn,
  at,
  entry,
  filesOf,
  full,
  inDays,
  openInDays,
  stub,
  tendIn,
  time,
  withArchived,
  writeEntries,
} from '../support/scored-entries.ts'

const stubShape =
  /^---\nevicted_at: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\nevicted_importance: ([\d.]+)\noriginal_path: (\S+)\noriginal_token_count: (\d+)\npoints_to: (\S+)\ntype: archive_stub\n---\n\n([\s\S]+)\n$/

describe('the archive', () => {
  test('takes nothing for its scores alone, and says how important it was', async () => {
    const repo = await initedRepo()
    writeEntries(repo, { below: { importance: 34.9 }, decayed: { importance: 50, updatedAt: inDays(-75) } })
    expect(await tendIn(repo)).toMatchObject({ archived: [], candidates: [] })
    expect(archivedIn(repo)).toEqual({})
    await archive(await openInDays(repo), 'auth')
    const trailers = repo.git('log', '-1', '--format=%(trailers:key=Archived,valueonly)', 'ctx/main')
    expect(trailers.trim().split('\n')).toEqual([
      'auth/tokens/below.md 34.9',
      expect.stringMatching(/^auth\/tokens\/decayed\.md 34\.\d{1,2}$/),
    ])
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toMatch(/below|decayed|_archived/)
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main^')).toContain(at('below'))
  })

  test('keeps the exact bytes, and a stub as FORMATS spells it', async () => {
    const repo = await initedRepo()
    const odd = entry({ importance: 20, body: 'Grüße aus Köln 🛠.' })
      .replace('\n---\n\n', '\nreviewed: { by: "Ada" } # twice\n---\n\n  \n')
      .concat('\n## My notes\r\nA line that ends as on Windows\r\n\tno line end at the end')
    repo.write({ [`.ctx/tree/${at('odd')}`]: odd })
    await archive(await openInDays(repo), at('odd'))
    expect(repo.read(full('odd'))).toBe(odd)
    const [, evicted, importance, original, tokens, pointsTo, summary = ''] =
      stubShape.exec(repo.read(stub('odd'))) ?? []
    expect([importance, original, tokens, pointsTo]).toEqual([
      '20',
      at('odd'),
      String(Math.ceil(odd.length / 4)),
      '_archived/auth/tokens/odd.full.md',
    ])
    expect(evicted).toBe(time(new Date(repo.git('log', '-1', '--format=%cI', 'ctx/main'))))
    for (const said of ['# One\n', 'Grüße aus Köln', 'refresh_token', 'RS256']) expect(summary).toContain(said)
    await restore(await openInDays(repo), at('odd'))
    expect(repo.read(`.ctx/tree/${at('odd')}`)).toBe(odd)
    expect(repo.git('show', `ctx/main:${at('odd')}`)).toBe(odd)
  })

  test('has stubs of at most 220 tokens, however long the entry, that still name what it is about', async () => {
    const repo = await initedRepo()
    const many = Array.from({ length: 300 }, (_, i) => `word_${i}_${'x'.repeat(20)}`)
    const long = entry({ importance: 20, title: 'Long '.repeat(60).trim() })
      .replace('[refresh_token, RS256]', `[${many.join(', ')}]`)
      .concat(many.map((word) => `- The ${word} ${'鍵'.repeat(200)} matters [project]\n`).join(''))
    repo.write({ [`.ctx/tree/${at('long')}`]: long, [`.ctx/tree/${at('bare')}`]: '---\ntitle: Bare\n---\n' })
    await archive(await openInDays(repo), 'auth')
    const [, , , , tokens, , summary = ''] = stubShape.exec(repo.read(stub('long'))) ?? []
    expect(Number(tokens)).toBeGreaterThan(10_000)
    expect(summary.length / 4).toBeLessThanOrEqual(220)
    expect(summary).toContain('word_0_')
    expect(repo.read(stub('bare'))).toMatch(stubShape)
  })

  test('takes an entry or a folder by any way of naming it, once', async () => {
    const repo = await initedRepo()
    const names = ['one', 'two', 'three', 'four', 'five']
    writeEntries(repo, Object.fromEntries(names.map((name) => [name, { maturity: 'core', importance: 95 }])))
    await archive(await openInDays(repo), at('one'))
    await archive(await openInDays(repo), 'auth/tokens/two')
    await archive(await openInDays(repo), `./.ctx/tree/${at('three')}`)
    expect(JSON.parse(repo.ctx('archive', 'auth/', '--json').out)).toEqual({ archived: [at('five'), at('four')] })
    expect(repo.git('log', '-1', '--format=%(trailers:key=Archived,valueonly)', 'ctx/main')).toContain(
      `${at('five')} 95`,
    )
    for (const wrong of [at('one'), 'auth', 'auth/tokens/context.md', '_index.md', '../auth', '.', stub('one'), 'AUTH'])
      await expect(archive(await openInDays(repo), wrong)).rejects.toMatchObject({ code: 'no-such-entry' })
    for (const wrong of [['/'], [], ['auth', 'more']]) expectCode(repo.ctx('archive', ...wrong), 2)
    expectClean(repo)
  })

  test('gives back an entry by its path, by its stub, and all of a folder; both files are gone', async () => {
    const repo = await initedRepo()
    const names = ['one', 'two', 'three', 'four', 'five', 'six']
    writeEntries(repo, Object.fromEntries(names.map((name) => [name, { importance: 10 }])))
    const texts = filesOf(repo, '.ctx/tree/auth/tokens')
    await archive(await openInDays(repo), 'auth')
    expect(repo.ctx('restore', at('one'), '--json').out).toContain(at('one'))
    await restore(await openInDays(repo), '_archived/auth/tokens/two.stub.md')
    await restore(await openInDays(repo), '_archived/auth/tokens/three.full.md')
    await restore(await openInDays(repo), '_archived/auth/tokens/four')
    await restore(await openInDays(repo), 'auth')
    expect(archivedIn(repo)).toEqual({})
    for (const [path, text] of Object.entries(texts)) expect([path, repo.read(path)]).toEqual([path, text])
    for (const wrong of ['auth', at('one'), 'nonsense', '_archived', '..'])
      await expect(restore(await openInDays(repo), wrong)).rejects.toMatchObject({ code: 'not-archived' })
    expectCode(repo.ctx('restore', 'auth'), 2)
    expect(await tendIn(repo)).toMatchObject({ archived: [] })
    expectClean(repo)
  })

  test('gives back an entry by the path of its stub in the work tree', async () => {
    const repo = await withArchived()
    expect(await restore(await openInDays(repo), stub('old_draft'))).toEqual([at('old_draft')])
  })

  test('does not take a restored entry again at once on a new branch either', async () => {
    const repo = await withArchived()
    await restore(await openInDays(repo), at('old_draft'))
    repo.git('switch', '-q', '-c', 'feature')
    expect((await tendIn(repo)).archived).toEqual([])
  })

  test('takes a changed entry again with its new bytes', async () => {
    const repo = await withArchived()
    await restore(await openInDays(repo), at('old_draft'))
    const path = `.ctx/tree/${at('old_draft')}`
    repo.write({ [path]: repo.read(path).replace('is closed', 'is open') })
    await archive(await openInDays(repo), 'auth/tokens')
    expect(repo.read(full('old_draft'))).toContain('hangar is open')
    expect(repo.read(stub('old_draft'))).toContain('hangar is open')
  })

  test('gives way to an entry that is learned anew in its place', async () => {
    const repo = await withArchived()
    writeEntries(repo, { old_draft: { importance: 60, body: 'The zeppelin hangar was sold.' } })
    await refresh(await openInDays(repo))
    expect(archivedIn(repo)).toEqual({})
    expect(expectCode(repo.ctx('restore', at('old_draft')), 2)).toContain('was archived, or deleted by hand')
    expect(expectCode(repo.ctx('query', 'zeppelin hangar'), 0)).toContain('was sold')
  })
})
