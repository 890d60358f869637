import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectCode } from '../support/expect.ts'
import { newCtxRepo, type Repo } from '../support/repo.ts'

describe('in a repository', () => {
  /** One that has learned why it reflects the origin of a request. */
  const reflectingOrigins = async (): Promise<Repo> => {
    const repo = newCtxRepo()
    const body = 'const origin = request.origin\nif (credentials) reply.allow(origin)\nreply.vary(originHeader)\n'
    repo.commit('Reflect the origin\n\nBrowsers refuse a wildcard when credentials are sent along.', {
      'src/cors.ts': body,
    })
    await repo.settled()
    return repo
  }

  test('a commit that takes back what an older one taught changes its standing, and the answer tells both', async () => {
    const repo = await reflectingOrigins()
    repo.commit('Never reflect the origin\n\nAny site could read what a person sees with their credentials.', {
      'src/cors.ts': 'reply.allow(wildcard)\n',
    })
    await repo.settled()
    const { out } = repo.ctx('query', 'what happens to the origin when credentials are sent')
    expect(out).toContain('Browsers refuse a wildcard')
    expect(out).toMatch(/changed later: \S+ [0-9a-f]{8} Never reflect the origin/)
    expect(out).toContain('Any site could read')
    expect(repo.git('grep', '-h', 'Reflect the origin', 'ctx/main')).toMatch(
      /\{\S+ · past · superseded by [0-9a-f]{8}\}/,
    )
  })

  test('who ended a lesson without a word was named by its title alone, though its diff says why (hono f0b094db)', async () => {
    const repo = await reflectingOrigins()
    repo.commit('Security fix', {
      'src/cors.ts': '// Any site could read what a person sees with their credentials.\nreply.allow(wildcard)\n',
    })
    await repo.settled()
    expect(repo.ctx('query', 'what happens to the origin when credentials are sent').out).toMatch(
      /changed later: \S+ [0-9a-f]{8} Security fix — in its diff: Any site could read what a person sees/,
    )
  })

  test('a commit that takes the last use of a name out of the code changes the standing of the lesson about it', async () => {
    const repo = newCtxRepo()
    const why = 'Whoever asks for a wildcard beside credentials would be refused by the browser.'
    const held = 'const origin = request.origin\nreply.vary(originHeader)\nreply.allow(origin)\n'
    repo.commit(`Add \`preferWildcard\`\n\n${why}`, { 'src/cors.ts': `${held}option.preferWildcard = true\n` })
    await repo.settled()
    repo.commit('Read the option in the router', { 'src/router.ts': 'if (option.preferWildcard) start()\n' })
    repo.commit('Say what it is for', { 'README.md': 'It has preferWildcard.\n', 'src/cors.ts': held })
    await repo.settled()
    const standing = (): string => repo.git('grep', '-h', 'Add `preferWildcard`', 'ctx/main')
    // The router has it still.
    expect(standing()).not.toMatch(/· (?:reworked|partly|past)\b/)
    repo.commit('Start in any case', { 'src/router.ts': 'start()\n' })
    await repo.settled()
    expect(standing()).toMatch(/\{[^}]*· partly\b/)
    expect(repo.git('log', '-1', '--format=%s%n%b', 'ctx/main')).toMatch(/Start in any case[^]*holds only partly/)
  })

  test('a section of a document that gives reasons is a lesson until the document no longer has it', async () => {
    const repo = newCtxRepo()
    repo.git('config', 'core.hooksPath', '/dev/null')
    const pool =
      '## One pool\n\nThe gateway counts the connections of every client. So there is one pool for all of them.\n'
    const queue = '\n## No queue\n\nA queue would hide that the gateway is down. Whoever asks is told so at once.\n'
    repo.commit('Say how it is made', { 'docs/design.md': `# Design\n\n${pool}${queue}`, 'src/pool.ts': 'one()\n' })
    repo.commit('Let requests wait', { 'docs/design.md': `# Design\n\n${pool}`, 'src/pool.ts': 'two()\n' })
    repo.ctx('curate', '--all')
    const tree = repo.git('grep', '-h', '-F', '-e', '- **', 'ctx/main')
    expect(tree).toContain('**One pool**: The gateway counts the connections of every client.')
    expect(tree).not.toContain('No queue')
  })

  test('a lesson that its author typed `ci` or `chore` was told as holding whatever became of its lines (tracing aebfd70e)', async () => {
    const repo = newCtxRepo()
    repo.git('config', 'core.hooksPath', '/dev/null')
    const checks = (steps: string): Record<string, string> => ({ '.github/workflows/CI.yml': `jobs:\n${steps}` })
    repo.commit(
      'ci: add workaround for missing cargo-hack\n\nBuilds fail because `cargo hack` is not there after a cached build was loaded. So it is installed where it is missing.',
      checks(
        '# if `cargo-hack` somehow is not there after loading it, make sure\n- run: cargo hack --help || cargo install cargo-hack\n- run: cargo hack check --workspace\n',
      ),
    )
    repo.commit('ci: check with nextest', checks('- uses: taiki-e/install-action@nextest\n'))
    repo.ctx('curate', '--all')
    expect(repo.git('grep', '-h', 'missing cargo-hack', 'ctx/main')).toMatch(/\{[^}]*· (?:may not hold|past)\b/)
  })

  // Other systems have no such names.
  test.runIf(process.platform === 'linux')(
    'a lesson on a file whose name is not UTF-8 was past at birth, and its review blocked',
    async () => {
      const repo = newCtxRepo()
      mkdirSync(join(repo.root, 'src'))
      const name = Buffer.from(join(repo.root, 'src/caf\xe9.py'), 'latin1')
      writeFileSync(name, 'def importer(x):\n    return x + 1\n')
      repo.commit('Count bytes in the importer\n\nThe importer counts bytes since names on old disks are latin-1.')
      await repo.settled()
      const said = expectCode(repo.ctx('query', 'importer counts bytes'), 0)
      expect(said).toContain('src/café.py')
      expect(said).not.toContain('no longer so')
      expect(expectCode(repo.ctx('review', '--check'), 0)).not.toContain('not in the code')
    },
  )
})

