import type { Followed } from '../knowledge/sharing/follow-merges.ts'
import { tipOfBranch } from '../knowledge/branch/tip.ts'
import type { Ctx } from '../repo/context.ts'
import { learn } from './learn.ts'

/**
 * Learns what the messages of squashes say beside what their steps taught, and tells whether branches were merged at all: what a
 * server makes of a pull request has its description, which no hook has read. The tree lock must be held.
 */
export async function learnSquashes(ctx: Ctx, branch: string, { branches, squashes }: Followed): Promise<boolean> {
  for (const squash of squashes)
    await learn(ctx, {
      tip: await tipOfBranch(ctx, branch),
      wanted: { kind: 'squash', ...squash },
      together: 1,
      dryRun: false,
    })
  return branches.length > 0
}
