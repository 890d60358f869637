import { type CommitKey, commitKey } from '../../commit.ts'
import type { Ctx } from '../../repo/context.ts'
import { isAncestor } from '../../repo/git/descent.ts'
import { TooMuch } from '../../repo/git/git.ts'
import { isPartialClone } from '../../repo/git/partial.ts'
import { markOf, readRemoved, type RemovedOf, writeRemoved } from '../../repo/state/removed.ts'
import { textOfKey, removedByPeople } from './removed-by-people.ts'
import { isTrusted, type KnowledgeSource } from '../branch/trust.ts'

/**
 * Writes down what people took out of knowledge that is about to be shown, where it is not yet, or with `all` once more. Of what
 * was written down before, only what came since is read. A partial clone would fetch every version for it, and of a branch
 * that is none of ours nobody's word counts: there nothing is known.
 */
export async function removedInStep(
  ctx: Ctx,
  source: KnowledgeSource,
  { all }: { readonly all: boolean },
): Promise<void> {
  const known = all ? undefined : readRemoved(ctx.place)
  if (known?.commit === source.commit) return
  if ((await isPartialClone(ctx.place)) || !(await isTrusted(ctx, source))) return
  const isOn = known !== undefined && (await isAncestor(ctx.place, known.commit, source.commit))
  const read = await removedByPeople(ctx, source.commit, isOn ? known.commit : undefined).catch(unlessTooMuch)
  if (read === undefined) return
  const { statements, days, images } = read
  const before = isOn ? [...known.of].map(([key, one]) => [images.get(key) ?? key, one] as const) : []
  const of = new Map<CommitKey, RemovedOf>(before)
  for (const [key, keys] of statements) {
    const marks = [...(of.get(key)?.marks ?? []), ...[...keys].map((one) => markOf(textOfKey(one)))]
    of.set(key, { day: days.get(key) ?? '', marks: new Set(marks) })
  }
  writeRemoved(ctx.place, { commit: source.commit, of: new Map([...of].map(([key, one]) => [commitKey(key), one])) })
}

function unlessTooMuch(error: unknown): undefined {
  if (!(error instanceof TooMuch)) throw error
}
