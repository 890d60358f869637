/** @module-tag slow */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectClean, expectCode, quietRepo, teach, tell, expectProblem } from '../support/expect.ts'
import type { Repo } from '../support/repo.ts'
import { filesBelow } from '../support/files-below.ts'

/** Commits files to the knowledge branch as somebody else's tool would. */
function plant(repo: Repo, files: Readonly<Record<string, string>>): void {
  const ref = 'refs/heads/ctx/main'
  const edits = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  )
  const stream = `commit ${ref}\ncommitter Eve <eve@example.org> 1700000000 +0000\ndata 5\nPlant\nfrom ${ref}^0\n${edits.join('')}\n`
  execFileSync('git', ['fast-import', '--quiet'], { cwd: repo.root, env: repo.env, input: stream })
}

describe('entries that cannot be read', () => {
  const broken: readonly (readonly [string, string])[] = [
    ['front matter that is not YAML', '---\ntitle: [a, b\nfoo: : bar\n---\n\nBody of it.\n'],
    ['front matter that never ends', '---\ntitle: Tea\n\nBody of it.\n'],
    ['front matter that is a list', '---\n- a\n- b\n---\n\nBody of it.\n'],
    ['a key twice', '---\ntitle: A\ntitle: B\n---\n\nBody of it.\n'],
    ['the markers of a merge', '---\ntitle: Tea\n---\n\n<<<<<<< ours\nBody of it.\n=======\nOther.\n>>>>>>> theirs\n'],
    [
      'markers in its front matter',
      '---\n<<<<<<< ours\ntitle: A\n=======\ntitle: B\n>>>>>>> theirs\n---\n\nBody of it.\n',
    ],
    ['bytes that are no text', '\u0000\u0001\u0002Body of it.\u0000'],
  ]

  const brokenFiles = Object.fromEntries(broken.map(([, text], at) => [`auth/tokens/broken_${at}.md`, text]))

  test('broken entries on disk are findings, are kept, and hide no other entry', () => {
    const repo = quietRepo()
    tell(repo)
    for (const [path, text] of Object.entries(brokenFiles)) repo.write({ [`.ctx/tree/${path}`]: text })
    expectCode(repo.ctx('query', 'refresh tokens'), 0)
    const said = expectCode(repo.ctx('status'), 0)
    for (const [at, [what]] of broken.entries())
      if (!what.startsWith('bytes')) expect(said).toMatch(new RegExp(`warning auth/tokens/broken_${at}\\.md: \\S`))
    expectCode(repo.ctx('tree'), 0)
    expect(expectCode(repo.ctx('show', 'auth/tokens/broken_0.md'), 0)).toContain('Body of it.')
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    expectCode(repo.ctx('refresh'), 0)
    for (const [path, text] of Object.entries(brokenFiles)) {
      expect(repo.read(`.ctx/tree/${path}`)).toBe(text)
      expect(repo.git('show', `ctx/main:${path}`)).toBe(text.replace(/\n$/, ''))
    }
    expectClean(repo)
  })

  test('broken entries on the knowledge branch are shown as they are and survive the next curation', () => {
    const repo = quietRepo()
    tell(repo)
    plant(repo, brokenFiles)
    expectCode(repo.ctx('query', 'refresh tokens'), 0)
    expect(expectCode(repo.ctx('status'), 0)).toContain('warning auth/tokens/broken_0.md')
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    tell(repo, 'Idle sessions end after an hour.')
    for (const [path, text] of Object.entries(brokenFiles)) {
      expect(repo.read(`.ctx/tree/${path}`)).toBe(text)
      expect(repo.git('show', `ctx/main:${path}`)).toBe(text.replace(/\n$/, ''))
    }
    expectClean(repo)
  })

  test('a new entry never takes the place of one that cannot be read', () => {
    const repo = quietRepo()
    tell(repo)
    const path = 'auth/tokens/refresh_tokens_are_single_use.md'
    const text = '---\ntitle: [a, b\n---\n\nHours of work by hand.\n'
    repo.write({ [`.ctx/tree/${path}`]: text })
    tell(repo)
    expect(repo.git('show', `ctx/main:${path}`)).toContain('Hours of work by hand.')
    expect(repo.read(`.ctx/tree/${path}`)).toBe(text)
  })

  test('an edit made by hand is committed once, also where the same command learns into that entry', () => {
    const repo = quietRepo()
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    const [path = ''] = Object.keys(filesBelow(repo, '.ctx/tree')).filter((file) => /queue_mail.*\.md$/.test(file))
    repo.write({ [path]: `${repo.read(path).replace('accessCount: 0', 'accessCount: 5')}\n## Notes\nBy hand.\n` })
    repo.commit('Queue mail instead of sending it\n\nDecision: mail waits because the server is slow\n', {
      'src/mail.ts': 'export const again = 1\n',
    })
    expectCode(repo.ctx('curate'), 0)
    const subjects = repo.git('log', '--format=%s', 'ctx/main').split('\n')
    expect(subjects.filter((subject) => subject.startsWith('Edit:'))).toHaveLength(1)
    expect(repo.read(path)).toMatch(/accessCount: 5\n[\s\S]*mail waits because[\s\S]*By hand\./)
    expect(expectCode(repo.ctx('status'), 0)).not.toContain('Edited by hand')
  })

  test('a commit about the same thing never takes the place of an entry that cannot be read', () => {
    const repo = quietRepo()
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    const [path = ''] = Object.keys(filesBelow(repo, '.ctx/tree')).filter((file) => /queue_mail.*\.md$/.test(file))
    repo.write({ [path]: '---\ntitle: [a, b\n---\n\nHours of work by hand.\n' })
    repo.commit('Queue mail instead of sending it\n\nDecision: mail waits because the server is slow\n', {
      'src/mail.ts': 'export const again = 1\n',
    })
    expectCode(repo.ctx('curate'), 0)
    expect(repo.read(path)).toContain('Hours of work by hand.')
  })

  test('an entry larger than 1 MiB on the knowledge branch is left out with a word, and stays on the branch', () => {
    const repo = quietRepo()
    tell(repo)
    const huge = `---\ntitle: Huge\n---\n\n${'All work and no play. '.repeat(70_000)}\n`
    plant(repo, { 'auth/tokens/huge.md': huge })
    expect(expectCode(repo.ctx('refresh'), 0)).toContain('Left out auth/tokens/huge.md')
    expect(existsSync(join(repo.root, '.ctx/tree/auth/tokens/huge.md'))).toBe(false)
    expectCode(repo.ctx('query', 'refresh tokens'), 0)
    expectCode(repo.ctx('status'), 0)
    teach(repo)
    expectCode(repo.ctx('curate'), 0)
    tell(repo, 'Idle sessions end after an hour.')
    expectCode(repo.ctx('refresh'), 0)
    expect(repo.git('cat-file', '-s', 'ctx/main:auth/tokens/huge.md')).toBe(String(huge.length))
    expectClean(repo)
  })

  test('show tells what it does not have, whatever it is asked for', () => {
    const repo = quietRepo()
    tell(repo)
    repo.write({ 'secret.txt': 'outside the tree' })
    for (const path of [
      'nothing/at/all.md',
      '../../secret.txt',
      '../config.yaml',
      '/etc/passwd',
      'auth/tokens/..',
      '\u0000',
      'x'.repeat(5000),
    ]) {
      const ran = path.includes('\u0000') ? repo.ctx('show', 'a%00b') : repo.ctx('show', path)
      expectProblem(ran, /ctx tree/)
      expect(ran.out + ran.err).not.toContain('outside the tree')
    }
  })
})
