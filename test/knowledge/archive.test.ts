/** @module-tag slow */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { archive, pull, push, refresh, restore } from '../../src/index.ts'
import { initedRepo } from '../support/open-in.ts'
import { expectCode } from '../support/expect.ts'
import { cloneFrom, program, removeWhole, withRemote } from '../support/repo.ts'
import {
  archivedIn,
  at,
  entry,
  full,
  openInDays,
  queryIn,
  stub,
  tellToken,
  withArchived,
  writeEntries,
} from '../support/scored-entries.ts'

describe('archives are derived', () => {
  test('byte for byte alike in a fresh clone, whichever way its branches came', async () => {
    const repo = await withArchived()
    writeEntries(repo, { second: { importance: 3 }, kept: { importance: 70 } })
    await archive(await openInDays(repo), at('second'))
    const remote = withRemote(repo)
    await push(await openInDays(repo))
    const mine = archivedIn(repo)
    expect(Object.keys(mine)).toHaveLength(4)
    const [pulled, fetched] = [cloneFrom(remote, 'pulled'), cloneFrom(remote, 'fetched')]
    await pull(await openInDays(pulled))
    await queryIn(fetched, 'zeppelin')
    expect(archivedIn(pulled)).toEqual(mine)
    expect(archivedIn(fetched)).toEqual(mine)
    await restore(await openInDays(pulled), at('old_draft'))
    expect(pulled.read(`.ctx/tree/${at('old_draft')}`)).toBe(mine[full('old_draft')])
  })

  test('again when they, the tree or all local state are deleted or spoiled', async () => {
    const repo = await withArchived()
    const mine = archivedIn(repo)
    const again = async (): Promise<void> => {
      await refresh(await openInDays(repo))
      expect(archivedIn(repo)).toEqual(mine)
    }
    rmSync(join(repo.root, '.ctx/tree/_archived'), { recursive: true })
    await again()
    await removeWhole(join(repo.root, '.git/ctx'))
    rmSync(join(repo.root, '.ctx/tree'), { recursive: true })
    expect(expectCode(repo.ctx('query', 'zeppelin hangar'), 0)).toContain('archived')
    expect(archivedIn(repo)).toEqual(mine)
    repo.write({ [full('stray')]: 'stray\n', [stub('old_draft')]: 'spoiled\n' })
    rmSync(join(repo.root, full('old_draft')))
    await again()
  })

  test('again when a full text was changed', async () => {
    const repo = await withArchived()
    const mine = archivedIn(repo)
    repo.write({ [full('old_draft')]: 'spoiled\n' })
    await refresh(await openInDays(repo))
    expect(archivedIn(repo)).toEqual(mine)
  })

  test('and are in no tree of git, on no side', async () => {
    const repo = await withArchived()
    const remote = withRemote(repo)
    await push(await openInDays(repo))
    repo.git('add', '-A')
    repo.git('commit', '-q', '-m', 'All there is')
    await restore(await openInDays(repo), 'auth')
    await push(await openInDays(repo))
    for (const where of [[], ['--git-dir', remote]])
      expect(repo.git(...where, 'log', '--all', '--format=', '--name-only')).not.toMatch(
        /_archived|\.stub\.md|\.full\.md/,
      )
  })

  test('for the branch that is checked out: another branch has its own', async () => {
    const repo = await initedRepo()
    writeEntries(repo, { old_draft: { importance: 12, body: 'The zeppelin hangar is closed.' } })
    await refresh(await openInDays(repo))
    repo.git('switch', '-q', '-c', 'feature')
    await tellToken(repo, 'Coffee beans are ground fresh.')
    repo.git('switch', '-q', 'main')
    await archive(await openInDays(repo), at('old_draft'))
    const mine = archivedIn(repo)
    repo.git('switch', '-q', 'feature')
    expect(expectCode(repo.ctx('search', 'zeppelin'), 0)).not.toContain('archived')
    expect(archivedIn(repo)).toEqual({})
    repo.git('switch', '-q', 'main')
    expect(expectCode(repo.ctx('search', 'zeppelin'), 0)).toContain('archived')
    expect(archivedIn(repo)).toEqual(mine)
  })

  test('for the branch that is checked out, though that never had the entry', async () => {
    const repo = await initedRepo()
    await tellToken(repo)
    repo.git('switch', '-q', '-c', 'feature')
    await tellToken(repo, 'Coffee beans are ground fresh.')
    repo.git('switch', '-q', 'main')
    await refresh(await openInDays(repo))
    writeEntries(repo, { old_draft: { importance: 12, body: 'The zeppelin hangar is closed.' } })
    await archive(await openInDays(repo), at('old_draft'))
    repo.git('switch', '-q', 'feature')
    expectCode(repo.ctx('search', 'zeppelin'), 1)
    expect(archivedIn(repo)).toEqual({})
  })

  test('by a pull that brings an entry and its archiving at once', async () => {
    const repo = await initedRepo()
    await tellToken(repo)
    const remote = withRemote(repo)
    await push(await openInDays(repo))
    const ben = cloneFrom(remote, 'ben')
    await pull(await openInDays(ben))
    writeEntries(repo, { old_draft: { importance: 12 } })
    await archive(await openInDays(repo), at('old_draft'))
    await push(await openInDays(repo))
    await pull(await openInDays(ben))
    expect(archivedIn(ben)).toEqual(archivedIn(repo))
  })

  test('while what one side archived and the other improved is kept, improved', async () => {
    const repo = await initedRepo()
    writeEntries(repo, { old_draft: { importance: 12, body: 'The zeppelin hangar is closed.' } })
    await refresh(await openInDays(repo))
    const remote = withRemote(repo)
    await push(await openInDays(repo))
    const ben = cloneFrom(remote, 'ben')
    await pull(await openInDays(ben))
    const path = `.ctx/tree/${at('old_draft')}`
    ben.write({ [path]: `${ben.read(path)}- It opens in May [project]\n` })
    await archive(await openInDays(repo), 'auth')
    await push(await openInDays(repo))
    await push(await openInDays(ben))
    await pull(await openInDays(repo))
    for (const side of [repo, ben]) {
      expect(side.read(path)).toContain('It opens in May')
      expect(archivedIn(side)).toEqual({})
    }
  })
})

