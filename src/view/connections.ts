import { commitKey } from '../commit.ts'
import type { Item } from '../brain/item.ts'
import type { TreeLook } from './look.ts'

/** How two entries belong together: one names the other, the same commits taught both, or both are about the same files. */
export type ConnectionKind = 'names' | 'same commit' | 'same file'

/** An edge between two entries, by their paths. */
export type Connection = { readonly from: string; readonly to: string; readonly kind: ConnectionKind }

/** What a graph draws: entries as nodes, and the edges between them by their places in the list of nodes. */
export type KnowledgeGraph = {
  readonly nodes: readonly { readonly path: string; readonly title: string; readonly lessons: number }[]
  readonly edges: readonly (readonly [from: number, to: number, kind: ConnectionKind])[]
  /** How many entries there are that the graph leaves out. */
  readonly left: number
}

/** More than these are no picture. */
const mostNodes = 2_000

/** What a commit or file shared by more entries than this connects is everything with everything. */
const mostShared = 12

/** Draws the entries of a tree and what connects them; of a large tree those that say most. */
export function graphOf({ items }: TreeLook): KnowledgeGraph {
  const weight = ({ entry }: Item): number => entry.facts.length + entry.narrative.rules.length
  const chosen = items.toSorted((a, b) => weight(b) - weight(a) || (a.path < b.path ? -1 : 1)).slice(0, mostNodes)
  const sorted = chosen.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const places = new Map(sorted.map(({ path }, at) => [String(path), at]))
  return {
    nodes: sorted.map((item) => ({ path: item.path, title: item.title, lessons: weight(item) })),
    edges: connectionsIn(sorted).flatMap(({ from, to, kind }) => {
      const [one, other] = [places.get(from), places.get(to)]
      return one === undefined || other === undefined ? [] : [[one, other, kind] as const]
    }),
    left: items.length - sorted.length,
  }
}

/** Finds what connects these entries; of several reasons for a pair the strongest, and each pair once. */
export function connectionsIn(items: readonly Item[]): readonly Connection[] {
  const there = new Set<string>(items.map(({ path }) => path))
  const named = items.flatMap(({ path, entry }) =>
    entry.relations.flatMap((relation): readonly Connection[] =>
      there.has(relation.path) && relation.path !== path ? [{ from: path, to: relation.path, kind: 'names' }] : [],
    ),
  )
  const taught = shared(items, 'same commit', ({ entry }) => entry.raw.sources.map(({ commit }) => commitKey(commit)))
  const about = shared(items, 'same file', ({ files }) => files)
  const pairs = new Map<string, Connection>()
  for (const one of [...named, ...taught, ...about]) {
    const pair = one.from < one.to ? `${one.from}\n${one.to}` : `${one.to}\n${one.from}`
    if (!pairs.has(pair)) pairs.set(pair, one)
  }
  return [...pairs.values()]
}

function shared(
  items: readonly Item[],
  kind: ConnectionKind,
  keysOf: (item: Item) => readonly string[],
): readonly Connection[] {
  const holders = new Map<string, string[]>()
  for (const item of items)
    for (const key of new Set(keysOf(item))) {
      const known = holders.get(key)
      if (known === undefined) holders.set(key, [item.path])
      else known.push(item.path)
    }
  return [...holders.values()]
    .filter(({ length }) => length > 1 && length <= mostShared)
    .flatMap((paths) => paths.flatMap((from, at) => paths.slice(at + 1).map((to): Connection => ({ from, to, kind }))))
}
