import { type EntryPath, type FolderPath, depthOf, folderOf, root, upwards } from './path.ts'

/** The kinds of symbols, numbered as in the ByteRover paper. */
const symbolKinds = { domain: 1, topic: 2, subtopic: 3, context: 4, summary: 5 } as const

/** A folder or entry in the symbol tree, with its children by path, sorted. */
export type Symbol = {
  readonly path: string
  readonly name: string
  readonly kind: number
  readonly title: string
  /** The entry is in the archive. */
  readonly archived?: true
  readonly children: readonly Symbol[]
}

/** Builds the tree of domains, topics, subtopics and entries from their titles, for listing and navigation. */
export function symbolTree(
  titles: ReadonlyMap<EntryPath, string>,
  archived: ReadonlySet<EntryPath> = new Set(),
): readonly Symbol[] {
  const entries = new Map<FolderPath, EntryPath[]>()
  const folders = new Map<FolderPath, Set<FolderPath>>()
  for (const path of titles.keys()) {
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
        title: titles.get(path) ?? '',
        ...(archived.has(path) ? { archived: true as const } : {}),
        children: [],
      })),
    ].sort((a, b) => (a.path < b.path ? -1 : 1))
  return below(root)
}

const symbol = (path: string): { path: string; name: string } => ({ path, name: path.slice(path.lastIndexOf('/') + 1) })
