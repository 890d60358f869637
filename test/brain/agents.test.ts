import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { parse } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { agents } from '../../src/brain/agents/agents.ts'
import { registerServer, unregisterServer } from '../../src/brain/agents/registration.ts'
import { partIn, withoutPart, withPart } from '../../src/text/markers.ts'
import { newCtxRepo, type Repo } from '../support/repo.ts'

const main = join(import.meta.dirname, '../../dist/cli.cjs')
const outcomes = (repo: Repo, ...args: readonly string[]): Record<string, string> => {
  const { out } = repo.ctx('agents', ...args, '--json')
  return Object.fromEntries(
    (JSON.parse(out) as { files: { path: string; outcome: string }[] }).files.map(({ path, outcome }) => [
      path,
      outcome,
    ]),
  )
}

describe('ctx agents', () => {
  test('writes for the agents that are used here, and for no other', () => {
    const repo = newCtxRepo()
    repo.write({ 'CLAUDE.md': '# Rules\n', '.cursor/settings.json': '{}\n' })
    expect(outcomes(repo)).toEqual({
      '.mcp.json': 'written',
      'CLAUDE.md': 'written',
      '.cursor/mcp.json': 'written',
      '.cursor/rules/ctx.mdc': 'written',
    })
    expect(JSON.parse(repo.read('.mcp.json'))).toEqual({ mcpServers: { ctx: { command: 'ctx', args: ['mcp'] } } })
    expect(repo.read('CLAUDE.md')).toMatch(
      /^# Rules\n\n<!-- ctx:start -->\n## The memory of this repository\n[^]*<!-- ctx:end -->\n$/,
    )
    expect(repo.read('.cursor/rules/ctx.mdc')).toMatch(/^---\ndescription: [^\n]+\nalwaysApply: true\n---\n/)
    expect(Object.values(outcomes(repo))).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged'])
  })

  test('says how to name one where none is used', () => {
    const repo = newCtxRepo()
    expect(repo.ctx('agents')).toMatchObject({ code: 2, err: expect.stringContaining('--claude, --cursor, --codex') })
    expect(outcomes(repo, '--codex')).toEqual({ '.codex/config.toml': 'written', 'AGENTS.md': 'written' })
    expect(repo.read('.codex/config.toml')).toContain('[mcp_servers.ctx]\ncommand = "ctx"\nargs = ["mcp"]\n')
  })

  test('writes for both that read Copilot’s settings, and gives Windsurf its trigger', () => {
    const repo = newCtxRepo()
    expect(outcomes(repo, '--copilot', '--windsurf')).toMatchObject({
      '.vscode/mcp.json': 'written',
      '.github/mcp.json': 'written',
      '.windsurf/rules/ctx.md': 'written',
    })
    expect(JSON.parse(repo.read('.github/mcp.json'))).toEqual({
      mcpServers: { ctx: { type: 'local', command: 'ctx', args: ['mcp'], tools: ['*'] } },
    })
    expect(repo.read('.windsurf/rules/ctx.md')).toMatch(/^---\ntrigger: always_on\n---\n/)
    repo.ctx('agents', '--remove', '--copilot', '--windsurf')
    expect(repo.git('status', '--short', '--untracked-files=all')).toBe('?? .ctx/config.yaml')
  })

  test('tells Cline once: where AGENTS.md has the block, no other file gets it', () => {
    const repo = newCtxRepo()
    expect(outcomes(repo, '--cline', '--codex')).toMatchObject({ 'AGENTS.md': 'unchanged' })
    expect(existsSync(join(repo.root, '.clinerules'))).toBe(false)
    const other = newCtxRepo()
    const { err } = other.ctx('agents', '--cline')
    expect(err).toContain('~/.cline/data/settings/cline_mcp_settings.json')
    expect(existsSync(join(other.root, '.clinerules/ctx.md'))).toBe(true)
  })

  test('--check asks the agents of this machine whether they would start ctx here', () => {
    const repo = newCtxRepo()
    const folder = join(dirname(repo.root), 'programs')
    mkdirSync(folder)
    const program = (name: string, said: string): void =>
      writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s\\n' '${said}'\n`, { mode: 0o755 })
    const check = (...args: string[]) =>
      repo.run(process.execPath, [main, 'agents', '--check', ...args], {
        env: { PATH: `.:${folder}:${process.env['PATH'] ?? ''}` },
      })
    program('gemini', 'x ctx: ctx mcp (stdio) - Disabled')
    program('codex', 'ctx   ctx      mcp   -    -    enabled  Unsupported')
    program('copilot', 'No MCP servers configured.')
    const { code, out } = check()
    expect(code).toBe(1)
    expect(out).toMatch(/^codex +would start ctx$/m)
    expect(out).toMatch(/^gemini +knows of ctx, and waits for you: .*trust the folder/m)
    expect(out).toMatch(/^copilot +does not know of ctx: `ctx agents --copilot`/m)
    const { checks: found } = JSON.parse(check('--json').out) as { checks: { agent: string; outcome: string }[] }
    expect(found.find(({ agent }) => agent === 'codex')?.outcome).toBe('sees')
  })

  test('takes all of it out again, byte for byte', () => {
    const repo = newCtxRepo()
    const before = {
      'CLAUDE.md': '# Rules\r\n\r\nBe kind.\r\n',
      'AGENTS.md': 'No line end',
      '.mcp.json': '{\n\t// mine\n\t"mcpServers": {\n\t\t"other": { "command": "x" }\n\t}\n}\n',
      '.codex/config.toml': 'model = "o"\n',
    }
    repo.write(before)
    repo.ctx('agents', '--all')
    expect(repo.read('.mcp.json')).toContain('// mine')
    expect(repo.read('CLAUDE.md')).toContain('\r\n<!-- ctx:start -->\r\n')
    repo.ctx('agents', '--remove', '--all')
    for (const [path, text] of Object.entries(before)) expect([path, repo.read(path)]).toEqual([path, text])
    expect(repo.git('status', '--short', '--untracked-files=all').split('\n').sort()).toEqual(
      ['.ctx/config.yaml', ...Object.keys(before)].map((path) => `?? ${path}`).sort(),
    )
  })

  test('instructions take at most sixty lines, and end with what is known here', () => {
    const repo = newCtxRepo()
    repo.ctx('curate', '--text', 'Never call the billing API in a transaction.', '--topic', 'billing/api')
    repo.ctx('agents', '--claude')
    const part = partIn(repo.read('CLAUDE.md')) ?? ''
    expect(part.split('\n### ')[0]?.split('\n').length).toBeLessThanOrEqual(60)
    expect(part).toContain('**Rules:**')
    expect(part).toContain('Never call the billing API')
  })

  test('leaves what it cannot read as it is, and says so', () => {
    const repo = newCtxRepo()
    const broken = '# Mine\n<!-- ctx:end -->\n<!-- ctx:start -->\n'
    repo.write({ 'CLAUDE.md': broken, '.mcp.json': '{ "mcpServers": \n' })
    const { code, err } = repo.ctx('agents')
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/left \.mcp\.json: it cannot be read as JSON[^]*left CLAUDE\.md: its markers/),
    ])
    expect([repo.read('CLAUDE.md'), repo.read('.mcp.json')]).toEqual([broken, '{ "mcpServers": \n'])
  })

  test('writes through a link within the work tree, once, and never through one that leads out', () => {
    const repo = newCtxRepo()
    repo.write({ 'AGENTS.md': '# Rules\n' })
    symlinkSync('AGENTS.md', join(repo.root, 'CLAUDE.md'))
    repo.ctx('agents', '--claude', '--codex')
    expect(repo.read('AGENTS.md').match(/ctx:start/g)).toHaveLength(1)
    const outside = join(dirname(repo.root), 'theirs.md')
    writeFileSync(outside, 'theirs\n')
    symlinkSync(outside, join(repo.root, 'GEMINI.md'))
    mkdirSync(join(dirname(repo.root), 'folder'))
    symlinkSync(join(dirname(repo.root), 'folder'), join(repo.root, '.roo'))
    const { code, err } = repo.ctx('agents', '--gemini', '--roo')
    expect([code, err]).toEqual([2, expect.stringContaining('a link leads out of the work tree')])
    expect(readFileSync(outside, 'utf8')).toBe('theirs\n')
    expect(existsSync(join(dirname(repo.root), 'folder/mcp.json'))).toBe(false)
  })

  test.each<[string, Record<string, string | Buffer>, string]>([
    ['a file in another encoding', { 'CLAUDE.md': Buffer.from([0x23, 0x20, 0xe9, 0x0a]) }, 'not UTF-8'],
    [
      'a server of the same name that is none of ours',
      { '.mcp.json': '{"mcpServers": {"ctx": {"command": "mine"}}}' },
      'another server ctx',
    ],
    [
      'a table of the same name',
      { '.codex/config.toml': '[mcp_servers.ctx]\ncommand = "mine"\n' },
      'another server ctx',
    ],
    ['a file where a folder is needed', { '.roo': 'x' }, 'something else stands there'],
  ])('leaves %s as it is, on the way in and out', (_, files, told) => {
    const repo = newCtxRepo()
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(repo.root, path)), { recursive: true })
      writeFileSync(join(repo.root, path), content)
    }
    const before = Object.keys(files).map((path) => readFileSync(join(repo.root, path)))
    const { code, err } = repo.ctx('agents', '--all')
    expect([code, err]).toEqual([2, expect.stringContaining(told)])
    repo.ctx('agents', '--remove', '--all')
    expect(Object.keys(files).map((path) => readFileSync(join(repo.root, path)))).toEqual(before)
  })

  test('takes markers in a fenced example for an example', () => {
    const repo = newCtxRepo()
    const before = '# How\n\n```\n<!-- ctx:start -->\n<!-- ctx:end -->\n```\n'
    repo.write({ 'CLAUDE.md': before })
    repo.ctx('agents', '--claude')
    expect(repo.read('CLAUDE.md').startsWith(before)).toBe(true)
    repo.ctx('agents', '--remove')
    expect(repo.read('CLAUDE.md')).toBe(before)
  })

  test('is mentioned by ctx uninstall, which takes ctx out even where the settings hold a typing error', () => {
    const repo = newCtxRepo()
    repo.ctx('agents', '--claude')
    repo.write({ '.ctx/config.yaml': 'agents: {refresh: bogus}\n' })
    const { code, out } = repo.ctx('uninstall')
    expect([code, out]).toEqual([0, expect.stringContaining('`ctx agents --remove`')])
    expect(existsSync(join(repo.root, '.git/hooks/post-commit'))).toBe(false)
  })

  test('uses the file where an agent knows both a file and a folder', () => {
    const repo = newCtxRepo()
    repo.write({ '.clinerules': 'Be kind.\n' })
    expect(Object.keys(outcomes(repo, '--cline'))).toContain('.clinerules')
    expect(repo.read('.clinerules')).toMatch(/^Be kind\.\n\n<!-- ctx:start -->/)
  })
})

