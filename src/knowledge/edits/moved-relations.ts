import type { Ctx } from '../../repo/context.ts'
import { readKnowledgeFiles } from '../../repo/git/knowledge-branch.ts'
import type { Edit } from '../../repo/state/edits.ts'
import { movesBetween } from '../../review/compare.ts'
import { type Entry, readableEntry } from '../../tree/entry.ts'
import type { Change, Files } from '../../tree/knowledge.ts'
import { toEntryPath } from '../../tree/path.ts'

type Moving = { readonly edits: readonly Edit[]; readonly changes: readonly Change[]; readonly parent: string }

/**
 * Where a person moved entries, relations that led to the old places lead to the new ones, in the changes and in all other
 * entries; `was` gives the texts of what is gone.
 */
export async function withMovedRelations(
  ctx: Ctx,
  { edits, changes, parent }: Moving,
  was: (gone: readonly Edit[]) => Promise<Files>,
): Promise<readonly Change[]> {
  const gone = edits.filter((edit) => edit.text === undefined && edit.was !== undefined)
  const born = edits.filter((edit) => edit.text !== undefined && edit.was === undefined)
  if (gone.length === 0 || born.length === 0) return changes
  const before = [...(await was(gone))].flatMap(([path, text]) => entryAt(path, text))
  const moves = movesBetween(
    before,
    born.flatMap(({ path, text }) => entryAt(path, text ?? '')),
  )
  if (moves.size === 0) return changes
  const led = changes.map(({ path, text }) => ({ path, text: text === undefined ? text : ledAlong(text, moves) }))
  const changed = new Set(changes.map(({ path }) => path))
  const { files } = await readKnowledgeFiles(ctx.place, parent)
  const others = [...files].flatMap(([path, text]) => {
    const next = changed.has(path) || toEntryPath(path) === undefined ? text : ledAlong(text, moves)
    return next === text ? [] : [{ path, text: next }]
  })
  return [...led, ...others]
}

function entryAt(path: string, text: string): readonly (readonly [string, Entry])[] {
  const entry = toEntryPath(path) === undefined ? undefined : readableEntry(text)
  return entry === undefined ? [] : [[path, entry]]
}

/** Names the new places in the lines that tell of relations: what else names a path may mean a file of the code. */
function ledAlong(text: string, moves: ReadonlyMap<string, string>): string {
  const now = new Map([...moves].map(([to, from]) => [from, to]))
  return text
    .split('\n')
    .map((line) => (tellsRelations.test(line) ? line.replace(pathLike, (path) => now.get(path) ?? path) : line))
    .join('\n')
}

const tellsRelations = /^(?:related:|(?:[-*+] )?@)/
const pathLike = /[\w/-]+(?:\.[\w-]+)*/g
