import { chmodSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { serveWeb } from '../support/browser.ts'
import { knowingRepo } from '../support/lessons.ts'
import { newCtxRepo, newRepo, program, type Repo, temporaryFolder } from '../support/repo.ts'

type Reply = { status: number; headers: Record<string, unknown>; text: string }

async function ask(url: string, path: string, { method = 'GET', headers = {}, body = '' } = {}): Promise<Reply> {
  const { hostname, port } = new URL(url)
  const sent = httpRequest({ hostname, port, path, method, headers })
  sent.end(body)
  const [response] = await once(sent, 'response')
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part)
  return { status: response.statusCode, headers: response.headers, text: Buffer.concat(parts).toString() }
}

const known = 'billing/invoices/rounding.md'

/** What a browser has after it opened the first address. */
async function cookieOf(url: string, token: string): Promise<string> {
  const reply = await ask(url, `/?token=${token}`)
  expect([reply.status, reply.headers['location']]).toEqual([303, '/'])
  const [cookie = ''] = [reply.headers['set-cookie']].flat().map(String)
  expect(cookie).toMatch(/^ctx_\d+=[\w-]+; HttpOnly; SameSite=Strict; Path=\/$/)
  return cookie.split(';')[0] ?? ''
}

test('nobody gets an answer from `ctx web` without its token, which the first address turns into a cookie', async () => {
  const { url, token } = await serveWeb(knowingRepo())
  for (const path of ['/', '/page.js', '/api/v2/catalogue', '/api/v2/brain', '/api/v2/events', '/nothing'])
    expect([path, (await ask(url, path)).status]).toEqual([path, 401])
  expect((await ask(url, '/?token=wrong')).text).toContain('does not open the page any more')
  const cookie = await cookieOf(url, token)
  for (const path of [
    '/',
    '/page.js',
    '/page.css',
    '/api/v2/catalogue',
    '/api/v2/timeline',
    '/api/v2/graph',
    '/api/v2/attention',
    `/api/v2/entries/${known}/page`,
    `/api/v2/entries/${known}/history`,
    '/api/v2/lessons?q=rounding',
  ])
    expect([path, (await ask(url, path, { headers: { cookie } })).status]).toEqual([path, 200])
  expect((await ask(url, '/api/v2/brain', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
  expect((await ask(url, '/api/v2/brain', { headers: { cookie: cookie.replace(/=.*/, '=other') } })).status).toBe(401)
})

test('a cookie alone writes nothing: the page itself must ask', async () => {
  const repo = knowingRepo()
  const { url, token } = await serveWeb(repo)
  const cookie = await cookieOf(url, token)
  const before = repo.git('rev-parse', 'ctx/main')
  const approve = `/api/v2/entries/${known}/approve`
  for (const headers of [
    {},
    { origin: 'http://127.0.0.1:1' },
    { origin: 'null' },
    { origin: 'https://attacker.example' },
    { origin: url, 'sec-fetch-site': 'cross-site' },
    { origin: url, host: 'attacker.example' },
  ]) {
    const { status } = await ask(url, approve, { method: 'POST', headers: { cookie, ...headers } })
    expect([headers, status]).toEqual([headers, 403])
  }
  expect(repo.git('rev-parse', 'ctx/main')).toBe(before)
  expect((await ask(url, approve, { method: 'POST', headers: { cookie, origin: url } })).status).toBe(200)
})

test('the page runs and loads its own files alone, and is never framed', async () => {
  const { url, token } = await serveWeb(knowingRepo())
  const { headers, text } = await ask(url, '/', { headers: { cookie: await cookieOf(url, token) } })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(text).not.toMatch(/<script(?![^>]*src=)[^>]*>|\son\w+=|style=/)
})

test('an entry is saved by the version it was read at; another version, no entry and no JSON are told', async () => {
  const repo = knowingRepo()
  const { url, token } = await serveWeb(repo)
  const headers = { authorization: `Bearer ${token}` }
  const source = JSON.parse((await ask(url, `/api/v2/entries/${known}/source`, { headers })).text)
  const put = async (body: string, path = known): Promise<Reply> =>
    await ask(url, `/api/v2/entries/${path}`, { method: 'PUT', headers, body })
  const text = source.text.replace('Round once', 'Round one time')
  expect((await put(JSON.stringify({ text, version: 'other' }))).status).toBe(409)
  expect((await put('{')).status).toBe(400)
  expect((await put(JSON.stringify({ text }))).status).toBe(400)
  expect((await put(JSON.stringify({ text, version: source.version }), 'no/such/entry.md')).status).toBe(404)
  expect((await put('x'.repeat(2_300_000))).status).toBe(413)
  const saved = JSON.parse((await put(JSON.stringify({ text, version: source.version }))).text)
  expect(saved).toMatchObject({ how: 'saved', path: known })
  expect(saved.version).not.toBe(source.version)
  expect(repo.git('log', '-1', '--format=%s by %an', 'ctx/main')).toBe(`Edit: ${known} by Ada Example`)
})

test('whoever sends too much is told so, not hung up on while sending', async () => {
  const { url, token } = await serveWeb(knowingRepo())
  const headers = { authorization: `Bearer ${token}` }
  const replies = await Promise.all(
    Array.from(
      { length: 8 },
      async () => await ask(url, `/api/v2/entries/${known}`, { method: 'PUT', headers, body: 'x'.repeat(9_000_000) }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 413))
})

test('what cannot be shown without losing it is not edited here', async () => {
  const repo = knowingRepo()
  const { url, token } = await serveWeb(repo)
  const reply = await ask(url, '/api/v2/entries/web/pages/hostile.md/source', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('.ctx/tree/web/pages/hostile.md')])
})

test('a long answer is packed for whoever can unpack it, and not sent again to whoever has it', async () => {
  const { url, token } = await serveWeb(knowingRepo())
  const authorization = `Bearer ${token}`
  const packed = await ask(url, '/page.js', { headers: { authorization, 'accept-encoding': 'gzip' } })
  expect([packed.status, packed.headers['content-encoding']]).toEqual([200, 'gzip'])
  const etag = String((await ask(url, '/api/v2/catalogue', { headers: { authorization } })).headers['etag'])
  expect((await ask(url, '/api/v2/catalogue', { headers: { authorization, 'if-none-match': etag } })).status).toBe(304)
})

test('the page is not above 150 kB, packed', () => {
  for (const script of ['page.js', 'site.js']) {
    const parts = ['index.html', 'page.css', 'icon.svg', script].map((name) =>
      readFileSync(join(program, '../page', name)),
    )
    expect([script, gzipSync(Buffer.concat(parts)).length]).toEqual([
      script,
      expect.toSatisfy((size) => size < 150_000),
    ])
  }
})

/** Runs `ctx web` until it has printed its address, and so many lines with it, as somebody at a terminal would. */
async function sayings(repo: Repo, env: NodeJS.ProcessEnv, lines: number): Promise<string> {
  const child = spawn(process.execPath, [program, 'web'], { cwd: repo.root, env: { ...repo.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => said.push(line))
  for await (const line of createInterface({ input: child.stdout })) if (said.push(line) > 0) break
  await expect.poll(() => said.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(lines)
  return said.join('\n')
}

test('it opens the browser; without a screen or a browser it prints the address and says why', async () => {
  const repo = newCtxRepo()
  const folder = temporaryFolder()
  const browser = join(folder, 'browser')
  repo.run('sh', ['-c', `printf '#!/bin/sh\\necho "$1" > ${folder}/opened\\n' > ${browser}`])
  chmodSync(browser, 0o755)
  const opened = await sayings(repo, { BROWSER: browser }, 1)
  const address = /http:\S+/.exec(opened)?.[0] ?? ''
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}$/)
  await expect.poll(() => repo.run('cat', [`${folder}/opened`]).out.trim()).toBe(address)
  const blind = await sayings(repo, {}, 2)
  expect(blind).toContain('There is no graphical session here, so no browser was opened.')
  expect(blind).toContain('/?token=')
  const none = await sayings(repo, { BROWSER: join(folder, 'none') }, 2)
  expect(none).toContain('cannot be started. Open the address yourself.')
})

test('a port that is taken, one that is none and a folder without a repository are told', async () => {
  const repo = newCtxRepo()
  const { url } = await serveWeb(repo)
  const taken = repo.ctx('web', '--no-open', '--port', new URL(url).port)
  expect([taken.code, taken.err]).toEqual([2, expect.stringContaining('cannot be had')])
  expect(repo.ctx('web', '--port', '70000').err).toContain('at most 65535')
  expect(repo.ctx('web', '--port', 'x').code).toBe(2)
  expect(newRepo().run(process.execPath, [program, 'web', '--no-open'], { in: '..' }).code).toBe(2)
})
