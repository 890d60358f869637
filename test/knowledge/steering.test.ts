/** @module-tag slow */
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectCode, quietRepo, teach, tell, steering } from '../support/expect.ts'
import { withRemote } from '../support/repo.ts'
import { everythingStored } from '../support/stored.ts'
import { blobItem, nestedItem, plantItem } from '../support/planted.ts'

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
    plantItem(
      repo,
      nestedItem(
        repo,
        ['shop', 'cart'],
        blobItem(repo, 'odd.md', '---\ntitle: "Odd \u0001\u001b[31m cart"\ntags: ["a\tb"]\n---\n\nBody.\n'),
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
