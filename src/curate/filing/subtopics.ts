import { toName } from '../../tree/name.ts'
import type { Tree } from '../../tree/knowledge.ts'
import { depthOf, type EntryPath, type FolderPath, folderOf, toFolderPath } from '../../tree/path.ts'

/** A subject: where it is filed, and the file that it is about. */
type Placed = { readonly folder: FolderPath; readonly file: string }

/** A topic of fewer subjects is read at a glance, one of more than forty not at all; a part of fewer needs no folder. */
const limits = { large: 38, leastInTopic: 12, leastInPart: 4, leastOfLarge: 3 }

/**
 * Files the subjects of a topic that has grown too large in subtopics, by the folders of the code that lie below it. What
 * the tree has stays where it is: a subject that an entry of the topic is about is told there, and a subtopic that exists
 * takes what belongs to it.
 */
export function intoSubtopics<Home extends Placed>(homes: readonly Home[], tree: Tree): readonly Home[] {
  const known = knownTopics(tree)
  const byTopic = new Map<FolderPath, Home[]>()
  for (const home of homes) byTopic.set(home.folder, [...(byTopic.get(home.folder) ?? []), home])
  return [...byTopic].flatMap(([topic, there]) => divided(topic, there, known.get(topic) ?? nothing))
}

/** What a tree has in a topic: the files its own entries are about, and its subtopics. */
type KnownTopic = { readonly files: readonly string[]; readonly entries: number; readonly parts: ReadonlySet<string> }
const nothing: KnownTopic = { files: [], entries: 0, parts: new Set() }

function knownTopics(tree: Tree): ReadonlyMap<FolderPath, KnownTopic> {
  const known = new Map<FolderPath, { files: string[]; entries: number; parts: Set<string> }>()
  for (const [path, { raw }] of tree) {
    const topic = topicAbove(path)
    const found = known.get(topic) ?? { files: [], entries: 0, parts: new Set<string>() }
    known.set(topic, found)
    if (folderOf(path) === topic) {
      found.entries++
      found.files.push(...raw.files.slice(0, 1))
    } else found.parts.add(folderOf(path).slice(topic.length + 1))
  }
  return known
}

/** The topic that a path lies in, or that a subtopic is part of. */
export const topicAbove = (path: EntryPath | FolderPath): FolderPath => {
  const folder = path.endsWith('.md') ? folderOf(path) : (toFolderPath(path) ?? folderOf(path))
  return depthOf(folder) === 3 ? folderOf(folder) : folder
}

function divided<Home extends Placed>(topic: FolderPath, homes: readonly Home[], known: KnownTopic): readonly Home[] {
  const size = homes.length + known.entries
  if (size < limits.leastInTopic && known.parts.size === 0) return homes
  const least = size > limits.large ? limits.leastOfLarge : limits.leastInPart
  const own = new Set(known.files)
  const counts = new Map<string, number>()
  const count = (part: string): void => void counts.set(part, (counts.get(part) ?? 0) + 1)
  for (const file of [...homes.map((home) => home.file), ...own]) count(partOf(file, topic))
  const deserves = (part: string): boolean =>
    known.parts.has(part) || (size >= limits.leastInTopic && (counts.get(part) ?? 0) >= least)
  return homes.map((home) => {
    const part = own.has(home.file) ? '' : partOf(home.file, topic)
    const folder = part === '' || !deserves(part) ? undefined : toFolderPath(`${topic}/${part}`)
    return folder === undefined ? home : { ...home, folder }
  })
}

/** The folder of the code right below the one that a topic is called after; '' for a file that lies in that itself. */
function partOf(file: string, topic: FolderPath): string {
  const name = topic.slice(topic.lastIndexOf('/') + 1)
  const folders = file.split('/').slice(0, -1)
  const at = folders.findIndex((folder) => toName(folder) === name)
  const below = at === -1 ? undefined : folders[at + 1]
  return below === undefined ? '' : toName(below)
}
