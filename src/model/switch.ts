import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Ctx } from '../repo/context.ts'
import { askGit } from '../repo/git/git.ts'
import { readIfThere } from '../repo/git/repo-paths.ts'

/**
 * Whether a model answers where nothing is sure (`ctx.query.model auto`). Looked up without a process, because every
 * question asks it: in the repository's configuration, then in the person's; files that those include are not read.
 */
export function answersWhenUnsure({ place, env }: Ctx): boolean {
  const said = env['CTX_QUERY_MODEL']
  if (said !== undefined) return said === 'auto'
  const home = env['HOME'] ?? homedir()
  const own = [
    env['GIT_CONFIG_GLOBAL'] ?? join(home, '.gitconfig'),
    join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), 'git', 'config'),
  ]
  for (const file of [join(place.commonDir, 'config'), ...own]) {
    const [, ...sections] = (readIfThere(file) ?? '').split(/^[ \t]*\[ctx "query"\]/m)
    const [, value] = sections.flatMap(
      (text) => /^[ \t]*model[ \t]*=[ \t]*"?(\w+)/m.exec(text.split('[', 1)[0] ?? '') ?? [],
    )
    if (value !== undefined) return value === 'auto'
  }
  return false
}

/** Whether a model works in the background, on new commits or on summaries (`ctx.curate.model auto`, `ctx.summaries.model auto`). */
export async function worksByItself({ place, env }: Ctx, what: 'curate' | 'summaries'): Promise<boolean> {
  const said = env[`CTX_${what.toUpperCase()}_MODEL`]
  return (said ?? (await askGit(place, ['config', '--get', `ctx.${what}.model`])).out) === 'auto'
}
