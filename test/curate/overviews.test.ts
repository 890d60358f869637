import { expect, test } from 'vitest'
import { completed } from '../../src/curate/code/overview-sections.ts'
import { publicNames } from '../../src/curate/code/public-names.ts'
import { readmeGists } from '../../src/curate/code/readme-gist.ts'
import { apply } from '../../src/tree/operations.ts'
import { type FolderPath, toFolderPath } from '../../src/tree/path.ts'
import { entryOf, entryPath } from '../support/entries.ts'
import { learned, noProject, type Project, type Written } from '../support/learned.ts'
import { newCtxRepo } from '../support/repo.ts'

/** A shop of two parts that are worked on together. */
const commits: readonly Written[] = [
  {
    message:
      'Keep sessions in Redis\n\nSessions were lost on every deploy because they lived in the memory of one process.',
    files: {
      'src/auth/session.ts': 'export function openSession() {}\nexport const sessionTtl = 1800\nfunction hidden() {}\n',
      'src/auth/README.md': '# auth\n\n[![build](x.svg)](y)\n\nEverything that proves who somebody is. More.\n',
    },
  },
  {
    message: 'Show the session page without a cookie\n\nIt looped because the redirect needs a cookie first.',
    files: {
      'src/web/session.ts': 'export class SessionPage {}\n',
      'README.md': '# Shop\n\nA shop.\n\n## Web\n\nThe pages that customers see in their browser.\n',
    },
  },
  {
    message: 'Route to the login page\n\nThe old path was linked from mails that are still around.',
    files: { 'src/web/router.ts': 'export function route() {}\n' },
  },
]
const shop = learned(noProject, commits)

const folder = (path: string): FolderPath => {
  const found = toFolderPath(path)
  if (found === undefined) throw new Error(path)
  return found
}
const overview = ({ knowledge }: Project, path: string): string => knowledge.overviews.get(folder(path)) ?? ''

/** The shop with an overview as somebody edited it. */
const edited = (path: string, change: (text: string) => string): Project => ({
  ...shop,
  knowledge: {
    ...shop.knowledge,
    overviews: new Map([...shop.knowledge.overviews, [folder(path), change(overview(shop, path))]]),
  },
})

test('the overview of a domain says what it is for, what is elsewhere, and how it is used, without a model', () => {
  expect(overview(shop, 'auth')).toBe(`# Domain: auth

## Purpose
Everything that proves who somebody is.

## Scope
Included in this domain:
- session

Excluded from this domain:
- session (see web)

## Usage
Read this before changing what others use of:
- \`src/auth/session.ts\`: \`openSession\`, \`sessionTtl\`
`)
  expect(overview(shop, 'web')).toContain('## Purpose\nThe pages that customers see in their browser.\n')
  expect(overview(shop, 'web')).toContain('- `src/web/router.ts`: `route`\n- `src/web/session.ts`: `SessionPage`\n')
  expect(overview(shop, 'web/router')).toContain('What is known about router in web: `src/web/router.ts` (`route`).\n')
})

test('who changes a file is not sent to what is over, nor to how the project is built (bbolt: “history”, “conventions”)', () => {
  const raw = { files: ['src/web/router.ts'] }
  const names = new Map([['src/web/router.ts', ['route']]])
  const usageOf = (path: string): string => {
    const add = { type: 'ADD', path: entryPath(`${path}/old.md`), entry: entryOf(raw), reason: '' } as const
    const { knowledge } = apply(noProject.knowledge, [add], new Date(0))
    return completed(noProject.knowledge, knowledge, { names }).overviews.get(folder(path.split('/')[0] ?? '')) ?? ''
  }
  expect(usageOf('web/router')).toContain('## Usage')
  for (const path of ['history/history', 'conventions/upkeep']) expect(usageOf(path)).not.toContain('## Usage')
  expect(usageOf('history/history')).toContain('## Purpose\nWhat was so once, and what took its place.\n')
})

