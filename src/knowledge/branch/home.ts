import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import { defaultKnowledgeRef, shortRef } from '../../repo/git/branches.ts'
import { askGit } from '../../repo/git/git.ts'
import { movesOf } from '../../repo/git/reflog.ts'
import { readRef } from '../../repo/git/refs.ts'
import { chooseRemote } from '../../repo/git/remote.ts'

/** Names the remote that this repository is a clone of; undefined where it has none. */
export async function homeRemote({ place, settings: { branchPrefix } }: Ctx): Promise<string | undefined> {
  const main = shortRef(await defaultKnowledgeRef(place, branchPrefix)).slice(branchPrefix.length + 1)
  try {
    return await chooseRemote(place, undefined, main)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/**
 * Whether all of a local knowledge branch was made in this clone or comes from its home remote: `git fetch fork
 * ctx/x:ctx/x`, as tools do to look at a pull request, makes a local branch too. Git's log of the branch says how it
 * moved, from now on backwards as far as it goes: what ctx or a person's own commit did is ours, and of all else home
 * must have what it brought.
 */
export async function isOurs(ctx: Ctx, ref: string): Promise<boolean> {
  const tip = await readRef(ctx.place, ref)
  if (tip === undefined || (await isAtHome(ctx, tip))) return true
  const moves = movesOf(ctx.place, ref)
  let at = tip
  for (const { from, to, why } of moves) {
    if (to !== at) return false
    if (!madeHere.test(why)) return await isAtHome(ctx, to)
    at = from
  }
  return moves.length > 0
}

/**
 * What git notes of ctx's own moves, of commits that somebody makes by hand, and of what changes only names or hashes.
 */
const madeHere = /^(?:ctx$|ctx [0-9a-f ]+$|commit(?: \(amend\))?: |Branch: renamed |filter-branch: rewrite)/

async function isAtHome(ctx: Ctx, commit: string): Promise<boolean> {
  const home = await homeRemote(ctx)
  if (home === undefined) return false
  const refs = `refs/remotes/${home}/${ctx.settings.branchPrefix}/`
  const { code, out } = await askGit(ctx.place, ['for-each-ref', '--count=1', `--contains=${commit}`, refs])
  return code === 0 && out !== ''
}
