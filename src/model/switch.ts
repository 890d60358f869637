import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Ctx } from '../repo/context.ts'
import { askGit } from '../repo/git/git.ts'
import { readIfThere } from '../repo/git/repo-paths.ts'

/** Whether a model answers where nothing is sure (`ctx.query.model auto`). */
export const answersWhenUnsure = (ctx: Ctx): boolean => setting(ctx, 'query', 'model') === 'auto'

/** Whether a model makes vectors (`ctx.model.embeddings`). */
export const makesVectors = (ctx: Ctx): boolean => (setting(ctx, 'model', 'embeddings') ?? '') !== ''

/** Who asks by meaning: somebody who waits for vectors that are missing, or a program that takes what is there. */
export type Meaning = 'waits' | 'takes'

/** Whether vectors take part in a question: when somebody says so, or for programs where a model makes them. */
export const asksMeaning = (ctx: Ctx, meaning: Meaning | undefined): meaning is Meaning =>
  meaning === 'waits' || (meaning === 'takes' && makesVectors(ctx))

/**
 * Looks a setting up without a process, because every question asks it: in the environment, the repository's configuration,
 * then the person's; files that those include are not read.
 */
function setting({ place, env }: Ctx, section: 'query' | 'model', name: string): string | undefined {
  const said = env[`CTX_${section}_${name}`.toUpperCase()]
  if (said !== undefined) return said
  const home = env['HOME'] ?? homedir()
  const own = [
    env['GIT_CONFIG_GLOBAL'] ?? join(home, '.gitconfig'),
    join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'git', 'config'),
  ]
  const heading = new RegExp(`^[ \\t]*\\[ctx "${section}"\\]`, 'm')
  const line = new RegExp(`^[ \\t]*${name}[ \\t]*=[ \\t]*"?([\\w./:-]+)`, 'im')
  for (const file of [join(place.commonDir, 'config'), ...own]) {
    const [, ...sections] = (readIfThere(file) ?? '').split(heading)
    const [, value] = sections.flatMap((text) => line.exec(text.split(/\n[ \t]*\[/, 1)[0] ?? '') ?? [])
    if (value !== undefined) return value
  }
  return undefined
}

/** Whether a model works in the background, on new commits or on summaries (`ctx.curate.model auto`, `ctx.summaries.model auto`). */
export async function worksByItself({ place, env }: Ctx, what: 'curate' | 'summaries'): Promise<boolean> {
  const said = env[`CTX_${what.toUpperCase()}_MODEL`]
  return (said ?? (await askGit(place, ['config', '--get', `ctx.${what}.model`])).out) === 'auto'
}
