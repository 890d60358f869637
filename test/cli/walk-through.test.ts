/** @module-tag slow */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectCode } from '../support/expect.ts'
import { newCtxRepo, program, type Repo } from '../support/repo.ts'

/** Teaches one lesson on a branch, which a review of it asks about, and says which entry has it. */
async function reviewed(): Promise<{ repo: Repo; entry: string }> {
  const repo = newCtxRepo()
  repo.commit('Start', { 'README.md': '# Labels\n' })
  repo.git('switch', '-q', '-c', 'feature')
  repo.commit('fix: set lab\n\nThe lab printer reads labels, otherwise they are blank.', {
    'src/lab.js': 'export const lab = 1\n',
  })
  await repo.settled()
  const entry = repo
    .git('ls-tree', '-r', '--name-only', 'ctx/feature')
    .split('\n')
    .find((one) => one.startsWith('src/') && !one.endsWith('context.md'))
  return { repo, entry: entry ?? '' }
}

/** Goes through a review, and does something where it waits for its first answer. */
async function answer(repo: Repo, answers: string, meanwhile: () => void = () => undefined): Promise<string> {
  const args = [program, 'review', '--interactive', 'main..feature']
  const child = spawn(process.execPath, args, { cwd: repo.root, env: repo.env })
  let said = ''
  let isAsked = false
  const listen = (chunk: Buffer): void => {
    said += chunk.toString()
    if (isAsked || !said.includes('Keep this?')) return
    isAsked = true
    meanwhile()
    child.stdin.end(answers)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  await new Promise((resolve) => child.on('close', resolve))
  return said
}

test('what somebody saved while a review waited went with the rejection of what it had shown', async () => {
  const { repo, entry } = await reviewed()
  const file = `.ctx/tree/${entry}`
  const save = (): void =>
    repo.write({ [file]: repo.read(file).replace('otherwise they are blank', 'otherwise they are black') })
  const said = await answer(repo, 'r\nq\n', save)
  expect(said).toContain('It was changed while you looked at it, so it was not rejected.')
  expect(said).toContain('otherwise they are black')
  expect(said).toContain('0 entries kept, 0 edited, 0 rejected.')
  expect(repo.read(file)).toContain('otherwise they are black')
})

test('an entry that was rejected by mistake could not be had back: nothing "was archived, or deleted by hand"', async () => {
  const { repo, entry } = await reviewed()
  const before = repo.read(`.ctx/tree/${entry}`)
  const said = await answer(repo, 'r\n')
  expect(said).toContain(`\`ctx restore ${entry}\` brings it back.`)
  expect(existsSync(join(repo.root, '.ctx/tree', entry))).toBe(false)
  expectCode(repo.ctx('restore', entry), 0)
  expect(repo.read(`.ctx/tree/${entry}`)).toBe(before)
  const { out } = repo.ctx('query', 'why are labels needed by the lab printer')
  expect(out).toMatch(/^set lab\n/)
  expect(out).not.toContain('rejected')
  // A review asks about it again, and what is rejected again goes again.
  expect(await answer(repo, 'r\n')).toContain('1 rejected')
  expect(repo.ctx('query', 'why are labels needed by the lab printer').out).toContain('rejected as knowledge')
})

test('an editor that could not be opened said nothing, and the entry was counted as kept', async () => {
  const { repo, entry } = await reviewed()
  repo.env['EDITOR'] = 'false'
  const said = await answer(repo, 'e\nq\n')
  expect(said).toContain('The editor false ended with an error.')
  expect(said).toContain('0 entries kept, 0 edited, 0 rejected.')
  expect(existsSync(join(repo.root, '.ctx/tree', entry))).toBe(true)
})
