import { lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Ctx } from '../../repo/context.ts'
import { type Branches, codeRefOf, shortRef } from '../../repo/git/branches.ts'
import { commitNamed } from '../../repo/git/history.ts'
import { isPlainFile, listKnowledge } from '../../repo/git/objects.ts'
import { headMovedAt, readRef } from '../../repo/git/refs.ts'
import type { RepoPaths } from '../../repo/git/repo-paths.ts'
import type { Edit } from '../../repo/state/edits.ts'
import { noteElsewhere, readHome, readShownCommit, treeDir } from '../../repo/state/state.ts'
import { firstFew, plural } from '../../text/words.ts'

/**
 * Edits of the knowledge of what is checked out, and those of the branch that the tree was shown for, which is another.
 */
export type Homes = {
  readonly here: readonly Edit[]
  readonly there: readonly Edit[]
  /** Those of there that were changed after the branch was left. */
  readonly late: readonly Edit[]
  /** The knowledge branch of those there, as a full ref; undefined where the tree was shown for what is checked out. */
  readonly other: string | undefined
}

/**
 * Decides to which knowledge branch edits belong while the tree still shows that of the branch before a switch. An edit
 * from before the switch belongs to that one. A later edit belongs to the new branch, if both have the same text there;
 * if not, it makes sense only on the text that it was made to.
 */
export async function homesOf(ctx: Ctx, branches: Branches, edits: readonly Edit[]): Promise<Homes> {
  const other = await otherHome(ctx, branches)
  if (other === undefined) return { here: edits, there: [], late: [], other }
  const moved = headMovedAt(ctx.place)
  const since = edits.filter(({ path }) => moved !== undefined && changedAt(ctx.place, path) >= moved)
  if (since.length === 0) return { here: [], there: edits, late: [], other }
  const [before, now] = await Promise.all(
    [readShownCommit(ctx.place), branches.commit ?? ''].map((commit) => blobsAt(ctx, commit)),
  )
  const here = new Set(since.filter(({ path, was }) => (was ?? before?.get(path)) === now?.get(path)))
  const isThere = (edit: Edit): boolean => !here.has(edit)
  return { here: [...here], there: edits.filter(isThere), late: since.filter(isThere), other }
}

/** Where nothing is learned, edits wait for a branch; those of a branch that is gone are of the one that is there. */
async function otherHome({ place, settings }: Ctx, { own }: Branches): Promise<string | undefined> {
  const home = readHome(place)
  if (own === undefined || home === '' || home === own) return undefined
  const code = codeRefOf(settings.branchPrefix, home)
  const isThere = (await readRef(place, home)) !== undefined || (await readRef(place, code)) !== undefined
  return isThere ? home : undefined
}

/** When a file was changed (ctime, which tools do not set); for one that is gone, when its folder was. */
function changedAt(place: RepoPaths, path: string): number {
  const stat = lstatSync(join(treeDir(place), path), { throwIfNoEntry: false })
  return stat === undefined && path !== '.' ? changedAt(place, dirname(path)) : (stat?.ctimeMs ?? 0)
}

/** The blobs of a knowledge commit by their paths; undefined where git does not have it. */
export async function blobsAt(ctx: Ctx, commit: string): Promise<ReadonlyMap<string, string> | undefined> {
  if (commit === '' || (await commitNamed(ctx.place, commit)) === undefined) return undefined
  const files = await listKnowledge(ctx.place, commit)
  return new Map(files.flatMap(({ path, mode, blob }) => (isPlainFile(mode) ? [[path, blob] as const] : [])))
}

/** Says which edits did not go to the branch that is checked out; `ctx status` says it of those that came late. */
export function sayWhere(ctx: Ctx, { there, late, other }: Homes): void {
  if (there.length === 0 || other === undefined) return
  noteElsewhere(
    ctx.place,
    late.map(({ path }) => ({ ref: other, path })),
  )
  const paths = there.map(({ path }) => path)
  const [were, are] = paths.length === 1 ? ['was', 'is'] : ['were', 'are']
  const name = shortRef(other)
  ctx.say(
    `${plural(paths.length, 'edit')} ${were} made while .ctx/tree showed ${name}, and ${are} on ${name}: ${firstFew(paths, 5)}`,
  )
}
