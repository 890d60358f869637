import { askGit, git } from './git.ts'
import type { RepoPaths } from './repo-paths.ts'

/** A squash is found among so many commits since the branch left; each is read with its diff. */
const mostCommits = 200

const asPatch = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '--full-index', '-p']

/**
 * Names what a whole branch changes since it left `base`, whatever the commits it took: its patch id (git-patch-id(1)),
 * which line numbers and blanks do not alter. Undefined where it changes nothing.
 */
export async function patchOfBranch(place: RepoPaths, base: string, tip: string): Promise<string | undefined> {
  const diff = await git(place, ['diff-tree', ...asPatch, '--end-of-options', base, tip])
  return [...(await patchIds(place, diff)).keys()][0]
}

/** Names what each commit since `base` changes, along the first parents, by patch id. */
export async function patchesSince(place: RepoPaths, base: string, tip: string): Promise<ReadonlyMap<string, string>> {
  const args = ['log', ...asPatch, '--first-parent', '--no-merges', `--max-count=${mostCommits}`]
  return await patchIds(place, await git(place, [...args, '--end-of-options', `${base}..${tip}`]))
}

/** The same for one commit. */
export async function patchOfCommit(place: RepoPaths, commit: string): Promise<ReadonlyMap<string, string>> {
  return await patchIds(place, await git(place, ['show', ...asPatch, '--end-of-options', commit]))
}

async function patchIds(place: RepoPaths, patches: string): Promise<ReadonlyMap<string, string>> {
  if (patches === '') return new Map()
  const { out } = await askGit(place, ['patch-id', '--stable'], { input: `${patches}\n` })
  const lines = out.split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']))
}
