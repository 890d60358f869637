import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { askGit, git } from './git.ts'
import { findRepoPaths, type RepoPaths } from './repo-paths.ts'

/** A work tree as git lists it: its folder, and the ref that is checked out there, '' where none is. */
type Listed = { readonly root: string; readonly branch: string }

/** Lists what git knows of the work trees of a repository; some may be gone. */
export async function listWorkTrees(place: RepoPaths): Promise<readonly Listed[]> {
  const args = ['worktree', 'list', '--porcelain']
  // The name of a folder may hold a line end. Only git 2.36 and later know another way to part fields.
  const { code, out } = await askGit(place, [...args, '-z'])
  const fields = code === 0 ? out.split('\0') : (await git(place, args)).split('\n')
  const found: { root: string; branch: string }[] = []
  for (const field of fields) {
    const last = found.at(-1)
    if (field.startsWith('worktree ')) found.push({ root: field.slice('worktree '.length), branch: '' })
    else if (field.startsWith('branch ') && last !== undefined) last.branch = field.slice('branch '.length)
  }
  return found
}

/** Opens all work trees of a repository but this one; folders that are gone, or belong to another repository, are left out. */
export async function otherWorkTrees(place: RepoPaths): Promise<readonly RepoPaths[]> {
  const [home, own] = [realpathSync(place.commonDir), realpathSync(place.gitDir)]
  return (await listWorkTrees(place))
    .filter(({ root }) => existsSync(join(root, '.git')))
    .map(({ root }) => findRepoPaths(root))
    .filter(({ commonDir, gitDir }) => realpathSync(commonDir) === home && realpathSync(gitDir) !== own)
}
