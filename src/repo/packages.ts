import { askGit } from './git.ts'
import { records } from './objects.ts'
import type { Place } from './place.ts'

const manifest = /(?:^|\/)(?:package\.json|Cargo\.toml|go\.mod|pyproject\.toml|pom\.xml|build\.gradle(?:\.kts)?)$/
const notAPackage =
  /(?:^|\/)(?:node_modules|vendor|third_party|tests?|__tests__|fixtures?|examples?|testdata|playground|templates?|integration|benchmarks?|docs?)\//

/** Lists the folders that HEAD holds as packages of their own, the root left out, sorted. */
export async function readKnownPackages(place: Place): Promise<readonly string[]> {
  const { code, out } = await askGit(place, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', 'HEAD'])
  if (code !== 0) return []
  const folders = records(out)
    .filter((path) => manifest.test(path) && !notAPackage.test(path))
    .map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))))
  return [...new Set(folders)].filter((folder) => folder !== '').sort()
}
