import { toName } from '../../tree/name.ts'
import { describe, isUndescribed } from '../../tree/overview.ts'
import type { FolderPath } from '../../tree/path.ts'
import { isPackageDoc, stemOf } from '../code/files.ts'
import { sectionOf } from '../code/readme-gist.ts'
import type { Gists } from './title.ts'

/**
 * Says in the overviews of folders of which nobody has said it yet what they are for, in the words of the code: those of
 * the module that the folder is named after, of the file that its folder in the code begins with, or of a README.
 */
export function withPurposes(
  overviews: ReadonlyMap<FolderPath, string>,
  gists: Gists,
): ReadonlyMap<FolderPath, string> {
  const byName = new Map<string, { readonly depth: number; readonly gist: string }>()
  for (const [path, gist] of gists) {
    const section = sectionOf(path)
    const name = gist === '' ? '' : (section ?? nameOf(path))
    // What a part says of itself goes before what the README of all says of it.
    const depth = section === undefined ? path.split('/').length : Number.MAX_SAFE_INTEGER
    const known = byName.get(name)
    if (name !== '' && (known === undefined || depth < known.depth)) byName.set(name, { depth, gist })
  }
  return new Map(
    [...overviews].map(([folder, text]) => {
      const { gist = '' } = byName.get(folder.slice(folder.lastIndexOf('/') + 1)) ?? {}
      return [folder, gist === '' || !isUndescribed(text) ? text : describe(text, `${gist}.`)]
    }),
  )
}

/** The folder for what every folder begins with, else the file's own name; both as a tree spells them. */
function nameOf(path: string): string {
  const stem = stemOf(path)
  const folder = path.split('/').at(-2) ?? ''
  const isOfFolder = isPackageDoc(path) || /^(?:index|mod|lib|main|__init__|readme)$/i.test(stem)
  return toName(isOfFolder ? folder || stem : stem)
}
