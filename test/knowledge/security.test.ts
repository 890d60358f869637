/** @module-tag slow */
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectClean, expectCode, quietRepo, teach, tell } from '../support/expect.ts'
import { cloneFrom, newRepo, type Repo, withRemote } from '../support/repo.ts'
import { type TreeItem, blobItem, nestedItem, plantItem, entryText } from '../support/planted.ts'
import { everythingStored } from '../support/stored.ts'

const told = 'auth/tokens/refresh_tokens_are_single_use.md'

/** Makes a folder beside the repository with a file that nobody may read or write through the tree. */
function outsideOf(repo: Repo): string {
  const folder = join(dirname(repo.root), 'outside')
  mkdirSync(join(folder, 'tokens'), { recursive: true })
  repo.write({ '../outside/tokens/private.md': '---\ntitle: Private diary\n---\n\nZanzibar is where I hide.\n' })
  return folder
}

const seenOutside = (folder: string): readonly string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).toSorted()

describe('front matter', () => {
  const evil = "---js\n{ title: require('node:fs').writeFileSync('pwned', 'x') || 'Evil' }\n---\n\nBody of it.\n"
  const languages = ['---js', '---javascript', '---json', '---coffee', '---toml', '--- js', '---\tjs', '---yaml']

  test('code in front matter never runs, on disk or from the branch: it is a finding', () => {
    const repo = quietRepo()
    tell(repo)
    for (const [at, opening] of languages.entries())
      repo.write({ [`.ctx/tree/auth/tokens/evil_${at}.md`]: evil.replace('---js', opening) })
    repo.write({
      '.ctx/tree/auth/tokens/tagged.md':
        "---\ntitle: !!js/function \"function () { require('fs').writeFileSync('pwned', '') }\"\nlanguage: js\n---\n\nBody.\n",
    })
    expectCode(repo.ctx('query', 'refresh tokens'), 0)
    const said = expectCode(repo.ctx('status'), 0)
    for (const at of languages.keys()) expect(said).toContain(`warning auth/tokens/evil_${at}.md`)
    expectCode(repo.ctx('tree'), 0)
    plantItem(repo, nestedItem(repo, ['payments', 'cards'], blobItem(repo, 'evil.md', evil)))
    expectCode(repo.ctx('refresh'), 0)
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    expect(expectCode(repo.ctx('status'), 0)).toContain('warning payments/cards/evil.md')
    expect(existsSync(join(repo.root, 'pwned'))).toBe(false)
    expect(repo.git('show', 'ctx/main:payments/cards/evil.md')).toBe(evil.trimEnd())
    expectClean(repo)
  })
})

