import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cloneOf, newCtxRepo, removeWhole, type Repo, withRemote } from '../support/repo.ts'

/** Commits what each of these asks for, and drops. */
const setLab = (repo: Repo): string =>
  repo.commit('fix: set lab\n\nThe lab printer reads labels, otherwise they are blank.', {
    'src/b.js': 'export const lab = 1\n',
  })

const asking = (repo: Repo) => (): string => repo.ctx('query', 'why are labels needed by the printer').out

test('a commit that was reset went on teaching, unmarked (monday)', async () => {
  const repo = newCtxRepo()
  repo.commit('feat: a\n\nWe need labels because the vendor scans them.', { 'src/a.js': 'export const a = 1\n' })
  await repo.settled()
  setLab(repo)
  await repo.settled()
  const ask = asking(repo)
  expect(ask()).toMatch(/^set lab\n/)
  expect(ask()).not.toContain('no longer in this history')
  repo.git('reset', '-q', '--hard', 'HEAD~1')
  expect(ask()).toMatch(/set lab\n.*\n.* · its commit is no longer in this history\n/)
  const { hits } = JSON.parse(repo.ctx('query', '--json', 'set lab').out) as {
    hits: readonly { holds: string; commit: string }[]
  }
  expect(hits[0]).toMatchObject({ holds: 'past', standing: 'its commit is no longer in this history' })
  repo.git('reset', '-q', '--hard', 'ORIG_HEAD')
  expect(ask()).not.toContain('no longer in this history')
})

test('a commit that was reset before anybody asked went on teaching, unmarked (monday)', async () => {
  const repo = newCtxRepo()
  repo.commit('feat: a\n\nWe need labels because the vendor scans them.', { 'src/a.js': 'export const a = 1\n' })
  setLab(repo)
  await repo.settled()
  repo.git('reset', '-q', '--hard', 'HEAD~1')
  const ask = asking(repo)
  expect(ask()).toMatch(/set lab\n.*\n.* · its commit is no longer in this history\n/)
  await removeWhole(join(repo.root, '.git/ctx'))
  expect(ask()).toMatch(/set lab\n.*\n.* · its commit is no longer in this history\n/)
})

test('a commit that was squashed into another was called no longer in this history, though its code is there', async () => {
  const repo = newCtxRepo()
  repo.commit('Start', { 'src/a.js': 'export const a = 1\n' })
  setLab(repo)
  await repo.settled()
  const ask = asking(repo)
  expect(ask()).toMatch(/^set lab\n/)
  repo.git('reset', '-q', '--soft', 'HEAD~1')
  repo.commit('Set it (#4)', { 'src/c.js': 'export const c = 1\n' })
  await repo.settled()
  expect(ask()).toMatch(/^set lab\n/)
  expect(ask()).not.toContain('no longer in this history')
})

test('a commit that an editor undid, and that was made again with another reason, went on teaching the first', async () => {
  const repo = newCtxRepo()
  repo.commit('Start', { 'src/a.js': 'export const a = 1\n' })
  setLab(repo)
  await repo.settled()
  // "Undo last commit" of VS Code and GitHub Desktop.
  repo.git('reset', '-q', '--soft', 'HEAD~1')
  repo.commit('fix: set wide lab\n\nThe lab printer needs labels of two lines, otherwise it jams.', {})
  await repo.settled()
  expect(asking(repo)()).toMatch(/^set wide lab\n.*two lines/)
  expect(asking(repo)()).not.toContain('otherwise they are blank')
  expect(repo.ctx('query', 'which', 'labels', 'are', 'blank').out).toMatch(/^set lab\n[^]*no longer in this history/)
})

test('a commit that only took lines out was dropped by the squash that took them out, too', async () => {
  const repo = newCtxRepo()
  repo.commit('Start', { 'src/b.js': 'export const lab = 1\nexport const other = 2\n' })
  repo.commit('Print no labels\n\nThe lab printer needs no labels any more, since it reads the chips.', {
    'src/b.js': 'export const other = 2\n',
  })
  await repo.settled()
  expect(asking(repo)()).toMatch(/^Print no labels\n/)
  repo.git('reset', '-q', '--soft', 'HEAD~1')
  repo.commit('Read chips (#5)', { 'src/c.js': 'export const c = 1\n' })
  await repo.settled()
  expect(asking(repo)()).not.toContain('no longer in this history')
})

