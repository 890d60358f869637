import { newRepo, type Repo } from './repo.ts'

const parts = ['mail', 'cache', 'token', 'form', 'date', 'queue']

/** A history of some parts, each with its own words, its code and its test. */
export function longHistory(commits: number): Repo {
  const repo = newRepo()
  for (let at = 0; at < commits; at++) {
    const part = parts[at % parts.length] ?? ''
    const message = `${at % 2 === 0 ? 'fix' : 'feat'}(${part}): ${part} keeps the ${['order', 'limit', 'owner'][at % 3]} when late\n\nThe ${part} must never lose number ${at} because callers depend on it. Whoever waits for it waits for ever.`
    repo.commit(message, {
      [`src/${part}/${part}.ts`]: `export const ${part}Limit = ${at}\nexport function ${part}Of(value: number) {\n  return value + ${at}\n}\n`,
      [`test/${part}.test.ts`]: `test('${part} keeps its order in round ${at}', () => {})\n`,
    })
  }
  return repo
}

/** Puts 230 commits behind what is checked out, at once: more than a question reads the diffs of. */
export function importHistory(repo: Repo, length = 230): void {
  const commits = Array.from({ length }, (_, at) => {
    const message = `Keep room ${at} warm\n`
    return `commit refs/heads/main\ncommitter Ada <ada@example.org> ${1700000000 + at} +0000\ndata ${message.length}\n${message}${at === 0 ? 'from refs/heads/main^0\n' : ''}M 100644 inline src/heat${at % 7}.ts\ndata 3\nx${at % 10}\n\n`
  })
  repo.run('git', ['fast-import', '--quiet'], { input: commits.join('') })
  repo.git('reset', '-q', '--hard')
}
