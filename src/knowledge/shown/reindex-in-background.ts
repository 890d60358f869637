import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Ctx, program } from '../../repo/context.ts'
import { isRefused } from '../../repo/index/database.ts'
import { writeWhole } from '../../repo/state/disk.ts'
import { shownDir } from '../../repo/state/state.ts'

/** How long a look at all files of a large tree holds, in ms. */
const holds = 60_000

/**
 * Sees to it that edits which no question touched are noticed, in the background: a question in a large tree looks only
 * at the files it is about to show. Once a minute is enough.
 */
export async function reindexInBackground(ctx: Ctx): Promise<void> {
  const last = statSync(join(shownDir(ctx.place), 'looked'), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (Date.now() - last >= holds) await lookInBackground(ctx)
}

/**
 * Starts `ctx look` in the background: it makes the derived files that a refresh left, and reads what was not read yet.
 */
export async function lookInBackground(ctx: Ctx): Promise<void> {
  try {
    writeWhole(join(shownDir(ctx.place), 'looked'), '', { below: ctx.place.gitDir })
  } catch (error) {
    // Where nothing can be written, a background process could keep nothing either.
    if (isRefused(error)) return
    throw error
  }
  const { startInBackground } = await import('../../repo/state/background.ts')
  const { node, main } = program()
  startInBackground(node, [main, 'look'], { cwd: ctx.place.root })
}
