import { join } from 'node:path'
import type { Ctx } from '../repo/context.ts'
import type { Branches } from '../repo/git/branches.ts'
import { readIfThere } from '../repo/git/repo-paths.ts'
import { trackedInTree } from '../repo/git/tracked.ts'
import { isRefused } from '../repo/index/database.ts'
import { isKnowledgePath, listFiles, lookAtFile } from '../repo/state/checkout.ts'
import { removeFile, writeWhole } from '../repo/state/disk.ts'
import type { Edit } from '../repo/state/edits.ts'
import { readHome, shownDir } from '../repo/state/state.ts'

// Git ignores .ctx/tree: `git clean -fdx` removes, and a checkout overwrites, what no commit of the knowledge has yet.

/** An edit that was seen and not committed: for which knowledge branch, what was made of the file, and of which blob. */
type NoticedEdit = Pick<Edit, 'path' | 'was'> & { readonly home: string; readonly text: string }

const noticedFile = ({ place }: Ctx): string => join(shownDir(place), 'noticed')

// Neither a ref nor the path of an entry has a space.
function readNoticed(ctx: Ctx): readonly NoticedEdit[] {
  const lines = (readIfThere(noticedFile(ctx)) ?? '').split('\n')
  return lines.flatMap((line) => {
    const [, home = '', was, path = '', text = ''] = /^(\S+) (-|[0-9a-f]+) (\S+) ([\w+/=]*)$/.exec(line) ?? []
    if (!isKnowledgePath(path)) return []
    return [{ home, was: was === '-' ? undefined : was, path, text: Buffer.from(text, 'base64').toString('utf8') }]
  })
}

const lineOf = ({ home, was = '-', path, text }: NoticedEdit): string =>
  `${home} ${was} ${path} ${Buffer.from(text).toString('base64')}\n`

/** Keeps a copy of edits that nobody has committed yet, and forgets those of files that are as they should be. */
export function noticeEdits(ctx: Ctx, edits: readonly Edit[], settled: readonly Edit[] = []): void {
  const before = readNoticed(ctx)
  if (before.length === 0 && edits.length === 0) return
  const home = readHome(ctx.place)
  const now = new Set([...edits, ...settled].map(({ path }) => path))
  const isAway = awayFrom(ctx)
  const isKept = (one: NoticedEdit): boolean =>
    !now.has(one.path) && (one.home !== home || trackedInTree(ctx.place).has(one.path) || isAway(one))
  const next = [
    ...before.filter(isKept),
    ...edits.flatMap(({ path, text, was }) => (text === undefined ? [] : [{ path, home, text, was }])),
  ]
  writeNoticed(ctx, next)
}

function writeNoticed(ctx: Ctx, edits: readonly NoticedEdit[]): void {
  const within = { below: ctx.place.gitDir }
  try {
    if (edits.length === 0) removeFile(noticedFile(ctx), within)
    else writeWhole(noticedFile(ctx), edits.map(lineOf).join(''), within)
  } catch (error) {
    if (!isRefused(error)) throw error
  }
}

/** Tells what is gone with its file; who takes away a file that only they ever had, alone, does not want it. */
function awayFrom({ place }: Ctx): (one: NoticedEdit) => boolean {
  const isAllGone = !listFiles(place).some(isKnowledgePath)
  return ({ path, was }) => lookAtFile(place, path) === undefined && (isAllGone || was !== undefined)
}

/** What was last seen of an edit to a file of what is shown; undefined where none was. */
export const noticedText = (ctx: Ctx, path: string): string | undefined =>
  readNoticed(ctx).find((one) => one.path === path && one.home === readHome(ctx.place))?.text

/** Names the files of edits that were seen and that the code tracks now, so that a checkout overwrote them. */
export const overwrittenEdits = (ctx: Ctx): readonly string[] =>
  readNoticed(ctx).flatMap(({ path }) => (trackedInTree(ctx.place).has(path) ? [path] : []))

/** Finds the edits that were seen and are gone with their files, though nobody deleted these. */
export function lostEdits(ctx: Ctx, { own }: Branches, seen: readonly Edit[]): readonly Edit[] {
  const noticed = readNoticed(ctx)
  if (noticed.length === 0) return []
  const edited = new Set(seen.map(({ path }) => path))
  const [tracked, isAway] = [trackedInTree(ctx.place), awayFrom(ctx)]
  return noticed
    .filter((one) => one.home === own && !edited.has(one.path) && !tracked.has(one.path) && isAway(one))
    .map(({ path, text, was }) => ({ path, text, was, stat: undefined }))
}