test('a commit that another branch has was dropped by nobody: in a bisect, and where a squash was mended', async () => {
  const repo = newCtxRepo()
  repo.commit('feat: a\n\nWe need labels because the vendor scans them.', { 'src/a.js': 'export const a = 1\n' })
  await repo.settled()
  repo.git('switch', '-q', '-c', 'feature')
  repo.commit('fix: set lab\n\nThe lab printer reads labels, otherwise they are blank.', {
    'src/a.js': 'export const a = 2\n',
  })
  await repo.settled()
  const ask = asking(repo)
  expect(ask()).toMatch(/^set lab\n/)
  repo.git('switch', '-q', '--detach', 'main')
  expect(ask()).not.toContain('no longer in this history')
  repo.git('switch', '-q', 'main')
  repo.commit('feat: b\n\nThe vendor counts from three, because zero is his mark of an end.', {
    'src/a.js': 'export const a = 3\n',
  })
  await repo.settled()
  repo.run('git', ['merge', '--squash', 'feature'])
  repo.commit('Set labels (#4)', { 'src/a.js': 'export const a = 4\n' })
  await repo.settled()
  expect(repo.ctx('merge', 'feature').code).toBe(0)
  expect(ask()).toMatch(/^set lab\n/)
  expect(ask()).not.toContain('no longer in this history')
})

test('a lesson of two commits holds while one of them is here', async () => {
  const repo = newCtxRepo()
  repo.commit('Start', { 'src/a.js': 'export const a = 1\n' })
  const first = repo.commit('fix: set lab\n\nThe lab printer reads labels, otherwise they are blank.', {
    'src/b.js': 'lab()\n',
  })
  const second = repo.commit('Set it again', { 'src/c.js': 'lab()\n' })
  await repo.settled()
  const told = `The lab printer reads labels, otherwise they are blank. [project] (${second.slice(0, 8)}, ${first.slice(0, 8)})`
  const [path = ''] = repo
    .git('ls-tree', '-r', '--name-only', 'ctx/main')
    .split('\n')
    .filter((one) => one.startsWith('src/'))
    .filter((one) => one.endsWith('lab.md'))
  const text = repo.read(`.ctx/tree/${path}`)
  repo.write({ [`.ctx/tree/${path}`]: text.replace(/^- \*\*set lab\*\*.*$/m, `- **set lab**: ${told}`) })
  expect(repo.ctx('query', 'why set lab').out).toMatch(/set lab/)
  repo.git('reset', '-q', '--hard', 'HEAD~1')
  expect(repo.ctx('query', 'why set lab').out).not.toContain('no longer in this history')
  repo.git('reset', '-q', '--hard', 'HEAD~1')
  expect(repo.ctx('query', 'why set lab').out).toContain('no longer in this history')
})

test('in a clone whose history was cut, a commit behind the cut was called no longer in this history', async () => {
  const repo = newCtxRepo()
  setLab(repo)
  repo.commit('Set it anew', { 'src/b.js': 'export const other = 2\n' })
  await repo.settled()
  const remote = withRemote(repo)
  repo.git('push', '-q', '--no-verify', 'origin', 'main')
  repo.git('fetch', '-q', '--depth', '1', `file://${remote}`, 'main')
  await removeWhole(join(repo.root, '.git/ctx'))
  const { out } = repo.ctx('query', 'why are labels needed by the printer')
  expect(out).toMatch(/set lab\n/)
  expect(out).not.toContain('no longer in this history')
})

test('a lesson of a commit that was reset went to colleagues as if it held, and neither review nor push said a word', async () => {
  const repo = newCtxRepo()
  repo.commit('feat: a\n\nWe need labels because the vendor scans them.', { 'src/a.js': 'export const a = 1\n' })
  withRemote(repo)
  await repo.settled()
  repo.git('push', '-q', '--no-verify', 'origin', 'main')
  expect(repo.ctx('push').err).not.toContain('in no branch')
  setLab(repo)
  await repo.settled()
  repo.git('reset', '-q', '--hard', 'HEAD~1')
  const told = /“set lab” was learned from [0-9a-f]{8}, which is in no branch any more\./
  expect(repo.ctx('review').out).toMatch(told)
  const pushed = repo.ctx('push')
  expect(pushed.err).toMatch(told)
  expect(pushed.err).toContain('It was shared all the same')
})

