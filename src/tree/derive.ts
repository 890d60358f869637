import type { Files } from './knowledge.ts'
import { type FolderPath, depthOf, folderOf, root, upwards, summaryFile } from './path.ts'
import { type Cover, extractSummary, type ModelSummaries } from './summary.ts'

/** Lists the folders whose summary a change of these files may change, deepest first. */
export function foldersAbove(paths: Iterable<string>): readonly FolderPath[] {
  const folders = new Set([root])
  for (const path of paths) for (const folder of upwards(folderOf(path))) folders.add(folder)
  return [...folders].sort((a, b) => depthOf(b) - depthOf(a) || (a < b ? -1 : 1))
}

/**
 * Makes the summaries of `folders` (deepest first, as `foldersAbove` gives them) from the knowledge files directly in
 * them and the summaries of the folders below; `undefined` stands for a summary that must go.
 */
export function deriveSummaries(
  folders: readonly FolderPath[],
  knowledge: Files,
  {
    summaries,
    told,
  }: { readonly summaries: ReadonlyMap<FolderPath, string>; readonly told?: ModelSummaries | undefined },
): ReadonlyMap<FolderPath, string | undefined> {
  const made = new Map<FolderPath, string | undefined>()
  const filesIn = groupByFolder(knowledge)
  const below = new Map<FolderPath, Set<FolderPath>>()
  const placeBelow = (folder: FolderPath): void => {
    if (folder !== root) below.set(folderOf(folder), (below.get(folderOf(folder)) ?? new Set()).add(folder))
  }
  for (const folder of [...summaries.keys(), ...folders]) placeBelow(folder)
  for (const folder of folders) {
    const children = [...(below.get(folder) ?? [])].flatMap((child): readonly Cover[] => {
      const text = made.has(child) ? made.get(child) : summaries.get(child)
      return text === undefined ? [] : [{ name: `${child.slice(child.lastIndexOf('/') + 1)}/${summaryFile}`, text }]
    })
    made.set(folder, extractSummary(folder, [...(filesIn.get(folder) ?? []), ...children], told))
  }
  return made
}

function groupByFolder(knowledge: Files): ReadonlyMap<FolderPath, readonly Cover[]> {
  const groups = new Map<FolderPath, Cover[]>()
  for (const [path, text] of knowledge) {
    const folder = folderOf(path)
    const group = groups.get(folder)
    const cover = { name: path.slice(path.lastIndexOf('/') + 1), text }
    if (group === undefined) groups.set(folder, [cover])
    else group.push(cover)
  }
  return groups
}
