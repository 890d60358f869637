import { array, catch as otherwise, gte, int, number, object, optional, string } from 'zod/mini'
import { oneLine, shorten } from '../../text/clean.ts'

/** A node of the navigation map: what a branch is about, and where its texts are. */
export type Branch = {
  readonly summary: string
  readonly tags: readonly string[]
  readonly children: readonly string[]
  readonly chunks: readonly string[]
  /** The tokens of all chunks below. */
  readonly tokens: number
}

/** The map that `tree.json` holds: nodes by name, among them `root`. */
export type Navigation = ReadonlyMap<string, Branch>

/** The id of the node that the others hang from, in `tree.json`. */
export const rootNode = 'root'

/** The files of a skill's folder. */
export const skillFiles = { guide: 'SKILL.md', config: 'config.json', map: 'tree.json', chunks: 'chunks' } as const

/** Up to this many tokens a branch is pulled whole. */
export const defaultThreshold = 4_000

/** Writes the map with a line for each node, so that what did not change keeps its bytes and a diff shows the rest. */
export function writeNavigation(map: Navigation): string {
  const lines = [...map].map(
    ([name, { summary, tags, children, chunks, tokens }]) =>
      `${JSON.stringify(name)}: ${JSON.stringify({ summary, tags, children, chunk_ids: chunks, total_tokens: tokens })}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}

const names = array(string())
const count = number().check(gte(0))
const strict = object({
  summary: string(),
  tags: names,
  children: optional(names),
  chunk_ids: optional(names),
  total_tokens: count,
})
// What is missing is taken so that nothing is missed: a branch of unknown size is pulled whole.
const generous = object({
  summary: otherwise(string(), ''),
  tags: otherwise(names, []),
  children: otherwise(names, []),
  chunk_ids: otherwise(names, []),
  total_tokens: otherwise(count, 0),
})

/** What was read of a map, and what in it is not as it should be. */
export type ReadMap = { readonly map: Navigation; readonly faults: readonly string[] }

/** Reads a map that anybody may have written; undefined when it is none. */
export function readNavigation(text: string): ReadMap | undefined {
  const nodes = parse(text)
  if (nodes === undefined) return undefined
  const map = new Map<string, Branch>()
  const faults: string[] = []
  for (const [name, node] of Object.entries(nodes)) {
    const read = generous.safeParse(node)
    const [issue] = strict.safeParse(node).error?.issues ?? []
    if (issue !== undefined)
      faults.push(
        `${name}: ${issue.path.length === 0 ? 'it is no node' : `${issue.path.join('.')} is not as it should be`}`,
      )
    if (read.success) map.set(name, toBranch(read.data))
  }
  return { map, faults }
}

/** A summary or tag is read as one line of at most so many characters. */
const longest = { summary: 2_000, tag: 200 }

const toBranch = (node: ReturnType<typeof generous.parse>): Branch => ({
  summary: shorten(oneLine(node.summary), longest.summary),
  tags: node.tags.map((tag) => shorten(oneLine(tag), longest.tag)),
  children: node.children,
  chunks: node.chunk_ids,
  tokens: node.total_tokens,
})

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What `config.json` says; `isOurs` when `ctx export skill` wrote the folder. */
export type SkillConfig = { readonly threshold: number; readonly isOurs: boolean }

const maker = 'ctx export skill'
const config = object({ chunk_threshold: optional(int().check(gte(1))), made_by: otherwise(string(), '') })

/** Writes the settings of a folder; `made_by` tells later that the folder is ours to write again. */
export const writeConfig = (threshold: number): string =>
  `${JSON.stringify({ chunk_threshold: threshold, made_by: maker }, undefined, 2)}\n`

/** Reads the settings of a folder, '' where it has none; undefined when they cannot be read. */
export function readConfig(text: string): SkillConfig | undefined {
  if (text === '') return { threshold: defaultThreshold, isOurs: false }
  const read = config.safeParse(parse(text))
  if (!read.success) return undefined
  const { chunk_threshold: threshold = defaultThreshold, made_by: by } = read.data
  return { threshold, isOurs: by === maker }
}

/** Spells the id of a chunk by its number. */
export const chunkId = (number_: number): string => `chunk_${String(number_).padStart(3, '0')}`

/** Reads the number of a chunk from its id or file; undefined for names that we would not give. */
export function chunkNumber(name: string): number | undefined {
  const [, digits = ''] = /^chunk_(\d{3,9})(?:\.md)?$/.exec(name) ?? []
  return digits === '' || chunkId(Number(digits)) !== `chunk_${digits}` ? undefined : Number(digits)
}

/** Tells ids that name a file in `chunks/` and nothing beyond. */
export const isSafeId = (id: string): boolean => /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,99}$/u.test(id) && !id.includes('..')

/** Makes the text of a chunk: a file of the tree, byte for byte, and a last line that says which. */
export const writeChunk = (path: string, text: string): string => `${text}\n<!-- ctx: ${path} -->\n`

/** Takes a chunk apart again; `path` is '' where no last line of ours says it. */
export function readChunk(chunk: string): { readonly path: string; readonly text: string } {
  const [whole = '', path = ''] = /\n<!-- ctx: ([\w./-]+) -->\n$/.exec(chunk) ?? []
  return path === '' ? { path: '', text: chunk } : { path, text: chunk.slice(0, -whole.length) }
}
