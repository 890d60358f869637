import { readKnowledgeFiles, commonAncestor, moveBranch, requireKnowledgeBranch, writeCommit } from '../repo/branch.ts'
import { shortRef } from '../repo/branches.ts'
import { diffTrees } from '../repo/objects.ts'
import { readRef } from '../repo/refs.ts'
import { mergeTrees } from '../review/merge.ts'
import { tooManyRaces } from './knowledge.ts'
import type { Ctx } from './open.ts'

/**
 * Brings another knowledge commit into a branch: by moving it forward where that is enough, else by merging entry by
 * entry. Gives the branch's commit afterwards. The tree lock must be held.
 */
export async function integrate(ctx: Ctx, ref: string, theirs: string): Promise<string> {
  const { place } = ctx
  await requireKnowledgeBranch(place, ref, theirs)
  for (let attempt = 0; attempt < 5; attempt++) {
    const ours = await readRef(place, ref)
    if (ours !== undefined) await requireKnowledgeBranch(place, ref, ours)
    const base = ours === undefined ? undefined : await commonAncestor(place, ours, theirs)
    if (ours !== undefined && base === theirs) return ours
    const to = ours === undefined || base === ours ? theirs : await writeMerge(ctx, { ref, base, ours, theirs })
    if (await moveBranch(place, ref, { from: ours, to })) return to
  }
  throw tooManyRaces(ref)
}

async function writeMerge(
  ctx: Ctx,
  { ref, base, ours, theirs }: { ref: string; base: string | undefined; ours: string; theirs: string },
): Promise<string> {
  // Every knowledge branch begins with the same commit, so there is always a base.
  if (base === undefined) throw new Error(`${ref}: knowledge branches without a common beginning`)
  const paths = new Set((await diffTrees(ctx.place, base, theirs)).map(({ path }) => path))
  const sides = await Promise.all(
    [base, ours, theirs].map(async (commit) => await readKnowledgeFiles(ctx.place, commit, paths)),
  )
  // What cannot be read on any side is no deletion: ours stays as it is.
  const unreadable = new Set(sides.flatMap(({ refused }) => refused))
  for (const path of unreadable) ctx.say(`${path}: it is a link, too large or not there, and was left as it is.`)
  const [before, our, their] = sides.map(({ files }) => new Map([...files].filter(([path]) => !unreadable.has(path))))
  const { changes, findings } = mergeTrees({
    base: before ?? new Map(),
    ours: our ?? new Map(),
    theirs: their ?? new Map(),
  })
  for (const { at, detail } of findings) ctx.say(`${at}: ${detail}`)
  const message = `Merge knowledge into ${shortRef(ref)}\n\n${findings.map(({ code, at, detail }) => `${code} ${at}: ${detail}\n`).join('')}`
  return await writeCommit(ctx.place, { parents: [ours, theirs], changes, message })
}
