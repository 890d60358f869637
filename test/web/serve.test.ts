import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, onTestFinished, test } from 'vitest'
import { routes } from '../../src/web/routes.ts'
import { scriptedModel } from '../support/model.ts'
import { newCtxRepo, program, type Repo } from '../support/repo.ts'

type Served = {
  readonly url: string
  readonly token: string
  readonly end: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** Starts `ctx serve` on any port, as a person would, and waits until it says where. */
async function serve(repo: Repo, ...args: string[]): Promise<Served> {
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', ...args], { cwd: repo.root, env: repo.env })
  const ended = once(child, 'exit')
  onTestFinished(() => void child.kill('SIGKILL'))
  const said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) if (said.push(line) === 2) break
  const [, url = ''] = /^Listening on (http:\S+)$/.exec(said[0] ?? '') ?? []
  const [, token = ''] = /^Token for what writes: (\S+)$/.exec(said[1] ?? '') ?? []
  return {
    url,
    token,
    end: async (signal = 'SIGINT') => {
      child.kill(signal)
      const [code]: (number | null)[] = await ended
      return code ?? null
    },
  }
}

/** Asks without any of the rules of a browser or of fetch: any header, any method, any path. */
async function ask(
  { url }: Served,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{
  status: number
  headers: Record<string, unknown>
  text: string
  json: () => ReturnType<typeof JSON.parse>
}> {
  const { hostname, port } = new URL(url)
  const sent = httpRequest({ hostname, port, path, method, headers })
  sent.on('error', () => undefined)
  sent.end(body)
  const [response] = await once(sent, 'response')
  const parts: Buffer[] = []
  for await (const part of response) parts.push(part)
  const text = Buffer.concat(parts).toString()
  return { status: response.statusCode, headers: response.headers, text, json: () => JSON.parse(text) }
}

const known = 'auth/tokens/tokens_are_single_use.md'

function knowing(): Repo {
  const repo = newCtxRepo()
  repo.ctx('curate', '--text', 'Tokens are single-use. A token must never be used twice.', '--topic', 'auth/tokens')
  return repo
}

test('an agent gets the brain, and 304 until anything that it shows changes', async () => {
  const repo = knowing()
  const served = await serve(repo)
  const first = await ask(served, '/api/v2/brain')
  const etag = String(first.headers['etag'])
  expect(first.json()).toMatchObject({ itemsLoaded: 1, schemaKeys: ['auth/tokens'], etag })
  expect(first.json().document).toContain('A token must never be used twice')
  const again = await ask(served, '/api/v2/brain', { headers: { 'if-none-match': `W/${etag}, "x"` } })
  expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag])
  const other = await ask(served, '/api/v2/brain?tokenBudget=100', { headers: { 'if-none-match': etag } })
  expect(other.status).toBe(200)
  expect(other.json().tokenEstimate).toBeLessThanOrEqual(100)
  const path = `.ctx/tree/${known}`
  repo.write({ [path]: repo.read(path).replace('used twice', 'used thrice') })
  const edited = await ask(served, '/api/v2/brain', { headers: { 'if-none-match': etag } })
  expect(edited.status).toBe(200)
  expect(edited.json().document).toContain('used thrice')
  expect(await served.end()).toBe(0)
})

