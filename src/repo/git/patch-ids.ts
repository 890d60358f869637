import { askGit, readUpTo, TooMuch } from './git.ts'
import type { RepoPaths } from './repo-paths.ts'

/** A squash is found among so many commits since the branch left; each is read with its diff. */
const mostCommits = 200

const asPatch = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '--full-index', '-p']

/**
 * Names what a whole branch changes since it left `base`, whatever the commits it took: its patch id (git-patch-id(1)),
 * which line numbers and blanks do not alter. Undefined where it changes nothing, or more than anybody writes.
 */
export async function patchOfBranch(place: RepoPaths, base: string, tip: string): Promise<string | undefined> {
  return [...(await patchIds(place, ['diff-tree', ...asPatch, '--end-of-options', base, tip])).keys()][0]
}

/** Names what each commit since `base` changes, along the first parents, by patch id. */
export async function patchesSince(place: RepoPaths, base: string, tip: string): Promise<ReadonlyMap<string, string>> {
  const args = ['log', ...asPatch, '--first-parent', '--no-merges', `--max-count=${mostCommits}`]
  return await patchIds(place, [...args, '--end-of-options', `${base}..${tip}`])
}

/** The same for one commit. */
export async function patchOfCommit(place: RepoPaths, commit: string): Promise<ReadonlyMap<string, string>> {
  return await patchIds(place, ['show', ...asPatch, '--end-of-options', commit])
}

/** Patches are read no further than this, in bytes; what stands behind it is found to be nothing's squash. */
const mostRead = 64 * 1024 * 1024

async function patchIds(place: RepoPaths, args: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const patches = await readUpTo(place, args, mostRead).catch((error: unknown) => {
    if (!(error instanceof TooMuch)) throw error
    return undefined
  })
  if (patches === undefined || patches.length === 0) return new Map()
  const { out } = await askGit(place, ['patch-id', '--stable'], { input: patches })
  const lines = out.split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']))
}
