// Asks the agents' own programs, as far as they are in PATH, whether they see what `ctx agents` writes. They come from
// npm and need no account for that; nobody's settings are touched: each gets a home of its own, in which the folder is
// trusted. Not in CI, because it asks what others publish.
//
//   npm install --prefix /tmp/agents @anthropic-ai/claude-code @openai/codex @google/gemini-cli opencode-ai @github/copilot
//   PATH=/tmp/agents/node_modules/.bin:$PATH npm run test:agents
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

const program = join(import.meta.dirname, '../dist/cli.cjs')
const home = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-agents-')))
const root = join(home, 'repository')
const env = {
  ...process.env,
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  PATH: [join(home, 'bin'), process.env['PATH']].join(delimiter),
}

try {
  setUp()
  const untrusted = check()
  trust()
  const trusted = check()
  const names = Object.keys(trusted)
  for (const name of names)
    console.log(`${name.padEnd(9)}  before it is trusted: ${untrusted[name]}, after: ${trusted[name]}`)
  if (names.length === 0) console.log('No agent is in PATH: see the head of scripts/test-agents.js.')
  // Claude Code approves a server in its own window only.
  if (names.some((name) => trusted[name] !== 'sees' && name !== 'claude')) process.exitCode = 1
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

function setUp() {
  write('bin/ctx', `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  chmodSync(join(home, 'bin/ctx'), 0o755)
  mkdirSync(root)
  const run = (/** @type {string} */ command, /** @type {readonly string[]} */ args) =>
    execFileSync(command, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  run('git', ['init', '-q', '-b', 'main'])
  run('git', [
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.org',
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    'Begin',
  ])
  run(process.execPath, [program, 'init'])
  spawnSync(process.execPath, [program, 'agents', '--all'], { cwd: root, env, stdio: 'ignore' })
}

/** What each agent says of the server, by its name. @returns {Record<string, string>} */
function check() {
  const { stdout } = spawnSync(process.execPath, [program, 'agents', '--check', '--json'], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  return Object.fromEntries(
    JSON.parse(stdout).checks.map((/** @type {{ agent: string, outcome: string }} */ one) => [one.agent, one.outcome]),
  )
}

/** Says in each agent's own settings what a person says when asked. */
function trust() {
  write('.codex/config.toml', `[projects."${root}"]\ntrust_level = "trusted"\n`)
  write('.gemini/trustedFolders.json', JSON.stringify({ [root]: 'TRUST_FOLDER' }))
  write('.copilot/config.json', JSON.stringify({ trusted_folders: [root], trustedFolders: [root] }))
}

/**
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
}
