import { type FolderPath, root, upwards } from '../tree/path.ts'
import type { Item, Decision } from './item.ts'

/** A folder of the tree, with how many items lie in and below it and how they stand; children are sorted by name. */
export type BrainNode = {
  readonly schemaKey: string
  readonly name: string
  readonly itemCount: number
  readonly states: Readonly<Record<Decision, number>>
  /** What there is to decide: draft while anything in it is, deprecated when everything is. */
  readonly state: Decision
  readonly children: readonly BrainNode[]
}

/** Builds the tree of all items, those that the document leaves out included. */
export function nodesOf(items: readonly Item[]): readonly BrainNode[] {
  const counts = new Map<FolderPath, Record<Decision, number>>()
  const below = new Map<FolderPath, Set<FolderPath>>()
  for (const { schemaKey, state } of items) {
    const folders = upwards(schemaKey)
    for (const [at, folder] of folders.entries()) {
      const known = counts.get(folder) ?? { draft: 0, approved: 0, deprecated: 0 }
      counts.set(folder, known)
      known[state]++
      const above = folders[at + 1]
      if (above !== undefined) below.set(above, (below.get(above) ?? new Set()).add(folder))
    }
  }
  const childrenOf = (folder: FolderPath): readonly BrainNode[] =>
    [...(below.get(folder) ?? [])].toSorted().map((schemaKey) => {
      const states = counts.get(schemaKey) ?? { draft: 0, approved: 0, deprecated: 0 }
      return {
        schemaKey,
        name: schemaKey.slice(schemaKey.lastIndexOf('/') + 1),
        itemCount: states.draft + states.approved + states.deprecated,
        states,
        state: stateOf(states),
        children: childrenOf(schemaKey),
      }
    })
  return childrenOf(root)
}

const stateOf = ({ draft, approved }: Record<Decision, number>): Decision =>
  draft > 0 ? 'draft' : approved > 0 ? 'approved' : 'deprecated'
