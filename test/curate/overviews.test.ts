import { expect, test } from 'vitest'
import { publicNames } from '../../src/curate/public-names.ts'
import { readmeGists } from '../../src/curate/readme-gist.ts'
import { newCtxRepo, type Repo } from '../support/repo.ts'

/** A shop of two parts that are worked on together. */
function shop(): Repo {
  const repo = newCtxRepo()
  repo.git('config', 'core.hooksPath', '/dev/null')
  const why = 'Sessions were lost on every deploy because they lived in the memory of one process.'
  repo.commit(`Keep sessions in Redis\n\n${why}`, {
    'src/auth/session.ts': 'export function openSession() {}\nexport const sessionTtl = 1800\nfunction hidden() {}\n',
    'src/auth/README.md': '# auth\n\n[![build](x.svg)](y)\n\nEverything that proves who somebody is. More.\n',
  })
  repo.commit('Show the session page without a cookie\n\nIt looped because the redirect needs a cookie first.', {
    'src/web/session.ts': 'export class SessionPage {}\n',
    'README.md': '# Shop\n\nA shop.\n\n## Web\n\nThe pages that customers see in their browser.\n',
  })
  repo.commit('Route to the login page\n\nThe old path was linked from mails that are still around.', {
    'src/web/router.ts': 'export function route() {}\n',
  })
  return repo
}

const overview = (repo: Repo, folder: string): string => repo.read(`.ctx/tree/${folder}/context.md`)

test('the overview of a domain says what it is for, what is elsewhere, and how it is used, without a model', () => {
  const repo = shop()
  expect(repo.ctx('curate', '--all')).toMatchObject({ code: 0 })
  expect(overview(repo, 'auth')).toBe(`# Domain: auth

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
  expect(overview(repo, 'web')).toContain('## Purpose\nThe pages that customers see in their browser.\n')
  expect(overview(repo, 'web')).toContain('- `src/web/router.ts`: `route`\n- `src/web/session.ts`: `SessionPage`\n')
  expect(overview(repo, 'web/router')).toContain('What is known about router in web: `src/web/router.ts`.\n')
})

test('the overview of a topic names the topics that its entries lead to', () => {
  const repo = shop()
  repo.ctx('curate', '--all')
  const related = [{ path: 'auth/session', reason: 'both end a login' }]
  const add = {
    type: 'ADD',
    path: 'web/login/form.md',
    title: 'Form',
    reason: 'asked',
    rules: [{ text: 'Never log it.' }],
  }
  repo.write({ 'add.json': JSON.stringify({ by: 'agent', operations: [{ ...add, related }] }) })
  expect(repo.ctx('curate', '--operations', 'add.json')).toMatchObject({ code: 0 })
  expect(overview(repo, 'web/login')).toContain('## Related Topics\n- auth/session\n')
})

test('a line that somebody took out of an overview stays out, and a new one is added to what is there', () => {
  const repo = shop()
  repo.ctx('curate', '--all')
  const told = overview(repo, 'auth')
  repo.write({ '.ctx/tree/auth/context.md': told.replace('- session (see web)\n', '').replace(/\n## Usage[^]*$/, '') })
  repo.commit(
    'Ask for the router of auth by name\n\nTwo routers were mixed up in a release, which logged people out.',
    {
      'src/auth/router.ts': 'export function authRouter() {}\n',
    },
  )
  expect(repo.ctx('curate')).toMatchObject({ code: 0 })
  const after = overview(repo, 'auth')
  expect(after).toContain('- session\n- router\n')
  expect(after).toContain('- router (see web)\n')
  expect(after).not.toContain('session (see web)')
  expect(after).not.toContain('## Usage')
})

test('what a file offers is kept in step in the overview', () => {
  const repo = shop()
  repo.ctx('curate', '--all')
  repo.commit('Close sessions on logout\n\nThey stayed open because nobody closed them, and Redis was full.', {
    'src/auth/session.ts': 'export function openSession() {}\nexport function closeSession() {}\n',
  })
  repo.ctx('curate')
  expect(overview(repo, 'auth')).toContain('- `src/auth/session.ts`: `openSession`, `closeSession`\n')
})

test('the same history gives the same overviews, byte for byte', () => {
  const [one, two] = [shop(), shop()]
  for (const repo of [one, two]) repo.ctx('curate', '--all')
  const overviews = (repo: Repo): string =>
    repo.git('ls-tree', '-r', 'ctx/main').replaceAll(/^.*(?<!context\.md)$\n?/gm, '')
  expect(overviews(one).split('\n').length).toBeGreaterThan(4)
  expect(overviews(one)).toBe(overviews(two))
})

test('what people write into an overview is found by a question and a search, and what nobody wrote is not', () => {
  const repo = shop()
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
})
