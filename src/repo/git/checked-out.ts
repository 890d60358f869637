import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../problem.ts'
import { shortRef } from './branches.ts'
import { askGit } from './git.ts'
import { type RepoPaths, readIfThere } from './repo-paths.ts'
import { otherWorkTrees } from './work-trees.ts'

/** Work trees in which a branch is checked out; no process is started where it is in none. */
async function workTreesOn(place: RepoPaths, ref: string): Promise<readonly RepoPaths[]> {
  const dirs = [place.commonDir, ...linkedDirs(place)].filter((dir) => isOn(dir, ref))
  if (dirs.length === 0) return []
  const real = new Set(dirs.map((dir) => realpathSync(dir)))
  return [place, ...(await otherWorkTrees(place))].filter(({ gitDir }) => real.has(realpathSync(gitDir)))
}

/** Tells whether a branch is checked out anywhere: git itself would not delete or rename it then. */
export const isCheckedOut = async (place: RepoPaths, ref: string): Promise<boolean> =>
  (await workTreesOn(place, ref)).length > 0

function linkedDirs({ commonDir }: RepoPaths): readonly string[] {
  const folder = join(commonDir, 'worktrees')
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

/** Whether HEAD is on the branch, or comes back to it when a rebase ends; a reftable repository hides that from files. */
const isOn = (dir: string, ref: string): boolean =>
  ['HEAD', ...rebasing].some((name) => {
    const text = (readIfThere(join(dir, name)) ?? '').trim().replace(/^ref: /, '')
    return text === ref || text === 'refs/heads/.invalid'
  })

const rebasing = ['rebase-merge/head-name', 'rebase-apply/head-name'] as const

/** Says why a branch must not be moved: somebody has it checked out and changes it; undefined where it may be. */
export async function whyNotMoved(place: RepoPaths, ref: string): Promise<string | undefined> {
  for (const tree of await workTreesOn(place, ref)) {
    const where = `${shortRef(ref)} is checked out in ${tree.root}`
    if (rebasing.some((name) => existsSync(join(tree.gitDir, name)))) return `${where}, where a rebase is under way`
    if ((await askIn(tree, ['status', '--porcelain', '--untracked-files=no'])).out !== '')
      return `${where}, where changes wait to be committed`
  }
  return undefined
}

/** Runs git with the index of a work tree, which we leave alone everywhere else. */
const askIn = (tree: RepoPaths, args: readonly string[]): ReturnType<typeof askGit> =>
  askGit(tree, args, { env: { GIT_INDEX_FILE: join(tree.gitDir, 'index') } })

/**
 * Moves the work trees that a branch is checked out in along with it, and gives the way back.
 * @throws {Problem} where there are changes: the branch stays where it is.
 */
export async function moveWorkTrees(
  place: RepoPaths,
  ref: string,
  { from, to }: { from: string | undefined; to: string },
): Promise<() => Promise<void>> {
  const trees = await workTreesOn(place, ref)
  if (trees.length === 0) return async () => undefined
  const why = await whyNotMoved(place, ref)
  if (why !== undefined) throw checkedOut(why)
  const moved: RepoPaths[] = []
  const back = async (): Promise<void> => {
    for (const tree of moved) await askIn(tree, ['read-tree', '-m', '-u', to, from ?? to])
  }
  for (const tree of trees) {
    const { code, err } = await askIn(tree, ['read-tree', '-m', '-u', ...(from === undefined ? [] : [from]), to])
    if (code === 0) moved.push(tree)
    else {
      await back()
      throw checkedOut(
        `${shortRef(ref)} is checked out in ${tree.root}, and git does not move it: ${err.split('\n')[0]}`,
      )
    }
  }
  return back
}

const checkedOut = (why: string): Problem =>
  new Problem('branch-checked-out', `${why}, so nothing is written to it.`, {
    hint: 'Commit or undo the changes there, or switch to another branch; then run `ctx curate --queued`.',
  })
