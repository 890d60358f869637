/** @module-tag slow */
import { expect, test } from 'vitest'
import { mergeUnread } from '../../src/knowledge/sharing/unread-files.ts'
import { expectCode, quietRepo, tell } from '../support/expect.ts'
import { blobItem, entryText, nestedItem, plantItem } from '../support/planted.ts'
import { cloneFrom, type Repo, withRemote } from '../support/repo.ts'

const path = 'big/notes/protocol.md'

const plantLarge = (repo: Repo, words: string): string =>
  plantItem(
    repo,
    nestedItem(
      repo,
      ['big', 'notes'],
      blobItem(repo, 'protocol.md', entryText('Protocol', `${words}\n`.repeat(90_000))),
    ),
  )

const blobOf = (repo: Repo): string => repo.git('rev-parse', `ctx/main:${path}`)

test("an entry too large to be read was said to be left as it is, and was gone after a colleague's merge, and from the author's tree", () => {
  const ann = quietRepo()
  tell(ann)
  const remote = withRemote(ann)
  expectCode(ann.ctx('push'), 0)
  const ben = cloneFrom(remote, 'ben')
  expectCode(ben.ctx('init', '--no-hooks'), 0)
  plantLarge(ann, 'One of many lines.')
  const large = blobOf(ann)
  ann.git('push', '-q', 'origin', 'ctx/main')
  tell(ben, 'Idle sessions end after an hour.')
  expect(expectCode(ben.ctx('pull'), 0)).toContain(`${path}: it is a link, too large or not there, and was taken`)
  expect(blobOf(ben)).toBe(large)
  expectCode(ben.ctx('push'), 0)
  expectCode(ann.ctx('pull'), 0)
  expect(blobOf(ann)).toBe(large)
  tell(ben, 'Tokens are signed.')
  plantLarge(ann, 'Another line of many.')
  ann.git('push', '-q', 'origin', 'ctx/main')
  expectCode(ben.ctx('pull'), 0)
  expect(blobOf(ben)).toBe(blobOf(ann))
})

const folder = 'auth/tokens'

test('of what cannot be read the side stands that has or changed it, of both that on the remote, and never a link', () => {
  const file = (blob: string | undefined, mode = '100644') => [{ path, mode, blob }]
  const merged = (
    ours: ReturnType<typeof file>,
    theirs: ReturnType<typeof file>,
    standing: 'ours' | 'theirs' | 'never theirs' = 'theirs',
  ) => {
    const { unread, removed, told } = mergeUnread(new Set([theirs[0]?.path ?? path]), {
      ours,
      theirs,
      standing,
      isFolder: (one) => one === folder,
      isThere: (blob) => blob !== 'missing',
      commit: 'c0ffee',
      name: 'origin/ctx/main',
    })
    expect(told).toHaveLength(1)
    return removed.length > 0 ? 'removed' : (unread[0]?.blob ?? 'ours')
  }
  expect(merged([], file('b'))).toBe('b')
  expect(merged(file('a'), [])).toBe('ours')
  expect(merged([], file(undefined))).toBe('removed')
  expect(merged(file(undefined), file('b'))).toBe('b')
  expect(merged(file('a'), file(undefined))).toBe('ours')
  expect(merged(file('a'), file('b'))).toBe('b')
  expect(merged(file('a'), file('b'), 'ours')).toBe('ours')
  expect(merged([], file('b'), 'never theirs')).toBe('ours')
  expect(merged([], file('b', '120000'))).toBe('ours')
  // What git does not have, or what would take a folder of ours away, is not written.
  expect(merged([], file('missing'))).toBe('ours')
  expect(merged([], [{ path: folder, mode: '100644', blob: 'b' }])).toBe('ours')
})
