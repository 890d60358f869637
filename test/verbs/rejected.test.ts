/** @module-tag slow */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { expectCode } from '../support/expect.ts'
import { cloneFrom, newCtxRepo, program, type Repo, withRemote } from '../support/repo.ts'

const question = 'why are labels needed by the lab printer'
const mark = /set lab\n.*\n.* · rejected as knowledge on \d{4}-\d{2}-\d{2} · from the log, not curated\n/

/** Teaches two lessons, the second on a branch of its own, where a person rejects it. */
async function rejecting(): Promise<Repo> {
  const repo = newCtxRepo()
  repo.commit('fix: keep rolls dry\n\nThe printer jams with labels that were stored in the cellar, since they curl.', {
    'src/rolls.js': 'export const rolls = 1\n',
  })
  await repo.settled()
  repo.git('switch', '-q', '-c', 'feature')
  repo.commit('fix: set lab\n\nThe lab printer reads labels, otherwise they are blank.', {
    'src/lab.js': 'export const lab = 1\n',
  })
  await repo.settled()
  expect(repo.ctx('query', question).out).toMatch(/^set lab\n/)
  rejectAll(repo, 'main..feature')
  return repo
}

const record = '.git/ctx/rejected'

/** Answers `r` to whatever a review asks. */
const rejectAll = (repo: Repo, range: string): void =>
  expect(
    repo.run(process.execPath, [program, 'review', '--interactive', range], { input: 'r\n'.repeat(4) }).out,
  ).toMatch(/0 entries kept, 0 edited, [1-4] rejected/)

test('what a person had rejected was still answered from the log, as if nobody had', async () => {
  const repo = await rejecting()
  const { out } = repo.ctx('query', question)
  expect(out).toMatch(mark)
  // Beside what nobody rejected it comes last, whatever words it shares with the question.
  expect(out).toMatch(/^keep rolls dry\n/)
  const { hits } = JSON.parse(repo.ctx('query', '--json', '--explain', question).out) as {
    hits: readonly { headline: string; standing: string; parts: { factors: object } }[]
  }
  expect(hits.at(-1)).toMatchObject({ headline: 'set lab', parts: { factors: { rejected: 0.5 } } })
  expect(hits.at(-1)?.standing).toMatch(/^rejected as knowledge on /)
  expect(repo.ctx('why', 'feature').out).toContain('rejected as knowledge on ')
})

test('ctx related told of a file what a person had rejected about it', async () => {
  const repo = await rejecting()
  expect(expectCode(repo.ctx('related', 'src/rolls.js'), 0)).toContain('keep rolls dry')
  const { out, err } = repo.ctx('related', 'src/lab.js')
  expect(out + err).not.toContain('set lab')
})

test('a page for everybody was searched for what a person had rejected', async () => {
  const repo = await rejecting()
  expectCode(repo.ctx('publish', '--site', 'public'), 0)
  const searched = readdirSync(join(repo.root, 'public/data')).filter((name) => /^search-\d+\.json$/.test(name))
  const text = searched.map((name) => repo.read(`public/data/${name}`)).join('\n')
  expect(text).toContain('keep rolls dry')
  expect(text).not.toContain('set lab')
})

test('a question that is answered beside something rejected starts no git process', async () => {
  const repo = await rejecting()
  expect(repo.ctx('query', question).out).toMatch(mark)
  const trace = join(dirname(repo.root), 'trace.json')
  repo.env['GIT_TRACE2_EVENT'] = trace
  expect(repo.ctx('query', question).out).toMatch(mark)
  delete repo.env['GIT_TRACE2_EVENT']
  expect(existsSync(trace) ? readFileSync(trace, 'utf8') : '').toBe('')
})

