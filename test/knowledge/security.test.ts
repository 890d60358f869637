/** @module-tag slow */
import Database from 'libsql'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectClean, expectCode, quietRepo, teach, tell, steering } from '../support/expect.ts'
import { cloneFrom, newRepo, program, type Repo, withRemote } from '../support/repo.ts'

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

type Item = { readonly mode: string; readonly name: string; readonly id: string }

const store = (repo: Repo, type: 'blob' | 'tree', bytes: string | Buffer): string =>
  execFileSync('git', ['hash-object', '-t', type, '-w', '--literally', '--stdin'], {
    cwd: repo.root,
    env: repo.env,
    input: bytes,
  })
    .toString()
    .trim()

/** Writes a tree object by hand: git itself refuses names such as `..`. */
const treeOf = (repo: Repo, items: readonly Item[]): string =>
  store(
    repo,
    'tree',
    Buffer.concat(
      items.map(({ mode, name, id }) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])),
    ),
  )

/** Puts one more item into the top folder of the knowledge branch, as a hostile remote could. */
function plant(repo: Repo, item: Item): string {
  const items = repo
    .git('ls-tree', 'ctx/main')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Item => {
      const [head = '', name = ''] = line.split('\t')
      const [mode = '', , id = ''] = head.split(' ')
      return { mode: mode.replace(/^0/, ''), name, id }
    })
  const root = treeOf(
    repo,
    [...items.filter(({ name }) => name !== item.name), item].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  )
  const commit = repo.git('commit-tree', root, '-p', 'ctx/main', '-m', 'Plant')
  repo.git('update-ref', 'refs/heads/ctx/main', commit)
  return commit
}

/** Nests an item in folders: `['a', 'b']` gives the item `a` that holds `b` that holds it. */
const nested = (repo: Repo, folders: readonly string[], item: Item): Item =>
  folders.toReversed().reduce((inner, name) => ({ mode: '40000', name, id: treeOf(repo, [inner]) }), item)

const blob = (repo: Repo, name: string, text: string, mode = '100644'): Item => ({
  mode,
  name,
  id: store(repo, 'blob', text),
})

