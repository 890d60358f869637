import { expect } from 'vitest'
import { newRepo, type Ran, type Repo } from './repo.ts'

/** Expects an exit code, and an output that is for people: no stack trace, no bug of ours, nothing that steers a terminal. */
export function expectCode(ran: Ran, code: number): string {
  const all = ran.out + ran.err
  expect(all).not.toMatch(/^ {4}at /m)
  expect(all).not.toContain('bug of ours')
  expect(all).not.toMatch(steering)
  expect({ code: ran.code, all }).toEqual({ code, all })
  return all
}

/** What must never be printed or stored: C0 but line feed and tab, C1, what reorders text, and what nobody sees. */
export const steering =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/u

/** Makes a repository that ctx is set up in, without hooks, so that nothing happens beside the test. */
export function quietRepo(): Repo {
  const repo = newRepo()
  expectCode(repo.ctx('init', '--no-hooks'), 0)
  return repo
}

/** Commits something that teaches; gives the full hash. */
export const teach = (repo: Repo, title = 'Queue mail instead of sending it', file = 'src/mail.ts'): string =>
  repo.commit(`${title}\n\nDecision: ${title} because the server is slow\n`, {
    [file]: `export const at = '${title}'\n`,
  })

/** Tells ctx something, filed under auth/tokens. */
export const tell = (repo: Repo, text = 'Refresh tokens are single-use.'): void =>
  void expectCode(repo.ctx('curate', '--text', text, '--topic', 'auth/tokens'), 0)

/** Expects that git status shows nothing but our settings file. */
export const expectClean = (repo: Repo): void =>
  expect(repo.git('status', '--porcelain')).toMatch(/^(?:(?:\?\?| M) \.ctx\/(?:config\.yaml)?)?$/)

/** Expects that ctx stopped with a sentence and a second line that says how to go on. */
export function expectProblem(ran: Ran, sentence: RegExp | string): void {
  const all = expectCode(ran, 2)
  expect(ran.out).toBe('')
  expect(ran.err).toMatch(/^ctx: [^]+\n {5}\S/)
  expect(all).toMatch(sentence)
}