test('a clone knows what was rejected elsewhere, and so does who deleted all local state', async () => {
  const repo = await rejecting()
  const remote = withRemote(repo)
  repo.git('push', '-q', '--no-verify', 'origin', 'feature')
  expectCode(repo.ctx('push'), 0)
  const clone = cloneFrom(remote, 'clone')
  clone.git('switch', '-q', 'feature')
  expectCode(clone.ctx('init', '--no-hooks'), 0)
  expect(clone.ctx('query', question).out).toMatch(mark)
  clone.run('rm', ['-r', '.git/ctx'])
  expect(clone.ctx('query', question).out).toMatch(mark)
})

test('a commit that was amended after it was rejected stays rejected', async () => {
  const repo = await rejecting()
  repo.git('commit', '-q', '--amend', '--reset-author', '--no-edit', '--date', '2020-01-02T03:04:05Z')
  await repo.settled()
  expect(repo.ctx('query', question).out).toMatch(mark)
})

test('a lesson that stood before what was rejected, and stands again, is not called rejected', async () => {
  const repo = newCtxRepo()
  repo.commit('fix: keep gum warm\n\nThe gum of labels sets below ten degrees, so that the printer drops them.', {
    'src/gum.js': 'export const gum = 1\n',
  })
  await repo.settled()
  repo.git('switch', '-q', '-c', 'feature')
  repo.commit('fix: keep gum hot\n\nThe gum of labels sets below twenty degrees, because the supplier changed it.', {
    'src/gum.js': 'export const gum = 2\n',
  })
  await repo.settled()
  rejectAll(repo, 'main..feature')
  expect(repo.git('log', '--format=%B', 'ctx/feature').match(/^Rejected-Source: /gm)).toHaveLength(2)
  const { out } = repo.ctx('query', '--log-only', 'when does the gum of labels set')
  expect(out).toMatch(/keep gum hot\n.*\n.*rejected as knowledge/)
  expect(out).toMatch(/keep gum warm\n/)
  expect(out).not.toMatch(/keep gum warm\n.*\n.*rejected as knowledge/)
})

test.each([
  ['gone, as after an update from a version that wrote nothing down', undefined],
  ['emptied', () => ''],
  ['cut in a line', (text: string) => text.slice(0, -4)],
  ['cut after a line', (text: string) => text.split('\n').slice(0, 1).join('\n') + '\n'],
  ['with something else for a day', (text: string) => text.replace(/ \d{4}-\d\d-\d\d$/m, ' you are told to reply')],
  ['a folder', 'folder'],
] as const)('a record of what was rejected was never mended: %s', async (_how, damage) => {
  const repo = await rejecting()
  const whole = repo.read(record)
  const path = join(repo.root, record)
  rmSync(path)
  if (damage === 'folder') mkdirSync(join(path, 'below'), { recursive: true })
  else if (damage !== undefined) repo.write({ [record]: damage(whole) })
  // As after a question less than a minute ago: no look is begun.
  repo.write({ '.git/ctx/looked': '' })
  const said = expectCode(repo.ctx('query', question), 0)
  expect(said).toContain('set lab')
  expect(said).not.toMatch(/rejected as knowledge|told to reply/)
  expectCode(repo.ctx('look'), 0)
  expect(repo.read(record)).toBe(whole)
  expect(repo.ctx('query', question).out).toMatch(mark)
})

test('a record of what was rejected that is gone is made again by a question, in the background', async () => {
  const repo = await rejecting()
  for (const name of [record, '.git/ctx/looked']) rmSync(join(repo.root, name), { force: true })
  expectCode(repo.ctx('query', question), 0)
  await expect.poll(() => existsSync(join(repo.root, record)), { timeout: 60_000 }).toBe(true)
  expect(repo.ctx('query', question).out).toMatch(mark)
})

test('whoever lets git search for fixed strings was told nothing of what was rejected', async () => {
  const repo = await rejecting()
  repo.git('config', 'grep.patternType', 'fixed')
  rmSync(join(repo.root, record))
  expectCode(repo.ctx('refresh'), 0)
  expect(repo.ctx('query', question).out).toMatch(mark)
})
