import { countTokens } from '../text/tokens.ts'
import type { Tree } from '../tree/knowledge.ts'
import type { FolderPath } from '../tree/path.ts'
import { documentOf, type Written } from './document.ts'
import { brainHash, etagOf } from './hash.ts'
import { type Item, itemsOf } from './item.ts'
import { type Layers, layersOf } from './layers.ts'
import { type BrainNode, nodesOf } from './nodes.ts'
import { type BrainOptions, type ChosenOptions, chooseOptions } from './options.ts'
import { noProject, type Project } from './project.ts'

/** An item as programs are told of it. */
export type BrainItem = Omit<Item, 'entry' | 'isNamed' | 'says' | 'releases' | 'about'> & {
  readonly supersededBy: string
}

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

/** When a tree is looked at, and what stands beside it: how much is archived, and what the project says of itself. */
type Moment = { readonly day: Date; readonly stubs: number; readonly project?: Project }

/** The document alone, for whoever prints it; `isEmpty` where the tree has no entry at all. */
export type BrainText = Pick<Brain, 'document' | 'notice'> & { readonly isEmpty: boolean }

/** Writes the document of a tree and nothing besides: what a program wants to know takes longer, and nobody would see it. */
export function brainText(tree: Tree, moment: Moment, options: BrainOptions = {}): BrainText {
  const choice = chooseOptions(options)
  const { written } = writeBrain(tree, moment, choice)
  return { document: written.text, notice: noticeOf(choice), isEmpty: tree.size === 0 }
}

/** Assembles the brain of a tree; `stamp` stands for all that the document depends on. */
export function assemble(tree: Tree, moment: Moment & { readonly stamp: string }, options: BrainOptions = {}): Brain {
  const choice = chooseOptions(options)
  const { items, sorted, layers, written } = writeBrain(tree, moment, choice)
  const { text, layer0, layer1, layer2, older } = written
  const told = new Set([...layer1.shown, ...layer2.shown, ...older.shown])
  const loaded = [...layers.active, ...layers.reference, ...layers.older].filter(({ path }) => told.has(path))
  const hash = brainHash(loaded)
  return {
    document: text,
    tokenEstimate: countTokens(text),
    itemsLoaded: loaded.length,
    schemaKeys: [...new Set(loaded.map(({ schemaKey }) => schemaKey))].toSorted(),
    brainHash: hash,
    etag: etagOf(hash, moment.stamp),
    notice: noticeOf(choice),
    tree: nodesOf(items, sorted),
    layers: {
      layer0: { tokens: layer0.tokens },
      layer1: layerOf(layers.active, layer1),
      layer2: layerOf(layers.reference, layer2),
      older: layerOf(layers.older, older),
      archived: layers.archived + moment.stubs,
    },
  }
}

const noticeOf = ({ tokenBudget }: ChosenOptions): string =>
  tokenBudget === 0 ? 'The budget is 0 tokens, so nothing is loaded.' : ''

type Assembled = {
  readonly items: readonly Item[]
  readonly sorted: Layers
  readonly layers: Layers
  readonly written: ReturnType<typeof documentOf>
}

/** Classifies, tells once what is said twice, keeps to the budget and writes. */
function writeBrain(tree: Tree, { day, stubs, project = noProject }: Moment, choice: ChosenOptions): Assembled {
  const items = itemsOf(tree, day, { files: choice.activeFiles, entries: choice.activeEntries })
  const sorted = layersOf(items)
  const layers = chosen(sorted, choice)
  return { items, sorted, layers, written: documentOf({ ...layers, stubs }, { ...choice, day, project }) }
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
