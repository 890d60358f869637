import { assemble, type Brain } from '../brain/assemble.ts'
import { dayOf } from '../brain/day.ts'
import { knownTag, stampOf } from '../brain/hash.ts'
import { type BrainOptions, chooseOptions } from '../brain/options.ts'
import { refreshIfStale } from '../knowledge/refresh-if-stale.ts'
import type { Ctx } from '../repo/context.ts'
import { listArchive, listFiles, readTreeFiles } from '../repo/state/checkout.ts'
import { type Files, readKnowledge } from '../tree/knowledge.ts'
import { isStubPath, toEntryPath } from '../tree/path.ts'
import { version } from '../version.ts'

export type { Brain, BrainItem, BrainLayer } from '../brain/assemble.ts'
export type { BrainNode } from '../brain/nodes.ts'
export type { BrainOptions } from '../brain/options.ts'

/** Assembles what an agent should know of the knowledge that is checked out, edits included, as of today. */
export async function brain(ctx: Ctx, options: BrainOptions = {}): Promise<Brain> {
  const { files, stubs, stamp, day } = await look(ctx, options)
  return assemble(readKnowledge(files).entries, { day, stubs, stamp }, options)
}

/** The same for somebody who has a brain: gives the tag it is known by where that is still current, and assembles nothing. */
export async function brainUnless(
  ctx: Ctx,
  etags: string,
  options: BrainOptions = {},
): Promise<Brain | { readonly unchanged: string }> {
  const { files, stubs, stamp, day } = await look(ctx, options)
  const known = knownTag(etags, stamp)
  if (known !== undefined) return { unchanged: known }
  return assemble(readKnowledge(files).entries, { day, stubs, stamp }, options)
}

type Looked = { readonly files: Files; readonly stubs: number; readonly stamp: string; readonly day: Date }

/** Reads the texts of the tree, and names them together with all else that a document depends on. */
async function look(ctx: Ctx, options: BrainOptions): Promise<Looked> {
  await refreshIfStale(ctx)
  const files = readTreeFiles(
    ctx.place,
    listFiles(ctx.place).filter((path) => toEntryPath(path) !== undefined),
  )
  const stubs = listArchive(ctx.place).filter(isStubPath).length
  const day = dayOf(ctx.now())
  const stamp = stampOf(files, [version, day.toISOString(), String(stubs), JSON.stringify(chooseOptions(options))])
  return { files, stubs, stamp, day }
}
