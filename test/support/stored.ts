import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import type { Repo } from './repo.ts'

/** All that ctx keeps: the tree, the local state, and every object and message of the knowledge branches. */
export function everythingStored(repo: Repo): string {
  // The index is a database, whose own bytes are not text; what it holds of entries is read as any database is.
  // A worker that has ended its work may still be closing it, which locks it for a moment: that is waited for.
  const index = new Database(join(repo.root, '.git/ctx/index.db'))
  index.exec('PRAGMA busy_timeout = 10000')
  const indexed = ['entries', 'documents'].flatMap((table) => index.prepare(`SELECT * FROM ${table}`).all())
  index.close()
  const read = (folder: string): string =>
    existsSync(folder)
      ? readdirSync(folder, { withFileTypes: true })
          .map(
            (item) =>
              `${item.name}\n${item.isDirectory() ? read(join(folder, item.name)) : item.isFile() && !item.name.startsWith('index.db') ? readFileSync(join(folder, item.name), 'utf8') : ''}`,
          )
          .join('\n')
      : ''
  const history = repo.git('log', '-p', '--root', '--format=fuller%B', '--glob=refs/heads/ctx')
  return [
    read(join(repo.root, '.ctx/tree')),
    read(join(repo.root, '.git/ctx')),
    history,
    ...indexed.map(indexedText),
  ].join('\n')
}

const indexedText = (row: unknown): string => Object.values(row as Record<string, unknown>).join('\n')
