import { toName } from '../../tree/name.ts'
import { describe, isUndescribed } from '../../tree/overview.ts'
import type { Knowledge, Tree } from '../../tree/knowledge.ts'
import type { FolderPath } from '../../tree/path.ts'
import { isPackageDoc, stemOf } from '../code/files.ts'
import { sectionOf } from '../code/readme-gist.ts'
import type { Gists } from './title.ts'

/**
 * Says in the overviews of folders of which nobody has said it yet what they are for, in the words of the code: those of
 * the module that the folder is named after, of the file that its folder in the code begins with, or of a README. A module
 * lies where what the folder tells of lies: `proto/http1` is no "HTTP/1 client connections" (hyper).
 */
export function withPurposes(
  { overviews, entries }: Pick<Knowledge, 'overviews' | 'entries'>,
  gists: Gists,
): ReadonlyMap<FolderPath, string> {
  const byName = new Map<string, Said[]>()
  for (const [path, gist] of gists) {
    const section = sectionOf(path)
    const name = gist === '' ? '' : (section ?? nameOf(path))
    if (name !== '')
      byName.set(name, [...(byName.get(name) ?? []), { path: section === undefined ? path : undefined, gist }])
  }
  const placesIn = placesOf(entries)
  return new Map(
    [...overviews].map(([folder, text]) => {
      const said = byName.get(folder.slice(folder.lastIndexOf('/') + 1))
      const gist = said === undefined ? '' : nearest(said, placesIn(folder))
      return [folder, gist === '' || !isUndescribed(text) ? text : describe(text, `${capital(gist)}.`)]
    }),
  )
}

/** A sentence begins with a capital, unless it begins with a name: "functions to push metrics", "io.Writer that …". */
const capital = (gist: string): string => gist.replace(/^[a-z](?=[a-z-]* )/, (letter) => letter.toUpperCase())

/** What a module says of itself, or a section of the README of all, which has no path. */
type Said = { readonly path: string | undefined; readonly gist: string }

/** What a part says of itself goes before what the README of all says of it. */
function nearest(said: readonly Said[], places: ReadonlySet<string>): string {
  const depth = ({ path }: Said): number => path?.split('/').length ?? Number.MAX_SAFE_INTEGER
  const near = said.filter(({ path }) => path === undefined || places.has(folderOf(path)))
  return near.toSorted((a, b) => depth(a) - depth(b))[0]?.gist ?? ''
}

/** The folders of the code in which the first files of the entries below a folder lie, and those above these. */
function placesOf(entries: Tree): (folder: FolderPath) => ReadonlySet<string> {
  const files = [...entries].flatMap(([path, { raw }]) => raw.files.slice(0, 1).map((file) => ({ path, file })))
  return (folder) =>
    new Set(
      files
        .filter(({ path }) => path.startsWith(`${folder}/`))
        .flatMap(({ file }) => [folderOf(file), folderOf(folderOf(file))]),
    )
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The folder for what every folder begins with, else the file's own name; both as a tree spells them. */
function nameOf(path: string): string {
  const stem = stemOf(path)
  const folder = path.split('/').at(-2) ?? ''
  const isOfFolder = isPackageDoc(path) || /^(?:index|mod|lib|main|__init__|readme)$/i.test(stem)
  return toName(isOfFolder ? folder || stem : stem)
}
