import { type FolderPath, root, upwards } from '../tree/path.ts'
import type { Decision, Item } from './item.ts'
import type { Layers } from './layers.ts'

/** A folder of the tree, with how many items lie in and below it and how they stand; children are sorted by name. */
export type BrainNode = {
  readonly schemaKey: string
  readonly name: string
  readonly itemCount: number
  readonly states: Readonly<Record<Decision, number>>
  /** How many of them are current, good to know, or told of where there is room; the rest is told of by none. */
  readonly layers: NodeLayers
  /** What there is to decide: draft while anything in it is, deprecated when everything is. */
  readonly state: Decision
  readonly children: readonly BrainNode[]
}

/** The items of a folder by the layer that they belong to. */
export type NodeLayers = Readonly<Record<LayerName, number>>
type LayerName = 'layer1' | 'layer2' | 'older'

/** Builds the tree of all items, those that the document leaves out included. */
export function nodesOf(items: readonly Item[], layers: Layers): readonly BrainNode[] {
  const byLayer = countByFolder(layers)
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
        layers: byLayer.get(schemaKey) ?? noLayers,
        state: stateOf(states),
        children: childrenOf(schemaKey),
      }
    })
  return childrenOf(root)
}

const noLayers: NodeLayers = { layer1: 0, layer2: 0, older: 0 }

function countByFolder({ active, reference, older }: Layers): ReadonlyMap<FolderPath, NodeLayers> {
  const counts = new Map<FolderPath, Record<LayerName, number>>()
  const all = [
    { name: 'layer1', items: active },
    { name: 'layer2', items: reference },
    { name: 'older', items: older },
  ] as const
  for (const { name, items } of all)
    for (const { schemaKey } of items)
      for (const folder of upwards(schemaKey)) {
        const known = counts.get(folder) ?? { ...noLayers }
        known[name]++
        counts.set(folder, known)
      }
  return counts
}

const stateOf = ({ draft, approved }: Record<Decision, number>): Decision =>
  draft > 0 ? 'draft' : approved > 0 ? 'approved' : 'deprecated'
