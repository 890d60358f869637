import { isBesideProduct, isExample } from '../../curate/code/files.ts'
import { askGit, GitError } from './git.ts'
import { listTree } from './objects.ts'
import type { RepoPaths } from './repo-paths.ts'

const manifest = /(?:^|\/)(?:package\.json|Cargo\.toml|go\.mod|pyproject\.toml|pom\.xml|build\.gradle(?:\.kts)?)$/

/** Lists every file of a commit; none where it does not exist yet. */
export async function listCode(place: RepoPaths, commit: string): Promise<readonly string[]> {
  try {
    return (await listTree(place, commit)).map(({ path }) => path)
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    // A project whose files nobody could list is no project without files: all that it teaches would be called past.
    const args = ['rev-parse', '-q', '--verify', '--end-of-options', `${commit}^{tree}`]
    if ((await askGit(place, args)).code === 0) throw error
    return []
  }
}

/** Picks the folders that are packages of their own, the root left out, sorted. */
export function packagesIn(files: readonly string[]): readonly string[] {
  const folders = files
    .filter((path) => manifest.test(path) && !isBesideProduct(path) && !isExample(path))
    .map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))))
  return [...new Set(folders)].filter((folder) => folder !== '').sort()
}