const entry = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`

/** All that ctx keeps: the tree, the local state, and every object and message of the knowledge branches. */
function everythingStored(repo: Repo): string {
  // The index is a database, whose own bytes are not text; what it holds of entries is read as any database is.
  const index = new Database(join(repo.root, '.git/ctx/index.db'))
  const indexed = ['entries', 'documents'].flatMap((table) => index.prepare(`SELECT * FROM ${table}`).all())
  index.close()
  const read = (folder: string): string =>
    existsSync(folder)
      ? readdirSync(folder, { withFileTypes: true })
          .map(
            (item) =>
              `${item.name}\n${item.isDirectory() ? read(join(folder, item.name)) : item.isFile() && !item.name.startsWith('index.db') ? readFileSync(join(folder, item.name), 'utf8') : ''}`,
          )
          .join('\n')
      : ''
  const history = repo.git('log', '-p', '--root', '--format=fuller%B', '--glob=refs/heads/ctx')
  return [
    read(join(repo.root, '.ctx/tree')),
    read(join(repo.root, '.git/ctx')),
    history,
    ...indexed.map(indexedText),
  ].join('\n')
}

const indexedText = (row: unknown): string => Object.values(row as Record<string, unknown>).join('\n')

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
    plant(repo, nested(repo, ['payments', 'cards'], blob(repo, 'evil.md', evil)))
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
    const link = (name: string, to: string): Item => blob(repo, name, to, '120000')
    plant(repo, link('payments', outside))
    plant(repo, nested(repo, ['billing', 'cards'], link('private.md', join(outside, 'tokens/private.md'))))
    plant(repo, nested(repo, ['shop'], link('cart', outside)))
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
    const file = (name = 'owned.md'): Item => blob(repo, name, entry('Owned', 'Zanzibar.'))
    plant(repo, nested(repo, ['..', '..', 'owned'], file()))
    plant(repo, nested(repo, ['payments', '..', '..', 'owned'], file()))
    plant(repo, nested(repo, ['.git', 'hooks'], file('post-commit')))
    plant(repo, nested(repo, ['shop', '.git'], file('config')))
    plant(repo, nested(repo, ['Big', 'CASE'], file()))
    plant(repo, nested(repo, ['con', 'nul'], file()))
    plant(repo, nested(repo, ['a', 'b', 'c', 'd'], file()))
    plant(repo, file('top.md'))
    plant(repo, file('/absolute.md'))
    plant(repo, file('-rf.md'))
    plant(repo, file('line\nend.md'))
    plant(repo, file('\u001b[31mred.md'))
    plant(repo, file('_manifest.json'))
    plant(repo, nested(repo, ['_archived', 'a', 'b'], file('x.full.md')))
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
    plant(repo, nested(repo, ['..', 'owned', 'x'], blob(repo, 'owned.md', entry('Owned', 'Zanzibar.'))))
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
    plant(repo, blob(repo, 'shop', '/tmp', '120000'))
    plant(repo, nested(repo, ['billing', 'cards'], blob(repo, 'private.md', '/etc/passwd', '120000')))
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

describe('sequences that steer a terminal', () => {
  const steer = '\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u009b2J \u0085 \u202e\u2066 \u0008'

  test('commit messages, authors and file names cannot put them into what is stored or printed', () => {
    const repo = quietRepo()
    repo.write({ 'src/a\u001b[31m.ts': 'a\n', 'src/b\u009b.ts': 'b\n' })
    repo.git('add', '-A', '--', 'src')
    repo.git(
      '-c',
      `user.name=Eve ${steer}`,
      'commit',
      '-q',
      '-m',
      `fix(\u001b[1mmail): Queue mail ${steer} for later\n\nMail must never be sent at once because ${steer} it is slow.\n\nDecision: mail ${steer} is queued\nWhy: \u001b[5mit blinks`,
    )
    expectCode(repo.ctx('curate', '--dry-run'), 0)
    expect(expectCode(repo.ctx('curate'), 0)).toContain('learned from 1')
    expect(everythingStored(repo).replaceAll('\r', '')).not.toMatch(steering)
    for (const args of [['log'], ['status'], ['tree'], ['query', 'why is mail queued'], ['search', 'mail']]) {
      expectCode(repo.ctx(...args), 0)
      expectCode(repo.ctx(...args, '--json'), 0)
    }
    expectCode(repo.ctx('curate', '--dry-run', '--json', 'HEAD'), 0)
  })

  test('what people wrote into entries by hand is printed without them', () => {
    const repo = quietRepo()
    tell(repo)
    repo.write({
      '.ctx/tree/auth/tokens/steered.md': `---\ntitle: "Steered ${steer.replaceAll(/[\u0000-\u001f]/g, '')}"\ntags: [a]\n---\n\n## Narrative\n### Rules\n- Steered ${steer} tokens never leave.\n`,
      '.ctx/tree/auth/tokens/broken.md': `---\u001b[31mjs\n---\n${steer}\n`,
    })
    for (const args of [
      ['query', 'steered tokens never leave'],
      ['show', 'auth/tokens/steered.md'],
      ['status'],
      ['tree'],
      ['search', 'steered'],
    ]) {
      expectCode(repo.ctx(...args), 0)
      expectCode(repo.ctx(...args, '--json'), 0)
    }
  })

  test('an entry with one in a quoted title stops nobody, wherever it comes from', () => {
    const repo = quietRepo()
    tell(repo)
    plant(
      repo,
      nested(
        repo,
        ['shop', 'cart'],
        blob(repo, 'odd.md', '---\ntitle: "Odd \u0001\u001b[31m cart"\ntags: ["a\tb"]\n---\n\nBody.\n'),
      ),
    )
    for (const args of [['query', 'refresh tokens'], ['status'], ['tree'], ['refresh']])
      expectCode(repo.ctx(...args), 0)
    teach(repo)
    expect(expectCode(repo.ctx('curate'), 0)).toContain('learned from 1')
  })

  test('what people type comes back without them', () => {
    const repo = quietRepo()
    for (const args of [
      [steer],
      ['show', steer],
      ['curate', steer],
      ['push', steer],
      ['query', `--${steer}`],
      ['query', '-n', steer, 'x'],
      ['hook', steer],
    ]) {
      const typed = args.map((word) => word.replaceAll('\u0000', ''))
      expectCode(repo.ctx(...typed), 2)
    }
    expectCode(repo.ctx('query', '--json', steer), 1)
    tell(repo, `Mail ${steer} is queued for later.`)
    expect(everythingStored(repo)).not.toMatch(steering)
  })

  test('what a remote says is printed without them', () => {
    const repo = quietRepo()
    tell(repo)
    const bare = withRemote(repo)
    const hook = join(bare, 'hooks/pre-receive')
    repo.write({
      [`../remote.git/hooks/pre-receive`]: "#!/bin/sh\nprintf '\\033[31mno\\033[0m \\233 entry\\n' >&2\nexit 1\n",
    })
    chmodSync(hook, 0o755)
    expect(expectCode(repo.ctx('push'), 2)).toContain('Nothing was lost')
    rmSync(bare, { recursive: true })
    expect(expectCode(repo.ctx('push'), 2)).toContain('Nothing was lost')
  })
})

