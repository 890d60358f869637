import type { CatalogueEntry, StandingCounts } from '../view/catalogue.ts'

/** A folder of the tree with all that lies in and below it. */
export type Folder = {
  readonly path: string
  readonly name: string
  readonly folders: readonly Folder[]
  readonly entries: readonly CatalogueEntry[]
  readonly all: readonly CatalogueEntry[]
}

/** Puts entries into their folders; `at` is the folder that they are all below, '' for the root. */
export function folderTree(entries: readonly CatalogueEntry[], at = ''): Folder {
  const depth = at === '' ? 0 : at.split('/').length
  const below = new Map<string, CatalogueEntry[]>()
  const own: CatalogueEntry[] = []
  for (const entry of entries) {
    const parts = entry.path.split('/')
    if (parts.length === depth + 1) own.push(entry)
    else {
      const name = parts[depth] ?? ''
      const known = below.get(name)
      if (known === undefined) below.set(name, [entry])
      else known.push(entry)
    }
  }
  const folders = [...below].map(([name, inside]) => folderTree(inside, at === '' ? name : `${at}/${name}`))
  return { path: at, name: at.slice(at.lastIndexOf('/') + 1), folders, entries: own, all: entries }
}

/** The folder at a path; undefined where there is none. */
export function folderAt(root: Folder, path: string): Folder | undefined {
  if (path === root.path) return root
  const next = root.folders.find((folder) => path === folder.path || path.startsWith(`${folder.path}/`))
  return next === undefined ? undefined : folderAt(next, path)
}

/** Adds up how many lessons hold. */
export const standingIn = (entries: readonly CatalogueEntry[]): StandingCounts =>
  entries.reduce(
    ({ holds, partly, past }, { lessons }) => ({
      holds: holds + lessons.holds,
      partly: partly + lessons.partly,
      past: past + lessons.past,
    }),
    { holds: 0, partly: 0, past: 0 },
  )

/** A name as people read it. */
export const readable = (name: string): string => name.replaceAll('_', ' ')
