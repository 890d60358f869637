import { countTokens } from '../text/tokens.ts'
import type { Tree } from '../tree/knowledge.ts'
import type { FolderPath } from '../tree/path.ts'
import { documentOf, type Written } from './document.ts'
import { brainHash, etagOf } from './hash.ts'
import { type Item, itemsOf } from './item.ts'
import { layersOf } from './layers.ts'
import { type BrainNode, nodesOf } from './nodes.ts'
import { type BrainOptions, chooseOptions } from './options.ts'

/** An item as programs are told of it. */
export type BrainItem = Omit<Item, 'entry' | 'isNamed'> & { readonly supersededBy: string }

/** A layer: how many items belong to it, and those that the document tells of. */
export type BrainLayer = { readonly tokens: number; readonly count: number; readonly items: readonly BrainItem[] }

/** What an agent is given of a tree: a document within its budget, and what a program wants to know of it. */
export type Brain = {
  readonly document: string
  readonly tokenEstimate: number
  /** How many items layers 1 and 2 have, whether or not the budget has room for them. */
  readonly itemsLoaded: number
  readonly schemaKeys: readonly FolderPath[]
  readonly brainHash: string
  readonly etag: string
  readonly tree: readonly BrainNode[]
  readonly layers: {
    readonly layer0: { readonly tokens: number }
    readonly layer1: BrainLayer
    readonly layer2: BrainLayer
    readonly archived: number
  }
}

/** A tree on a day; `stubs` counts what is archived beside it, `stamp` stands for all that the document depends on. */
export type Moment = { readonly day: Date; readonly stubs: number; readonly stamp: string }

/** Assembles the brain of a tree: classify, tell once what is said twice, write, keep to the budget, name the result. */
export function assemble(tree: Tree, { day, stubs, stamp }: Moment, options: BrainOptions = {}): Brain {
  const choice = chooseOptions(options)
  const items = itemsOf(tree, day, choice.activeFiles)
  const sorted = layersOf(items)
  const layers = { ...sorted, archived: sorted.archived + stubs }
  const { text, layer0, layer1, layer2 } = documentOf(layers, { ...choice, day })
  const loaded = [...layers.active, ...layers.reference]
  const hash = brainHash(loaded)
  return {
    document: text,
    tokenEstimate: countTokens(text),
    itemsLoaded: loaded.length,
    schemaKeys: [...new Set(loaded.map(({ schemaKey }) => schemaKey))].toSorted(),
    brainHash: hash,
    etag: etagOf(hash, stamp),
    tree: nodesOf(items),
    layers: {
      layer0: { tokens: layer0.tokens },
      layer1: layerOf(layers.active, layer1),
      layer2: layerOf(layers.reference, layer2),
      archived: layers.archived,
    },
  }
}

function layerOf(items: readonly Item[], { tokens, shown }: Written): BrainLayer {
  const told = new Set(shown)
  return { tokens, count: items.length, items: items.filter(({ path }) => told.has(path)).map(toldOf) }
}

function toldOf(item: Item): BrainItem {
  const { path, schemaKey, title, kind, status, state, importance, confidence, age, score } = item
  const { files, tags, updatedAt, mergedFrom, entry } = item
  const weighed = { path, schemaKey, title, kind, status, state, importance, confidence, age, score }
  return { ...weighed, files, tags, updatedAt, mergedFrom, supersededBy: entry.supersededBy }
}