describe('secrets', () => {
  const aws = 'AKIAIOSFODNN7EXAMPLE'
  const github = `ghp_${'a1B2c3D4e5'.repeat(4)}`
  const password = 'hunter2!Zx9'
  const mail = 'eve.adams@example.com'
  // The end of a password stands alone where its `!` is taken for the end of a sentence.
  const secrets = [aws, github, password, 'Zx9', mail, 'sup3rs3cret']

  test('in commit messages, authors and paths they never reach a file, the branch or the screen; hashes do', () => {
    const repo = quietRepo()
    const base = teach(repo)
    const message = `Rotate ${aws} and ${github} used by mail\n\nMail must never use password=${password} because ${mail} asked for it.\nIt was broken since ${base}, see https://eve:sup3rs3cret@mail.example/x because of the proxy.\n\nDecision: token=${github} is gone since ${base}\nWhy: password: "${password}" leaked\nRejected: ${aws}, says ${mail}\nCo-authored-by: Eve <${mail}>\n`
    const sha = repo.commit(message, { [`src/mail.ts`]: `const key = '${aws}'\n`, [`src/${mail}.ts`]: 'x\n' })
    const printed = [
      repo.ctx('curate', '--dry-run'),
      repo.ctx('curate', '--dry-run', '--json'),
      repo.ctx('curate', '--json'),
      repo.ctx('log'),
      repo.ctx('log', '--json'),
      repo.ctx('status'),
      repo.ctx('tree'),
      repo.ctx('query', 'why mail password'),
      repo.ctx('query', '--json', 'why mail password'),
    ].map((ran) => expectCode(ran, 0))
    const stored = everythingStored(repo)
    const leaking = (text: string): readonly string[] => secrets.filter((secret) => text.includes(secret))
    expect.soft({ stored: leaking(stored) }).toEqual({ stored: [] })
    expect.soft({ printed: leaking(printed.join('\n')) }).toEqual({ printed: [] })
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toMatch(/akia|ghp_/i)
    expect(stored).toContain('redacted')
    expect(stored).toContain(sha)
    expect(stored).toMatch(new RegExp(`since ${base}`))
  })

  test('an e-mail address that is the name of a folder becomes the name of no domain', () => {
    const repo = quietRepo()
    teach(repo, 'Keep what everybody sent', `src/${mail}/box.ts`)
    expect(expectCode(repo.ctx('curate'), 0)).toContain('learned from 1')
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toMatch(/eve.adams/)
    expect(everythingStored(repo)).not.toContain(mail)
  })

  test('in what a person tells they never reach a file, the branch or the screen', () => {
    const repo = quietRepo()
    const ran = repo.ctx(
      'curate',
      '--text',
      `The key is ${aws}, with password=${password}, ask ${mail}.`,
      '--topic',
      'auth/keys',
    )
    const said = expectCode(ran, 0) + everythingStored(repo)
    for (const secret of [aws, password, mail]) expect(said).not.toContain(secret)
  })

  test('in questions they stay out of what ctx keeps', () => {
    const repo = quietRepo()
    tell(repo)
    const ran = repo.ctx('query', `refresh tokens ${github} password=${password}`)
    expectCode(ran, ran.code)
    for (const secret of [github, password]) expect(everythingStored(repo)).not.toContain(secret)
  })

  test('written into the tree by hand, they are not shared', () => {
    const repo = quietRepo()
    tell(repo)
    const bare = withRemote(repo)
    repo.write({ '.ctx/tree/auth/tokens/keys.md': entry('Keys', `The key is ${aws}.`) })
    const said = expectCode(repo.ctx('push'), 2)
    expect(said).toContain('auth/tokens/keys.md')
    expect(said).not.toContain(aws)
    expect(repo.git('ls-remote', bare)).not.toContain('ctx/main')
    rmSync(join(repo.root, '.ctx/tree/auth/tokens/keys.md'))
    repo.write({ '.ctx/tree/auth/tokens/broken.md': `---\ntitle: [\n---\n\nThe key is ${aws}.\n` })
    expectCode(repo.ctx('push'), 2)
    rmSync(join(repo.root, '.ctx/tree/auth/tokens/broken.md'))
    repo.write({ '.ctx/tree/auth/tokens/context.md': `# Topic: tokens\n\nThe key is ${aws}.\n` })
    expectCode(repo.ctx('push'), 2)
    expect(repo.git('ls-remote', bare)).not.toContain('ctx/main')
  })

  test('in the worker and its log they are not kept', async () => {
    const repo = newRepo()
    expectCode(repo.ctx('init'), 0)
    repo.commit(`Rotate ${aws}\n\nDecision: password=${password} is gone because ${mail} said so\n`, {
      'src/a.ts': 'a\n',
    })
    await repo.settled()
    const stored = everythingStored(repo)
    expect(stored).toContain('redacted')
    for (const secret of [aws, password, mail]) expect(stored).not.toContain(secret)
  })
})

