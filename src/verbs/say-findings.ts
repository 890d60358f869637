import { readRange } from '../knowledge/range.ts'
import type { Ctx } from '../repo/context.ts'
import { shortRef } from '../repo/git/branches.ts'
import { oneLine } from '../text/clean.ts'
import { plural, short } from '../text/words.ts'
import { review } from './review.ts'

/** What a remote knew before a push, as the base of a review: of a branch that is new there, what that was to be merged into. */
export const knownBefore = async (ctx: Ctx, ref: string, theirs: string | undefined): Promise<string> =>
  theirs ?? (await readRange(ctx, `..${shortRef(ref)}`)).base.commit

/**
 * Names what a review would stop on and was shared all the same, and what was learned from commits that were dropped: whoever
 * pushes decides, while a job of CI has nobody to ask. From now on no review of this branch shows it by itself.
 */
export async function sayFindings(
  ctx: Ctx,
  { before, ref }: { readonly before: string; readonly ref: string },
): Promise<void> {
  const range = `${short(before)}..${shortRef(ref)}`
  const { blocking, findings } = await review(ctx, range)
  const named = [...new Set([...blocking, ...findings.filter(({ code }) => code === 'dropped')])]
  if (named.length === 0) return
  const told = named.slice(0, mostNamed).map(({ at, detail }) => oneLine(`${at}: ${detail}`))
  const more = named.length > mostNamed ? [`So it is with ${plural(named.length - mostNamed, 'finding')} more.`] : []
  const fails = blocking.length === 0 ? '' : '`ctx review --check` fails on this. '
  const how = `${fails}It was shared all the same; \`ctx review ${range}\` shows it all.`
  ctx.say([...told, ...more, how].join('\n'))
}

const mostNamed = 3
