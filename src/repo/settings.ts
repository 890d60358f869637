import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { Problem } from '../problem.ts'
import { askGit } from './git.ts'
import { records } from './objects.ts'
import { type Place, readIfThere } from './place.ts'

const prefix = z.string().regex(/^[A-Za-z0-9][\w-]*$/, 'is one word of letters, digits, - and _')

/** What a project shares in `.ctx/config.yaml`: it is pulled, so nothing in it can start a program or name an address. */
const project = z.strictObject({
  version: z.literal(1).default(1),
  branchPrefix: prefix.default('ctx'),
  prequery: z.enum(['off', 'editor', 'always']).default('editor'),
  ignore: z.array(z.string()).default([]),
  domains: z.record(z.string(), z.string().regex(/^[a-z0-9_-]+\/[a-z0-9_-]+$/, 'is `domain/topic`')).default({}),
})

/** What one person decides for their own clone: git config `ctx.*` or `CTX_*`. */
const personal = z.object({
  autoPush: z.enum(['off', 'known', 'on']).default('known'),
  prequery: z.enum(['off', 'editor', 'always']).optional(),
})

export type Settings = z.infer<typeof project> & Omit<z.infer<typeof personal>, 'prequery'>

export const configFile = join('.ctx', 'config.yaml')

/** Reads the project's and the person's settings; every fault is named at once. */
export async function readSettings(place: Place, env: NodeJS.ProcessEnv): Promise<Settings> {
  const shared = checked(project, readProject(place), configFile)
  const own = checked(personal, await readPersonal(place, env), 'git config ctx.*')
  const { prequery = shared.prequery, ...rest } = own
  return { ...shared, ...rest, prequery }
}

export const defaultSettings: Settings = { ...project.parse({}), autoPush: 'known' }

function readProject(place: Place): unknown {
  const text = readIfThere(join(place.root, configFile))
  if (text === undefined) return {}
  try {
    return parse(text, { schema: 'core', maxAliasCount: 0 }) ?? {}
  } catch (cause) {
    throw new Problem(
      'bad-settings',
      `${configFile} is not YAML: ${cause instanceof Error ? cause.message.split('\n')[0] : ''}`,
      { hint: 'Mend that line.', cause },
    )
  }
}

const personalKeys = { autopush: 'autoPush', prequery: 'prequery' } as const

async function readPersonal(place: Place, env: NodeJS.ProcessEnv): Promise<unknown> {
  const { out } = await askGit(place, ['config', '-z', '--get-regexp', '^ctx\\.'])
  const found: Record<string, string> = {}
  for (const record of records(out)) {
    const [name = '', ...value] = record.split('\n')
    const key = Object.entries(personalKeys).find(([lower]) => name === `ctx.${lower}`)?.[1]
    if (key !== undefined) found[key] = value.join('\n')
  }
  const fromEnv = { autoPush: env['CTX_AUTO_PUSH'], prequery: env['CTX_PREQUERY'] }
  return { ...found, ...Object.fromEntries(Object.entries(fromEnv).filter(([, value]) => value !== undefined)) }
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const faults = result.error.issues.map(
    ({ path, message }) => `${path.length === 0 ? '' : `${path.join('.')}: `}${message}`,
  )
  throw new Problem('bad-settings', `${where}: ${faults.join('; ')}.`, {
    hint: 'Mend it, or delete it to go back to the defaults. Personal settings such as autoPush belong in `git config`.',
  })
}
