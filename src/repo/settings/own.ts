import { homedir } from 'node:os'
import { join } from 'node:path'
import { askGit } from '../git/git.ts'
import { records } from '../git/objects.ts'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'

/** What one person may set for their own clone: the name in git config, and in the environment, which stands above it ('' for none). */
const environment = {
  'ctx.autoPush': 'CTX_AUTO_PUSH',
  'ctx.pushTries': 'CTX_PUSH_TRIES',
  'ctx.trust': 'CTX_TRUST',
  'ctx.prequery': 'CTX_PREQUERY',
  'ctx.model.endpoint': 'CTX_MODEL_ENDPOINT',
  'ctx.model.name': 'CTX_MODEL_NAME',
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

/** The same with settings of git itself, by their names in lower case, where a second process would be felt. */
export async function readOwnAnd(
  ofGit: readonly string[],
  { place, env, signal }: Reading,
): Promise<{ readonly own: OwnSettings; readonly git: ReadonlyMap<string, string> }> {
  const wanted = ['^ctx\\.', ...ofGit.map((name) => `^${name.replaceAll('.', '\\.')}$`)].join('|')
  const { out } = await askGit(place, ['config', '-z', '--get-regexp', wanted], { signal })
  // The last value of a name counts, and git gives names in lower case.
  const git = new Map(
    records(out).map((record) => {
      const [name = '', ...value] = record.split('\n')
      return [name, value.join('\n')]
    }),
  )
  const said = Object.entries(environment).map(
    ([name, variable]) => [name, env[variable] ?? git.get(name.toLowerCase())] as const,
  )
  return { own: Object.fromEntries(said.filter(([, value]) => value !== undefined)), git }
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

/** Reads one word from a file of git configuration, the last that it says of a name. */
export function valueIn(file: string, name: string): string | undefined {
  const [, wanted = '', key = ''] = /^(.*)\.(\w+)$/.exec(name.toLowerCase()) ?? []
  const shape = new RegExp(String.raw`^\s*(?:\[[^\]]*\]\s*)?${key}\s*=\s*"?([\w-]+)"?\s*(?:[#;].*)?$`, 'i')
  let section = ''
  let found: string | undefined
  for (const line of (readIfThere(file) ?? '').split('\n')) {
    const [, head] = /^\s*\[([^\]]*)\]/.exec(line) ?? []
    section = head?.toLowerCase().replace(/^(\S+)\s+"(.*)"$/, '$1.$2') ?? section
    if (section === wanted) found = shape.exec(line)?.[1] ?? found
  }
  return found
}
