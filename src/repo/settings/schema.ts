import * as z from 'zod/mini'
import { parseYaml } from '../../text/yaml.ts'
import { toFolderPath } from '../../tree/path.ts'
import type { RepoPaths } from '../git/repo-paths.ts'
import { readOwn } from './own.ts'
import { prefixShape } from './prefix.ts'
import {
  badSettings,
  configFile,
  defaults,
  type Personal,
  reviewDefaults,
  searchDefaults,
  type Settings,
} from './shape.ts'

const text = (shape: RegExp, means: string) => z.string().check(z.regex(shape, means))
const isSafeGlob = (written: string): boolean =>
  written.length <= 200 &&
  !/[()]/.test(written) &&
  written.split('**').length <= 4 &&
  written.split(/\*\*|\//).every((part) => part.split('*').length <= 3)

// A glob becomes a regular expression: groups and many stars in a name would make it take as long as somebody wants.
const glob = text(/./, 'is a glob, not an empty text').check(
  z.refine(isSafeGlob, 'is a glob without ( and ), with at most three ** and two * in a name'),
)

const isTopic = (place: string): boolean => place.split('/').length === 2 && toFolderPath(place) !== undefined

const share = z.number().check(z.gte(0, 'is a number from 0'), z.lte(10, 'is at most 10'))
const { weights, rank, boost, recall } = searchDefaults

const search = z.strictObject({
  weights: z._default(z.enum(['default', 'paper']), weights),
  rank: z._default(
    z.strictObject({
      text: z._default(share, rank.text),
      importance: z._default(share, rank.importance),
      recency: z._default(share, rank.recency),
    }),
    rank,
  ),
  boost: z._default(
    z.strictObject({
      draft: z._default(share, boost.draft),
      validated: z._default(share, boost.validated),
      core: z._default(share, boost.core),
    }),
    boost,
  ),
  recall: z._default(z.int().check(z.gte(0, 'is a number from 0'), z.lte(10_000, 'is at most 10000')), recall),
})

const codes = [
  'secret',
  'contradiction',
  'dead-reference',
  'redundant',
  'two-values',
  'bad-relation',
  'dead-relation',
  'conflict-markers',
  'dropped',
] as const

const review = z.strictObject({
  block: z._default(z.array(z.enum(codes)), [...reviewDefaults.block]),
})

const project = z.strictObject({
  version: z._default(z.literal(1), 1),
  branchPrefix: z.optional(text(prefixShape, 'is one word of letters, digits, - and _')),
  prequery: z._default(z.enum(['off', 'editor', 'always']), defaults.prequery),
  ignore: z._default(z.array(glob).check(z.maxLength(500)), []),
  domains: z._default(z.record(glob, z.string().check(z.refine(isTopic, 'is `domain/topic`, in lower case'))), {}),
  search: z._default(search, searchDefaults),
  review: z._default(review, { block: [...reviewDefaults.block] }),
  agents: z._default(
    z.strictObject({
      refresh: z._default(z.enum(['manual', 'curate']), defaults.agents.refresh),
      hooks: z._default(z.enum(['on', 'off']), defaults.agents.hooks),
    }),
    defaults.agents,
  ),
  archive: z._default(z.enum(['off', 'suggest', 'auto']), defaults.archive),
})

/** What one person may set beside models, as it is checked. */
export const personalShape = z.object({
  'ctx.autoPush': z._default(z.enum(['off', 'known', 'on']), 'known'),
  'ctx.pushTries': z._default(
    z.coerce.number().check(z.int('is a whole number'), z.gte(1, 'is a number from 1'), z.lte(100, 'is at most 100')),
    12,
  ),
  'ctx.networkTimeout': z._default(
    z.coerce
      .number()
      .check(z.int('is a whole number'), z.gte(1, 'is a number from 1'), z.lte(86_400, 'is at most 86400')),
    120,
  ),
  'ctx.trust': z._default(z.string(), ''),
})

/** Settings that are read one by one: what is none of these counts as not said. */
export const wordsShape = z.object({
  'ctx.prequery': z.optional(z.enum(['off', 'editor', 'always'])),
  'ctx.agentHooks': z.optional(z.enum(['on', 'off', '0', '1', 'true', 'false'])),
})

/** Checks the text of `.ctx/config.yaml`; an unknown key is a fault, so that a typing error is not silently ignored. */
export function checkProject(yaml: string): Settings {
  const { branchPrefix: asked, ...settings } = checked(project, readYaml(yaml) ?? {}, configFile)
  return { ...settings, branchPrefix: asked ?? defaults.branchPrefix, askedPrefix: asked ?? '' }
}

/** Reads and checks git config `ctx.*` and `CTX_*`, the environment above the configuration. */
export async function checkPersonal(place: RepoPaths, env: NodeJS.ProcessEnv): Promise<Personal> {
  const {
    'ctx.autoPush': autoPush,
    'ctx.pushTries': pushTries,
    'ctx.networkTimeout': networkTimeout,
    'ctx.trust': trust,
  } = checked(personalShape, await readOwn(place, env), 'git config')
  return { autoPush, pushTries, networkTimeout, trust: trust.split(/\s+/).filter((name) => name !== '') }
}

function readYaml(yaml: string): unknown {
  try {
    return parseYaml(yaml)
  } catch (cause) {
    throw badSettings(
      configFile,
      [`is not YAML, ${cause instanceof Error ? (cause.message.split('\n')[0] ?? '').replace(/:$/, '') : ''}`],
      cause,
    )
  }
}

/** Checks a value and names every fault at once. */
export function checked<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw badSettings(where, result.error.issues.map(describe))
}

/** Names every fault of a value and throws nothing: for who examines. */
export const faultsOfValue = (schema: z.ZodMiniType, value: unknown): readonly string[] =>
  schema.safeParse(value).error?.issues.map(describe) ?? []

const describe = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'unrecognized_keys')
    return `unknown ${issue.keys.length === 1 ? 'key' : 'keys'} ${issue.keys.join(', ')}`
  return `${issue.path.join('.')} ${meant(issue)}`.trim()
}

const kinds: Readonly<Record<string, string>> = {
  number: 'is a number',
  int: 'is a whole number',
  string: 'is a text',
  array: 'is a list: [one, another]',
  object: 'holds settings, each as `name: value`',
  record: 'holds pairs, each as `name: value`',
}

/** Says what would be valid, where a check has no words of its own. */
function meant(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `is one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? issue.message
  return issue.code === 'too_big' && issue.origin === 'array' ? `has at most ${issue.maximum} items` : issue.message
}
