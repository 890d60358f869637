declare const brand: unique symbol
/** Names an entry relative to the tree's root, such as `authentication/jwt/token_rotation.md`; checked once, here. */
export type EntryPath = string & { readonly [brand]: 'entry' }
/** Names a domain, topic or subtopic folder, such as `authentication/jwt`; the empty text is the root. */
export type FolderPath = string & { readonly [brand]: 'folder' }

const name = /^[a-z0-9][a-z0-9_-]{0,79}$/
/** Tells names for which Windows opens a device, whatever the extension. */
export const isReserved = (text: string): boolean => /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/.test(text)

const isName = (text: string): boolean => name.test(text) && !isReserved(text)

/** Reads an entry's path: two or three folders and a file; undefined for everything else, `..` and links included. */
export function toEntryPath(text: string): EntryPath | undefined {
  const match = /^(.+)\/([^/]+)\.md$/.exec(text)
  const [, folder, file] = match ?? []
  if (folder === undefined || file === undefined || file === 'context' || !isName(file)) return undefined
  const depth = toFolderPath(folder) === undefined ? 0 : folder.split('/').length
  return depth === 2 || depth === 3 ? (text as EntryPath) : undefined
}

/** Reads a domain, topic or subtopic path of one to three folders. */
export function toFolderPath(text: string): FolderPath | undefined {
  const parts = text.split('/')
  return parts.length <= 3 && parts.every(isName) ? (text as FolderPath) : undefined
}

/** Reads the path of an overview, `<folder>/context.md`, and gives the folder that it describes. */
export function overviewFolder(text: string): FolderPath | undefined {
  return text.endsWith(`/${overviewFile}`) ? toFolderPath(text.slice(0, -overviewFile.length - 1)) : undefined
}

/** What people write about a folder. */
export const overviewFile = 'context.md'

// The root and the part of a checked path before its last name are folders by construction.
const asFolder = (text: string): FolderPath => text as FolderPath

/** The folder that holds the domains, spelled ''. */
export const root = asFolder('')

/** Tells the folder that holds a file or folder; the root holds the domains. */
export const folderOf = (path: string): FolderPath => asFolder(path.slice(0, Math.max(0, path.lastIndexOf('/'))))

/** Lists a folder and those above it, deepest first, the root last. */
export function upwards(folder: FolderPath): readonly FolderPath[] {
  return folder === root ? [root] : [folder, ...upwards(folderOf(folder))]
}

/** Puts a file's name behind a folder; the root adds no slash. */
export const join = (folder: FolderPath, file: string): string => (folder === root ? file : `${folder}/${file}`)

/** Tells how deep a folder lies: the root 0, a domain 1, a topic 2, a subtopic 3. */
export const depthOf = (folder: FolderPath): number => (folder === root ? 0 : folder.split('/').length)

/** The derived files: a folder's summary, and the registry at the root. */
export const summaryFile = '_index.md'
/** The registry at the root. */
export const manifestFile = '_manifest.json'

/** Tells a folder's summary from an entry whose name only ends like one, such as `middleware_index.md`. */
export const isSummaryPath = (path: string): boolean => path === summaryFile || path.endsWith(`/${summaryFile}`)

/** Where archived entries lie: local, derived from history, never pushed. */
export const archiveFolder = '_archived'

/** Where the stub of an archived entry lies. */
export const stubPath = (path: EntryPath): string => `${archiveFolder}/${path.replace(/\.md$/, '.stub.md')}`
/** Where the text that an archived entry had lies. */
export const fullPath = (path: EntryPath): string => `${archiveFolder}/${path.replace(/\.md$/, '.full.md')}`

/** Reads the path of a stub or full text in the archive, and gives the path that the entry had. */
export function originalOf(path: string): EntryPath | undefined {
  const [, original] = /^_archived\/(.+)\.(?:stub|full)\.md$/.exec(path) ?? []
  return original === undefined ? undefined : toEntryPath(`${original}.md`)
}

/** Whether a path is that of a stub in the archive. */
export const isStubPath = (path: string): boolean => path.endsWith('.stub.md') && originalOf(path) !== undefined

/** Where goals lie on a knowledge branch: shared and merged like entries, and never shown, searched or counted as one. */
export const goalFolder = '.goals'

/** Whether a path lies among the goals; it need not be that of a goal. */
export const isGoalPath = (path: string): boolean => path.startsWith(`${goalFolder}/`)

/** Where the goal of an id lies. */
export const goalPath = (id: string): string => `${goalFolder}/${id}.json`

/** Reads the path of a goal, and gives its id. */
export const goalIdOf = (path: string): string | undefined =>
  /^\.goals\/([a-z0-9][a-z0-9-]{0,119})\.json$/.exec(path)?.[1]

/** Reads a path as people type it: with `@`, from `.ctx/tree/` on, or `.` for the whole tree, which is ''. */
export const bareOf = (path: string): string =>
  path
    .replace(/^@/, '')
    .replace(/^(?:\.\.?\/)*\.ctx\/tree(?:\/|$)/, '')
    .replace(/^\.(?:\/|$)/, '')
    .replace(/\/$/, '')

/** Reads the path of an entry as people and agents type it, which may be without its `.md`. */
export const entryNamed = (path: string): EntryPath | undefined =>
  toEntryPath(bareOf(path)) ?? toEntryPath(`${bareOf(path)}.md`)

/**
 * Whether an entry tells together what is over, as curation calls it: its name and its keywords say nothing of the single
 * lesson, and would make each word of them common (ripgrep 75cbe88f).
 */
export const isOfThePast = (path: string): boolean =>
  /(?:^|\/)history\/(?:\w{1,80}_)?what_(?:no_longer_holds|is_no_longer)_/.test(path)
