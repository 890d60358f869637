import { askGit, git } from './git.ts'
import { records } from './objects.ts'
import type { RepoPaths } from './repo-paths.ts'

const manifest = /(?:^|\/)(?:package\.json|Cargo\.toml|go\.mod|pyproject\.toml|pom\.xml|build\.gradle(?:\.kts)?)$/
const notAPackage =
  /(?:^|\/)(?:node_modules|vendor|third_party|tests?|__tests__|fixtures?|examples?|testdata|playground|templates?|integration|benchmarks?|docs?)\//

/** Lists every file of a commit; none where it does not exist yet. */
export async function listCode(place: RepoPaths, commit: string): Promise<readonly string[]> {
  const list = ['ls-tree', '-r', '-z', '--name-only', '--full-tree', '--end-of-options', commit]
  const { code, out } = await askGit(place, list)
  if (code === 0) return records(out)
  // A project whose files nobody could list is no project without files: all that it teaches would be called past.
  const { code: absent } = await askGit(place, ['rev-parse', '-q', '--verify', '--end-of-options', `${commit}^{tree}`])
  return absent === 0 ? records(await git(place, list)) : []
}

/** Picks the folders that are packages of their own, the root left out, sorted. */
export function packagesIn(files: readonly string[]): readonly string[] {
  const folders = files
    .filter((path) => manifest.test(path) && !notAPackage.test(path))
    .map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))))
  return [...new Set(folders)].filter((folder) => folder !== '').sort()
}
