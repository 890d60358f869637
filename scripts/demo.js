// The README's demo: in scratch clones of this very repository, every step as a person would type it. Fails loudly.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const source = join(import.meta.dirname, '..')
const program = join(source, 'dist/cli.cjs')
const folder = mkdtempSync(join(tmpdir(), 'ctx-demo-'))
const env = { ...process.env, CI: '', CTX_HOOKS: '', GIT_CONFIG_GLOBAL: '/dev/null' }
for (const name of Object.keys(env)) if (name.startsWith('GIT_') && name !== 'GIT_CONFIG_GLOBAL') delete env[name]
delete env.CTX_HOOKS

let here = folder

/** Runs a line as a person would type it and prints both; an exit code that is not expected ends the demo. */
function type(line, { expect = 0, show = 12 } = {}) {
  console.log(`\n$ ${line}`)
  const words = line.match(/"[^"]*"|\S+/g).map((word) => word.replace(/^"|"$/g, '').replaceAll('\\n', '\n'))
  const [command, args] =
    words[0] === 'ctx' ? [process.execPath, [program, ...words.slice(1)]] : [words[0], words.slice(1)]
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: here, env, encoding: 'utf8' })
  const said = `${stdout}${stderr}`.trimEnd()
  const lines = said.split('\n')
  if (said !== '')
    console.log(
      [...lines.slice(0, show), ...(lines.length > show ? [`… ${lines.length - show} more lines`] : [])].join('\n'),
    )
  if (status !== expect) throw new Error(`"${line}" ended with ${status}, not ${expect}:\n${said}`)
  return said
}

function require(condition, what) {
  if (!condition) throw new Error(`The demo expected ${what}.`)
}

/** A checkout without history (a download, a shallow clone) still makes a demo: it becomes a repository of its own. */
function scratchClone(to) {
  if (existsSync(join(source, '.git')))
    return execFileSync('git', ['clone', '-q', source, to], { env, stdio: 'inherit' })
  cpSync(source, to, { recursive: true, filter: (path) => !/node_modules|dist/.test(path) })
  execFileSync(
    'sh',
    [
      '-c',
      'git init -q -b main && git add -A && git -c user.name=Demo -c user.email=demo@localhost commit -qm "Begin"',
    ],
    { cwd: to, env },
  )
}

async function workerIsDone(root) {
  for (let waited = 0; waited < 20_000; waited += 100) {
    const { stdout } = spawnSync('sh', ['-c', 'ls .git/ctx/queue .git/ctx/worker.lock 2>/dev/null | grep -v :'], {
      cwd: root,
      env,
      encoding: 'utf8',
    })
    if (stdout.trim() === '') return
    await sleep(100)
  }
  throw new Error('The worker did not finish in 20 seconds.')
}

try {
  const ada = join(folder, 'ada')
  const remote = join(folder, 'shared.git')
  scratchClone(ada)
  here = ada
  execFileSync(
    'sh',
    [
      '-c',
      'git checkout -q -B main && git remote remove origin; git config user.name Ada && git config user.email ada@localhost',
    ],
    { cwd: ada, env },
  )
  console.log('Ada has a clone of this repository, and ctx.')

  type('ctx init')
  type('ctx curate --all')
  type('ctx tree', { show: 8 })

  console.log('\nShe commits as always; a hook learns from it in the background.')
  writeFileSync(join(ada, 'src/verbs/greeting.ts'), 'export const greeting = "hello"\n')
  type('git add src/verbs/greeting.ts')
  type(
    'git commit -q -m "feat(greeting): greet in lower case\\n\\nGreetings must never shout, because capital letters frighten the lighthouse keeper."',
  )
  await workerIsDone(ada)
  const answer = type('ctx query who is frightened by capital letters')
  require(/lighthouse keeper/.test(answer), 'the answer to name the lighthouse keeper')
  type('ctx query how are quarterly tax reports encrypted', { expect: 1 })
  type('ctx log --limit 1')

  console.log('\nShe shares what was learned, with any git remote.')
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', remote], { env })
  type(`git remote add origin ${remote}`)
  type('git push -q -u origin main')
  type('ctx push')

  console.log('\nBob has a clone from before; he pulls, and asks.')
  const bob = join(folder, 'bob')
  here = folder
  type(`git clone -q --single-branch ${remote} ${bob}`)
  here = bob
  type('ctx init', { show: 4 })
  type('ctx pull')
  const heard = type('ctx query who is frightened by capital letters')
  require(/lighthouse keeper/.test(heard), 'Bob to get the same answer')
  require(readFileSync(join(bob, '.git/info/exclude'), 'utf8').includes(
    '/.ctx/tree/',
  ), 'the tree to be kept out of git status')
  console.log('\nThe demo went well.')
} catch (error) {
  console.error(`\nThe demo failed: ${error.message}`)
  process.exitCode = 1
} finally {
  await removeFolder()
}

/** What ctx does in the background may still put a file into a folder that was just emptied; Node looks into it only once. */
async function removeFolder(tries = 50) {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    if (tries === 0) throw error
    await sleep(100)
    await removeFolder(tries - 1)
  }
}
