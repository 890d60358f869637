import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, delimiter, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { Problem } from '../../problem.ts'

/** Where a repository is: the work tree's top, its own git directory, and the one shared by all its work trees. */
export type RepoPaths = { readonly root: string; readonly gitDir: string; readonly commonDir: string }

/**
 * Finds the repository around a folder by reading `.git` itself, which costs no process (gitrepository-layout(5)).
 * `GIT_DIR` is not asked: hooks run at the top of the work tree, and a stale value would point elsewhere.
 */
export function findRepoPaths(from: string): RepoPaths {
  const ceilings = (process.env['GIT_CEILING_DIRECTORIES'] ?? '').split(delimiter).filter(isAbsolute)
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const gitDir = gitDirAt(folder)
    if (gitDir !== undefined) return { root: folder, gitDir, commonDir: commonDirOf(gitDir) }
    // Whoever stands in it has its work tree beside it, unless it has none.
    if (isBare(folder) && basename(folder) === '.git' && !isSetBare(folder))
      throw new Problem('in-git-directory', `${folder} is what git keeps of a repository, and no work tree.`, {
        hint: `Go to its work tree: cd ${dirname(folder)}`,
      })
    if (isBare(folder)) {
      throw new Problem(
        'bare-repository',
        'This is a bare repository: it has no work tree to keep a context tree in.',
        {
          hint: 'Clone it, and run `ctx` in the clone.',
        },
      )
    }
    // Git looks neither in these folders nor above them, unless it stands there (git(1)); what it says is outside is outside.
    if (folder === dirname(folder) || ceilings.includes(dirname(folder))) {
      throw new Problem('not-a-repository', `${resolve(from)} is not in a git repository.`, {
        hint: 'Go to a repository, or make one with `git init`.',
      })
    }
  }
}

/**
 * Names a file as the repository does, from how it is named in a folder, or else from the top: so are those that we print.
 * A bare name is one of the folder, whose file may be gone.
 */
export function nameInRepo({ root }: Pick<RepoPaths, 'root'>, path: string, from: string): string {
  const [here, atTop] = [resolve(from, path), resolve(root, path)]
  const isOfTop = path.includes('/') && !existsSync(here) && existsSync(atTop)
  return relative(root, isOfTop ? atTop : here).replaceAll('\\', '/')
}

function gitDirAt(folder: string): string | undefined {
  const path = join(folder, '.git')
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory())
    return statSync(join(path, 'HEAD'), { throwIfNoEntry: false }) === undefined ? undefined : path
  if (!found?.isFile()) return undefined
  const [, target] = /^gitdir: (.+)$/m.exec(readFileSync(path, 'utf8')) ?? []
  const dir = target === undefined ? undefined : resolve(folder, target)
  return dir !== undefined && statSync(join(dir, 'HEAD'), { throwIfNoEntry: false }) !== undefined ? dir : undefined
}

const isBare = (folder: string): boolean =>
  ['HEAD', 'objects', 'refs'].every((name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined)

/** Whether its settings say that a repository has no work tree, whatever its folder is called. */
const isSetBare = (gitDir: string): boolean =>
  /^\s*bare\s*=\s*true\s*$/im.test(readIfThere(join(gitDir, 'config')) ?? '')

function commonDirOf(gitDir: string): string {
  const text = readIfThere(join(gitDir, 'commondir'))?.trim()
  if (text === undefined || text === '') return gitDir
  return isAbsolute(text) ? text : resolve(gitDir, text)
}

/** Reads a small file; undefined when there is none. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Tells an error that means "there is no such file or folder" from the others. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))
