import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Repo } from './repo.ts'

/** Reads all files below a folder of the repository. */
export function filesBelow(repo: Repo, folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  const visit = (path: string): void => {
    for (const name of readdirSync(join(repo.root, path)).sort()) {
      if (lstatSync(join(repo.root, path, name)).isDirectory()) visit(`${path}/${name}`)
      else found[`${path}/${name}`] = readFileSync(join(repo.root, path, name), 'latin1')
    }
  }
  if (existsSync(join(repo.root, folder))) visit(folder)
  return found
}