test('a file that an earlier merge listed twice is listed once after the next commit', () => {
  const line = '- `src/web/router.ts`: `route`\n'
  const twice = overview(shop, 'web').replace(line, `${line}- \`src/web/router.ts\`: \`route\`, \`old\`\n`)
  const known = { ...shop.knowledge, overviews: new Map([...shop.knowledge.overviews, [folder('web'), twice]]) }
  const text = completed(known, known).overviews.get(folder('web')) ?? ''
  expect(text.match(/router\.ts`: /g)).toHaveLength(1)
})

/** Adds an entry of a new topic of the web that leads to others. */
function leading(project: Project, ...to: readonly string[]): Project {
  const relations = to.map((path) => ({ path, reason: '' }))
  const add = { type: 'ADD', path: entryPath('web/login/form.md'), entry: entryOf({ relations }), reason: '' } as const
  const { knowledge } = apply(project.knowledge, [add], new Date(0))
  return { ...project, knowledge: completed(project.knowledge, knowledge) }
}

test('the overview of a topic names the topics that its entries lead to', () => {
  const related = (...to: readonly string[]): string => overview(leading(shop, ...to), 'web/login')
  expect(related('auth/session')).toContain('## Related Topics\n- auth/session\n')
  expect(related([...shop.knowledge.entries.keys()].find((path) => path.startsWith('auth/')) ?? '')).toContain(
    '## Related Topics\n- auth/session\n',
  )
  for (const nowhere of ['auth/none', 'web/login/other.md']) expect(related(nowhere)).not.toContain('Related Topics')
})

test('a related topic that somebody took out stays out', () => {
  const before = leading(shop, 'auth/session')
  const without = overview(before, 'web/login').replace(/\n## Related Topics[^]*$/, '')
  const overviews = new Map([...before.knowledge.overviews, [folder('web/login'), without]])
  const known = { ...before.knowledge, overviews }
  expect(completed(known, known).overviews.get(folder('web/login'))).not.toContain('Related Topics')
})

test('a topic that is gone is named no more, and what people wrote beside it stays', () => {
  const before = leading(shop, 'auth/session')
  const text = `${overview(before, 'web/login')}- the team of the shop\n`
  const overviews = new Map([...before.knowledge.overviews, [folder('web/login'), text]])
  const entries = new Map([...before.knowledge.entries].filter(([path]) => !path.startsWith('auth/')))
  const after = completed({ ...before.knowledge, overviews }, { ...before.knowledge, overviews, entries })
  expect(after.overviews.get(folder('web/login'))).toContain('## Related Topics\n- the team of the shop\n')
})

test('a line that somebody took out of an overview stays out, and a new one is added to what is there', () => {
  const told = edited('auth', (text) => text.replace('- session (see web)\n', '').replace(/\n## Usage[^]*$/, ''))
  const more = {
    message: 'Ask for the router of auth by name\n\nTwo routers were mixed up in a release, which logged people out.',
    files: { 'src/auth/router.ts': 'export function authRouter() {}\n' },
  }
  const after = overview(learned(told, [more]), 'auth')
  expect(after).toContain('- session\n- router\n')
  expect(after).toContain('- router (see web)\n')
  expect(after).not.toContain('session (see web)')
  expect(after).not.toContain('## Usage')
})

test('what a file offers is kept in step in the overview, and what people say of one stays', () => {
  const own = '- Ask Zora before you touch the keys.'
  const told = edited('auth', (text) => `${text}${own}\n`)
  const less = {
    message: 'Close sessions on logout\n\nThey stayed open because nobody closed them, and Redis was full.',
    files: { 'src/auth/session.ts': 'export function openSession() {}\nexport function closeSession() {}\n' },
  }
  const after = learned(told, [less])
  expect(overview(after, 'auth')).toContain(`- \`src/auth/session.ts\`: \`openSession\`, \`closeSession\`\n${own}\n`)
  const gone = completed(after.knowledge, after.knowledge, { names: new Map(), there: new Set() })
  expect(gone.overviews.get(folder('auth'))).toContain(`what others use of:\n${own}\n`)
  expect(completed(after.knowledge, after.knowledge, { names: new Map() })).toEqual(after.knowledge)
})

test('lists are added to sections that people began, and to overviews that have none of them', () => {
  const started = edited('auth', (text) =>
    text.replace(/\n## Scope[^]*$/, '\n## Scope\nAll but the pages.\n\n## Usage\nAsk Zora.\n'),
  )
  const known = { ...started.knowledge, entries: new Map() }
  const auth = completed(known, started.knowledge, {
    names: new Map([['src/auth/session.ts', ['openSession']]]),
  }).overviews.get(folder('auth'))
  expect(auth).toContain('## Scope\nAll but the pages.\n\nExcluded from this domain:\n- session (see web)\n')
  expect(auth).toContain(
    '## Usage\nAsk Zora.\n\nRead this before changing what others use of:\n- `src/auth/session.ts`: `openSession`\n',
  )
})

test('a domain of many files names the five that most is known about', () => {
  const many = [...'abcdefg'].map((name): Written => ({
    message: `Wait for ${name}${name}${name}\n\nIt broke for those with an old ${name}${name}${name}, because nobody waited for it.`,
    files: { [`src/pay/${name}${name}${name}.ts`]: `export function ${name}${name}${name}() {}\n` },
  }))
  const lines = overview(learned(noProject, [...many, ...many.slice(6)]), 'pay').split('\n')
  expect(lines.filter((line) => line.startsWith('- `src/pay/'))).toHaveLength(5)
})

test('the same history gives the same overviews', () => {
  expect(shop.knowledge.overviews.size).toBeGreaterThan(3)
  const again = learned(noProject, commits)
  expect([...again.knowledge.overviews.keys()]).toEqual([...shop.knowledge.overviews.keys()])
})

test('what people write into an overview is found by a question and a search, and what nobody wrote is not', () => {
  const repo = newCtxRepo()
  repo.git('config', 'core.hooksPath', '/dev/null')
  for (const { message, files } of commits) repo.commit(message, files)
  repo.ctx('curate', '--all')
  const path = '.ctx/tree/auth/context.md'
  expect(repo.ctx('query', 'which', 'team', 'owns', 'auth', '--tree-only').out).not.toContain('Zora')
  repo.write({ [path]: `${repo.read(path)}\n## Ownership\nThe backend team, ask Zora first.\n` })
  expect(repo.ctx('query', 'whom do I ask in the backend team')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/auth: Ownership\n {2}The backend team, ask Zora first\.\n {2}auth\/context\.md/),
  })
  expect(repo.ctx('search', 'Zora').out).toMatch(/auth\/context\.md +Overview of auth/)
  expect(repo.ctx('search', 'Zora', '--topic', 'web').code).toBe(1)
  expect(repo.ctx('search', 'Included', 'domain').out).not.toContain('context.md')
  expect(repo.ctx('status').out).not.toContain('cannot be read')
  expect(repo.ctx('tree').out).not.toContain('context')
})

