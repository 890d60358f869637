import { countTokens } from '../../text/tokens.ts'
import {
  type Branch,
  chunkNumber,
  isSafeId,
  type Navigation,
  readConfig,
  readNavigation,
  rootNode,
  skillFiles,
} from './folder.ts'

/** What is broken in a skill's folder, and where. */
export type Broken = { readonly code: string; readonly at: string; readonly detail: string }

/** A skill's folder as it was read: files by name, the chunks by id, and what could not be read. */
export type SkillFolder = {
  readonly guide: string | undefined
  readonly config: string
  readonly map: string | undefined
  readonly chunks: ReadonlyMap<string, string>
  readonly refused: readonly Broken[]
}

/** Checks a skill's folder against every promise that an agent relies on; the list is empty when all of them hold. */
export function inspect(folder: SkillFolder): readonly Broken[] {
  const { guide, config, map, chunks, refused } = folder
  const found: Broken[] = [...refused]
  if (guide === undefined) found.push(broken('missing-file', skillFiles.guide, 'The guide is missing.'))
  else if (!namesItself(guide))
    found.push(broken('no-name', skillFiles.guide, 'Its front matter gives the skill no name.'))
  const read = readConfig(config)
  if (read === undefined)
    found.push(broken('bad-config', skillFiles.config, 'chunk_threshold is not a whole number from 1.'))
  if (map === undefined) return [...found, broken('missing-file', skillFiles.map, 'The map is missing.')]
  const navigation = readNavigation(map)
  if (navigation === undefined) return [...found, broken('bad-map', skillFiles.map, 'It is no JSON map of nodes.')]
  for (const fault of navigation.faults) found.push(broken('bad-node', skillFiles.map, `${fault}.`))
  const checked = { map: navigation.map, chunks, isExact: read?.isOurs === true }
  return [...found, ...nodeFaults(checked), ...reachFaults(checked), ...sizeFaults(checked)]
}

/** Whether a guide begins with a front matter, without a blank line, that gives a name. */
function namesItself(guide: string): boolean {
  const [first, ...rest] = guide.slice(0, 4_000).replaceAll('\r\n', '\n').split('\n')
  const front = rest.slice(0, Math.max(0, rest.slice(0, -1).indexOf('---')))
  return first === '---' && !front.includes('') && front.some((line) => /^name: ./.test(line))
}

type Checked = { readonly map: Navigation; readonly chunks: ReadonlyMap<string, string>; readonly isExact: boolean }

const broken = (code: string, at: string, detail: string): Broken => ({ code, at, detail })

/** A summary has at most so many tokens; all that nodes say is at most this share of chunks that have so many or more. */
const most = { summary: 300, share: 0.5, from: 20_000 }

function nodeFaults(checked: Checked): readonly Broken[] {
  const { map, chunks } = checked
  return [...map].flatMap(([name, node]) => [
    ...(node.summary === '' ? [broken('no-summary', name, 'The node does not say what it is about.')] : []),
    ...(countTokens(node.summary) > most.summary
      ? [broken('long-summary', name, `The summary is longer than ${most.summary} tokens.`)]
      : []),
    ...(node.children.length > 0 && node.chunks.length > 0
      ? [broken('chunks-on-branch', name, 'It has chunks beside its children, which drilling into it would pass by.')]
      : []),
    ...node.children
      .filter((child) => !map.has(child))
      .map((child) => broken('missing-child', name, `There is no node ${child}.`)),
    ...node.chunks.flatMap((id) => idFaults(name, id, chunks)),
    ...tokenFaults(name, node, checked),
  ])
}

function idFaults(name: string, id: string, chunks: ReadonlyMap<string, string>): readonly Broken[] {
  if (!isSafeId(id)) return [broken('unsafe-chunk-id', name, `"${id}" cannot be the name of a file in chunks/.`)]
  const odd = chunkNumber(id) === undefined ? [broken('odd-chunk-id', name, `${id} does not look like chunk_001.`)] : []
  return chunks.has(id) ? odd : [...odd, broken('missing-chunk', name, `chunks/${id}.md is missing.`)]
}

/** A branch holds what its children hold; in what we wrote, tokens are counted, elsewhere they are estimates. */
function tokenFaults(name: string, node: Branch, { map, chunks, isExact }: Checked): readonly Broken[] {
  const children = [...new Set(node.children)].flatMap((child) => map.get(child) ?? [])
  const below = children.reduce((sum, { tokens }) => sum + tokens, 0)
  const own = [...new Set(node.chunks)].reduce((sum, id) => sum + countTokens(chunks.get(id) ?? ''), 0)
  const expected = below + (isExact ? own : 0)
  if (isExact && node.chunks.some((id) => !chunks.has(id))) return []
  if (node.tokens < expected || (isExact && node.tokens !== expected))
    return [broken('wrong-tokens', name, `total_tokens is ${node.tokens}, but what it holds is ${expected}.`)]
  return []
}

/** Everything has to be reached from the root, and no node from itself. */
function reachFaults({ map, chunks }: Checked): readonly Broken[] {
  if (!map.has(rootNode)) return [broken('no-root', skillFiles.map, `There is no node "${rootNode}".`)]
  const { reached, cycles } = walk(map)
  const named = new Set([...reached].flatMap((name) => map.get(name)?.chunks ?? []))
  return [
    ...cycles.map((name) => broken('cycle', name, 'The node is among its own descendants.')),
    ...[...map.keys()]
      .filter((name) => !reached.has(name))
      .map((name) => broken('unreachable-node', name, 'No way leads here from the root.')),
    ...[...chunks.keys()]
      .filter((id) => !named.has(id))
      .map((id) => broken('unreachable-chunk', `chunks/${id}.md`, 'No node that can be reached names it.')),
  ]
}

/** Walks depth first, without recursion: a map may be deeper than any stack. */
function walk(map: Navigation): { readonly reached: ReadonlySet<string>; readonly cycles: readonly string[] } {
  const reached = new Set<string>()
  const open = new Set<string>()
  const cycles = new Set<string>()
  const steps: { readonly name: string; readonly isEnd: boolean }[] = [{ name: rootNode, isEnd: false }]
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { name, isEnd } = step
    if (isEnd) open.delete(name)
    else if (open.has(name)) cycles.add(name)
    else if (!reached.has(name)) {
      reached.add(name)
      open.add(name)
      steps.push({ name, isEnd: true })
      for (const child of map.get(name)?.children ?? []) if (map.has(child)) steps.push({ name: child, isEnd: false })
    }
  }
  return { reached, cycles: [...cycles] }
}

/** What nodes say, their names and ids left aside, is much less than what they stand for. */
function sizeFaults({ map, chunks }: Checked): readonly Broken[] {
  const all = [...chunks.values()].reduce((sum, text) => sum + countTokens(text), 0)
  const said = [...map.values()].reduce((sum, { summary, tags }) => sum + countTokens(summary + tags.join('')), 0)
  if (all < most.from || said <= all * most.share) return []
  return [broken('large-map', skillFiles.map, `Summaries and tags are ${said} tokens for chunks of ${all}.`)]
}