describe('the block of instructions', () => {
  test('is brought up to date on request, and not written where nothing changed', () => {
    const repo = newCtxRepo()
    repo.ctx('agents', '--claude')
    repo.ctx('curate', '--text', 'Never call the billing API in a transaction.', '--topic', 'billing/api')
    expect(repo.read('CLAUDE.md')).not.toContain('billing')
    expect(outcomes(repo, '--refresh')).toEqual({ 'CLAUDE.md': 'written' })
    expect(repo.read('CLAUDE.md')).toContain('Never call the billing API')
    expect(outcomes(repo, '--refresh')).toEqual({ 'CLAUDE.md': 'unchanged' })
    expect(existsSync(join(repo.root, 'AGENTS.md'))).toBe(false)
  })

  test('is brought up to date after a curation where the project wants that, but not in the middle of a merge', async () => {
    const repo = newCtxRepo()
    repo.ctx('agents', '--claude')
    repo.write({ '.ctx/config.yaml': 'version: 1\nagents: { refresh: curate }\n' })
    repo.commit('feat: bill\n\nConstraint: the billing API must never be called in a transaction, it locks', {
      'src/billing.ts': 'b\n',
    })
    await repo.settled()
    expect(repo.read('CLAUDE.md')).toContain('must never be called in a transaction')
    writeFileSync(join(repo.root, '.git/MERGE_HEAD'), `${repo.git('rev-parse', 'HEAD')}\n`)
    repo.ctx('curate', '--text', 'Cats are grey at night.', '--topic', 'pets/cats')
    rmSync(join(repo.root, '.git/MERGE_HEAD'))
    expect(repo.read('CLAUDE.md')).not.toContain('Cats are grey')
  })

  test('is never learned from, while what people write beside it is', async () => {
    const repo = newCtxRepo()
    repo.ctx('curate', '--text', 'Never call the billing API in a transaction.', '--topic', 'billing/api')
    repo.ctx('agents', '--claude')
    repo.write({ 'CLAUDE.md': `# Rules\n\nTests must never touch the network.\n\n${repo.read('CLAUDE.md')}` })
    repo.commit('docs: tell agents what to know')
    await repo.settled()
    const learned = repo.git('grep', '-h', '', 'ctx/main', '--', 'docs', 'claude', '*claude*')
    expect(learned).toContain('Tests must never touch the network.')
    expect(learned).not.toMatch(/billing|What entries say is data|Exit code 1/)
  })

  test('cannot be ended by what somebody wrote into an entry', () => {
    const repo = newCtxRepo()
    repo.ctx(
      'curate',
      '--text',
      'Never write <!-- ctx:end --> or <!-- ctx:start --> anywhere.',
      '--topic',
      'docs/marks',
    )
    repo.ctx('agents', '--claude')
    expect(repo.read('CLAUDE.md').match(/<!-- ctx:/g)).toHaveLength(2)
    expect(repo.ctx('agents', '--claude').code).toBe(0)
  })
})

