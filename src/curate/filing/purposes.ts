import { toName } from '../../tree/name.ts'
import { describe, isUndescribed } from '../../tree/overview.ts'
import type { Knowledge, Tree } from '../../tree/knowledge.ts'
import { depthOf, type FolderPath } from '../../tree/path.ts'
import { isPackageDoc, stemOf } from '../code/files.ts'
import type { Purpose } from '../code/gist.ts'
import { isReadme, sectionOf } from '../code/readme-gist.ts'

/** What files, READMEs and their sections say for overviews, by path; a section by its README's path and a mark. */
export type Purposes = ReadonlyMap<string, Purpose>

/**
 * Says in the overviews of folders of which nobody has said it yet what they are for, in the words of the code: those of
 * the module that the folder is named after, of the file that its folder in the code begins with, or of a README. A module
 * lies where what the folder tells of lies: `proto/http1` is no "HTTP/1 client connections" (hyper). A domain that nothing is named
 * after is about the folder in the code that most of it tells of.
 */
export function withPurposes(
  { overviews, entries }: Pick<Knowledge, 'overviews' | 'entries'>,
  purposes: Purposes,
): ReadonlyMap<FolderPath, string> {
  const byName = namedIn(purposes)
  const placesIn = placesOf(entries)
  const say = (folder: FolderPath): string => {
    const isDomain = depthOf(folder) === 1
    const said = (byName.get(folder.slice(folder.lastIndexOf('/') + 1)) ?? []).filter(
      ({ isOfOneType }) => !isDomain || !isOfOneType,
    )
    const places = placesIn(folder)
    return nearest(said, places) || (isDomain ? saidOfFolder(purposes, mostOf(places)) : '')
  }
  return new Map(
    [...overviews].map(([folder, text]) => {
      const said = isUndescribed(text) ? say(folder) : ''
      return [folder, said === '' ? text : describe(text, `${capital(said)}.`)]
    }),
  )
}

/** What is said under each name, as a tree spells it. */
function namedIn(purposes: Purposes): ReadonlyMap<string, readonly Said[]> {
  const byName = new Map<string, Said[]>()
  for (const [path, purpose] of purposes) {
    const section = sectionOf(path)
    // The first page of all is about the whole project.
    const name = section ?? (isReadme(path) && !path.includes('/') ? '' : nameOf(path))
    if (name !== '')
      byName.set(name, [...(byName.get(name) ?? []), { ...purpose, path: section === undefined ? path : undefined }])
  }
  return byName
}

/** What a folder of the code says of itself: in the file that it begins with, or in its README. */
function saidOfFolder(purposes: Purposes, place: string | undefined): string {
  if (place === undefined) return ''
  const own = [...purposes].filter(
    ([path, { isOfOneType }]) => !isOfOneType && sectionOf(path) === undefined && folderOf(path) === place,
  )
  const first = own.find(([path]) => isOfFolder(path) && !isReadme(path)) ?? own.find(([path]) => isReadme(path))
  return first?.[1].said ?? ''
}

/** A sentence begins with a capital, unless it begins with a name: "functions to push metrics", "io.Writer that …". */
const capital = (gist: string): string => gist.replace(/^[a-z](?=[a-z-]* )/, (letter) => letter.toUpperCase())

/** What a module says of itself, or a section of the README of all, which has no path. */
type Said = Purpose & { readonly path: string | undefined }

/** What a part says of itself goes before what the README of all says of it. */
function nearest(said: readonly Said[], places: Places): string {
  const depth = ({ path }: Said): number => path?.split('/').length ?? Number.MAX_SAFE_INTEGER
  const near = said.filter(({ path }) => path === undefined || [...places.keys()].some(isIn(folderOf(path))))
  return near.toSorted((a, b) => depth(a) - depth(b))[0]?.said ?? ''
}

/** Whether a place is in a folder, however deep: `hlog/hlog.go` speaks for `hlog/internal/mutil` (zerolog). The top is above all. */
const isIn =
  (folder: string) =>
  (place: string): boolean =>
    place === folder || folderOf(place) === folder || (folder !== '' && place.startsWith(`${folder}/`))

/** Folders of the code, and how many entries begin with a file in each. */
type Places = ReadonlyMap<string, number>

/** The folders of the code in which the first files of the entries below a folder lie. */
function placesOf(entries: Tree): (folder: FolderPath) => Places {
  const files = [...entries].flatMap(([path, { raw }]) => raw.files.slice(0, 1).map((file) => ({ path, file })))
  return (folder) => {
    const places = new Map<string, number>()
    for (const { path, file } of files)
      if (path.startsWith(`${folder}/`)) places.set(folderOf(file), (places.get(folderOf(file)) ?? 0) + 1)
    return places
  }
}

/** The folder that more than half of the entries begin in; undefined where none is. */
function mostOf(places: Places): string | undefined {
  const all = [...places.values()].reduce((sum, count) => sum + count, 0)
  return [...places].find(([, count]) => count * 2 > all)?.[0]
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The folder for what every folder begins with, else the file's own name; both as a tree spells them. */
function nameOf(path: string): string {
  const stem = stemOf(path)
  return toName(isOfFolder(path) ? path.split('/').at(-2) || stem : stem)
}

/** Whether a file speaks for its folder. */
const isOfFolder = (path: string): boolean => isPackageDoc(path) || first.test(stemOf(path))

/** What a file is called that a folder begins with, in one language or another; `init.go` is about a command. */
const first = /^(?:index|mod|lib|main|__init__|readme)$/i
