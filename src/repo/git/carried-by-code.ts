import { askGit } from './git.ts'
import { records } from './objects.ts'
import type { RepoPaths } from './repo-paths.ts'

const tree = '.ctx/tree/'

/**
 * Lists what commits of the code ever held below `.ctx/tree`, as paths of the tree with the blobs that stood there. It
 * looks at every commit that git still knows of, those of branches that are gone included.
 */
export async function carriedByCode(place: RepoPaths): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { out } = await askGit(place, [
    'log',
    '--all',
    '--reflog',
    '--full-history',
    '-m',
    '--raw',
    '-z',
    '--no-abbrev',
    '--no-renames',
    '--format=',
    '--',
    tree,
  ])
  const found = new Map<string, Set<string>>()
  const fields = records(out)
  for (const [at, field] of fields.entries()) {
    const [, before, after] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) [A-Z]$/.exec(field.trim()) ?? []
    const path = fields[at + 1]?.slice(tree.length)
    if (before === undefined || after === undefined || path === undefined) continue
    found.set(path, (found.get(path) ?? new Set()).add(before).add(after))
  }
  return found
}

/** The paths of the tree that HEAD holds as code. */
export async function treeAtHead(place: RepoPaths): Promise<ReadonlySet<string>> {
  const { out } = await askGit(place, ['ls-tree', '-r', '-z', '--name-only', 'HEAD', '--', tree])
  return new Set(records(out).map((path) => path.slice(tree.length)))
}
