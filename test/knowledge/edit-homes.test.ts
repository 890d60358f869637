/** @module-tag slow */
import { appendFileSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectCode } from '../support/expect.ts'
import { newCtxRepo, type Repo, withRemote } from '../support/repo.ts'

const note = (text: string): string => `# A rule\n\n${text}\n`
const inTree = (repo: Repo, path: string): string => join(repo.root, '.ctx/tree', path)
const onBranch = (repo: Repo, branch: string, path: string): string =>
  repo.run('git', ['show', `ctx/${branch}:${path}`]).out
const statusOf = (repo: Repo) => JSON.parse(repo.ctx('status', '--json').out)

const [both, differing, friday] = ['team/rules/both.md', 'team/rules/differing.md', 'team/rules/friday.md'] as const

/** The tree shows feat; `both` is one text on both branches, `differing` is two. */
async function onFeat(): Promise<Repo> {
  const repo = newCtxRepo()
  repo.write({ [`.ctx/tree/${both}`]: note('Both.'), [`.ctx/tree/${differing}`]: note('As on main.') })
  expectCode(repo.ctx('refresh'), 0)
  repo.git('switch', '-q', '-c', 'feat')
  await repo.settled()
  repo.write({ [`.ctx/tree/${differing}`]: note('As on feat.') })
  expectCode(repo.ctx('refresh'), 0)
  return repo
}

/** Goes to main as a client does that runs no hooks. */
const leave = (repo: Repo): void => void repo.git('-c', 'core.hooksPath=/dev/null', 'switch', '-q', 'main')

test('a note written after a switch without hooks is on the branch that status names, and pushed', async () => {
  const repo = await onFeat()
  withRemote(repo)
  leave(repo)
  expect(expectCode(repo.ctx('status'), 0)).toContain('.ctx/tree still shows the knowledge of feat')
  repo.write({ [`.ctx/tree/${friday}`]: note('No releases on Fridays.') })
  const said = expectCode(repo.ctx('status'), 0)
  expect(said).toContain('On main')
  expect(said).toContain(`Edited or deleted by hand, committed with the next curation: ${friday}`)
  expect(statusOf(repo).left).toEqual({ branch: 'feat', edited: [] })
  expect(expectCode(repo.ctx('push'), 0)).not.toContain('has everything')
  expect(onBranch(repo, 'main', friday)).toContain('No releases on Fridays.')
  expect(onBranch(repo, 'feat', friday)).toBe('')
  expect(readFileSync(inTree(repo, friday), 'utf8')).toContain('No releases on Fridays.')
  expect(statusOf(repo)).toMatchObject({ edited: [], left: { branch: '', edited: [] }, elsewhere: [], isCurrent: true })
})

test('what was edited or deleted after a switch goes to the branch gone to where both had the same text', async () => {
  const repo = await onFeat()
  leave(repo)
  appendFileSync(inTree(repo, both), 'By hand.\n')
  expectCode(repo.ctx('refresh'), 0)
  expect(onBranch(repo, 'main', both)).toContain('By hand.')
  expect(onBranch(repo, 'feat', both)).not.toContain('By hand.')
  expect(readFileSync(inTree(repo, both), 'utf8')).toContain('By hand.')
  repo.git('switch', '-q', 'feat')
  await repo.settled()
  leave(repo)
  repo.write({ [`.ctx/tree/${friday}`]: note('Stays.') })
  rmSync(inTree(repo, both))
  expectCode(repo.ctx('refresh'), 0)
  // The texts were two by now, so it was that of feat that was deleted.
  expect(onBranch(repo, 'main', both)).toContain('By hand.')
  expect(onBranch(repo, 'feat', both)).toBe('')
})

test('what was edited after a switch and is another text there stays where it was shown, and that is said', async () => {
  const repo = await onFeat()
  leave(repo)
  appendFileSync(inTree(repo, differing), 'By hand.\n')
  repo.write({ [`.ctx/tree/${friday}`]: note('No releases on Fridays.') })
  const said = expectCode(repo.ctx('status'), 0)
  expect(said).toContain(`committed with the next curation: ${friday}\n`)
  expect(said).toContain(`committed to the knowledge of feat with the next curation: ${differing}\n`)
  expect(expectCode(repo.ctx('refresh'), 0)).toContain(
    `1 edit was made while .ctx/tree showed ctx/feat, and is on ctx/feat: ${differing}`,
  )
  expect(onBranch(repo, 'feat', differing)).toBe(`${note('As on feat.')}By hand.\n`)
  expect(onBranch(repo, 'main', differing)).toBe(note('As on main.'))
  expect(readFileSync(inTree(repo, differing), 'utf8')).toBe(note('As on main.'))
  expect(onBranch(repo, 'main', friday)).toContain('No releases on Fridays.')
  expect(statusOf(repo)).toMatchObject({ edited: [], isCurrent: true })
})

