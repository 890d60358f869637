import { describe, expect, test } from 'vitest'
import { newCtxRepo } from '../support/repo.ts'

describe('in a repository', () => {
  test('a commit that takes back what an older one taught changes its standing, and the answer tells both', async () => {
    const repo = newCtxRepo()
    const body = 'const origin = request.origin\nif (credentials) reply.allow(origin)\nreply.vary(originHeader)\n'
    repo.commit('Reflect the origin\n\nBrowsers refuse a wildcard when credentials are sent along.', {
      'src/cors.ts': body,
    })
    await repo.settled()
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
})
