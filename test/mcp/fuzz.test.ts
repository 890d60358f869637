import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { newCtxRepo, program, type Repo } from '../support/repo.ts'
import { amount } from '../support/slow.ts'

async function connect(repo: Repo): Promise<Client> {
  const client = new Client({ name: 'fuzz', version: '1.0.0' })
  const env = Object.fromEntries(Object.entries(repo.env).map(([key, value]) => [key, value ?? '']))
  const server = { command: process.execPath, args: [program, 'mcp'], cwd: repo.root, env, stderr: 'ignore' as const }
  await client.connect(new StdioClientTransport(server))
  onTestFinished(async () => await client.close())
  return client
}

/** What an agent may say that is meant for git, a file system, a terminal, a reader of Markdown or nobody. */
const words = [
  '', 'alpha', '--output=/tmp/x', '-n', '--help', 'HEAD', '../../etc/passwd', '/etc/passwd', 'src/a.js:1', 'a..b', 'a...b', '@{-1}', ':/alpha',
  ':(glob)**', '.git/config', 'a/b/c.md', '\u0000', '\u001B]0;x\u0007', '\u202Ealpha', '\uD800', '<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n',
  '---\ntitle: x\n---\n', '</data>', '```\n', '@.env', '{{x}}', '__proto__', 'constructor', '%s%n', '*', '"', "'; drop table entries --",
  'a '.repeat(50_000), '('.repeat(50_000), '\\'.repeat(50_000), 'é'.repeat(100_000),
] // prettier-ignore
const word = fc.constantFrom(...words)
const odd = fc.oneof(
  word,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(word, { maxLength: 3 }),
  fc.dictionary(word, word, { maxKeys: 3 }),
)

/** Arguments for a tool: mostly of the names and types that it tells of, which get furthest, and others. */
function argumentsFor(schema: unknown): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string; enum?: readonly string[] }> }
  const fitting = Object.fromEntries(
    Object.entries(properties).map(([name, { type, enum: some }]) => [
      name,
      fc.oneof({ weight: 6, arbitrary: valueOf(type, some) }, { weight: 1, arbitrary: odd }),
    ]),
  )
  return fc.oneof(
    { weight: 8, arbitrary: fc.record(fitting, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.constantFrom(...Object.keys(properties), '__proto__', 'x'), odd, { maxKeys: 4 }),
    },
  )
}

function valueOf(type: string | undefined, some: readonly string[] | undefined): fc.Arbitrary<unknown> {
  if (some !== undefined) return fc.constantFrom(...some)
  if (type === 'array') return fc.array(word, { maxLength: 4 })
  if (type === 'integer' || type === 'number')
    return fc.oneof(fc.integer({ min: -1, max: 100 }), fc.constantFrom(0, 1e9, 2 ** 53))
  return type === 'boolean' ? fc.boolean() : type === 'object' ? fc.dictionary(word, word, { maxKeys: 3 }) : word
}

test(
  'whatever an agent says to a tool is answered in words, and changes nothing but knowledge',
  { timeout: 3_600_000 },
  async () => {
    const repo = newCtxRepo()
    repo.commit('Add alpha\n\nConstraint: alpha must never be called twice', { 'src/a.js': 'export const alpha = 1\n' })
    await repo.settled()
    const state = (): string =>
      [
        repo.git('status', '--porcelain', '--ignored'),
        repo.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads/main', 'refs/tags', 'refs/remotes'),
        repo.git('config', '--list', '--local'),
      ].join('\n')
    const before = state()
    const client = await connect(repo)
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(10)
    const calls = fc.oneof(
      ...tools.map(({ name, inputSchema }) => fc.tuple(fc.constant(name), argumentsFor(inputSchema))),
    )
    await fc.assert(
      fc.asyncProperty(calls, async ([name, given]) => {
        const said = await client.callTool({ name, arguments: given }).then(
          ({ content }) => JSON.stringify(content),
          (error: unknown) => String(error),
        )
        expect(said).not.toMatch(
          /TypeError|RangeError|is not a function|Cannot read prop|bug of ours|GitError|git [a-z-]+ .*failed \(|\\u001b|\\u202e/i,
        )
        expect(said).not.toMatch(/ENOENT|EACCES|root:x:0/)
      }),
      { numRuns: amount({ sample: 60, ci: 200, all: 3_000 }) },
    )
    expect(state()).toBe(before)
    expect(repo.git('fsck', '--no-dangling')).toBe('')
    expect(repo.ctx('query', 'alpha').out).toContain('alpha must never be called twice')
  },
)
