import { clean, oneLine, shorten } from '../../text/clean.ts'
import { redact } from '../../text/redact.ts'
import { emptyEntry, type Entry, readEntry } from '../../tree/entry.ts'
import { named } from '../../tree/knowledge.ts'
import { freePath, toName } from '../../tree/name.ts'
import { type EntryPath, type FolderPath, overviewFolder, toEntryPath, toFolderPath } from '../../tree/path.ts'
import { noStanding } from '../../tree/standing.ts'
import {
  isSafeId,
  type Navigation,
  readChunk,
  readConfig,
  readNavigation,
  rootNode,
  skillFiles,
} from '../skill/folder.ts'
import type { Broken, SkillFolder } from '../skill/inspect.ts'

/** An entry that wants in: where it comes from, what it was called there ('' where nothing could refer to it), and where it should go. */
export type Arrival = { readonly from: string; readonly was: string; readonly path: EntryPath; readonly entry: Entry }

/** What a folder brings: entries, overviews, and what of it could not be read. */
export type Arrivals = {
  readonly entries: readonly Arrival[]
  readonly overviews: ReadonlyMap<FolderPath, { readonly from: string; readonly text: string }>
  readonly refused: readonly Broken[]
}

/** Reads an entry that anybody may have written: without what steers a terminal, and without secrets. */
export const readForeign = (text: string): ReturnType<typeof readEntry> => readEntry(cleanArrival(text))

/** Takes control characters, secrets and addresses out of a text that others wrote, before anything is read from it. */
export const cleanArrival = (text: string): string => redact(clean(text))

/**
 * Reads what a skill's folder holds. In one of ours each chunk names the file that it was, and becomes it again; every
 * other chunk becomes a draft under `imported/`, in a topic named after its node.
 */
export function readArrivals(folder: SkillFolder & { readonly map: string }): Arrivals {
  const isOurs = readConfig(folder.config)?.isOurs === true
  const map: Navigation = readNavigation(folder.map)?.map ?? new Map()
  const homes = homesOf(map)
  const entries: Arrival[] = []
  const overviews = new Map<FolderPath, { from: string; text: string }>()
  const refused = [...folder.refused, ...missingChunks(folder, homes)]
  for (const [id, chunk] of folder.chunks) {
    const { path, text } = isOurs ? readChunk(chunk) : { path: '', text: chunk }
    const overview = overviewFolder(path)
    const reading = readForeign(text)
    const own = toEntryPath(path)
    if (overview !== undefined) overviews.set(overview, { from: id, text: cleanArrival(text) })
    else if ('fault' in reading)
      refused.push({ code: reading.fault.code, at: `${skillFiles.chunks}/${id}.md`, detail: reading.fault.detail })
    else if (own !== undefined) entries.push({ from: id, was: path, path: own, entry: named(reading.entry, own) })
    else entries.push(draftOf(id, reading.entry, homes.get(id)))
  }
  return { entries, overviews, refused }
}

type Home = {
  readonly name: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly isOnly: boolean
}

/** The first node that names each chunk. */
function homesOf(map: Navigation): ReadonlyMap<string, Home> {
  const homes = new Map<string, Home>()
  for (const [name, { chunks, summary, tags }] of map)
    for (const id of chunks) if (!homes.has(id)) homes.set(id, { name, summary, tags, isOnly: chunks.length === 1 })
  return homes
}

const missingChunks = ({ chunks }: SkillFolder, homes: ReadonlyMap<string, Home>): readonly Broken[] =>
  [...homes.keys()]
    .filter((id) => !chunks.has(id))
    .map((id) => ({
      code: 'missing-chunk',
      at: `${skillFiles.chunks}/${shorten(oneLine(id), 100)}.md`,
      detail: isSafeId(id) ? 'The map names it, but it could not be read.' : 'This cannot be the name of a file there.',
    }))

/** Nobody has looked at what comes from elsewhere, nor decided about it: it begins as a draft, whatever it says of itself. */
function draftOf(id: string, entry: Entry, home: Home | undefined): Arrival {
  const { maturity, importance, recency, accessCount, updateCount, createdAt, updatedAt } = emptyEntry
  const { status, supersededBy, approvedAt } = noStanding
  const summary = home?.isOnly === true ? shorten(cleanArrival(oneLine(home.summary)), 80) : ''
  const title = [entry.title, summary, id].find((text) => text !== '') ?? id
  const tags = [...new Set([...entry.tags, ...(home?.tags ?? []).map(cleanArrival)])]
    .filter((tag) => tag !== '')
    .slice(0, 12)
  const scores = { maturity, importance, recency, accessCount, updateCount, createdAt, updatedAt }
  const undecided = { status, supersededBy, approvedAt }
  const path = pathFor(home?.name ?? '', title)
  return { from: id, was: '', path, entry: { ...entry, ...scores, ...undecided, title, tags } }
}

function pathFor(node: string, title: string): EntryPath {
  const last =
    node
      .replace(/\.md$/, '')
      .split('/')
      .findLast((part) => part !== '' && part !== rootNode) ?? 'general'
  const folder = toFolderPath(`imported/${toName(last)}`)
  if (folder === undefined) throw new Error(`not a folder: ${last}`)
  return freePath(folder, title, () => false)
}
