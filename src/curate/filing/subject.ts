import { overlap } from '../../text/terms.ts'
import type { Entry } from '../../tree/entry.ts'
import type { Tree } from '../../tree/knowledge.ts'
import { type EntryPath, type FolderPath, folderOf } from '../../tree/path.ts'
import { mostSignificantFiles } from '../code/files.ts'
import { distinctiveTerms } from '../message/distinctive-terms.ts'

/** What a change is about: its files and the terms of its message. */
export type Topic = { readonly files: readonly string[]; readonly terms: ReadonlySet<string> }

/** How much files and words count, how alike is the same subject, and how much one entry holds. */
const measure = { files: 0.5, words: 0.5, same: 0.6, mostSources: 60, mostEntries: 40 }

/**
 * Finds the entry of a folder that already covers a subject: the same files and the same words. A full entry takes no
 * more; once a folder is full, the nearest entry takes what would have been new.
 */
export function coveringEntry(
  tree: Tree,
  folder: FolderPath,
  topic: Topic,
  { takesNearest = true }: { readonly takesNearest?: boolean } = {},
): EntryPath | undefined {
  const there = foldersOf(tree).get(folder) ?? []
  const ranked = there
    .map(([path, entry]) => ({
      path,
      likeness: likeness(entry, topic),
      isFull: entry.raw.sources.length >= measure.mostSources,
    }))
    .sort((a, b) => b.likeness - a.likeness || (a.path < b.path ? -1 : 1))
  const same = ranked.find((candidate) => !candidate.isFull && candidate.likeness >= measure.same)
  return same?.path ?? (takesNearest && there.length >= measure.mostEntries ? ranked[0]?.path : undefined)
}

const folders = new WeakMap<Tree, ReadonlyMap<FolderPath, readonly Placed[]>>()
type Placed = readonly [path: EntryPath, entry: Entry]

/** The entries of each folder; a tree never changes, and each of a thousand subjects asks for its own folder. */
function foldersOf(tree: Tree): ReadonlyMap<FolderPath, readonly Placed[]> {
  const known = folders.get(tree)
  if (known !== undefined) return known
  const found = new Map<FolderPath, Placed[]>()
  for (const one of tree) {
    const folder = folderOf(one[0])
    const there = found.get(folder)
    if (there === undefined) found.set(folder, [one])
    else there.push(one)
  }
  folders.set(tree, found)
  return found
}

function likeness(entry: Entry, topic: Topic): number {
  const known = topicOf(entry)
  const words = overlap(known.terms, topic.terms)
  // What a person tells names no files; its words alone decide.
  if (topic.files.length === 0) return words
  return (
    measure.files * overlap(new Set(known.files), new Set(mostSignificantFiles(topic.files))) + measure.words * words
  )
}

const topics = new WeakMap<Entry, Topic>()

/** The topic of an entry; an entry never changes, so it is found out once. */
function topicOf(entry: Entry): Topic {
  const known = topics.get(entry)
  if (known !== undefined) return known
  const found = {
    files: mostSignificantFiles(entry.raw.files),
    terms: new Set(distinctiveTerms([entry.title, ...entry.keywords].join(' '))),
  }
  topics.set(entry, found)
  return found
}
