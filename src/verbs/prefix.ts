import { settleEdits } from '../knowledge/edits/edits.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { isKnowledge } from '../repo/git/descent.ts'
import { askGit } from '../repo/git/git.ts'
import { moveBranch } from '../repo/git/knowledge-branch.ts'
import { listRefs } from '../repo/git/objects.ts'
import { prefixShape, recordPrefix } from '../repo/settings/prefix.ts'
import type { SetupStep } from '../repo/setup-step.ts'
import { lock } from '../repo/state/lock.ts'
import { workTrees } from './uninstall.ts'

/** Moves the knowledge of a repository to branches of another prefix, and records where it lives now. */
export async function movePrefix(ctx: Ctx, prefix: string): Promise<readonly SetupStep[]> {
  if (!prefixShape.test(prefix))
    throw new Problem('bad-prefix', `"${prefix}" cannot begin the names of knowledge branches.`, {
      hint: 'Use one word of letters, digits, - and _.',
    })
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  for (const place of await workTrees(ctx.place)) await settleEdits({ ...ctx, place })
  const [old, home] = [`refs/heads/${ctx.settings.branchPrefix}/`, `refs/heads/${prefix}/`]
  const found = old === home ? [] : await listRefs(ctx.place, old)
  const ours = await Promise.all(found.map(async ({ commit }) => await isKnowledge(ctx.place, commit)))
  const moves = found
    .filter((_, at) => ours[at])
    .map(({ ref, commit }) => ({ ref, commit, to: ref.replace(old, home) }))
  // Nothing goes before everything is there.
  for (const { ref, commit, to } of moves)
    if (!(await moveBranch(ctx.place, to, { from: undefined, to: commit }))) throw bothThere(ref, to)
  await recordPrefix(ctx.place, prefix)
  for (const { ref, commit } of moves) await askGit(ctx.place, ['update-ref', '-d', ref, commit])
  return moves.map(({ ref, to }) => ({ what: `moved ${shortRef(ref)} to ${shortRef(to)}`, state: 'done' }))
}

const bothThere = (ref: string, to: string): Problem =>
  new Problem('prefix-taken', `Both ${shortRef(ref)} and ${shortRef(to)} exist, so nothing was moved over.`, {
    hint: `Delete the one that you do not need with \`git branch -D\`, then run this again.`,
  })

/** Says that the settings ask for another prefix than the one knowledge lives under; undefined where they agree. */
export function prefixMismatch({ settings }: Ctx): { what: string; hint: string } | undefined {
  const { askedPrefix: asked } = settings
  return asked === '' || asked === settings.branchPrefix
    ? undefined
    : {
        what: `the settings ask for knowledge on ${asked}/…, this repository keeps it on ${settings.branchPrefix}/…`,
        hint: `To move it, run \`ctx init --prefix ${asked}\`.`,
      }
}
