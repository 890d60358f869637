import { Problem } from '../problem.ts'
import { writeTemporary } from '../repo/state/disk.ts'
import { guardTerminal } from '../terminal.ts'
import { nearestName } from '../text/nearest-name.ts'
import { version } from '../version.ts'
import { type Command, type Given, helpFor, helpForAll, readArguments } from './command.ts'
import { loadCommand, loadGroups } from './commands.ts'
import { interrupt } from './context.ts'
import { print, printJson, say } from './print/print.ts'

async function main(argv: readonly string[]): Promise<number> {
  const [name = '--help', ...rest] = argv
  if (name === '--version' || name === '-v' || name === 'version') return answer(version)
  // Help is text: `ctx help --json` is taken for what it wants.
  const about = name === 'help' ? rest.find((word) => !word.startsWith('-')) : undefined
  if (name === '--help' || name === '-h' || (name === 'help' && about === undefined))
    return answer(helpForAll(await loadGroups(), { version, all: rest.includes('--all') || rest.includes('-a') }))
  const command = await find(about ?? name)
  if (name === 'help' || asksForHelp(rest)) return answer(helpFor(command))
  const given = readOrEnd(command, rest)
  return typeof given === 'number' ? given : await command.run(given)
}

function readOrEnd(command: Command, argv: readonly string[]): Given | number {
  try {
    return readArguments(command, argv)
  } catch (error) {
    const code = error instanceof Problem ? command.misread?.(argv, error.message) : undefined
    if (code === undefined) throw error
    return code
  }
}

async function find(name: string): Promise<Command> {
  const found = await loadCommand(name)
  if (found !== undefined) return found
  const commands = (await loadGroups()).flatMap(({ first, later }) => [...first, ...later])
  const known = commands.find(({ alias }) => alias === name)
  if (known !== undefined) return known
  const shown = commands.flatMap((command) => (command.hidden === true ? [] : [command.name]))
  const meant = namesElsewhere.get(name) ?? nearestName(name, shown)
  throw new Problem('unknown-command', `There is no command "${name}".`, {
    hint: meant === undefined ? 'See `ctx --help`.' : `Did you mean \`ctx ${meant}\`?`,
  })
}

/** What other programs call it, each with the command that is meant: it is named, and not run. */
const namesElsewhere = new Map(
  Object.entries({
    ask: 'query',
    find: 'search',
    remember: 'curate --text',
    learn: 'curate',
    ls: 'tree',
    cat: 'show',
    sync: 'pull',
  }),
)

const asksForHelp = (words: readonly string[]): boolean => {
  const end = words.indexOf('--')
  return words.slice(0, end === -1 ? undefined : end).some((word) => word === '--help' || word === '-h')
}

function answer(text: string): number {
  print(text)
  return 0
}

/** Reports an error as its kind requires, and returns the exit code. */
function fail(error: unknown): number {
  if (interrupt.signal.aborted) {
    say('Interrupted. What was written down by then is kept; run it again to go on.')
    return 130
  }
  if (error instanceof Problem) {
    tellPrograms(error.code, error.message, error.hint)
    say(`ctx: ${error.message}${error.hint === undefined ? '' : `\n     ${error.hint.replaceAll('\n', '\n     ')}`}`)
    return 2
  }
  if (error instanceof Error && error.name === 'GitError') {
    const hint =
      'isLeftAtRemote' in error && error.isLeftAtRemote === true
        ? 'This clone left it at its remote (git clone --filter). `git fetch --refetch --filter=blob:none` brings what ctx needs.'
        : 'Run `git fsck`, then `ctx doctor`.'
    tellPrograms('git-failed', error.message, hint)
    say(`ctx: ${error.message}\n     ${hint}`)
    return 2
  }
  const refused = error instanceof Error && 'code' in error ? refusals.get(String(error.code)) : undefined
  if (error instanceof Error && refused !== undefined) {
    tellPrograms('refused', `${refused}: ${error.message}`)
    say(`ctx: ${refused}: ${error.message}\n     What was done before is kept; run it again once that is mended.`)
    return 2
  }
  const report = writeTemporary(
    'report.txt',
    `ctx ${version}, node ${process.version}, ${process.platform}\nctx ${process.argv.slice(2).join(' ')}\n\n${describe(error)}\n`,
  )
  say(
    `ctx: This is a bug of ours: ${error instanceof Error ? error.message : String(error)}\n     Nothing half-written was left behind. Please report it with ${report}`,
  )
  return 70
}

/** With `--json`, errors are JSON, too. */
function tellPrograms(code: string, message: string, hint?: string): void {
  const asked = process.argv.includes('--json') || / --format[ =]json(?: |$)/.test(` ${process.argv.join(' ')}`)
  if (asked) printJson({ error: { code, message, hint } })
}

/** Errors of the machine, which are no bugs of ours (errno(3)). */
const refusals = new Map(
  Object.entries({
    ENOSPC: 'The disk is full',
    SQLITE_FULL: 'The disk is full',
    EDQUOT: 'Your share of the disk is full',
    EROFS: 'The disk cannot be written to',
    EACCES: 'The file system does not allow it',
    EPERM: 'The file system does not allow it',
    EMFILE: 'Too many files are open',
    ENOTDIR: 'A file stands where a folder is needed',
    EISDIR: 'A folder stands where a file is needed',
    ENAMETOOLONG: 'A name is too long',
  }),
)

const describe = (error: unknown): string =>
  error instanceof Error
    ? `${error.stack ?? error.message}${error.cause === undefined ? '' : `\n\nCaused by ${describe(error.cause)}`}`
    : String(error)

process.once('SIGINT', () => {
  interrupt.abort(new Error('interrupted'))
  setTimeout(() => process.exit(130), 2_000).unref()
})

async function run(): Promise<void> {
  guardTerminal()
  // Node would print an unhandled rejection as it is.
  process.on('uncaughtException', (error) => process.exit(fail(error)))
  try {
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    process.exitCode = fail(error)
  }
}

void run()