describe('our part of a text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r\n', ' ', '# ', '<!--') })

  test('goes in and comes out with not a byte changed outside of it', () => {
    fc.assert(
      fc.property(
        text.filter((one) => !/(?<!\r)\n/.test(one) || !one.includes('\r\n')),
        (before) => {
          const with_ = withPart(before, 'ours\nand more') ?? ''
          expect(partIn(with_)).toMatch(/^ours\r?\nand more$/)
          if (before !== '') expect(withoutPart(with_)).toBe(before)
          expect(withPart(with_, 'ours\nand more')).toBe(with_)
        },
      ),
    )
  })

  test('of settings in JSON keeps comments, order and blanks of all else', () => {
    const texts = [
      '{\n    // mine\n    "b": 1, "a": [1,2],\n    "mcpServers": {"x": {"command": "x"}}\n}\n',
      '{"b":1,"a":[1,2],"servers":{"x":1,}, // mine\n}',
      '{\r\n\t"b": 1, /* mine */ "a": [1,2]\r\n}\r\n',
    ]
    const servers = agents
      .flatMap((agent) => agent.servers)
      .flatMap((server) => ('where' in server || 'toml' in server ? [] : [server]))
    for (const [before, server] of texts.flatMap((one) => servers.map((other) => [one, other] as const))) {
      const after = registerServer(before, server) ?? ''
      expect(parse(after)).toMatchObject({ b: 1, a: [1, 2], [server.keys[0] ?? '']: { ctx: server.entry } })
      expect(unregisterServer(after, server)).toBe(before)
      expect(registerServer(after, server)).toBe(after)
    }
  })
})
