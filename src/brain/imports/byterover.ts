import { named } from '../../tree/knowledge.ts'
import { toName } from '../../tree/name.ts'
import {
  archiveFolder,
  type EntryPath,
  type FolderPath,
  manifestFile,
  overviewFile,
  summaryFile,
  toEntryPath,
  toFolderPath,
} from '../../tree/path.ts'
import type { Broken } from '../skill/inspect.ts'
import { type Arrival, type Arrivals, readForeign, cleanArrival } from './arrivals.ts'

/** Reads the texts of a ByteRover tree by their paths; `ignored` are files that are made from the others, or archived. */
export function readByteRover(files: ReadonlyMap<string, string>): Arrivals & { readonly ignored: readonly string[] } {
  const homes = homesFor(files)
  const ignored = [...files.keys()].filter((path) => isDerived(path, files))
  const entries: Arrival[] = []
  const overviews = new Map<FolderPath, { from: string; text: string }>()
  const refused: Broken[] = []
  for (const [path, text] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (isDerived(path, files)) continue
    const [folder, name] = [path.slice(0, Math.max(0, path.lastIndexOf('/'))), path.slice(path.lastIndexOf('/') + 1)]
    const reading = readForeign(text)
    if (!name.endsWith('.md')) refused.push({ code: 'not-read', at: path, detail: 'It is not Markdown.' })
    else if (name === overviewFile && folder !== '')
      overviews.set(folderFor(homes, folder), { from: path, text: cleanArrival(text) })
    else if ('fault' in reading) refused.push({ code: reading.fault.code, at: path, detail: reading.fault.detail })
    else {
      const home = entryFor(homes, folder, name)
      entries.push({ from: path, was: path, path: home, entry: named(reading.entry, home) })
    }
  }
  return { entries: entries.toSorted(asItWas), overviews, refused, ignored }
}

/** What ByteRover makes by itself: summaries, the registry, the archive, abstracts beside an entry, and hidden files. */
function isDerived(path: string, files: ReadonlyMap<string, string>): boolean {
  const parts = path.split('/')
  const name = parts.at(-1) ?? ''
  const entry = path.replace(/\.(?:abstract|overview)\.md$/, '.md')
  return (
    name === summaryFile ||
    name === manifestFile ||
    parts[0] === archiveFolder ||
    parts.some((part) => part.startsWith('.')) ||
    (entry !== path && files.has(entry))
  )
}

/** What keeps its name is placed first: others refer to it by that. */
const asItWas = (a: Arrival, b: Arrival): number => Number(keepsName(b)) - Number(keepsName(a))
const keepsName = ({ was, path }: Arrival): boolean => `/${was}`.endsWith(path.slice(path.lastIndexOf('/')))

/** Folders of ours by theirs, and those that are given away. */
type Homes = { readonly found: Map<string, string>; readonly taken: Set<string> }

/** Gives names away, those that need no change first. */
function homesFor(files: ReadonlyMap<string, string>): Homes {
  const homes: Homes = { found: new Map(), taken: new Set() }
  const folders = [...files.keys()].flatMap(
    (path) => toFolderPath(path.slice(0, Math.max(0, path.lastIndexOf('/')))) ?? [],
  )
  for (const folder of folders) nameFor(homes, folder)
  return homes
}

function folderFor(homes: Homes, theirs: string): FolderPath {
  const ours = toFolderPath(nameFor(homes, theirs))
  if (ours === undefined) throw new Error(`not a folder: ${theirs}`)
  return ours
}

/** An entry lies in a topic or subtopic: what lies higher is filed as general. */
function entryFor(homes: Homes, theirs: string, file: string): EntryPath {
  const folder = theirs === '' ? 'imported/general' : folderFor(homes, theirs)
  const topic = theirs === '' || theirs.includes('/') ? folder : `${folder}/general`
  const spelled = toName(file.replace(/\.md$/, ''))
  const name = spelled === 'context' ? 'the_context' : spelled
  const path = toEntryPath(`${topic}/${file}`) ?? toEntryPath(`${topic}/${name}.md`)
  if (path === undefined) throw new Error(`not an entry: ${theirs}/${file}`)
  return path
}

/** Leaves room for `_2` and its like in a name of 80 characters. */
const longestName = 72

/** Finds a folder of our kind for one of theirs, and never the same one for two. */
function nameFor(homes: Homes, theirs: string): string {
  const known = homes.found.get(theirs)
  if (known !== undefined || theirs === '') return known ?? ''
  const at = theirs.lastIndexOf('/')
  const above = nameFor(homes, theirs.slice(0, Math.max(0, at)))
  const name = spell(theirs.slice(at + 1))
  // Deeper than a subtopic there is nothing: what lies there becomes a subtopic beside it.
  const isDeep = above.split('/').length === 3
  const base = isDeep ? `${above}_${name}` : above === '' ? name : `${above}/${name}`
  const short = base.slice(0, base.lastIndexOf('/') + 1 + longestName)
  let ours = short
  for (let count = 2; homes.taken.has(ours); count++) ours = `${short}_${count}`
  homes.taken.add(ours)
  homes.found.set(theirs, ours)
  return ours
}

const spell = (name: string): string => (toFolderPath(name) === name ? name : toName(name))
