import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Ctx } from '../../repo/context.ts'

/**
 * Brings agents' instructions up to date after a curation, where the project wants that (`agents.refresh: curate`).
 * Those files are the person's own: while git is in the middle of something, they are left alone.
 */
export async function refreshAgentFiles(ctx: Ctx): Promise<void> {
  if (ctx.settings.agents.refresh !== 'curate') return
  const isInTheMiddle = [
    'rebase-merge',
    'rebase-apply',
    'MERGE_HEAD',
    'CHERRY_PICK_HEAD',
    'REVERT_HEAD',
    'BISECT_LOG',
  ].some((name) => existsSync(join(ctx.place.gitDir, name)))
  if (isInTheMiddle) return
  const { refreshAgents } = await import('./agent-files.ts')
  await refreshAgents(ctx)
}
