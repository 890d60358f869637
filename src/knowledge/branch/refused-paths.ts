import type { Ctx } from '../../repo/context.ts'
import { moveBranch, writeCommit } from '../../repo/git/knowledge-branch.ts'
import { listKnowledge } from '../../repo/git/objects.ts'
import { isRefusedPath } from '../../repo/git/refused-names.ts'
import { oneLine } from '../../text/clean.ts'
import { plural } from '../../text/words.ts'

/**
 * Takes out of a branch what it holds below names that git refuses, because each commit that keeps it is refused, too. Gives
 * the branch's commit afterwards.
 */
export async function withoutRefused(ctx: Ctx, ref: string, tip: string): Promise<string> {
  const refused = (await listKnowledge(ctx.place, tip)).map(({ path }) => path).filter(isToTakeOut)
  if (refused.length === 0) return tip
  for (const path of refused) ctx.say(refusedInWords(path))
  const told = refused.map((path) => `REPAIR ${oneLine(path)}: git refuses its name\n`).join('')
  const message = `Repair: ${plural(refused.length, 'path')} that git refuses\n\n${told}`
  const changes = refused.map((path) => ({ path, text: undefined }))
  const to = await writeCommit(ctx.place, { parents: [tip], changes, message, asTheyAre: true })
  return (await moveBranch(ctx.place, ref, { from: tip, to })) ? to : tip
}

// What git could not be told the name of would be taken out in vain, each time again.
const isToTakeOut = (path: string): boolean => isRefusedPath(path) && !/\ufffd|^\/|\/\/|\/$/.test(path)

/** Says that a path of a knowledge branch was left out of what is written. */
export const refusedInWords = (path: string): string =>
  `${oneLine(path)}: git refuses such a name where it checks objects, so it was left out.`
