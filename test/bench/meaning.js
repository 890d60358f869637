// @ts-check
// What a question by meaning costs beside a plain one, with a server on loopback whose vectors are as long as OpenAI's.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { chanceFrom, generateEntry } from './entries.js'
import { inTurns, plainRow, ratioRow } from './measure.js'
import { importFiles, newRepository, removeRepository } from './repository.js'

const [entries, dimensions, times] = [2_400, 1_536, 7]

/** @param {import('./repository.js').Bench} bench */
export async function measureMeaning(bench) {
  const repository = newRepository(bench, 'meaning')
  repository.ctx('init', '--no-hooks')
  const files = Array.from({ length: entries }, (_, number) => generateEntry(number))
  importFiles(
    repository,
    'refs/heads/ctx/main',
    files.map(({ path, text }) => /** @type {const} */ ([path, text])),
  )
  repository.ctx('refresh')
  const { endpoint, sent, close } = await serveVectors()
  const env = { ...bench.env, CTX_MODEL_ENDPOINT: endpoint, CTX_MODEL_EMBEDDINGS: 'm', CTX_MODEL_DAILY_TOKENS: '0' }
  const ask = async (/** @type {readonly string[]} */ options) => {
    const started = performance.now()
    const words = ['query', 'how', 'are', 'connections', 'pooled', ...options]
    await once(
      spawn(process.execPath, [bench.program, ...words], { cwd: repository.root, env, stdio: 'ignore' }),
      'close',
    )
    return performance.now() - started
  }
  await ask([])
  const first = await ask(['--meaning'])
  const texts = sent()
  let questions = 0
  const { plain, meaning } = await inTurns(
    { plain: () => ask([]), meaning: () => (questions++, ask(['--meaning'])) },
    times,
  )
  const again = sent() - texts
  const bytes = statSync(join(repository.root, '.git/ctx/vectors.db')).size
  close()
  removeRepository(repository)
  const named = (/** @type {string} */ what) => `${what}, ${entries.toLocaleString('en')} entries`
  return [
    ratioRow(named('ctx query --meaning beside ctx query'), meaning, plain, { bar: '' }),
    plainRow(named('the first ctx query --meaning, which makes all vectors'), [first]),
    plainRow(named('texts sent at the first question'), [texts], { unit: 'texts', result: '' }),
    plainRow(named('texts sent at each question after it'), [again / questions], {
      unit: 'texts',
      result: 'bar 1',
    }),
    plainRow(named('vectors on disk'), [bytes / 1024 / 1024], { unit: 'MB', result: '' }),
  ]
}

/** A server that makes a vector of each text, of no meaning. */
async function serveVectors() {
  const chance = chanceFrom(7)
  let count = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const { input } = JSON.parse(body)
      count += input.length
      const data = input.map((/** @type {string} */ _, /** @type {number} */ index) => ({
        index,
        embedding: Array.from({ length: dimensions }, () => chance() - 0.5),
      }))
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data, model: 'm', usage: { prompt_tokens: 1, total_tokens: 1 } }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { endpoint: `http://127.0.0.1:${port}/v1`, sent: () => count, close: () => server.close() }
}
