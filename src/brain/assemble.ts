import { countTokens } from '../text/tokens.ts'
import type { Tree } from '../tree/knowledge.ts'
import type { FolderPath } from '../tree/path.ts'
import { documentOf, type Written } from './document.ts'
import { brainHash, etagOf } from './hash.ts'
import { type Item, itemsOf, type Weighing } from './item.ts'
import { type Layers, layersOf } from './layers.ts'
import { type BrainNode, nodesOf } from './nodes.ts'
import { type BrainOptions, type ChosenOptions, chooseOptions } from './options.ts'
import { noProject, type Project } from './project.ts'

/** An item as programs are told of it. */
export type BrainItem = Omit<Item, 'entry' | 'isNamed' | 'says' | 'releases'> & { readonly supersededBy: string }

/** A layer: how many items belong to it, and those that the document tells of. */
export type BrainLayer = { readonly tokens: number; readonly count: number; readonly items: readonly BrainItem[] }

/** What an agent is given of a tree: a document within its budget, and what a program wants to know of it. */
export type Brain = {
  readonly document: string
  readonly tokenEstimate: number
  /** How many items the document tells of. */
  readonly itemsLoaded: number
  readonly schemaKeys: readonly FolderPath[]
  /** Names the items that the document tells of, with the times of their updates. */
  readonly brainHash: string
  readonly etag: string
  /** Why nothing is told, where that was asked for; else ''. */
  readonly notice: string
  readonly tree: readonly BrainNode[]
  readonly layers: {
    readonly layer0: { readonly tokens: number }
    readonly layer1: BrainLayer
    readonly layer2: BrainLayer
    /** What is old, or hardly proven, and fills what the layers leave of the budget. */
    readonly older: BrainLayer
    readonly archived: number
  }
}

/** When a tree is looked at; `stubs` counts what is archived beside it, `stamp` stands for all that the document depends on. */
export type Moment = {
  readonly day: Date
  readonly stubs: number
  readonly stamp: string
  readonly facets?: Weighing['facets']
  readonly project?: Project
}

/** Assembles the brain of a tree: classify, tell once what is said twice, write, keep to the budget, name the result. */
export function assemble(tree: Tree, moment: Moment, options: BrainOptions = {}): Brain {
  const { day, stubs, stamp, facets = new Map(), project = noProject } = moment
  const choice = chooseOptions(options)
  const { activeFiles: files, activeEntries: entries } = choice
  const items = itemsOf(tree, day, { files, entries, facets })
  const sorted = layersOf(items)
  const layers = chosen(sorted, choice)
  const { text, layer0, layer1, layer2, older } = documentOf({ ...layers, stubs }, { ...choice, day, project })
  const told = new Set([...layer1.shown, ...layer2.shown, ...older.shown])
  const loaded = [...layers.active, ...layers.reference, ...layers.older].filter(({ path }) => told.has(path))
  const hash = brainHash(loaded)
  return {
    document: text,
    tokenEstimate: countTokens(text),
    itemsLoaded: loaded.length,
    schemaKeys: [...new Set(loaded.map(({ schemaKey }) => schemaKey))].toSorted(),
    brainHash: hash,
    etag: etagOf(hash, stamp),
    notice: choice.tokenBudget === 0 ? 'The budget is 0 tokens, so nothing is loaded.' : '',
    tree: nodesOf(items, sorted),
    layers: {
      layer0: { tokens: layer0.tokens },
      layer1: layerOf(layers.active, layer1),
      layer2: layerOf(layers.reference, layer2),
      older: layerOf(layers.older, older),
      archived: layers.archived + stubs,
    },
  }
}

/** Keeps of the layers what is asked for: what concerns the work at hand, may be believed, and is among so many. */
function chosen({ active, reference, older, archived }: Layers, choice: ChosenOptions): Layers {
  const { scope, minConfidence, limit } = choice
  let left = limit === 0 ? Number.POSITIVE_INFINITY : limit
  const keep = (items: readonly Item[]): readonly Item[] => {
    const kept = items
      .filter(({ confidence, isNamed }) => confidence >= minConfidence && (scope === 'full' || isNamed))
      .slice(0, left)
    left -= kept.length
    return kept
  }
  return scope === 'minimal'
    ? { active: [], reference: [], older: [], all: [...active, ...reference], archived }
    : { active: keep(active), reference: keep(reference), older: keep(older), all: [...active, ...reference], archived }
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