test('a lesson that a rebase dropped held for good where somebody asked amid the rebase, or before the branch was moved', async () => {
  const repo = newCtxRepo()
  repo.commit('feat: a\n\nWe need labels because the vendor scans them.', { 'src/a.js': 'export const a = 1\n' })
  setLab(repo)
  await repo.settled()
  repo.git('checkout', '-q', 'HEAD~1')
  const ask = asking(repo)
  expect(ask()).toMatch(/^set lab\n/)
  expect(ask()).not.toContain('no longer in this history')
  repo.git('branch', '-q', '-f', 'main', 'HEAD')
  repo.git('checkout', '-q', 'main')
  expect(ask()).toMatch(/set lab\n.*\n.* · its commit is no longer in this history\n/)
})

/** Asks for the limit that a commit sets; what comes after it is each test's. */
const askingForLimit = async (): Promise<{ repo: Repo; ask: () => string }> => {
  const repo = newCtxRepo()
  repo.commit('Start', { 'README.md': '# Taxes\n' })
  repo.commit('fix: keep queueLimit at 29\n\nThe service drops requests above 29, because its queue is bounded.', {
    'src/tax.js': 'export const queueLimit = 29\n',
  })
  await repo.settled()
  return { repo, ask: () => repo.ctx('query', 'why is queueLimit 29').out }
}

test.each(['and somebody asked before', 'and nobody asked before'])(
  'a revert that was reset left its lesson no longer so, though the code has it again, %s',
  async (when) => {
    const { repo, ask } = await askingForLimit()
    repo.git('revert', '--no-edit', 'HEAD')
    await repo.settled()
    if (when.startsWith('and somebody')) expect(ask()).toContain('no longer so')
    repo.git('reset', '-q', '--hard', 'HEAD~1')
    expect(ask()).toMatch(/^keep queueLimit at 29\n/)
    expect(ask()).not.toMatch(/no longer so|may not hold|changed later/)
    expect(repo.ctx('related', 'src/tax.js').out).not.toMatch(/no longer so|may not hold|changed later/)
    repo.git('reset', '-q', '--hard', 'ORIG_HEAD')
    expect(ask()).toContain('no longer so')
  },
)

test('whoever asked on a branch that rewrote the code was told on main, too, that it may not hold', async () => {
  const { repo, ask } = await askingForLimit()
  repo.git('switch', '-q', '-c', 'feature')
  repo.commit('feat: bound nothing\n\nSince the queue grows as it must, no request is dropped.', {
    'src/tax.js': 'export const other = 5\n',
  })
  await repo.settled()
  expect(ask()).toContain('bound nothing')
  repo.git('switch', '-q', 'main')
  expect(ask()).toMatch(/^keep queueLimit at 29\n/)
  expect(ask()).not.toMatch(/no longer so|may not hold|bound nothing/)
  expect(repo.ctx('query', '--log-only', 'why is queueLimit 29').out).not.toMatch(/no longer so|bound nothing/)
  repo.git('switch', '-q', 'feature')
  expect(ask()).toContain('bound nothing')
})

test("git was asked at each question for the commits of a colleague's branch, which this clone has not got", async () => {
  const repo = newCtxRepo()
  repo.commit('feat: a\n\nWe need labels because the vendor scans them.', { 'src/a.js': 'export const a = 1\n' })
  setLab(repo)
  await repo.settled()
  const clone = cloneOf(repo, 'clone')
  clone.git('fetch', '-q', 'origin', 'ctx/main:ctx/main')
  clone.git('reset', '-q', '--hard', 'HEAD~1')
  clone.git('reflog', 'expire', '--expire=now', '--all')
  clone.git('update-ref', '-d', 'ORIG_HEAD')
  clone.git('update-ref', '-d', 'refs/remotes/origin/main')
  clone.git('gc', '-q', '--prune=now')
  const ask = (): string => {
    const trace = join(clone.root, '.git', 'trace')
    writeFileSync(trace, '')
    clone.env['GIT_TRACE2_EVENT'] = trace
    expect(asking(clone)()).toMatch(/^set lab\n/)
    delete clone.env['GIT_TRACE2_EVENT']
    return readFileSync(trace, 'utf8')
  }
  expect(ask()).toContain('cat-file')
  expect(ask()).not.toContain('cat-file')
})
