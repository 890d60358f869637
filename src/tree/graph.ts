import type { Tree } from './knowledge.ts'
import { type EntryPath, type FolderPath, depthOf, folderOf, root, toEntryPath, upwards } from './path.ts'

/** The links of a tree in both directions; only those between entries that exist. */
export type References = {
  readonly forward: ReadonlyMap<EntryPath, readonly EntryPath[]>
  readonly back: ReadonlyMap<EntryPath, readonly EntryPath[]>
}

/** Indexes every relation from both ends, so that either is one look-up (ByteRover paper, section 3). */
export function references(tree: Tree): References {
  const forward = new Map<EntryPath, EntryPath[]>()
  const back = new Map<EntryPath, EntryPath[]>()
  for (const [path, entry] of tree) {
    for (const relation of entry.relations) {
      const target = toEntryPath(relation.path)
      if (target === undefined || !tree.has(target)) continue
      forward.set(path, [...(forward.get(path) ?? []), target])
      back.set(target, [...(back.get(target) ?? []), path])
    }
  }
  return { forward, back }
}

/** The kinds of symbols, numbered as in the ByteRover paper. */
const symbolKinds = { domain: 1, topic: 2, subtopic: 3, context: 4, summary: 5 } as const

/** A folder or entry in the symbol tree, with its children by path, sorted. */
export type Symbol = {
  readonly path: string
  readonly name: string
  readonly kind: number
  readonly title: string
  readonly children: readonly Symbol[]
}

/** Builds the tree of domains, topics, subtopics and entries, for listing and navigation. */
export function symbolTree(tree: Tree): readonly Symbol[] {
  const entries = new Map<FolderPath, EntryPath[]>()
  const folders = new Map<FolderPath, Set<FolderPath>>()
  for (const path of tree.keys()) {
    const home = folderOf(path)
    entries.set(home, [...(entries.get(home) ?? []), path])
    for (const folder of upwards(home)) {
      if (folder !== root) folders.set(folderOf(folder), (folders.get(folderOf(folder)) ?? new Set()).add(folder))
    }
  }
  const below = (folder: FolderPath): readonly Symbol[] =>
    [
      ...[...(folders.get(folder) ?? [])].map((path) => ({
        ...symbol(path),
        kind: depthOf(path),
        title: '',
        children: below(path),
      })),
      ...(entries.get(folder) ?? []).map((path) => ({
        ...symbol(path),
        kind: symbolKinds.context,
        title: tree.get(path)?.title ?? '',
        children: [],
      })),
    ].sort((a, b) => (a.path < b.path ? -1 : 1))
  return below(root)
}

const symbol = (path: string): { path: string; name: string } => ({ path, name: path.slice(path.lastIndexOf('/') + 1) })
