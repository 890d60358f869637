import { askGit } from './git.ts'
import { records } from './objects.ts'
import type { RepoPaths } from './repo-paths.ts'

const tree = '.ctx/tree/'

/**
 * Lists what commits of the code ever held below `.ctx/tree`, as paths of the tree with the blobs that stood there. It
 * looks at every commit that git still knows of, those of branches that are gone included; a stash holds what people did.
 */
export async function carriedByCode(place: RepoPaths): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const [{ out }, stashed] = await Promise.all([askGit(place, logOfTree), commitsOfStashes(place)])
  const found = new Map<string, Set<string>>()
  const fields = records(out)
  let commit = ''
  for (const [at, field] of fields.entries()) {
    commit = /^commit ([0-9a-f]+)$/.exec(field.trim())?.[1] ?? commit
    const [, before, after] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) [A-Z]$/.exec(field.trim()) ?? []
    const path = fields[at + 1]?.slice(tree.length)
    if (before === undefined || after === undefined || path === undefined || stashed.has(commit)) continue
    found.set(path, (found.get(path) ?? new Set()).add(before).add(after))
  }
  return found
}

const logOfTree = [
  'log',
  '--all',
  '--reflog',
  '--full-history',
  '-m',
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--format=commit %H',
  '--',
  tree,
]

/** The commits that stashes are made of, without those that they were made on. */
async function commitsOfStashes(place: RepoPaths): Promise<ReadonlySet<string>> {
  const { out } = await askGit(place, ['log', '-g', '--format=%H %P', 'refs/stash', '--'])
  return new Set(
    out.split('\n').flatMap((line) => {
      const [stash = '', , ...beside] = line.split(' ')
      return [stash, ...beside]
    }),
  )
}

/** The paths of the tree that HEAD holds as code. */
export async function treeAtHead(place: RepoPaths): Promise<ReadonlySet<string>> {
  const { out } = await askGit(place, ['ls-tree', '-r', '-z', '--name-only', 'HEAD', '--', tree])
  return new Set(records(out).map((path) => path.slice(tree.length)))
}
