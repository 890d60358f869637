import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import type { Branches } from '../../repo/git/branches.ts'
import { GitError } from '../../repo/git/git.ts'
import { readRef } from '../../repo/git/refs.ts'
import { isWhole } from '../../repo/git/is-whole.ts'

/** Does something; where it fails because objects of a knowledge branch are gone, rebuilds that and does it again. */
export async function withMending<Result>(ctx: Ctx, refs: Mendable, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    const mayBe = error instanceof GitError || (error instanceof Problem && error.code === 'missing-commit')
    if (!mayBe || !(await mendAny(ctx, await refs()))) throw error
    return await act()
  }
}

type Mendable = () => Promise<readonly (string | undefined)[]>

/** The refs that a work tree reads and learns on. */
export const refsOf = ({ own, shown }: Branches): readonly (string | undefined)[] => [own, shown]

async function mendAny(ctx: Ctx, refs: readonly (string | undefined)[]): Promise<boolean> {
  let isMended = false
  for (const ref of new Set(refs)) {
    const tip = ref?.startsWith('refs/heads/') ? await readRef(ctx.place, ref) : undefined
    if (ref === undefined || tip === undefined || (await isWhole(ctx, tip))) continue
    const { mend } = await import('./mend.ts')
    await mend(ctx, ref, tip)
    isMended = true
  }
  return isMended
}