describe('a merge whose conflict was resolved', () => {
  const before = 'export const one = 1\n'
  const alpha = 'export function alphaBudget(depth) {\n  const weight = depth * 17\n  return weight + reserve\n}\n'
  const beta = 'export class Beta {\n  names = ["first", "second"]\n  order = byName\n}\n'

  /** Two branches that write at the end of one file, and the merge of the second as somebody resolved it. */
  async function resolved(text: string): Promise<Repo> {
    const repo = newCtxRepo()
    repo.commit('Count to one', { 'src/utils.js': before })
    repo.git('switch', '-q', '-c', 'other')
    repo.commit('Name betas in a class\n\nPlugins looked betas up by position, which broke since 3.9.', {
      'src/utils.js': `${before}${beta}`,
    })
    await repo.settled()
    repo.git('switch', '-q', 'main')
    repo.commit(
      'Bound the alpha budget by depth\n\nDeep groups ran out of stack because every level asked for its own.',
      {
        'src/utils.js': `${before}${alpha}`,
      },
    )
    await repo.settled()
    expect(repo.run('git', ['merge', '--no-edit', 'other']).code).toBe(1)
    repo.write({ 'src/utils.js': text })
    repo.git('commit', '-q', '-a', '--no-edit')
    await repo.settled()
    return repo
  }

  test.each([
    ['one side', `${before}${beta}`, 'alpha budget depth', 'betas class'],
    ['the other side', `${before}${alpha}`, 'betas class', 'alpha budget depth'],
  ])(
    'says of a lesson whose lines were dropped, when %s was taken, that it is no longer so',
    async (_, text, lost, kept) => {
      const repo = await resolved(text)
      const merge = repo.git('rev-parse', '--short=8', 'HEAD')
      expect(repo.ctx('query', lost).out).toMatch(new RegExp(`no longer so\\n[^]*changed later: \\S+ ${merge}`))
      expect(repo.ctx('query', kept).out).not.toMatch(/no longer so|may not hold/)
    },
  )

  test('leaves the lessons of both sides alone when both were kept', async () => {
    const repo = await resolved(`${before}${alpha}${beta}`)
    expect(repo.git('grep', '-h', '-e', 'alpha budget', '-e', 'betas in a class', 'ctx/main')).not.toMatch(
      /past|may not hold/,
    )
    expect(repo.git('log', '-1', '--format=%s', 'ctx/main')).not.toContain('Curate: Merge')
  })
})
