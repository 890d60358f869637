import { shorten } from '../text/clean.ts'
import { emptyEntry } from '../tree/entry.ts'
import type { Tree } from '../tree/knowledge.ts'
import type { Operation } from '../tree/operations.ts'
import type { Evidence } from './evidence.ts'
import { short } from './lesson.ts'

/** Lets entries that name a file which moved follow it, however large the move was. */
export function followMoves(moves: readonly Evidence[], tree: Tree): readonly Operation[] {
  const moved = new Map(moves.map(({ about, value }) => [about, value]))
  const [first] = moves
  if (first === undefined) return []
  return [...tree].flatMap(([path, { raw }]): readonly Operation[] => {
    const old = raw.files.filter((file) => moved.has(file))
    if (old.length === 0) return []
    const files = old.map((file) => moved.get(file) ?? file)
    const named = old.map((file) => `${file} → ${moved.get(file)}`).join(', ')
    const entry = { ...emptyEntry, raw: { ...emptyEntry.raw, files } }
    const retires = old.map((file) => ({ kind: 'file' as const, path: file }))
    return [
      {
        type: 'UPDATE',
        path,
        entry,
        reason: shorten(`Files moved in ${short(first.at.commit)}: ${named}`, 200),
        retires,
      },
    ]
  })
}