describe("a person's own branch called ctx/main", () => {
  /** Makes a branch of code that only happens to be called like a knowledge branch, with files that look like entries. */
  function withOwnBranch(): { repo: Repo; tip: string } {
    const repo = newRepo()
    repo.commit('Write a guide', { 'docs/guide/intro.md': '# Introduction\n\nZanzibar is nice.\n' })
    repo.git('branch', 'ctx/main')
    return { repo, tip: repo.git('rev-parse', 'ctx/main') }
  }

  test('is refused by name and never written to', () => {
    const { repo, tip } = withOwnBranch()
    teach(repo)
    for (const args of [
      ['init', '--no-hooks'],
      ['curate'],
      ['curate', '--all'],
      ['curate', '--text', 'Tea is brewed at noon.'],
    ]) {
      const said = expectCode(repo.ctx(...args), 2)
      expect(said).toContain('The branch "ctx/main" was not made by ctx')
      expect(said).toMatch(/\n {5}.*rename it/)
    }
    withRemote(repo)
    expectCode(repo.ctx('push'), 2)
    expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
    expect(repo.git('ls-remote', 'origin')).not.toContain('ctx/main')
  })

  test('is not shown as knowledge', () => {
    const { repo, tip } = withOwnBranch()
    for (const args of [['query', 'zanzibar'], ['tree'], ['log'], ['status'], ['refresh']]) {
      const ran = repo.ctx(...args)
      expect(expectCode(ran, ran.code)).not.toMatch(/Introduction|Write a guide/)
    }
    expect(existsSync(join(repo.root, '.ctx/tree/docs/guide/intro.md'))).toBe(false)
    expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
  })

  test('takes no edits made by hand in .ctx/tree, and they are kept', () => {
    const { repo, tip } = withOwnBranch()
    repo.write({ '.ctx/tree/auth/tokens/mine.md': entry('Mine', 'By hand.') })
    for (const args of [['refresh'], ['query', 'mine'], ['curate', '--text', 'Tea is brewed at noon.'], ['push']]) {
      const ran = repo.ctx(...args)
      expectCode(ran, ran.code)
    }
    expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
    expect(repo.read('.ctx/tree/auth/tokens/mine.md')).toContain('By hand.')
  })

  test('survives `ctx uninstall --purge`, beside knowledge branches that go', () => {
    const repo = quietRepo()
    tell(repo)
    repo.git('branch', 'ctx/mine')
    const tip = repo.git('rev-parse', 'ctx/mine')
    expectCode(repo.ctx('uninstall', '--purge', '--yes'), 0)
    expect(repo.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads/ctx')).toBe(
      `refs/heads/ctx/mine ${tip}`,
    )
  })
})

