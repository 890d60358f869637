import type { Ctx } from '../../repo/context.ts'
import { takeAccesses } from '../../repo/state/journal.ts'
import type { Knowledge } from '../../tree/knowledge.ts'
import { onAccess } from '../../tree/lifecycle.ts'

/**
 * Brings the noted accesses into the entries' scores. Only entries in `among` are settled where it is given: reading
 * alone makes no commit. `done` forgets what was settled; call it once the commit is made.
 */
export function recordAccesses(
  ctx: Ctx,
  knowledge: Knowledge,
  among?: ReadonlySet<string>,
): { knowledge: Knowledge; done: () => void } {
  const { accesses, done } = takeAccesses(ctx.place)
  const due = [...accesses].filter(([path]) => (among === undefined || among.has(path)) && knowledge.entries.has(path))
  if (due.length === 0) return { knowledge, done: () => done([]) }
  const entries = new Map(knowledge.entries)
  for (const [path, times] of due) {
    const entry = entries.get(path)
    if (entry !== undefined) entries.set(path, onAccess(entry, times, ctx.now()))
  }
  return { knowledge: { ...knowledge, entries }, done: () => done(due.map(([path]) => path)) }
}
