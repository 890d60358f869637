import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import { fetchesBranches, fetchKnowledge, listHeads } from '../../repo/git/remote.ts'
import type { SetupStep } from '../../repo/setup-step.ts'
import { homeRemote } from '../branch/home.ts'
import { branchesOf } from '../branch/tip.ts'

/**
 * Fetches what others shared into a clone whose own `git fetch` leaves it out, as one of a single branch does: what is
 * begun here beside it would be learned twice. A remote that cannot be reached is left to `ctx pull`.
 */
export async function fetchLeftOut(ctx: Ctx): Promise<readonly SetupStep[]> {
  const { place } = ctx
  const folder = `${ctx.settings.branchPrefix}/`
  if ((await branchesOf(ctx)).commit !== undefined) return []
  const remote = await homeRemote(ctx)
  if (remote === undefined || (await fetchesBranches(place, remote, folder))) return []
  const heads = await orProblem(listHeads(place, remote))
  if (heads instanceof Problem || ![...heads.keys()].some((name) => name.startsWith(folder))) return []
  const problem = await orProblem(fetchKnowledge(place, remote, ctx.settings.branchPrefix))
  if (problem === undefined)
    return [{ what: `fetched the knowledge at ${remote}, which \`git fetch\` leaves out in this clone`, state: 'done' }]
  const what = `${remote} has knowledge that is not here: ${problem.message} \`ctx pull\` brings it`
  return [{ what, state: 'todo' }]
}

async function orProblem<Value>(asked: Promise<Value>): Promise<Value | Problem> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}