describe('programs', () => {
  /** Puts programs into the work tree that leave a trace when they run. */
  function plantPrograms(repo: Repo): void {
    for (const name of ['git', 'sh', 'node', 'setsid', 'head', 'ctx']) {
      repo.write({ [name]: '#!/bin/sh\n: >"$PWNED"\nexit 0\n' })
      chmodSync(join(repo.root, name), 0o755)
    }
  }

  test.each([
    ['.', `.${delimiter}`],
    ['an empty element', delimiter],
    ['a relative folder', `./${delimiter}../repo${delimiter}`],
  ])('a git lying in the current folder is not run when PATH begins with %s', (_, first) => {
    const repo = quietRepo()
    tell(repo)
    teach(repo)
    plantPrograms(repo)
    const pwned = join(dirname(repo.root), 'pwned')
    const env = { PATH: `${first}${process.env['PATH'] ?? ''}`, PWNED: pwned }
    for (const args of [
      ['status'],
      ['curate'],
      ['query', 'refresh tokens'],
      ['prequery'],
      ['log'],
      ['init', '--no-hooks'],
      ['doctor'],
    ]) {
      const ran = repo.run(process.execPath, [program, ...args], { env })
      expectCode(ran, ran.code)
      expect({ args, ran: existsSync(pwned) }).toEqual({ args, ran: false })
    }
    expect(repo.git('log', '-1', '--format=%s', 'ctx/main')).toContain('Queue mail')
  })

  test('`ctx hook` runs no program that lies in the current folder', () => {
    const repo = quietRepo()
    teach(repo)
    plantPrograms(repo)
    const pwned = join(dirname(repo.root), 'pwned')
    const env = { PATH: `.${delimiter}${process.env['PATH'] ?? ''}`, PWNED: pwned, CI: '' }
    expect(repo.run(process.execPath, [program, 'hook', 'post-commit'], { env }).code).toBe(0)
    expect(existsSync(pwned)).toBe(false)
  })

  test('without any git in PATH, this is said', () => {
    const repo = quietRepo()
    const ran = repo.run(process.execPath, [program, 'curate'], { env: { PATH: '/nowhere' } })
    expect(expectCode(ran, 2)).toMatch(/git program was not found.*\n {5}Install git/)
  })

  test('attributes, filters and configuration of the repository start nothing', () => {
    const repo = quietRepo()
    const pwned = join(dirname(repo.root), 'pwned')
    tell(repo)
    repo.write({ '.gitattributes': '*.ts diff=evil filter=evil merge=evil\n*.md diff=evil filter=evil merge=evil\n' })
    repo.write({ '.ctx/tree/.gitattributes': '*.md diff=evil filter=evil merge=evil\n' })
    teach(repo)
    // Staged before the configuration: git itself runs some of it.
    repo.git(
      'update-index',
      '--add',
      '--cacheinfo',
      `100644,${store(repo, 'blob', 'export const sent = 1\n')},src/sent.ts`,
    )
    for (const [key, value] of Object.entries({
      'diff.evil.command': `touch ${pwned}`,
      'diff.evil.textconv': `touch ${pwned};cat`,
      'diff.external': `touch ${pwned}`,
      'merge.evil.driver': `touch ${pwned}`,
      'core.fsmonitor': `touch ${pwned}`,
      'core.pager': `touch ${pwned}`,
      'core.editor': `touch ${pwned}`,
      'log.showSignature': 'true',
      'gpg.program': `touch ${pwned}`,
      'commit.gpgSign': 'true',
      'core.alternateRefsCommand': `touch ${pwned}`,
    }))
      repo.git('config', key, value)
    for (const args of [
      ['curate'],
      ['prequery'],
      ['query', 'why is mail queued'],
      ['log'],
      ['status'],
      ['refresh'],
      ['curate', '--text', 'Tea is brewed at noon.'],
      ['init', '--no-hooks'],
      ['doctor'],
    ]) {
      const ran = repo.ctx(...args)
      expectCode(ran, ran.code)
      expect({ args, ran: existsSync(pwned) }).toEqual({ args, ran: false })
    }
    expect(existsSync(pwned)).toBe(false)
  })

  test('what is shared between people never starts a program or turns on sharing', () => {
    const repo = quietRepo()
    tell(repo)
    const bare = withRemote(repo)
    for (const text of [
      'autoPush: on\n',
      'model: evil\n',
      'endpoint: http://127.0.0.1:1/\n',
      'hooks: {post-commit: touch pwned}\n',
      'command: touch pwned\n',
    ]) {
      repo.write({ '.ctx/config.yaml': text })
      expectCode(repo.ctx('push', '--queued'), 2)
    }
    expect(repo.git('ls-remote', bare)).not.toContain('ctx/main')
    expect(existsSync(join(repo.root, 'pwned'))).toBe(false)
  })
})
