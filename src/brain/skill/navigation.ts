import { inertLine } from '../../text/quote.ts'
import { countTokens } from '../../text/tokens.ts'
import type { Knowledge } from '../../tree/knowledge.ts'
import { purposeByPeople } from '../../tree/overview.ts'
import { type FolderPath, folderOf, join, root, upwards } from '../../tree/path.ts'
import { joined, listed, nodeSummary, tagsOf } from './about.ts'
import { type Chunk, chunksOf, type Numbering } from './chunks.ts'
import { type Branch, type Navigation, rootNode } from './folder.ts'

/** What a skill is made of: its map, and the texts of its chunks by id. */
export type Skill = { readonly map: Navigation; readonly chunks: ReadonlyMap<string, string> }

/**
 * Builds the map of a tree: a node for each domain, topic and subtopic. Where the entries of a folder are more than the
 * threshold, each of them has a node too, so that not all need be pulled. A node says only what lies below it: what
 * changes elsewhere does not change it.
 */
export function navigate(knowledge: Knowledge, numbering: Numbering & { readonly threshold: number }): Skill {
  const chunks = chunksOf(knowledge, numbering)
  const shelf: Shelf = {
    threshold: numbering.threshold,
    chunks: groupBy(chunks, ({ path }) => folderOf(path)),
    folders: foldersAbove(chunks.map(({ path }) => path)),
    purpose: (folder) => purposeByPeople(knowledge.overviews.get(folder) ?? ''),
  }
  return {
    map: new Map(nodesOf(root, shelf).map(({ name, branch }) => [name, branch])),
    chunks: new Map(chunks.map(({ id, text }) => [id, text])),
  }
}

type Shelf = {
  readonly threshold: number
  readonly chunks: ReadonlyMap<FolderPath, readonly Chunk[]>
  readonly folders: ReadonlyMap<FolderPath, readonly FolderPath[]>
  readonly purpose: (folder: FolderPath) => string
}
type Node = { readonly name: string; readonly branch: Branch; readonly below: readonly Chunk[] }

function nodesOf(folder: FolderPath, shelf: Shelf): readonly Node[] {
  const own = shelf.chunks.get(folder) ?? []
  const below = (shelf.folders.get(folder) ?? []).map((child) => nodesOf(child, shelf))
  const isLarge = own.length > 1 && tokensOf(own) > shelf.threshold
  const isMixed = own.length > 0 && below.length > 0
  const leaves = isLarge
    ? own.map((chunk) => leafOf(chunk.path, [chunk], ''))
    : isMixed
      ? [leafOf(join(folder, ownNode), own, '')]
      : []
  const children = [...leaves, ...below.flatMap(([first]) => first ?? [])]
  const name = nodeName(folder)
  return children.length === 0
    ? [leafOf(name, own, shelf.purpose(folder))]
    : [branchOf(name, children, shelf.purpose(folder)), ...leaves, ...below.flat()]
}

/** What lies in a folder itself, beside its subfolders: only leaves have chunks. No folder has such a name. */
const ownNode = '_own'

// A domain may be called `root` too; no folder ends like this.
const nodeName = (folder: FolderPath): string =>
  folder === root ? rootNode : folder === rootNode ? `${folder}/` : folder

/**
 * A summary takes at most this share of what it stands for, within these bounds, in characters; so many tags are the
 * most, one for so many tokens. With fewer, requests were measured to miss more of what they should find.
 */
const room = { share: 0.05, least: 100, most: 800, tags: 80, tokensForTag: 45 }

function leafOf(name: string, chunks: readonly Chunk[], purpose: string): Node {
  const tokens = tokensOf(chunks)
  const about = chunks.map((chunk) => chunk.about)
  const size = Math.min(room.most, Math.max(room.least, Math.floor(tokens * 4 * room.share)))
  const summary = chunks.length === 0 ? 'Nothing is known yet.' : nodeSummary(purpose, about, size)
  const tags = tagsOf(
    about,
    `${name} ${summary}`,
    Math.min(room.tags, Math.max(3, Math.floor(tokens / room.tokensForTag))),
  )
  return { name, branch: { summary, tags, children: [], chunks: chunks.map(({ id }) => id), tokens }, below: chunks }
}

function branchOf(name: string, children: readonly Node[], purpose: string): Node {
  const below = children.flatMap((child) => child.below)
  const isUndescribed = purpose === '' && name !== rootNode
  const inside = name === rootNode ? `All that is known here: ${contents(children)}` : contents(children)
  const summary = joined(inertLine(purpose, 200), joined(inside, isUndescribed ? told(below) : ''))
  return {
    name,
    branch: {
      summary,
      tags: tagsOf(
        below.map(({ about }) => ({ ...about, words: [] })),
        `${name} ${summary}`,
        10,
      ),
      children: children.map((child) => child.name),
      chunks: [],
      tokens: children.reduce((sum, { branch }) => sum + branch.tokens, 0),
    },
    below,
  }
}

/** What its longest texts say first: a branch that nobody has described is known by what it teaches. */
function told(below: readonly Chunk[]): string {
  const longest = below.filter(({ about }) => about.says !== '').toSorted((a, b) => b.text.length - a.text.length)
  const says = [...new Set(longest.map(({ about }) => about.says))].slice(0, 2)
  return says.length === 0 ? '' : `Above all: ${says.join('; ')}`
}

/** Names the folders below, and counts what lies beside them. */
function contents(children: readonly Node[]): string {
  const folders = children.filter(({ name }) => !name.endsWith('.md') && !name.endsWith(`/${ownNode}`))
  const names = folders.map(({ name }) => name.replace(/\/$/, '').replace(/^.*\//, '').replaceAll('_', ' '))
  const entries = children.filter((child) => !folders.includes(child)).reduce((sum, { below }) => sum + below.length, 0)
  return listed([...names, ...(entries === 0 ? [] : [`${entries} ${entries === 1 ? 'entry' : 'entries'}`])], 500)
}

const tokensOf = (chunks: readonly Chunk[]): number => chunks.reduce((sum, { text }) => sum + countTokens(text), 0)

function foldersAbove(paths: readonly string[]): ReadonlyMap<FolderPath, readonly FolderPath[]> {
  const folders = new Set(paths.flatMap((path) => upwards(folderOf(path))))
  folders.delete(root)
  return groupBy([...folders].toSorted(), folderOf)
}

function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
