/** @module-tag slow */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entryText } from '../support/planted.ts'
import { expectCode, quietRepo, teach, tell } from '../support/expect.ts'
import { newRepo, withRemote } from '../support/repo.ts'
import { everythingStored } from '../support/stored.ts'

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

  test('names that look like a secret only side by side cost a keyword, and not the whole history (git/git: init stopped after 81,966 commits)', () => {
    const repo = quietRepo()
    const learn = (headline: string): string => {
      const message = `${headline}\n\nA helper must do so, because others ask again and again.`
      repo.commit(message, { 'src/password_expiry_utc.ts': `export const does = '${headline}'\n` })
      return expectCode(repo.ctx('curate'), 0)
    }
    learn('Keep when a password ends')
    expect(learn('Ask `-Dcontrib=completion` before the helper runs')).toContain('learned from 1')
    const entry = everythingStored(repo)
    expect(entry).toMatch(/^keywords: \[password_expiry_utc\]$/m)
    expect(entry).toContain('**Ask `-Dcontrib=completion` before the helper runs**')
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
    repo.write({ '.ctx/tree/auth/tokens/keys.md': entryText('Keys', `The key is ${aws}.`) })
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
