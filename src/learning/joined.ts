import type { Commit, FileChange } from '../commit.ts'
import { listParents, rootsOf } from '../repo/git/history.ts'
import { listCode } from '../repo/git/packages.ts'
import { cutsIn, isPartialClone } from '../repo/git/partial.ts'
import type { RepoPaths } from '../repo/git/repo-paths.ts'

/** The folder in which a commit's files are today, by its hash; one that is not named has them where it says. */
export type JoinedFolders = ReadonlyMap<string, string>

/** Trees are compared for so many histories that were joined: whoever made thousands of them wants us to wait. */
const mostJoined = 20

/**
 * Finds the folder that a merge put the files of another history in (`git subtree add`, `read-tree --prefix`), for each commit
 * of that history: no diff says that they moved. The commits stand oldest first; git looks at a tree only where several begin
 * a history, or one that was joined later does. Where history is cut, nothing begins; of a partial clone the trees may be missing.
 */
export async function foldersOfJoined(place: RepoPaths, shas: readonly string[]): Promise<JoinedFolders> {
  if (shas.length < 2 || (await isPartialClone(place))) return none
  const cuts = cutsIn(place)
  const roots = new Set((await rootsOf(place, shas)).filter((sha) => !cuts.has(sha)).slice(0, mostJoined))
  if (roots.size === 0 || (roots.size === 1 && roots.has(shas[0] ?? ''))) return none
  const commits = await listParents(place, shas)
  const rootOf = rootsAmong(commits, roots)
  const folders = new Map<string, string>()
  for (const [sha, ours, theirs = '', ...others] of commits) {
    const root = rootOf.get(theirs)
    if (root === undefined || root === rootOf.get(ours ?? '') || others.length > 0 || folders.has(root)) continue
    folders.set(root, folderOfMost(await listCode(place, theirs), await listCode(place, sha)))
  }
  return new Map(
    [...rootOf].flatMap(([sha, root]) => {
      const folder = folders.get(root) ?? ''
      return folder === '' ? [] : [[sha, folder]]
    }),
  )
}

const none: JoinedFolders = new Map()

/** The root that each commit goes back to by its first parents. */
function rootsAmong(
  commits: Awaited<ReturnType<typeof listParents>>,
  roots: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [sha, parent = ''] of commits) {
    const root = roots.has(sha) ? sha : found.get(parent)
    if (root !== undefined) found.set(sha, root)
  }
  return found
}

/** The folder, with its slash, under which more than half of some files are, more than under any other; '' where that is none, or the root. */
function folderOfMost(files: readonly string[], there: readonly string[]): string {
  const wanted = new Set(files)
  const counts = new Map<string, number>()
  for (const path of there)
    for (const folder of foldersAbove(path))
      if (wanted.has(path.slice(folder.length))) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  const [[folder, most] = ['', 0], [, second] = ['', 0]] = [...counts].toSorted(([, x], [, y]) => y - x)
  return most > second && most * 2 > files.length ? folder : ''
}

/** The folders that a file is in, each with its slash, the root ('') first. */
const foldersAbove = (path: string): readonly string[] => [
  '',
  ...[...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1)),
]

/** A commit as it would be had its files always been in that folder; '' is the root. */
export const inFolder = (commit: Commit, folder = ''): Commit =>
  folder === '' ? commit : { ...commit, changes: commit.changes.map((change) => movedInto(change, folder)) }

const movedInto = (change: FileChange, folder: string): FileChange => ({
  ...change,
  path: `${folder}${change.path}`,
  from: change.from === '' ? '' : `${folder}${change.from}`,
})

/** A commit of a history that was joined, by the files of a lesson of it: one that knows none of them, and has them in a folder. */
export function asFiled(commit: Commit, files: readonly string[]): Commit {
  const paths = commit.changes.map(({ path }) => path)
  if (paths.some((path) => files.includes(path))) return commit
  const folders = files.flatMap((file) =>
    paths.flatMap((path) => (file.endsWith(`/${path}`) ? file.slice(0, -path.length) : [])),
  )
  // The nearest to the root is that of the longest path.
  return inFolder(commit, folders.toSorted((a, b) => a.length - b.length)[0])
}
