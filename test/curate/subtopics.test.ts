import { expect, test } from 'vitest'
import { newCtxRepo, type Repo } from '../support/repo.ts'

const things =
  'anchor basket candle dagger engine feather guitar hammer island jacket kettle ladder mirror needle'.split(' ')

/** The files of a part of the code that has folders of its own, and of which each is a subject. */
const files = things.map((thing, at) => `src/shop/checkout/${at % 2 === 0 ? 'paying' : 'shipping'}/${thing}.ts`)

let turn = 0

function work(repo: Repo, paths: readonly string[], what: string): void {
  for (const path of paths) {
    const name = /(\w+)\.ts$/.exec(path)?.[1] ?? ''
    repo.commit(
      `${what} the ${name}\n\nIt broke for customers with an old ${name}, because nobody had told the ${name} how to wait.`,
      { [path]: `export const ${name}${what} = ${++turn}\n` },
    )
  }
}

function newRepo(): Repo {
  const repo = newCtxRepo()
  repo.git('config', 'core.hooksPath', '/dev/null')
  return repo
}

const entriesOf = (repo: Repo): readonly string[] =>
  repo
    .git('ls-tree', '-r', '--name-only', 'ctx/main')
    .split('\n')
    .filter((path) => !path.endsWith('context.md'))

const foldersOf = (repo: Repo): readonly string[] => [
  ...new Set(entriesOf(repo).map((path) => path.slice(0, path.lastIndexOf('/')))),
]

test('a topic whose code has folders of its own gets subtopics, the same from the same history', () => {
  const repo = newRepo()
  work(repo, [...files, 'src/shop/checkout/total.ts'], 'Mend')
  expect(repo.ctx('curate', '--all')).toMatchObject({ code: 0 })
  expect(foldersOf(repo)).toEqual(['shop/checkout', 'shop/checkout/paying', 'shop/checkout/shipping'])
  expect(entriesOf(repo)).toContain('shop/checkout/paying/mend_the_anchor.md')
  expect(entriesOf(repo)).toContain('shop/checkout/mend_the_total.md')
  expect(repo.read('.ctx/tree/shop/checkout/paying/context.md')).toContain('# Subtopic: paying')
  expect(repo.read('.ctx/tree/shop/checkout/paying/context.md')).toContain('Part of checkout — ')
  expect(repo.ctx('show', 'shop/checkout/paying').out).toContain('Mend the anchor')
  const tree = repo.git('rev-parse', 'ctx/main^{tree}')
  const again = JSON.parse(repo.ctx('curate', '--all', '--anew', '--json').out) as Record<string, unknown>
  expect(again).toMatchObject({ added: [], removed: [] })
  expect(repo.git('rev-parse', 'ctx/main^{tree}')).toBe(tree)
})

test('what is learned later goes on where it was told, in a subtopic as in a topic', () => {
  const repo = newRepo()
  work(repo, files, 'Mend')
  repo.ctx('curate', '--all')
  const before = entriesOf(repo)
  work(repo, ['src/shop/checkout/paying/anchor.ts'], 'Mend')
  expect(repo.ctx('curate')).toMatchObject({ code: 0 })
  expect(entriesOf(repo)).toEqual(before)
  work(repo, ['src/shop/checkout/paying/zipper.ts'], 'Mend')
  repo.ctx('curate')
  expect(entriesOf(repo)).toContain('shop/checkout/paying/mend_the_zipper.md')
})

test('a tree that is there is not filed anew: its entries stay, until somebody has it written anew', () => {
  const repo = newRepo()
  work(repo, files.slice(0, 8), 'Mend')
  repo.ctx('curate', '--all')
  const flat = entriesOf(repo)
  expect(flat.every((path) => path.split('/').length === 3)).toBe(true)
  work(repo, files.slice(8), 'Mend')
  work(repo, files.slice(0, 1), 'Watch')
  repo.ctx('curate', '--all')
  expect(entriesOf(repo)).toEqual(expect.arrayContaining([...flat]))
  expect(entriesOf(repo)).toContain('shop/checkout/paying/mend_the_mirror.md')
  expect(foldersOf(repo)).toContain('shop/checkout')
  repo.ctx('curate', '--all', '--anew')
  expect(foldersOf(repo)).toEqual(['shop/checkout/paying', 'shop/checkout/shipping'])
})
