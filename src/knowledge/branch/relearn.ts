import type { Ctx } from '../../repo/context.ts'
import { readArchive, readArchivedTexts } from '../../repo/git/archive.ts'
import { isBeginning } from '../../repo/git/descent.ts'
import { readEntry } from '../../tree/entry.ts'
import type { Knowledge } from '../../tree/knowledge.ts'
import type { Operation } from '../../tree/operations.ts'
import type { Tip } from './tip.ts'

/** A tree with what was brought back into it, the operations that go on from there, and the paths that came back. */
export type Relearned = {
  readonly knowledge: Knowledge
  readonly operations: readonly Operation[]
  readonly restored: readonly string[]
}

/**
 * Brings back from the archive what operations would write as new: it was known, so what is said now is added to it.
 */
export async function relearn(ctx: Ctx, tip: Tip, operations: readonly Operation[]): Promise<Relearned> {
  const { knowledge, commit = tip.parent } = tip
  const isNew = (operation: Operation): boolean => 'entry' in operation && !knowledge.entries.has(operation.path)
  if (commit === undefined || isBeginning(commit) || !operations.some(isNew))
    return { knowledge, operations, restored: [] }
  const { archived } = await readArchive(ctx.place, commit)
  const wanted = operations.flatMap((operation) =>
    'entry' in operation && isNew(operation) ? (archived.get(operation.path) ?? []) : [],
  )
  const texts = await readArchivedTexts(ctx.place, wanted)
  const entries = new Map(knowledge.entries)
  for (const [path, text] of texts) {
    const reading = readEntry(text)
    if ('entry' in reading) entries.set(path, reading.entry)
  }
  return {
    knowledge: { ...knowledge, entries },
    operations: operations.map((operation) =>
      operation.type === 'ADD' && texts.has(operation.path) ? { ...operation, type: 'UPSERT' } : operation,
    ),
    restored: [...texts.keys()],
  }
}
