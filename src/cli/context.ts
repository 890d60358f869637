import { Problem } from '../problem.ts'
import { type Ctx, open } from '../repo/context.ts'
import { nameInRepo } from '../repo/git/repo-paths.ts'
import type { Given, Option } from './command.ts'
import { say, showProgress } from './print/print.ts'

/** Aborted when a person interrupts (Ctrl-C). */
export const interrupt = new AbortController()

/** Waits until then; what serves does nothing else. */
export const interrupted = (): Promise<void> =>
  new Promise((done) => {
    if (interrupt.signal.aborted) done()
    else interrupt.signal.addEventListener('abort', () => done(), { once: true })
  })

/** Opens the repository around the current folder for a command. */
export const openHere = (options: Parameters<typeof open>[0] = {}): Promise<Ctx> =>
  open({ say, progress: showProgress, signal: interrupt.signal, ...options })

/**
 * Prepares the environment of what works in the background: nobody can be asked for a credential, and what a script
 * dates with its commits is not what we do now.
 */
export function workUnattended(): void {
  for (const name of ['GIT_COMMITTER_DATE', 'GIT_AUTHOR_DATE']) delete process.env[name]
  const silent = { GIT_TERMINAL_PROMPT: '0', GIT_ASKPASS: '', SSH_ASKPASS_REQUIRE: 'never', GCM_INTERACTIVE: 'never' }
  Object.assign(process.env, silent)
}

/** The switch by which a command answers programs: one object, whose lists have names. */
export const json: Option = { name: 'json', value: '', about: 'print JSON' }

/**
 * The option that keeps a list short; `numberOf` reads it, each command with a number of its own where it is not given.
 */
export const limit: Option = { name: 'limit', short: 'n', value: '<n>', about: 'show at most this many' }

/** The option that names a port; `about` says which one it is otherwise. */
export const portOption = (about: string): Option => ({ name: 'port', value: '<n>', about })

/** Reads a whole number that an option was given, from `least` on; `otherwise` where it was not. */
export function numberOf(given: Given, name: string, otherwise: number, least: 0 | 1 = 1): number {
  const text = given.text(name)
  if (text === undefined) return otherwise
  if (/^(?:0|[1-9]\d{0,8})$/.test(text) && Number(text) >= least) return Number(text)
  throw new Problem('bad-number', `--${name} takes a whole number from ${least}, not "${text}".`)
}

/** Requires a word that a command cannot do without. */
export function wordOf(given: Given, what: string, example: string): string {
  const [word] = given.words
  if (word !== undefined && word !== '') return word
  throw new Problem('missing-word', `${what} is missing.`, { hint: `For example: ${example}` })
}

/** Reads files that were named from the current folder or from the top, joined by commas, as the repository names them. */
export const filesHere = ({ place }: Ctx, named: string | undefined): readonly string[] =>
  (named ?? '')
    .split(',')
    .filter((path) => path !== '')
    .map((path) => nameInRepo(place, path, process.cwd()))
