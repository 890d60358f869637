import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brief } from '../curate/brief.ts'
import { readReply } from '../curate/reply.ts'
import type { Study } from '../curate/study.ts'
import { Problem } from '../problem.ts'
import { askGit } from '../repo/git.ts'
import { readModelling, readSpent } from '../repo/modelling.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import type { Operation } from '../tree/operations.ts'
import { ask } from './model.ts'
import { type Ctx, packageRoot } from './open.ts'

/** What a model made of a commit; `by` is how the knowledge commit says who curated it. */
export type Modelled = {
  readonly operations: readonly Operation[] | undefined
  readonly by: string
  readonly tokens: number
}

const limits = { mostTokens: 1_500, temperature: 0.2 }

/**
 * Lets a model write what one commit taught, when somebody set one up for that (`ctx.curate.model auto`). It is given what
 * was found without it; what it says without proof is left out. Undefined where no model is to curate; without operations
 * where it failed, and then what was found stands. A commit that teaches nothing is not asked about.
 */
export async function curateByModel(
  ctx: Ctx,
  study: Study,
  offline: readonly Operation[],
  before: Knowledge,
): Promise<Modelled | undefined> {
  const day = ctx.now().toISOString().slice(0, 10)
  const spent = readSpent(ctx.place, day).tokens
  const made = await askAbout(ctx, study, offline, before)
  return made === undefined ? undefined : { ...made, tokens: readSpent(ctx.place, day).tokens - spent }
}

async function askAbout(
  ctx: Ctx,
  study: Study,
  offline: readonly Operation[],
  before: Knowledge,
): Promise<Omit<Modelled, 'tokens'> | undefined> {
  const [first] = offline.flatMap((operation) => ('entry' in operation ? [operation] : []))
  if (study.nothing !== '' || first === undefined || !(await isWanted(ctx))) return undefined
  const name = (await readModelling(ctx.place, ctx.env)).model?.name ?? ''
  const told = await tellCommit(ctx, study.sha)
  const paths = offline.flatMap((operation) => ('path' in operation ? [operation.path] : []))
  const known = new Map([...before.entries].filter(([path]) => paths.some((touched) => touched === path)))
  const system = readFileSync(join(packageRoot(), 'templates', 'prompts', 'curate.md'), 'utf8')
  const user = brief(told, known, randomBytes(6).toString('hex'))
  try {
    const reply = await ask(ctx, { system, user, ...limits })
    const read =
      readReply(reply, told, first.entry, before.entries) ??
      (await repaired(ctx, { system, user, reply, told }, first.entry, before))
    if (read === undefined) return { operations: undefined, by: `offline: ${name} answered with something else` }
    if (read.operations.length === 0) return { operations: undefined, by: `offline: ${name} proved nothing` }
    return { operations: read.operations, by: `${name}, prompt ${versionOf(system)}` }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { operations: undefined, by: `offline: ${name} did not answer` }
  }
}

type Repairing = { system: string; user: string; reply: string; told: Parameters<typeof readReply>[1] }

/** One more chance for a model that answered with something else. */
async function repaired(
  ctx: Ctx,
  { system, user, reply, told }: Repairing,
  base: Parameters<typeof readReply>[2],
  { entries }: Knowledge,
): Promise<ReturnType<typeof readReply>> {
  const again = `${user}\n\nYour last answer was not that JSON object:\n${reply.slice(0, 1_000)}\nAnswer with the JSON object alone.`
  return readReply(await ask(ctx, { system, user: again, ...limits }), told, base, entries)
}

const versionOf = (prompt: string): string => /\bVersion (\d+)\./.exec(prompt)?.[1] ?? '?'

async function isWanted({ place, env }: Ctx): Promise<boolean> {
  const said = env['CTX_CURATE_MODEL'] ?? (await askGit(place, ['config', '--get', 'ctx.curate.model'])).out
  return said === 'auto'
}

/** Reads a commit as a person would; only as much of its diff as is given to a model. */
async function tellCommit({ place }: Ctx, sha: string): Promise<{ message: string; diff: string }> {
  const show = async (...args: string[]): Promise<string> =>
    (await askGit(place, ['show', '--no-color', '--no-ext-diff', '--no-textconv', ...args, '--end-of-options', sha]))
      .out
  return {
    message: await show('--no-patch', '--format=%B'),
    diff: (await show('--format=', '-p', '--unified=2')).slice(0, 40_000),
  }
}
