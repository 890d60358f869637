import { originalOf, isSummaryPath, manifestFile } from '../../tree/path.ts'
import type { RepoPaths } from '../git/repo-paths.ts'
import { isKnowledgePath, listFolder } from './checkout.ts'

/** The files in `.ctx/tree`: what ctx writes or reads as knowledge, and what people put where no knowledge lies. */
export type Parted = { readonly ours: readonly string[]; readonly strays: readonly string[] }

/** Tells the files of the tree apart, however deep they lie; links and what the code tracks are neither. */
export function partTree(place: RepoPaths): Parted {
  const paths = [...filesBelow(place, '')].sort()
  return { ours: paths.filter((path) => !isStray(path)), strays: paths.filter(isStray) }
}

function filesBelow(place: RepoPaths, folder: string): readonly string[] {
  const { files, folders } = listFolder(place, folder)
  const pathOf = (name: string): string => (folder === '' ? name : `${folder}/${name}`)
  return [...files.map(pathOf), ...folders.flatMap((name) => filesBelow(place, pathOf(name)))]
}

const isStray = (path: string): boolean =>
  !isKnowledgePath(path) &&
  path !== manifestFile &&
  !isSummaryPath(path) &&
  originalOf(path) === undefined &&
  !unfinished.test(path)

/** What a killed process of ours leaves beside a file. */
const unfinished = /\.[0-9a-f]{16}\.\d+\.tmp$/
