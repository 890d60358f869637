import type { Ctx } from '../repo/context.ts'
import type { EntryChange } from '../review/compare.ts'
import { short } from '../text/words.ts'
import type { Finding } from '../tree/knowledge.ts'
import { findDropped } from './dropped-commits.ts'

/**
 * Finds what a change of knowledge brings of commits that were dropped, reset for instance: whoever shares it teaches others what
 * nobody kept. Held against `head`, the code that the knowledge is about.
 */
export async function droppedLessons(
  ctx: Ctx,
  changes: readonly EntryChange[],
  head: string | undefined,
): Promise<readonly Finding[]> {
  const gained = changes.flatMap(({ path, lines }) =>
    lines.flatMap(({ how, text, sources }) => (how === 'gained' ? [{ path, text, sources }] : [])),
  )
  const sources = [...new Set(gained.flatMap((line) => line.sources))]
  if (head === undefined || sources.length === 0) return []
  const dropped = (await findDropped(ctx, sources, head)).dropped.map(short)
  return gained.flatMap(({ path, text, sources: own }) => {
    const commit = own.find((source) => dropped.includes(short(source)))
    if (commit === undefined || !own.every((source) => dropped.includes(short(source)))) return []
    const name = /^\*\*([^*\n]+)\*\*/.exec(text)?.[1] ?? text
    const detail = `“${name}” was learned from ${short(commit)}, which is in no branch any more.`
    return [{ code: 'dropped', at: path, detail, weight: 'warning' }]
  })
}
