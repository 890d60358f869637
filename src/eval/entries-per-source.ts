import { type Entry, writeEntry } from '../tree/entry.ts'
import { toDocument } from '../search/documents.ts'
import type { Index } from '../search/entry-index.ts'
import { memoryIndex } from '../search/memory.ts'
import type { QuestionSource } from './question-sets.ts'

/** Entries that can be asked, and their texts where they are not those of the tree that is shown. */
export type SourceEntries = {
  readonly index: Index
  readonly read: ((paths: readonly string[]) => ReadonlyMap<string, string>) | undefined
}

/**
 * Opens what questions are asked of, once for all that are asked of the same, and forgets it after the last of them:
 * `asked` has the source of each question. One that brings no entries along is asked of our `own`.
 */
export function entriesPerSource(
  asked: readonly QuestionSource[],
  own: Index | undefined,
): (source: QuestionSource) => Promise<SourceEntries> {
  const left = new Map<QuestionSource, number>()
  for (const source of asked) left.set(source, (left.get(source) ?? 0) + 1)
  const open = new Map<QuestionSource, Promise<SourceEntries>>()
  return async (source) => {
    const entries = open.get(source) ?? openSourceEntries(source, own)
    const rest = (left.get(source) ?? 1) - 1
    left.set(source, rest)
    if (rest === 0) open.delete(source)
    else open.set(source, entries)
    return await entries
  }
}

async function openSourceEntries({ entries }: QuestionSource, own: Index | undefined): Promise<SourceEntries> {
  if (entries === undefined && own !== undefined) return { index: own, read: undefined }
  const brought = [...(entries?.() ?? [])]
  const known: ReadonlyMap<string, Entry> = new Map(brought)
  const index = await memoryIndex(brought.map(([path, entry]) => toDocument(path, entry)))
  const read: SourceEntries['read'] = (paths) =>
    new Map(
      paths.flatMap((path) => {
        const entry = known.get(path)
        return entry === undefined ? [] : [[path, writeEntry(entry)] as const]
      }),
    )
  return { index, read }
}
