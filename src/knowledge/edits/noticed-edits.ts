import { join } from 'node:path'
import type { Ctx } from '../../repo/context.ts'
import { knownBlobs } from '../../repo/git/objects.ts'
import { readIfThere } from '../../repo/git/repo-paths.ts'
import { trackedInTree } from '../../repo/git/tracked.ts'
import { isRefused } from '../../repo/index/database.ts'
import { isKnowledgePath, lookAtFile } from '../../repo/state/checkout.ts'
import { removeFile, writeWhole } from '../../repo/state/disk.ts'
import type { Edit, UnreadEdit } from '../../repo/state/edits.ts'
import { shownDir } from '../../repo/state/state.ts'
import { keepAside } from './aside.ts'

// Git ignores .ctx/tree: `git clean -fdx` removes, and a checkout overwrites, what no commit of the knowledge has yet.
// What was there is never put back by itself: the branch may have gone on, and who took it away may have wanted that.

/** An edit that was seen and not committed: of which file, what was made of it, and how git names that. */
type NoticedEdit = { readonly path: string; readonly bytes: Buffer; readonly blob: string }

const noticedFile = ({ place }: Ctx): string => join(shownDir(place), 'noticed')

// The path of an entry has no space.
function readNoticed(ctx: Ctx): readonly NoticedEdit[] {
  const lines = (readIfThere(noticedFile(ctx)) ?? '').split('\n')
  return lines.flatMap((line) => {
    const [, blob = '', path = '', text = ''] = /^([0-9a-f]+) (\S+) ([\w+/=]*)$/.exec(line) ?? []
    return isKnowledgePath(path) ? [{ path, bytes: Buffer.from(text, 'base64'), blob }] : []
  })
}

const lineOf = ({ path, bytes, blob }: NoticedEdit): string => `${blob} ${path} ${bytes.toString('base64')}\n`

/**
 * Keeps a copy of the edits that wait to be committed, and forgets all others; of one that is gone with its file, the copy
 * is set aside and named. `replaced` are files in whose place a commit of the code put others.
 */
export async function noticeEdits(
  ctx: Ctx,
  waiting: readonly (Edit | UnreadEdit)[],
  replaced: ReadonlySet<string> = new Set(),
): Promise<void> {
  const before = readNoticed(ctx)
  const next = waiting.flatMap((edit): readonly NoticedEdit[] => {
    const bytes = 'bytes' in edit ? edit.bytes : edit.text
    return bytes === undefined || edit.stat === undefined
      ? []
      : [{ path: edit.path, bytes: Buffer.from(bytes), blob: edit.stat.blob }]
  })
  if (before.length === 0 && next.length === 0) return
  const there = new Set(next.map(({ path }) => path))
  const tracked = trackedInTree(ctx.place)
  const isGone = ({ path }: NoticedEdit): boolean =>
    !there.has(path) && (replaced.has(path) || tracked.has(path) || lookAtFile(ctx.place, path) === undefined)
  try {
    await setAside(ctx, before.filter(isGone))
    writeNoticed(ctx, next)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

/** What git has needs no copy: it was committed meanwhile, or lies in a stash. */
async function setAside(ctx: Ctx, gone: readonly NoticedEdit[]): Promise<void> {
  const known = await knownBlobs(
    ctx.place,
    gone.map(({ blob }) => blob),
  )
  for (const { path, bytes, blob } of gone) {
    if (known.has(blob)) continue
    const to = keepAside(ctx, path, bytes)
    ctx.say(`.ctx/tree/${path} was last seen with an edit that is not there any more; its copy is in ${to}.`)
  }
}

function writeNoticed(ctx: Ctx, edits: readonly NoticedEdit[]): void {
  const within = { below: ctx.place.gitDir }
  if (edits.length === 0) removeFile(noticedFile(ctx), within)
  else writeWhole(noticedFile(ctx), edits.map(lineOf).join(''), { ...within, mode: 0o600 })
}