test('it searches, reads an entry, and says in JSON what is wrong', async () => {
  const served = await serve(knowing())
  expect((await ask(served, '/api/v2/search?q=single-use+tokens')).json().hits[0].path).toBe(known)
  expect((await ask(served, `/api/v2/entries/${known}`)).json()).toMatchObject({ path: known })
  expect((await ask(served, '/')).text).toContain('<pre># Project brain')
  const wrong: [string, number][] = [
    ['/api/v2/search', 400],
    ['/api/v2/search?q=a&limit=-1', 400],
    ['/api/v2/brain?tokenBudget=1e3', 400],
    ['/api/v2/brain?includeProjectBrief=maybe', 400],
    ['/api/v2/entries/auth/tokens/none.md', 404],
    ['/api/v2/entries/../../../.git/config', 404],
    ['/api/v2/entries/..%2f..%2f..%2f.git%2fconfig', 404],
    ['/api/v2/entries/%00', 404],
    ['/api/v2/entries/%E0%A4%A', 404],
    ['/api/v2/entries/__proto__', 404],
    ['/api/v2/nothing', 404],
    ['/constructor', 404],
    [`/api/v2/search?q=${'a'.repeat(5_000)}`, 414],
    ['http://elsewhere.example/', 400],
  ]
  for (const [path, status] of wrong) {
    const reply = await ask(served, path)
    expect([path, reply.status]).toEqual([path, status])
    expect(reply.json().error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  }
})

test('a page of another site gets no answer, under whatever name it reaches this machine', async () => {
  const served = await serve(knowing())
  const { port } = new URL(served.url)
  const statusFor = async (headers: Record<string, string>): Promise<number> =>
    (await ask(served, '/api/v2/brain', { headers })).status
  expect(await statusFor({ host: `attacker.example:${port}` })).toBe(403)
  expect(await statusFor({ host: '127.0.0.1' })).toBe(403)
  expect(await statusFor({ host: `127.0.0.1.attacker.example:${port}` })).toBe(403)
  expect(await statusFor({ origin: 'https://attacker.example' })).toBe(403)
  expect(await statusFor({ origin: 'null' })).toBe(403)
  expect(await statusFor({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await statusFor({ host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(200)
})

test('only GET is answered but where something is written, and that needs the token', async () => {
  const repo = knowing()
  const served = await serve(repo)
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']) {
    const { status, headers } = await ask(served, '/api/v2/brain', { method })
    expect([method, status, headers['allow']]).toEqual([method, 405, 'GET, HEAD'])
  }
  const head = await ask(served, '/api/v2/brain', { method: 'HEAD' })
  expect([head.status, head.text]).toEqual([200, ''])
  const approve = `/api/v2/entries/${known}/approve`
  const deprecate = `/api/v2/entries/${known}/deprecate`
  const authorization = `Bearer ${served.token}`
  const knowledge = (): string => repo.git('rev-parse', 'ctx/main')
  const before = knowledge()
  expect((await ask(served, approve, { method: 'POST' })).status).toBe(401)
  expect((await ask(served, approve, { method: 'POST', headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
  expect(knowledge()).toBe(before)
  const body = 'x'.repeat(20_000)
  expect((await ask(served, approve, { method: 'POST', headers: { authorization }, body })).status).toBe(413)
  const marked = await ask(served, approve, { method: 'POST', headers: { authorization } })
  expect(marked.json()).toEqual({ path: known, as: 'approved', isNew: true })
  expect((await ask(served, '/api/v2/brain')).json().tree[0].states.approved).toBe(1)
  await ask(served, deprecate, { method: 'POST', headers: { authorization } })
  expect(repo.read(`.ctx/tree/${known}`)).toContain('\nstatus: deprecated\n')
  expect(repo.git('log', '-1', '--format=%s', 'ctx/main')).toBe(`Deprecate: ${known}`)
  expect((await ask(served, '/api/v2/brain')).json()).toMatchObject({ itemsLoaded: 0, layers: { archived: 1 } })
  await ask(served, approve, { method: 'POST', headers: { authorization } })
  expect((await ask(served, '/api/v2/brain')).json().itemsLoaded).toBe(1)
  const wrong = await ask(served, `${deprecate}?supersededBy=a/b/c.md`, { method: 'POST', headers: { authorization } })
  expect(wrong.status).toBe(404)
})

test('every answer is kept from being run, framed or kept by others', async () => {
  const served = await serve(knowing())
  for (const path of ['/', '/api/v2/brain', '/nothing']) {
    expect((await ask(served, path)).headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
  }
})

test('what was pulled leaves neither a secret nor a control character', async () => {
  const repo = knowing()
  const text = '---\ntitle: Keys\n---\n\n## Facts\n- key AKIAABCDEFGHIJKLMNOP \u001b[31m\u202e<script>\n'
  repo.write({ '.ctx/tree/auth/keys/keys.md': text })
  const served = await serve(repo)
  for (const path of ['/api/v2/entries/auth/keys/keys.md', '/api/v2/brain', '/api/v2/search?q=keys']) {
    const reply = await ask(served, path)
    expect(reply.text).not.toMatch(/AKIAABCDEFGHIJKLMNOP|\\u001b|\u202e/)
  }
  expect((await ask(served, '/')).text).not.toContain('<script')
})

const schemas = join(createRequire(import.meta.url).resolve('schemastore/package.json'), '../schemas/json')
const published = 'raw.githubusercontent.com/OAI/OpenAPI-Specification/main/schemas/v3.1/schema.json'

/** The schema that the OpenAPI Initiative publishes; Ajv takes its dynamic reference to a schema for one to the whole. */
const openApiSchema = (): object =>
  JSON.parse(
    readFileSync(join(schemas, published), 'utf8').replaceAll('"$dynamicRef": "#meta"', '"$ref": "#/$defs/schema"'),
  )

test('answers are what the description says, and the description is OpenAPI 3.1', async () => {
  const repo = knowing()
  const served = await serve(repo)
  const description = (await ask(served, '/api/v2/openapi.json')).json()
  const isDescription = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(openApiSchema())
  expect([isDescription(description), isDescription.errors]).toEqual([true, null])
  expect(isDescription({ ...description, paths: { nowhere: {} } })).toBe(false)
  expect(Object.keys(description.paths).sort()).toEqual([...new Set(routes.map(({ path }) => path))].sort())
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema({ $id: 'https://ctx.example/description', ...description })
  const faults = (name: string, value: unknown): unknown => {
    const check = ajv.getSchema(`https://ctx.example/description#/components/schemas/${name}`)
    return check?.(value) === true ? [] : (check?.errors ?? 'no such schema')
  }
  const authorization = `Bearer ${served.token}`
  const answers = {
    Brain: (await ask(served, '/api/v2/brain')).json(),
    SearchResult: (await ask(served, '/api/v2/search?q=tokens')).json(),
    Entry: (await ask(served, `/api/v2/entries/${known}`)).json(),
    Error: (await ask(served, '/api/v2/search')).json(),
    Marked: (
      await ask(served, `/api/v2/entries/${known}/approve`, { method: 'POST', headers: { authorization } })
    ).json(),
  }
  for (const [name, value] of Object.entries(answers)) expect([name, faults(name, value)]).toEqual([name, []])
  expect(faults('Brain', { ...answers.Brain, brainHash: 'no' })).not.toEqual([])
})

test('nothing is served where other machines could ask, or on a port that is taken', async () => {
  const repo = newCtxRepo()
  const open = repo.ctx('serve', '--host', '0.0.0.0', '--port', '0')
  expect([open.code, open.err]).toEqual([2, expect.stringContaining('127.0.0.1')])
  const served = await serve(repo)
  const taken = repo.ctx('serve', '--port', new URL(served.url).port)
  expect([taken.code, taken.err]).toEqual([2, expect.stringContaining('--port 0')])
  expect(await served.end('SIGTERM')).toBe(0)
})

test('a search over HTTP finds what is near in meaning where a model makes vectors', async () => {
  const repo = newCtxRepo()
  repo.ctx('curate', '--text', 'Yoga every Tuesday.', '--topic', 'health/classes')
  repo.ctx('curate', '--text', 'The pool has ten connections.', '--topic', 'storage/pool')
  const { endpoint } = await scriptedModel({ says: 'no' })
  repo.git('config', 'ctx.model.endpoint', endpoint)
  repo.git('config', 'ctx.model.embeddings', 'vectors')
  const { json } = await ask(await serve(repo), '/api/v2/search?q=exercise')
  expect((json() as { hits: readonly { path: string }[] }).hits.map(({ path }) => path)).toEqual([
    'health/classes/yoga_every_tuesday.md',
  ])
})
