import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, sep } from 'node:path'

/**
 * Finds a program in the absolute folders of PATH: one that lies in the current folder must never run, nor one below
 * `outside`, as runners of scripts put a repository's `node_modules/.bin` there.
 */
export const findProgram = (
  name: string,
  { PATH = '', PATHEXT }: NodeJS.ProcessEnv,
  { outside }: { readonly outside?: string } = {},
): string | undefined =>
  PATH.split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => endings(PATHEXT).map((ending) => join(folder, `${name}${ending}`)))
    .find(
      (path) =>
        isProgram(path) && (outside === undefined || !realpathSync(path).startsWith(join(realpathSync(outside), sep))),
    )

/** On Windows a program is known by how its name ends. */
const endings = (known = '.EXE;.CMD;.BAT'): readonly string[] =>
  process.platform === 'win32' ? known.split(';').map((ending) => ending.toLowerCase()) : ['']

/** Whether a path leads to what this machine would run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
