import { assemble, type Brain, brainText, type BrainText } from '../brain/assemble.ts'
import { newestDay } from '../brain/day.ts'
import { knownTag, stampOf } from '../brain/hash.ts'
import { type BrainOptions, chooseOptions } from '../brain/options.ts'
import { projectOf } from '../knowledge/shown/brain-summary.ts'
import { type CurrentEntries, withCurrentEntries } from '../knowledge/shown/current-entries.ts'
import { reindexInBackground } from '../knowledge/shown/reindex-in-background.ts'
import type { Ctx } from '../repo/context.ts'
import { version } from '../version.ts'
import { query } from './query.ts'

export type { Brain, BrainItem, BrainLayer } from '../brain/assemble.ts'
export type { BrainNode } from '../brain/nodes.ts'
export type { BrainOptions } from '../brain/options.ts'

/** Assembles what an agent should know of the knowledge that is checked out, edits included, as of its newest entry. */
export const brain = (ctx: Ctx, options: BrainOptions = {}): Promise<Brain> =>
  look(ctx, (found) => assembled(ctx, found, options))

/** Writes the document of it alone. */
export const brainDocument = (ctx: Ctx, options: BrainOptions = {}): Promise<BrainText> =>
  look(ctx, (found) => {
    const entries = found.entries()
    const day = newestDay(entries, ctx.now())
    return brainText(entries, { day, stubs: found.stubs(), project: projectOf(ctx) }, options)
  })

/**
 * Assembles it for somebody who has a brain: gives the tag it is known by where that is still current, and assembles
 * nothing.
 */
export const brainUnless = (
  ctx: Ctx,
  etags: string,
  options: BrainOptions = {},
): Promise<Brain | { readonly unchanged: string }> =>
  look(ctx, (found) => {
    const known = knownTag(etags, stampFor(ctx, found, options))
    return known === undefined ? assembled(ctx, found, options) : { unchanged: known }
  })

/** How many entries concern a piece of work at most, and how much of it each must say, from 0 to 1. */
const about = { most: 15, least: 0.6 }

/** Finds the entries that concern a piece of work, as `activeEntries` takes them. */
export async function entriesAbout(ctx: Ctx, work: string): Promise<readonly string[]> {
  const { hits } = await query(ctx, work, { limit: about.most, everything: true, tier: 'direct' })
  return hits.filter(({ text, archived }) => text >= about.least && archived === '').map(({ path }) => path)
}

/** Edits in a large tree are reported by the next command: looking at all of its files takes as long as this one. */
async function look<Result>(ctx: Ctx, work: (found: CurrentEntries) => Result): Promise<Result> {
  const { result, isLookedThrough } = await withCurrentEntries(ctx, (found) => ({
    result: work(found),
    isLookedThrough: found.isLookedThrough,
  }))
  if (!isLookedThrough) await reindexInBackground(ctx)
  return result
}

function assembled(ctx: Ctx, found: CurrentEntries, options: BrainOptions): Brain {
  const entries = found.entries()
  const day = newestDay(entries, ctx.now())
  const stamp = stampFor(ctx, found, options)
  return assemble(entries, { day, stubs: found.stubs(), stamp, project: projectOf(ctx) }, options)
}

/** Names all that a document depends on. The day is none of it: a document is as of its newest entry. */
const stampFor = (ctx: Ctx, { stamps, stubs }: CurrentEntries, options: BrainOptions): string =>
  stampOf(stamps(), [version, String(stubs()), JSON.stringify(chooseOptions(options)), JSON.stringify(projectOf(ctx))])
