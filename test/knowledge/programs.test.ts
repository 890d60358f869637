/** @module-tag slow */
import { chmodSync, existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectCode, quietRepo, teach, tell } from '../support/expect.ts'
import { program, type Repo, withRemote } from '../support/repo.ts'
import { storeObject } from '../support/planted.ts'

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
      `100644,${storeObject(repo, 'blob', 'export const sent = 1\n')},src/sent.ts`,
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
