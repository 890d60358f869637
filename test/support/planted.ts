import { execFileSync } from 'node:child_process'
import type { Repo } from './repo.ts'

/** What a tree object says of a file or folder in it. */
export type TreeItem = { readonly mode: string; readonly name: string; readonly id: string }

/** Writes an object by hand, whatever it holds; gives its hash. */
export const storeObject = (repo: Repo, type: 'blob' | 'tree', bytes: string | Buffer): string =>
  execFileSync('git', ['hash-object', '-t', type, '-w', '--literally', '--stdin'], {
    cwd: repo.root,
    env: repo.env,
    input: bytes,
  })
    .toString()
    .trim()

/** Writes a tree object by hand: git itself refuses names such as `..`. */
const storeTree = (repo: Repo, items: readonly TreeItem[]): string =>
  storeObject(
    repo,
    'tree',
    Buffer.concat(
      items.map(({ mode, name, id }) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])),
    ),
  )

/** Puts one more item into the top folder of the knowledge branch, as a hostile remote could. */
export function plantItem(repo: Repo, item: TreeItem): string {
  const items = repo
    .git('ls-tree', 'ctx/main')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): TreeItem => {
      const [head = '', name = ''] = line.split('\t')
      const [mode = '', , id = ''] = head.split(' ')
      return { mode: mode.replace(/^0/, ''), name, id }
    })
  const root = storeTree(
    repo,
    [...items.filter(({ name }) => name !== item.name), item].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  )
  const commit = repo.git('commit-tree', root, '-p', 'ctx/main', '-m', 'Plant')
  repo.git('update-ref', 'refs/heads/ctx/main', commit)
  return commit
}

/** Nests an item in folders: `['a', 'b']` gives the item `a` that holds `b` that holds it. */
export const nestedItem = (repo: Repo, folders: readonly string[], item: TreeItem): TreeItem =>
  folders.toReversed().reduce((inner, name) => ({ mode: '40000', name, id: storeTree(repo, [inner]) }), item)

/** A file for a tree object, which is written for it. */
export const blobItem = (repo: Repo, name: string, text: string, mode = '100644'): TreeItem => ({
  mode,
  name,
  id: storeObject(repo, 'blob', text),
})

/** An entry of a title and a text, as a person writes one. */
export const entryText = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`
