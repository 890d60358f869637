/** @module-tag slow */
import { createReadStream, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { siteAnswer } from '../../src/page/site-source.ts'
import { openPieces } from '../../src/search/pieces.ts'
import { endBrowser, hasBrowser, openPage, shoot } from '../support/browser.ts'
import { hostile, knowingRepo } from '../support/lessons.ts'
import { newCtxRepo, newRepo, type Repo } from '../support/repo.ts'

endBrowser()

const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, path)).isFile())
      .toSorted()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )

function published(repo: Repo, to = 'public'): string {
  const { code, err } = repo.ctx('publish', '--site', to)
  if (code !== 0) throw new Error(err)
  return join(repo.root, to)
}

/** Serves a folder as a server of plain files does, below a path as GitHub Pages has it. */
async function servePlain(folder: string): Promise<string> {
  const types: Record<string, string> = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
  }
  const server = createServer((request, response) => {
    const path = join(
      folder,
      decodeURIComponent((request.url ?? '').replace(/^\/project\//, '').replace(/^$/, 'index.html')),
    )
    if (!existsSync(path) || !statSync(path).isFile()) response.writeHead(404).end()
    else {
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/json' })
      createReadStream(path).pipe(response)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}/project/`
}

describe.skipIf(!hasBrowser)('a published page', () => {
  test('searches, shows entries and all that needs no server, and offers nothing else', async () => {
    const url = await servePlain(published(knowingRepo()))
    const page = await openPage({ viewport: { width: 1280, height: 900 } })
    const wrong: string[] = []
    page.on('pageerror', (error) => wrong.push(error.message))
    page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
    page.on('request', (request) => request.url().startsWith(url) || wrong.push(request.url()))
    await page.goto(url)
    await page.waitForSelector('.welcome li')
    expect(await page.locator('nav[aria-label=Views]').textContent()).not.toContain('Review')
    await page.fill('#question', 'why was a stolen refresh token replayed')
    await page.locator('.hits .later').first().waitFor()
    expect(await page.locator('.hits .lesson').first().textContent()).toContain(
      'A stolen token was replayed for a week',
    )
    expect(await page.locator('.hits .later').first().textContent()).toContain('Mobile clients send a renewal again')
    await shoot(page, 'site-search')
    await page.fill('#question', 'which postal service delivers the parcels')
    await page.getByText('Nothing states this.').waitFor()
    const views = ['#/tree', '#/map', '#/graph', '#/timeline', '#/attention', '#/brain', '#/entry/web/pages/hostile.md']
    for (const hash of views) {
      await page.goto(`${url}${hash}`)
      await page.waitForSelector(hash.includes('hostile') ? '.entry-body' : 'main h1')
    }
    expect(await page.textContent('main')).toContain(hostile.script)
    expect(await page.locator('main button').count()).toBe(0)
    await page.goto(`${url}#/entry/no/such/entry.md`)
    await page.getByText('There is no such entry on this page.').waitFor()
    expect(wrong.filter((text) => !text.includes('404'))).toEqual([])
  })
})

test('it answers as the command line does', async () => {
  const repo = knowingRepo()
  const folder = published(repo)
  const data = (path: string): ReturnType<typeof JSON.parse> => JSON.parse(readFileSync(join(folder, path), 'utf8'))
  const lookup = openPieces(data('data/search.json').pieces.map(data))
  const questions = [
    'why was a stolen refresh token replayed',
    'when is a session ended',
    'how are invoices rounded',
    'rotate the key',
    'who paints the fence',
    'sesion timeout',
  ]
  for (const question of questions) {
    const told = JSON.parse(repo.ctx('query', '--json', '--limit', '12', question).out)
    const found = siteAnswer(question, lookup, new Map())
    const heads = (hits: readonly { headline: string; why: string; holds: string }[]): readonly string[] =>
      hits.map(({ headline, holds }) => `${headline} ${holds}`)
    expect([question, found.isKnown, heads(found.hits).slice(0, 3)]).toEqual([
      question,
      !told.outOfDomain,
      heads(told.hits).slice(0, 3),
    ])
    expect([question, found.unknown]).toEqual([question, told.unknown])
  }
})

test('its bytes are the same wherever and whenever it is written, and --check tells when they are not', () => {
  const repo = knowingRepo()
  const first = filesIn(published(repo))
  expect(filesIn(published(repo, 'other'))).toEqual(first)
  expect(repo.ctx('publish', '--site', 'public').out).toContain('is what ctx/main says')
  expect(repo.ctx('publish', '--site', 'public', '--check').code).toBe(0)
  repo.ctx('archive', 'billing/invoices/rounding.md')
  const stale = repo.ctx('publish', '--site', 'public', '--check')
  expect([stale.code, stale.out]).toEqual([
    1,
    expect.stringContaining('gone     data/entries/billing/invoices/rounding.json'),
  ])
  published(repo)
  expect(existsSync(join(repo.root, 'public/data/entries/billing'))).toBe(false)
  expect(repo.ctx('publish', '--site', 'public', '--check').code).toBe(0)
})

test('it holds nothing private: no gap, no address, no secret; and refuses a tree that has one', () => {
  const repo = knowingRepo()
  repo.ctx('query', 'which postal service delivers the parcels')
  repo.commit('Thank Ada\n\nAda wrote to us as ada.private@example.org about this, because mail was lost.', {
    'x.txt': 'x',
  })
  const whole = Object.values(filesIn(published(repo))).join('\n')
  expect(whole).not.toContain('postal service')
  expect(whole).not.toContain('ada.private@')
  repo.write({
    '.ctx/tree/auth/keys/leak.md': '---\ntitle: Leak\n---\n\n## Facts\n- the key is AKIAQYLPMN5HHHFPZAM2\n',
  })
  repo.ctx('refresh')
  const refused = repo.ctx('publish', '--site', 'public')
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('must not be published')])
})

test('a folder with other files, one behind a link, one of git and an empty repository are told in a sentence', () => {
  const repo = newCtxRepo()
  repo.ctx('curate', '--text', 'Tokens are single-use.', '--topic', 'auth/tokens')
  repo.write({ 'docs/mine.md': 'mine' })
  symlinkSync('/tmp', join(repo.root, 'out'))
  for (const [to, said] of [
    ['docs', 'holds files that are no page of ours'],
    ['out', 'is a file or a link'],
    ['.git/page', 'is no folder to publish a page to'],
    ['.', 'is no folder to publish a page to'],
  ] as const) {
    const { code, err } = repo.ctx('publish', '--site', to)
    expect([to, code, err]).toEqual([to, 2, expect.stringContaining(said)])
  }
  expect(repo.read('docs/mine.md')).toBe('mine')
  expect(repo.ctx('publish', '--site', 'public', '--to', 'docs/x').err).toContain('name one of them')
  expect(newRepo().ctx('publish', '--site', 'public').err).toContain('no knowledge to publish yet')
})