describe('links', () => {
  test('a link among the entries is neither read nor written through', () => {
    const repo = quietRepo()
    tell(repo)
    const outside = outsideOf(repo)
    symlinkSync(join(outside, 'tokens/private.md'), join(repo.root, '.ctx/tree/auth/tokens/private.md'))
    symlinkSync(outside, join(repo.root, '.ctx/tree/x'))
    symlinkSync('/etc/passwd', join(repo.root, '.ctx/tree/auth/tokens/context_2.md'))
    const before = seenOutside(outside)
    expectCode(repo.ctx('query', 'zanzibar hide diary'), 1)
    for (const path of ['auth/tokens/private.md', 'auth/tokens/context_2.md'])
      expect(expectCode(repo.ctx('show', path), 2)).not.toMatch(/Zanzibar|root:/)
    expect.soft(repo.ctx('show', 'x/tokens/private.md')).toMatchObject({ code: 2, out: '' })
    tell(repo, 'Idle sessions end after an hour.')
    expectCode(repo.ctx('refresh'), 0)
    expect(expectCode(repo.ctx('tree'), 0)).not.toContain('diary')
    expect(everythingStored(repo)).not.toContain('Zanzibar')
    expect(seenOutside(outside)).toEqual(before)
    expectClean(repo)
  })

  test('a link in place of a topic is refused by name; nothing is written where it leads', () => {
    const repo = quietRepo()
    tell(repo)
    const tip = repo.git('rev-parse', 'ctx/main')
    const outside = outsideOf(repo)
    rmSync(join(repo.root, '.ctx/tree/auth'), { recursive: true })
    symlinkSync(outside, join(repo.root, '.ctx/tree/auth'))
    const before = seenOutside(outside)
    for (const args of [['refresh'], ['curate', '--text', 'Tokens are signed.', '--topic', 'auth/tokens']]) {
      const said = expectCode(repo.ctx(...args), 2)
      expect(said).toContain('symbolic link')
      expect(said).toMatch(/\n {5}\S/)
    }
    expect(expectCode(repo.ctx('show', 'auth/tokens/private.md'), 2)).not.toContain('Zanzibar')
    const asked = repo.ctx('query', 'zanzibar hide diary')
    expect([1, 2]).toContain(asked.code)
    expect(expectCode(asked, asked.code)).not.toContain('Zanzibar')
    expect(seenOutside(outside)).toEqual(before)
    expect(repo.git('show', `ctx/main:${told}`)).not.toBe('')
    expect(repo.git('merge-base', tip, 'ctx/main')).toBe(tip)
    rmSync(join(repo.root, '.ctx/tree/auth'))
    expectCode(repo.ctx('refresh'), 0)
    expect(repo.read(`.ctx/tree/${told}`)).toContain('single-use')
    expect(seenOutside(outside)).toEqual(before)
  })

  test.each(['.ctx', '.ctx/tree'])('a link in place of %s is refused; nothing is written where it leads', (path) => {
    const repo = newRepo()
    const outside = outsideOf(repo)
    mkdirSync(dirname(join(repo.root, path)), { recursive: true })
    symlinkSync(outside, join(repo.root, path))
    const before = seenOutside(outside)
    for (const args of [
      ['init', '--no-hooks'],
      ['refresh'],
      ['curate', '--text', 'Tokens are signed.'],
      ['uninstall'],
    ]) {
      const ran = repo.ctx(...args)
      expectCode(ran, ran.code)
      expect(seenOutside(outside)).toEqual(before)
    }
    expect(expectCode(repo.ctx('init', '--no-hooks'), 2)).toContain('symbolic link')
  })

  test('a link in place of a derived file is replaced, not written through', () => {
    const repo = quietRepo()
    tell(repo)
    repo.write({ '../outside.txt': 'mine' })
    for (const name of ['_manifest.json', '_index.md', 'auth/_index.md']) {
      rmSync(join(repo.root, '.ctx/tree', name))
      symlinkSync(join(dirname(repo.root), 'outside.txt'), join(repo.root, '.ctx/tree', name))
    }
    tell(repo, 'Idle sessions end after an hour.')
    expectCode(repo.ctx('refresh'), 0)
    expect(repo.read('../outside.txt')).toBe('mine')
    expect(lstatSync(join(repo.root, '.ctx/tree/_index.md')).isFile()).toBe(true)
  })

  test('a link in place of an entry, or of a topic, is not taken for its deletion', () => {
    const repo = quietRepo()
    tell(repo)
    expectCode(repo.ctx('curate', '--text', 'Cards are charged at night.', '--topic', 'payments/cards'), 0)
    const outside = outsideOf(repo)
    rmSync(join(repo.root, '.ctx/tree', told))
    symlinkSync(join(outside, 'tokens/private.md'), join(repo.root, '.ctx/tree', told))
    const linked = repo.ctx('refresh')
    expectCode(linked, linked.code)
    expect.soft(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).toContain(told)
    rmSync(join(repo.root, '.ctx/tree/payments'), { recursive: true })
    symlinkSync(outside, join(repo.root, '.ctx/tree/payments'))
    const away = repo.ctx('refresh')
    expectCode(away, away.code)
    expect.soft(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).toContain('payments/cards/')
    expect(repo.read('../outside/tokens/private.md')).toContain('Zanzibar')
  })

  test('links on the knowledge branch are left out with a word and stay on the branch', () => {
    const repo = quietRepo()
    tell(repo)
    const outside = outsideOf(repo)
    const link = (name: string, to: string): TreeItem => blobItem(repo, name, to, '120000')
    plantItem(repo, link('payments', outside))
    plantItem(repo, nestedItem(repo, ['billing', 'cards'], link('private.md', join(outside, 'tokens/private.md'))))
    plantItem(repo, nestedItem(repo, ['shop'], link('cart', outside)))
    const before = seenOutside(outside)
    expect(expectCode(repo.ctx('refresh'), 0)).toContain('billing/cards/private.md')
    expect(expectCode(repo.ctx('query', 'zanzibar hide diary'), 1)).not.toContain('Zanzibar')
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    tell(repo, 'Idle sessions end after an hour.')
    expectCode(repo.ctx('curate', '--text', 'Cards are charged at night.', '--topic', 'payments/cards'), 0)
    for (const path of ['billing/cards/private.md', 'shop/cart'])
      expect(lstatSync(join(repo.root, '.ctx/tree', path), { throwIfNoEntry: false })).toBeUndefined()
    expect(repo.git('ls-tree', '-r', 'ctx/main')).toContain('120000')
    expect(seenOutside(outside)).toEqual(before)
    expectClean(repo)
  })
})

