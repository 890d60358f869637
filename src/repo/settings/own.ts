import { homedir } from 'node:os'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { askGit } from '../git/git.ts'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'

/** What one person may set for their own clone: the name in git config, and in the environment, which stands above it ('' for none). */
const environment = {
  'ctx.autoPush': 'CTX_AUTO_PUSH',
  'ctx.pushTries': 'CTX_PUSH_TRIES',
  'ctx.networkTimeout': 'CTX_NETWORK_TIMEOUT',
  'ctx.trust': 'CTX_TRUST',
  'ctx.agentHooks': 'CTX_AGENT_HOOKS',
  'ctx.prequery': 'CTX_PREQUERY',
  'ctx.model.endpoint': 'CTX_MODEL_ENDPOINT',
  'ctx.model.name': 'CTX_MODEL_NAME',
  'ctx.model.command': 'CTX_MODEL_COMMAND',
  'ctx.model.environment': 'CTX_MODEL_ENVIRONMENT',
  'ctx.model.embeddings': 'CTX_MODEL_EMBEDDINGS',
  'ctx.model.embeddingsEndpoint': 'CTX_MODEL_EMBEDDINGS_ENDPOINT',
  'ctx.model.timeout': 'CTX_MODEL_TIMEOUT',
  'ctx.model.dailyTokens': 'CTX_MODEL_DAILY_TOKENS',
  'ctx.query.model': 'CTX_QUERY_MODEL',
  'ctx.curate.model': 'CTX_CURATE_MODEL',
  'ctx.summaries.model': 'CTX_SUMMARIES_MODEL',
  'ctx.package': '',
  'ctx.integrity': '',
} as const

/** The name of a personal setting, spelled as people type it. */
export type OwnName = keyof typeof environment

/** Personal settings as they were written; those that nobody set are missing. */
export type OwnSettings = Partial<Readonly<Record<OwnName, string>>>

/** Reads all personal settings in one process. */
export const readOwn = async (place: RepoPaths, env: NodeJS.ProcessEnv): Promise<OwnSettings> =>
  (await readOwnAnd([], { place, env })).own

type Reading = { readonly place: RepoPaths; readonly env: NodeJS.ProcessEnv; readonly signal?: AbortSignal | undefined }

/** What was read; `ignored` are files of the work tree that git includes and whose word about us is not taken. */
export type ReadSettings = {
  readonly own: OwnSettings
  readonly git: ReadonlyMap<string, string>
  readonly ignored: readonly string[]
}

/** The same with settings of git itself, by their names in lower case, where a second process would be felt. */
export async function readOwnAnd(ofGit: readonly string[], { place, env, signal }: Reading): Promise<ReadSettings> {
  const wanted = ['^ctx\\.', ...ofGit.map((name) => `^${name.replaceAll('.', '\\.')}$`)].join('|')
  const asked = ['config', '-z', '--show-scope', '--show-origin', '--get-regexp', wanted]
  const parts = (await askGit(place, asked, { signal })).out.split('\0')
  const git = new Map<string, string>()
  const ignored = new Set<string>()
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [scope = '', origin = '', record = ''] = parts.slice(at, at + 3)
    const [name = '', ...value] = record.split('\n')
    const file = /^(?:local|worktree)$/.test(scope) && name.startsWith('ctx.') ? tracked(place, origin) : undefined
    // The last value of a name counts, and git gives names in lower case.
    if (file === undefined) git.set(name, value.join('\n'))
    else ignored.add(file)
  }
  const said = Object.entries(environment).map(
    ([name, variable]) => [name, env[variable] ?? git.get(name.toLowerCase())] as const,
  )
  return { own: Object.fromEntries(said.filter(([, value]) => value !== undefined)), git, ignored: [...ignored] }
}

/**
 * The file of the work tree that a setting of the repository is from, where there is one: `include.path = ../.gitconfig`
 * lets a file be pulled that would choose what is run, what is pushed, or where a key is sent.
 */
function tracked({ root, gitDir, commonDir }: RepoPaths, origin: string): string | undefined {
  const file = resolve(root, origin.replace(/^file:/, ''))
  const isOurs = isIn(gitDir, file) || isIn(commonDir, file)
  return isIn(root, file) && !isOurs ? relative(root, file) : undefined
}

function isIn(folder: string, file: string): boolean {
  const way = relative(folder, file)
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}

/**
 * Looks up one personal setting without a process, because every question asks it: in the repository's configuration,
 * then in the person's; files that those include are not read.
 */
export function lookUpOwn(name: OwnName, { place, env }: Reading): string | undefined {
  const said = env[environment[name]]
  if (said !== undefined) return said
  const home = env['HOME'] ?? homedir()
  const files = [
    join(place.commonDir, 'config'),
    env['GIT_CONFIG_GLOBAL'] ?? join(home, '.gitconfig'),
    join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'git', 'config'),
  ]
  for (const file of files) {
    const value = valueIn(file, name)
    if (value !== undefined) return value
  }
  return undefined
}

/** A line that sets one word, behind the name of its section or by itself. */
const setting = /^\s*(?:\[[^\]]*\]\s*)?(\w+)\s*=\s*"?([\w./:-]+)"?\s*(?:[#;].*)?$/

/** Reads one word from a file of git configuration, the last that it says of a name. */
export function valueIn(file: string, name: string): string | undefined {
  const [, wanted = '', key = ''] = /^(.*)\.(\w+)$/.exec(name.toLowerCase()) ?? []
  let section = ''
  let found: string | undefined
  for (const line of (readIfThere(file) ?? '').split('\n')) {
    const [, head] = /^\s*\[([^\]]*)\]/.exec(line) ?? []
    section = head?.toLowerCase().replace(/^(\S+)\s+"(.*)"$/, '$1.$2') ?? section
    const [, said = '', value] = setting.exec(line) ?? []
    if (section === wanted && said.toLowerCase() === key) found = value
  }
  return found
}