describe('an archived entry', () => {
  test('is found by its stub and marked, and what only the full text holds is not', async () => {
    const repo = await initedRepo()
    const long = entry({ importance: 12, body: 'The zeppelin hangar is closed.' }).concat(
      '\n## Reason\nXylophone lessons.\n',
    )
    repo.write({ [`.ctx/tree/${at('old_draft')}`]: long })
    await queryIn(repo, 'xylophone')
    await archive(await openInDays(repo), at('old_draft'))
    expect(repo.read(full('old_draft'))).toContain('Xylophone')
    expect(expectCode(repo.ctx('query', 'xylophone'), 1)).toContain('"xylophone"')
    expectCode(repo.ctx('search', 'xylophone'), 1)
    expect(expectCode(repo.ctx('query', 'zeppelin hangar'), 0)).toMatch(/closed[\s\S]*archived; `ctx show _archived\//)
    expect(expectCode(repo.ctx('search', 'zeppelin hangar'), 0)).toContain('(archived)')
    const { hits } = JSON.parse(repo.ctx('query', 'zeppelin', '--json').out) as {
      hits: { entry: string; archived: string }[]
    }
    expect(hits).toMatchObject([
      { entry: '_archived/auth/tokens/old_draft.stub.md', archived: '_archived/auth/tokens/old_draft.full.md' },
    ])
    await restore(await openInDays(repo), 'auth')
    expect(expectCode(repo.ctx('query', 'xylophone'), 0)).not.toContain('archived')
  })

  test('is found in the folder that it was in', async () => {
    expectCode((await withArchived()).ctx('search', 'zeppelin', '--topic', 'auth'), 0)
  })

  test('is shown by its old path, its stub and in full', async () => {
    const repo = await withArchived()
    const text = repo.read(full('old_draft'))
    for (const path of [
      at('old_draft'),
      'auth/tokens/old_draft',
      '_archived/auth/tokens/old_draft.stub.md',
      stub('old_draft'),
    ])
      expect(expectCode(repo.ctx('show', path), 0)).toMatch(/type: archive_stub[\s\S]*Archived\. `ctx show --full/)
    for (const path of [
      at('old_draft'),
      'auth/tokens/old_draft',
      '_archived/auth/tokens/old_draft.stub.md',
      full('old_draft'),
    ])
      expect(repo.ctx('show', '--full', path)).toMatchObject({ code: 0, out: text })
    expectCode(repo.ctx('show', '_archived/../../config.yaml'), 2)
    expectCode(repo.ctx('show', '--full', 'auth/tokens/nothing.md'), 2)
    await restore(await openInDays(repo), at('old_draft'))
    expect(repo.ctx('show', '--full', at('old_draft'))).toMatchObject({ code: 0, out: text })
  })

  test('is marked by ctx tree, listed alone with --archived, and in the lane of stubs in the order of archiving', async () => {
    const repo = await withArchived('zebra')
    writeEntries(repo, { apple: { importance: 12 }, kept: {} })
    const later = { GIT_COMMITTER_DATE: new Date(Date.now() + 60_000).toISOString() }
    expect(repo.run(process.execPath, [program, 'archive', at('apple')], { env: later }).code).toBe(0)
    expect(expectCode(repo.ctx('tree'), 0)).toMatch(
      /apple .*\(archived\)[\s\S]*kept  kept\n[\s\S]*zebra .*\(archived\)/,
    )
    expect(expectCode(repo.ctx('tree', '--archived'), 0)).toMatch(/^auth\/\n {2}tokens\/\n {4}apple .*\n {4}zebra /)
    expect(expectCode(repo.ctx('tree', '--archived', 'auth/tokens'), 0)).not.toContain('kept')
    const made = JSON.parse(repo.read('.ctx/tree/_manifest.json')) as {
      lanes: { stubs: object[]; contexts: { path: string }[] }
      lane_tokens: { stubs: number }
    }
    expect(made.lanes.stubs).toEqual(
      ['zebra', 'apple'].map((name) => ({
        path: `_archived/auth/tokens/${name}.stub.md`,
        tokens: Math.ceil(repo.read(stub(name)).length / 4),
        points_to: `_archived/auth/tokens/${name}.full.md`,
      })),
    )
    expect(made.lane_tokens.stubs).toBeGreaterThan(0)
    expect(made.lanes.contexts.map(({ path }) => path).filter((path) => path.includes('_archived'))).toEqual([])
    expect(repo.read('.ctx/tree/_index.md')).not.toMatch(/zebra|apple/)
  })
})
