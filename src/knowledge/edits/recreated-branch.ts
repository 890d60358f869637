import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Ctx } from '../../repo/context.ts'
import { setAside } from '../../repo/git/set-aside.ts'
import { type Branches, branchesFor, defaultKnowledgeRef, shortRef } from '../../repo/git/branches.ts'
import { isCheckedOut } from '../../repo/git/checked-out.ts'
import { isAncestor } from '../../repo/git/descent.ts'
import { askGit } from '../../repo/git/git.ts'
import { madeAt, madeFrom, pointedTo } from '../../repo/git/reflog.ts'

/**
 * Sets the knowledge of an earlier branch of the same name aside: somebody deleted or renamed that branch and made
 * another. It goes with the renamed one, else it is kept as `<name>-<commit>`, where `ctx prune` finds it. Known by
 * three signs together: the branch is younger than the knowledge, it was not made from its namesake at a remote, and it
 * neither holds nor ever pointed to a commit that the knowledge is from (a rebase may have replaced them all a moment
 * ago). The tree lock must be held.
 */
export async function setAsideRecreated(ctx: Ctx, branches: Branches): Promise<Branches> {
  const { own, shown, commit, head } = branches
  const { place, settings } = ctx
  if (own === undefined || shown !== own || commit === undefined || head.kind !== 'branch') return branches
  const code = head.commit
  const made = madeAt(place, head.branch)
  if (code === undefined || made === undefined || !isYounger(ctx, own, made)) return branches
  if (madeFrom(place, head.branch) === head.branch) return branches
  const main = await defaultKnowledgeRef(place, settings.branchPrefix)
  if (own === main || (await isCheckedOut(place, own))) return branches
  const sources = await ownSources(ctx, own, main)
  if (pointedTo(place, head.branch, sources) || (await holdsAny(ctx, code, sources))) return branches
  const aside = await setAside(place, own, { branch: head.branch, commit })
  if (aside === undefined) return branches
  ctx.say(`${head.branch} is a new branch; what an earlier one of this name learned is kept as ${shortRef(aside)}.`)
  return await branchesFor(place, settings.branchPrefix, head)
}

/** Whether a branch was made after its knowledge was last written; where that cannot be seen, perhaps. */
function isYounger({ place }: Ctx, own: string, made: number): boolean {
  const written = statSync(join(place.commonDir, own), { throwIfNoEntry: false })?.mtimeMs
  // Git writes down whole seconds.
  return written === undefined || (made + 1) * 1000 > written
}

/** The newest commits of the code that a branch's knowledge is from, and the default branch's is not. */
async function ownSources({ place }: Ctx, own: string, main: string): Promise<readonly string[]> {
  const format = '--format=%(trailers:key=Source-Commit,valueonly)%(trailers:key=Source-Rewritten,valueonly)'
  const { code, out } = await askGit(place, ['log', '--max-count=20', format, own, '--not', main, '--'])
  return code === 0 ? out.split(/\s+/).filter((word) => word !== '') : []
}

/**
 * Whether a commit has any of these among its ancestors; knowledge that was learned from no commit is the branch's own.
 */
async function holdsAny({ place }: Ctx, commit: string, sources: readonly string[]): Promise<boolean> {
  if (sources.length === 0) return true
  for (const source of sources) if (await isAncestor(place, source, commit)) return true
  return false
}
