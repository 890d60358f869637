import { type Branch, type Navigation, rootNode } from './folder.ts'
import { matchNodes, type Matches } from './match.ts'

/**
 * A chunk that was chosen and the node that has it. `how`: the node speaks of what was asked (in these words), it
 * belongs to a branch that was pulled whole, or it does not say what it is about and has to be looked at.
 */
export type ChosenChunk = {
  readonly id: string
  readonly node: string
  readonly how: 'matches' | 'belongs' | 'unclear'
  readonly words: readonly string[]
}

/**
 * Chooses chunks for a request, best first, each once, as the guide tells an agent to: relevant branches whose chunks
 * are within the threshold are pulled whole, larger ones are drilled into, large leaves are pulled all the same. Too
 * much is better than too little: what a summary leaves open is pulled. The root is the overview of all, no branch:
 * of a small tree too, what does not belong to the request is left out.
 */
export function select(map: Navigation, request: string, threshold: number): readonly ChosenChunk[] {
  const root = map.get(rootNode)
  if (root === undefined) return []
  const walk: Walk = {
    map,
    threshold,
    matches: matchNodes(map, request),
    drilled: new Set(),
    pulled: new Set(),
    found: new Map(),
  }
  const isLeaf = childrenOf(walk, root).length === 0
  if (isLeaf && !isMatched(walk, rootNode)) return []
  // What leads back to the root must not pull everything.
  if (!isLeaf) walk.pulled.add(rootNode)
  visit(walk, [rootNode])
  return [...walk.found].toSorted(([, a], [, b]) => b.own - a.own || b.top - a.top).map(([, { chosen }]) => chosen)
}

type Walk = {
  readonly map: Navigation
  readonly threshold: number
  readonly matches: Matches
  readonly drilled: Set<string>
  readonly pulled: Set<string>
  readonly found: Map<string, Found>
}

/** A chunk with the score of its own node, and that of the branch it was pulled with. */
type Found = { readonly chosen: ChosenChunk; readonly own: number; readonly top: number }

const childrenOf = ({ map }: Walk, { children }: Branch): readonly string[] => children.filter((name) => map.has(name))
const isMatched = ({ matches }: Walk, name: string): boolean => (matches.below.get(name) ?? 0) > 0
const isRelevant = (walk: Walk, name: string): boolean => isMatched(walk, name) || walk.matches.unclear.has(name)

/** Pulls or drills into branches until none waits. Each is drilled into once, and pulled once: cycles end. */
function visit(walk: Walk, first: readonly string[]): void {
  const waiting = [...first]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const branch = walk.map.get(name)
    if (branch === undefined) continue
    const children = childrenOf(walk, branch)
    const isLarge = children.length > 0 && (name === rootNode || branch.tokens > walk.threshold)
    if (!isLarge) pull(walk, name)
    else if (!walk.drilled.has(name)) {
      walk.drilled.add(name)
      if (isRelevant(walk, name)) choose(walk, name, name)
      for (const child of candidates(walk, name, children)) waiting.push(child)
    }
  }
}

/** The children that may hold what was asked: all of them where only the branch itself speaks of it. */
function candidates(walk: Walk, name: string, children: readonly string[]): readonly string[] {
  const isOpen = walk.matches.own.has(name) && !children.some((child) => isMatched(walk, child))
  return isOpen ? children : children.filter((child) => isRelevant(walk, child))
}

/** Pulls all chunks of a branch and of those below it, in the order of the map. */
function pull(walk: Walk, top: string): void {
  const waiting = [top]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (walk.pulled.has(name)) continue
    walk.pulled.add(name)
    choose(walk, name, top)
    for (const child of walk.map.get(name)?.children.toReversed() ?? []) waiting.push(child)
  }
}

function choose({ map, matches, found }: Walk, node: string, top: string): void {
  const own = matches.own.get(node)
  const how = own !== undefined ? 'matches' : matches.unclear.has(node) ? 'unclear' : 'belongs'
  for (const id of map.get(node)?.chunks ?? []) {
    const known = found.get(id)
    const [score, topScore] = [own?.score ?? 0, matches.below.get(top) ?? 0]
    // A chunk may be reached on several ways; the best counts.
    if (known === undefined || known.own < score)
      found.set(id, { chosen: { id, node, how, words: own?.words ?? [] }, own: score, top: topScore })
  }
}
