import { isAbsolute, relative, resolve } from 'node:path'
import { askGit } from '../git/git.ts'
import { records } from '../git/objects.ts'
import type { RepoPaths } from '../git/repo-paths.ts'

/** What is set about models, by our own names, and files that were not followed. */
export type ModelConfig = { readonly values: Readonly<Record<string, string>>; readonly ignored: readonly string[] }

/** Reads what git config and, above it, the environment say about models, unchecked. */
export async function readModelConfig(place: RepoPaths, env: NodeJS.ProcessEnv): Promise<ModelConfig> {
  const { values, ignored } = await fromConfig(place)
  return { values: { ...values, ...fromEnvironment(env) }, ignored }
}

/** Git gives the names of its settings in lower case. */
const keys: Readonly<Record<string, string>> = {
  'ctx.model.endpoint': 'endpoint',
  'ctx.model.name': 'name',
  'ctx.model.command': 'command',
  'ctx.model.environment': 'environment',
  'ctx.model.embeddings': 'embeddings',
  'ctx.model.embeddingsendpoint': 'embeddingsEndpoint',
  'ctx.model.timeout': 'timeout',
  'ctx.model.dailytokens': 'dailyTokens',
  'ctx.query.model': 'answer',
}

const variables: Readonly<Record<string, string>> = {
  CTX_MODEL_ENDPOINT: 'endpoint',
  CTX_MODEL_NAME: 'name',
  CTX_MODEL_COMMAND: 'command',
  CTX_MODEL_ENVIRONMENT: 'environment',
  CTX_MODEL_EMBEDDINGS: 'embeddings',
  CTX_MODEL_EMBEDDINGS_ENDPOINT: 'embeddingsEndpoint',
  CTX_MODEL_TIMEOUT: 'timeout',
  CTX_MODEL_DAILY_TOKENS: 'dailyTokens',
  CTX_QUERY_MODEL: 'answer',
}

async function fromConfig(place: RepoPaths): Promise<ModelConfig> {
  const asked = ['config', '-z', '--show-scope', '--show-origin', '--get-regexp', '^ctx\\.(model|query)\\.']
  const { out } = await askGit(place, asked)
  const parts = records(out)
  const values: Record<string, string> = {}
  const ignored = new Set<string>()
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [scope = '', origin = '', record = ''] = parts.slice(at, at + 3)
    const [name = '', ...value] = record.split('\n')
    const key = keys[name]
    if (key === undefined) continue
    const file = scope === 'local' || scope === 'worktree' ? tracked(place, origin) : undefined
    if (file === undefined) values[key] = value.join('\n')
    else ignored.add(file)
  }
  return { values, ignored: [...ignored] }
}

/**
 * The file of the work tree that a setting of the repository is from, where there is one: `include.path = ../.gitconfig`
 * lets a file be pulled that would choose what is run, or where a key is sent.
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

const fromEnvironment = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([variable, key]) => {
      const value = env[variable]
      return value === undefined ? [] : [[key, value]]
    }),
  )