test('an edit that went elsewhere in the background is named by status until the tree shows it', async () => {
  const repo = await onFeat()
  leave(repo)
  appendFileSync(inTree(repo, differing), 'By hand.\n')
  repo.commit('Something on main\n\nWhy: because it could not wait', { 'other.txt': 'x\n' })
  await repo.settled()
  expect(readFileSync(inTree(repo, differing), 'utf8')).toBe(note('As on main.'))
  expect(expectCode(repo.ctx('status'), 0)).toContain(
    `${differing} was edited while .ctx/tree still showed the knowledge of feat, and the edit is there`,
  )
  expect(statusOf(repo).elsewhere).toEqual([{ branch: 'feat', path: differing }])
  repo.git('switch', '-q', 'feat')
  await repo.settled()
  expect(readFileSync(inTree(repo, differing), 'utf8')).toContain('By hand.')
  expect(statusOf(repo).elsewhere).toEqual([])
})

test('what was written before a switch without hooks stays with the branch that was left, whatever time it bears', async () => {
  const repo = await onFeat()
  writeFileSync(inTree(repo, friday), note('No releases on Fridays.'))
  const later = new Date(Date.now() + 3_600_000)
  utimesSync(inTree(repo, friday), later, later)
  leave(repo)
  expect(statusOf(repo)).toMatchObject({ edited: [friday], left: { branch: 'feat', edited: [friday] } })
  expect(expectCode(repo.ctx('refresh'), 0)).toContain(`and is on ctx/feat: ${friday}`)
  expect(onBranch(repo, 'feat', friday)).toContain('No releases on Fridays.')
  expect(onBranch(repo, 'main', friday)).toBe('')
  expect(existsSync(inTree(repo, friday))).toBe(false)
  expect(statusOf(repo).elsewhere).toEqual([])
})

/** As many files as make a question look only at those that differ. */
const many = Object.fromEntries(
  Array.from({ length: 1_500 }, (_, number) => [
    `.ctx/tree/team/numbered_rules_of_the_house/rule_${number}.md`,
    note(`${number}.`),
  ]),
)

test('a question in a large tree after a switch without hooks leaves to each branch what was written while it was there', async () => {
  const repo = newCtxRepo()
  repo.write({ ...many, [`.ctx/tree/${differing}`]: note('Deploys happen as on main.') })
  expectCode(repo.ctx('refresh'), 0)
  repo.git('switch', '-q', '-c', 'feat')
  await repo.settled()
  repo.write({ [`.ctx/tree/${differing}`]: note('Deploys happen as on feat.') })
  expectCode(repo.ctx('refresh'), 0)
  repo.write({ [`.ctx/tree/${friday}`]: note('No releases on Fridays.') })
  leave(repo)
  expect(expectCode(repo.ctx('query', 'how deploys happen'), 0)).toContain('as on main')
  expect(onBranch(repo, 'feat', friday)).toContain('No releases on Fridays.')
  expect(onBranch(repo, 'main', friday)).toBe('')
  await repo.settled()
  repo.git('-c', 'core.hooksPath=/dev/null', 'switch', '-q', 'feat')
  expect(expectCode(repo.ctx('query', 'how deploys happen'), 0)).toContain('as on feat')
  expect(existsSync(inTree(repo, friday))).toBe(true)
  await repo.settled()
  leave(repo)
  expectCode(repo.ctx('query', 'how deploys happen'), 0)
  repo.write({ [`.ctx/tree/${both}`]: note('Written on main.') })
  expect(statusOf(repo)).toMatchObject({ edited: [both], left: { branch: '', edited: [] } })
  expectCode(repo.ctx('refresh'), 0)
  expect(onBranch(repo, 'main', both)).toContain('Written on main.')
  expect(onBranch(repo, 'feat', both)).toBe('')
})

test('a note written right after a switch with hooks is on the branch that was switched to', async () => {
  const repo = await onFeat()
  repo.git('switch', '-q', 'main')
  repo.write({ [`.ctx/tree/${friday}`]: note('No releases on Fridays.') })
  await repo.settled()
  expectCode(repo.ctx('refresh'), 0)
  expect(onBranch(repo, 'main', friday)).toContain('No releases on Fridays.')
  expect(onBranch(repo, 'feat', friday)).toBe('')
})