describe('paths on the knowledge branch', () => {
  test('a path that leads out of the tree is never written, and the rest of the tree still works', () => {
    const repo = quietRepo()
    tell(repo)
    const file = (name = 'owned.md'): TreeItem => blobItem(repo, name, entryText('Owned', 'Zanzibar.'))
    plantItem(repo, nestedItem(repo, ['..', '..', 'owned'], file()))
    plantItem(repo, nestedItem(repo, ['payments', '..', '..', 'owned'], file()))
    plantItem(repo, nestedItem(repo, ['.git', 'hooks'], file('post-commit')))
    plantItem(repo, nestedItem(repo, ['shop', '.git'], file('config')))
    plantItem(repo, nestedItem(repo, ['Big', 'CASE'], file()))
    plantItem(repo, nestedItem(repo, ['con', 'nul'], file()))
    plantItem(repo, nestedItem(repo, ['a', 'b', 'c', 'd'], file()))
    plantItem(repo, file('top.md'))
    plantItem(repo, file('/absolute.md'))
    plantItem(repo, file('-rf.md'))
    plantItem(repo, file('line\nend.md'))
    plantItem(repo, file('\u001b[31mred.md'))
    plantItem(repo, file('_manifest.json'))
    plantItem(repo, nestedItem(repo, ['_archived', 'a', 'b'], file('x.full.md')))
    expectCode(repo.ctx('query', 'refresh tokens'), 0)
    expectCode(repo.ctx('status'), 0)
    expectCode(repo.ctx('refresh'), 0)
    expectCode(repo.ctx('log'), 0)
    expectCode(repo.ctx('query', 'zanzibar'), 1)
    const found = readdirSync(repo.root, { recursive: true }) as string[]
    expect(found.filter((path) => /owned|absolute|top\.md|-rf/.test(path))).toEqual([])
    expect(existsSync(join(repo.root, '.git/hooks/post-commit'))).toBe(false)
    expect(readdirSync(dirname(repo.root))).toEqual(['repo'])
    expectClean(repo)
  })

  test('learning goes on where the branch holds a path that leads out of the tree', () => {
    const repo = quietRepo()
    tell(repo)
    plantItem(repo, nestedItem(repo, ['..', 'owned', 'x'], blobItem(repo, 'owned.md', entryText('Owned', 'Zanzibar.'))))
    teach(repo)
    const ran = repo.ctx('curate')
    expectCode(ran, ran.code)
    expect([0, 2]).toContain(ran.code)
    expect(readdirSync(dirname(repo.root))).toEqual(['repo'])
    expect((readdirSync(repo.root, { recursive: true }) as string[]).filter((path) => path.includes('owned'))).toEqual(
      [],
    )
  })

  test('a remote whose knowledge holds links and odd paths can be pulled from', () => {
    const repo = quietRepo()
    tell(repo)
    const bare = withRemote(repo)
    expectCode(repo.ctx('push'), 0)
    const other = cloneFrom(bare, 'other')
    expectCode(other.ctx('init', '--no-hooks'), 0)
    expectCode(other.ctx('curate', '--text', 'Cards are charged at night.', '--topic', 'payments/cards'), 0)
    plantItem(repo, blobItem(repo, 'shop', '/tmp', '120000'))
    plantItem(repo, nestedItem(repo, ['billing', 'cards'], blobItem(repo, 'private.md', '/etc/passwd', '120000')))
    repo.git('push', '-q', 'origin', 'ctx/main')
    expectCode(other.ctx('pull'), 0)
    expectCode(other.ctx('query', 'refresh tokens'), 0)
    expectCode(other.ctx('query', 'when are cards charged'), 0)
    expect(
      (readdirSync(join(other.root, '.ctx/tree'), { recursive: true }) as string[]).filter((path) =>
        lstatSync(join(other.root, '.ctx/tree', path)).isSymbolicLink(),
      ),
    ).toEqual([])
    expectClean(other)
  })
})
