// @ts-check
// What a model costs that reads commits: calls and tokens in, counted by a server on loopback that proves nothing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { plainRow } from './measure.js'
import { cloneRepository } from './repository.js'

const commits = 200

/**
 * @param {import('./repository.js').Bench} bench
 * @param {{ history: string }} options
 */
export async function measureModel(bench, { history }) {
  const { root, env, git, ctx } = cloneRepository(bench, history, 'model')
  ctx('init', '--no-hooks')
  /** @type {number[]} */
  const tokens = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const { messages, tools = [] } = JSON.parse(body)
      tokens.push(
        Math.ceil(
          messages.reduce(
            (/** @type {number} */ sum, /** @type {{ content: string }} */ { content }) => sum + content.length,
            JSON.stringify(tools).length,
          ) / 4,
        ),
      )
      const message = { role: 'assistant', content: '{"operations": []}' }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          id: '1',
          object: 'chat.completion',
          created: 0,
          model: 'm',
          choices: [{ index: 0, finish_reason: 'stop', message }],
        }),
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const all = git('rev-list', `--max-count=${commits}`, 'HEAD').split('\n')
  const child = spawn(process.execPath, [bench.program, 'curate', ...all.toReversed()], {
    cwd: root,
    env: {
      ...env,
      CTX_MODEL_ENDPOINT: `http://127.0.0.1:${port}/v1`,
      CTX_MODEL_NAME: 'm',
      CTX_CURATE_MODEL: 'auto',
      CTX_MODEL_DAILY_TOKENS: '0',
    },
    stdio: 'ignore',
  })
  await once(child, 'close')
  server.close()
  const curated = git(
    'log',
    '--format=%(trailers:key=Source-Commit,valueonly)',
    git('for-each-ref', '--format=%(refname)', 'refs/heads/ctx'),
  )
    .split('\n')
    .filter((line) => line !== '').length
  return [
    plainRow(`tokens in for each call of a model, ${commits} commits (${curated} taught something)`, tokens, {
      unit: 'tokens',
      result: `at most ${Math.max(...tokens)}; bar 6000`,
    }),
    plainRow('calls of a model for each commit that taught something', [tokens.length / Math.max(1, curated)], {
      unit: 'calls',
      result: 'bar 1.5',
    }),
  ]
}
