import { change } from '../knowledge/change.ts'
import { settleEdits } from '../knowledge/edits/edits.ts'
import { readRange } from '../knowledge/branch/range.ts'
import { refreshHeld } from '../knowledge/shown/refresh.ts'
import { branchesOf, commitChanges, type Tip, tooManyRaces } from '../knowledge/branch/tip.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { commonAncestor } from '../repo/git/descent.ts'
import { git } from '../repo/git/git.ts'
import { readKnowledgeFiles } from '../repo/git/knowledge-branch.ts'
import { lock } from '../repo/state/lock.ts'
import type { EntryChange } from '../review/compare.ts'
import type { Change } from '../tree/knowledge.ts'
import { isByPeople } from '../tree/overview.ts'
import { join, overviewFile } from '../tree/path.ts'
import { version } from '../version.ts'

/**
 * Rejects what a branch taught about one entry: what stood there when the branch left `base` stands there again. The
 * commits that it was learned from stay recorded as read, so they do not teach it again.
 * @throws {Problem} when what is shown is not the branch's own knowledge.
 */
export async function reject(ctx: Ctx, decided: EntryChange, range = ''): Promise<void> {
  if ((await branchesOf(ctx)).own === undefined) throw notYours()
  await change(ctx, async (tip) => await rejectOn(ctx, tip, { decided, range }))
}

type Rejecting = { readonly decided: EntryChange; readonly range: string }

async function rejectOn(ctx: Ctx, tip: Tip, { decided, range }: Rejecting): Promise<void> {
  const { commit } = tip
  if (commit === undefined) throw notYours()
  const { base, head } = await readRange(ctx, range)
  if (head.commit !== commit)
    throw new Problem('not-yours', `${head.name} is not the knowledge of what is checked out.`, {
      hint: 'Switch to its branch to decide about it.',
    })
  const from = (await commonAncestor(ctx.place, base.commit, head.commit)) ?? base.commit
  const restoring = await restored(ctx, decided, from)
  const changes = [...restoring, ...(await emptied(ctx, tip, { restoring, from }))]
  const sources = [...new Set(decided.lines.flatMap((line) => (line.how === 'lost' ? [] : line.sources)))]
  const trailers = [...sources.map((source) => `Rejected-Source: ${source}`), `Curated-By: ctx ${version} (offline)`]
  const message = `Reject: ${decided.path}\n\nREJECT ${decided.path}: what ${base.name} says stands again.\n\n${trailers.join('\n')}\n`
  if ((await commitChanges(ctx, tip, { changes, message, asTheyAre: true })) === undefined) throw tooManyRaces(tip.ref)
}

const notYours = (): Problem =>
  new Problem('not-yours', 'Nothing was learned on this branch, so there is nothing to reject.', {
    hint: 'Switch to the branch whose knowledge you are reviewing.',
  })

/** The files that an entry's change touched, as they were; a moved or merged entry is back where it was. */
async function restored(ctx: Ctx, { path, other }: EntryChange, from: string): Promise<readonly Change[]> {
  const paths = new Set([path, other].filter((one) => one !== ''))
  const { files } = await readKnowledgeFiles(ctx.place, from, paths)
  return [...paths].map((one) => ({ path: one, text: files.get(one) }))
}

/** The overviews that nobody wrote, of folders that are empty with the entry, and were not there before the branch. */
async function emptied(
  ctx: Ctx,
  { knowledge }: Tip,
  { restoring, from }: { readonly restoring: readonly Change[]; readonly from: string },
): Promise<readonly Change[]> {
  const gone = new Set(restoring.flatMap(({ path, text }) => (text === undefined ? [path] : [])))
  const left = [...knowledge.entries.keys()].filter((path) => !gone.has(path))
  const above = [...knowledge.overviews].filter(
    ([folder, text]) =>
      [...gone].some((path) => path.startsWith(`${folder}/`)) &&
      !left.some((path) => path.startsWith(`${folder}/`)) &&
      !isByPeople(folder, text),
  )
  const paths = above.map(([folder]) => join(folder, overviewFile))
  const { files } = await readKnowledgeFiles(ctx.place, from, new Set(paths))
  return paths.filter((path) => !files.has(path)).map((path) => ({ path, text: undefined }))
}

/** Commits what a person changed in the tree while they reviewed it. */
export async function keepEdits(ctx: Ctx): Promise<void> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  await settleEdits(ctx)
  await refreshHeld(ctx)
}

/**
 * Names the editor that git would open, as a line for the shell; a person's GIT_EDITOR is kept from other calls of git.
 */
export async function editorOf({ place, env }: Ctx): Promise<string> {
  const own = env['GIT_EDITOR']
  return await git(place, ['var', 'GIT_EDITOR'], { env: own === undefined ? {} : { GIT_EDITOR: own } })
}