test.each([
  [
    'a.ts',
    'export default class Shop {}\nconst x = 1\nexport async function open() {}\nexport type T = 1',
    'Shop open T',
  ],
  ['a.js', 'exports.etag = 1\napp.use = function use() {}\nmodule.exports.x = 2', 'etag x use'],
  ['a.py', 'def open_it():\n  pass\nclass Shop:\n  def inner(self): pass\ndef _own(): pass', 'Shop open_it'],
  ['a.go', 'func Open() {}\nfunc close() {}\ntype Shop struct {}\nfunc (s Shop) Sell() {}', 'Open Shop'],
  ['a.rs', 'pub fn open() {}\nfn own() {}\npub(crate) fn half() {}\npub struct Shop;', 'open Shop'],
  ['a.md', 'export function no() {}', ''],
])('what %s offers to others', (path, text, names) => {
  expect(publicNames(path, text).join(' ')).toBe(names)
})

test('a README says what its folder is for, and that of the project what its parts are about', () => {
  const nested = readmeGists(
    'packages/auth/README.md',
    '# Auth\n![x](y)\nProves who [somebody](https://x.io) really is. And more.\n',
  )
  expect([...nested]).toEqual([['packages/auth/README.md', 'Proves who somebody really is']])
  const all = readmeGists(
    'README.md',
    '# Shop\nSells it.\n\n## The router\n- a\n- b\n\nFinds the page for a path.\n\n## Install\nRun `npm i` and wait.\n',
  )
  expect([...all]).toEqual([['README.md#the_router', 'Finds the page for a path']])
  // Above the first part, and not in one on how stable it is (bbolt) or which Rust it needs (axum-macros).
  const below = '[![x](y)](z)\n\n## Status\n\nBolt is stable and fixed.\n'
  expect(readmeGists('README.md', below).get('README.md')).toBeUndefined()
  const above = below.replace('## Status', 'Bolt keeps what it is given.\n\n## Status')
  expect(readmeGists('README.md', above).get('README.md')).toBe('Bolt keeps what it is given')
})
