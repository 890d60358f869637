import { expect, test } from 'vitest'
import { learned, noProject, type Project, type Written } from '../support/learned.ts'
import { newCtxRepo } from '../support/repo.ts'

const things =
  'anchor basket candle dagger engine feather guitar hammer island jacket kettle ladder mirror needle'.split(' ')

/** The files of a part of the code that has folders of its own, and of which each is a subject. */
const files = things.map((thing, at) => `src/shop/checkout/${at % 2 === 0 ? 'paying' : 'shipping'}/${thing}.ts`)

const work = (paths: readonly string[], what: string): readonly Written[] =>
  paths.map((path) => {
    const name = /(\w+)\.ts$/.exec(path)?.[1] ?? ''
    return {
      message: `${what} the ${name}\n\nIt broke for customers with an old ${name}, because nobody had told the ${name} how to wait.`,
      files: { [path]: `export const ${name}${what} = 1\n` },
    }
  })

const entriesOf = ({ knowledge }: Project): readonly string[] => [...knowledge.entries.keys()].sort()
const foldersOf = (project: Project): readonly string[] => [
  ...new Set(entriesOf(project).map((path) => path.slice(0, path.lastIndexOf('/')))),
]

test('a topic whose code has folders of its own gets subtopics, the same from the same history', () => {
  const project = learned(noProject, work([...files, 'src/shop/checkout/total.ts'], 'Mend'))
  expect(foldersOf(project)).toEqual(['shop/checkout', 'shop/checkout/paying', 'shop/checkout/shipping'])
  expect(entriesOf(project)).toContain('shop/checkout/paying/mend_the_anchor.md')
  expect(entriesOf(project)).toContain('shop/checkout/mend_the_total.md')
  const overview = new Map<string, string>(project.knowledge.overviews).get('shop/checkout/paying')
  expect(overview).toContain('# Subtopic: paying')
  expect(overview).toContain('Part of checkout — ')
})

test('a part of three files gets no folder of its own, and a topic of eleven no parts', () => {
  const [paying, shipping] = [
    files.filter((path) => path.includes('paying')),
    files.filter((path) => path.includes('shipping')),
  ]
  expect(foldersOf(learned(noProject, work([...paying, ...shipping.slice(0, 4)], 'Mend')))).toEqual(['shop/checkout'])
  const most = [...paying, ...shipping.slice(0, 3), 'src/shop/checkout/sum.ts', 'src/shop/checkout/tax.ts']
  expect(foldersOf(learned(noProject, work(most, 'Mend')))).toEqual(['shop/checkout', 'shop/checkout/paying'])
})

test('what is learned later goes on where it was told, in a subtopic as in a topic', () => {
  const before = learned(noProject, work(files, 'Mend'))
  const again = learned(before, work(['src/shop/checkout/paying/anchor.ts'], 'Mend'))
  expect(entriesOf(again)).toEqual(entriesOf(before))
  const more = learned(again, work(['src/shop/checkout/paying/zipper.ts'], 'Mend'))
  expect(entriesOf(more)).toContain('shop/checkout/paying/mend_the_zipper.md')
})

test('a tree that is there is not filed anew: its entries stay, until somebody has it written anew', () => {
  const flat = learned(noProject, work(files.slice(0, 8), 'Mend'))
  expect(foldersOf(flat)).toEqual(['shop/checkout'])
  const later = [...work(files.slice(8), 'Mend'), ...work(files.slice(0, 1), 'Watch')]
  const after = learned(flat, later)
  expect(entriesOf(after)).toEqual(expect.arrayContaining([...entriesOf(flat)]))
  expect(entriesOf(after)).toContain('shop/checkout/paying/mend_the_mirror.md')
  const anew = learned(noProject, [...work(files.slice(0, 8), 'Mend'), ...later])
  expect(foldersOf(anew)).toEqual(['shop/checkout/paying', 'shop/checkout/shipping'])
})

test('ctx shows a subtopic by its folder, and writing the tree anew from the same history changes nothing', () => {
  const repo = newCtxRepo()
  repo.git('config', 'core.hooksPath', '/dev/null')
  for (const { message, files: written } of work(files, 'Mend')) repo.commit(message, written)
  expect(repo.ctx('curate', '--all')).toMatchObject({ code: 0 })
  expect(repo.ctx('show', 'shop/checkout/paying').out).toContain('Mend the anchor')
  const tree = repo.git('rev-parse', 'ctx/main^{tree}')
  const again = JSON.parse(repo.ctx('curate', '--all', '--anew', '--json').out) as Record<string, unknown>
  expect(again).toMatchObject({ added: [], removed: [] })
  expect(repo.git('rev-parse', 'ctx/main^{tree}')).toBe(tree)
})
