import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askModel } from '../../src/model/client.ts'
import { findRepoPaths } from '../../src/repo/git/repo-paths.ts'
import { keyFor } from '../../src/repo/settings/modelling.ts'
import { ask, scriptedModel } from '../support/model.ts'
import { scriptedProgram } from '../support/program.ts'
import { newCtxRepo, newRepo, program as ctx, type Repo } from '../support/repo.ts'

const setting = (repo: Repo, name: string): string => repo.run('git', ['config', '--get', name]).out.trim()

describe('ctx model connect', () => {
  test('shows what there is, names the variable that holds a key, and never the key', () => {
    const repo = newRepo()
    const program = scriptedProgram(repo, 'claude', { says: 'no' })
    const env = { PATH: program.path, GROQ_API_KEY: 'gsk-secret' }
    const { code, out } = repo.run(process.execPath, [ctx, 'model', 'connect'], { env })
    expect(code).toBe(0)
    expect(out).toMatch(/^groq +https:\/\/api\.groq\.com\/openai\/v1 +GROQ_API_KEY is set$/m)
    expect(out).toMatch(/^mistral .* MISTRAL_API_KEY$/m)
    expect(out).toMatch(/^claude +claude -p +\//m)
    expect(out).not.toContain('secret')
    expect(repo.git('config', '--list', '--local')).not.toContain('ctx.model')
  })

  test('lists the models of an address, sets nothing, and then takes the one that is named', async () => {
    const repo = newRepo()
    const { endpoint } = await scriptedModel({ says: 'ready' })
    const listed = await ask(repo, ['model', 'connect', endpoint])
    expect(listed).toMatchObject({ code: 0, out: expect.stringContaining('large:latest\nsmall\nvectors\n') })
    expect(setting(repo, 'ctx.model.endpoint')).toBe('')
    repo.git('config', 'ctx.model.command', 'claude -p')
    await ask(repo, ['model', 'connect', endpoint, 'large'])
    expect([setting(repo, 'ctx.model.name'), setting(repo, 'ctx.model.endpoint')]).toEqual(['large', endpoint])
    expect(setting(repo, 'ctx.model.command')).toBe('')
    await ask(repo, ['model', 'connect', endpoint, 'vectors', '--embeddings'])
    expect([setting(repo, 'ctx.model.name'), setting(repo, 'ctx.model.embeddings')]).toEqual(['large', 'vectors'])
  })

  test.each<[string, string[], Readonly<Record<string, string>>, RegExp]>([
    ['a model that it does not have', ['huge'], {}, /lists no model huge.*\n.*lists those that it has/],
    ['a part of a name', ['larg'], {}, /lists no model larg\.\n +It has large:latest/],
    [
      'the wrong key',
      ['small'],
      { CTX_MODEL_KEY: 'wrong' },
      /did not list its models: 401 the key is wrong\n.*the one of this service/,
    ],
  ])('refuses %s, and sets nothing', async (_, words, env, told) => {
    const repo = newRepo()
    const { endpoint } = await scriptedModel({ says: 'ready' })
    const { code, err } = await ask(repo, ['model', 'connect', endpoint, ...words], env)
    expect([code, err]).toEqual([2, expect.stringMatching(told)])
    expect(setting(repo, 'ctx.model.name')).toBe('')
  })

  test.each([
    ['nonsense', /is no provider, no address, and no known program in PATH/],
    ['http://models.example/v1', /no https address/],
    ['http://127.0.0.1:1/v1', /did not list its models.*\n.*Does it run/],
  ])('says what is wrong with %s', (to, told) => {
    expect(newRepo().ctx('model', 'connect', to)).toMatchObject({ code: 2, err: expect.stringMatching(told) })
  })

  test('lets a program answer that is here, with the arguments it is given', async () => {
    const repo = newCtxRepo()
    const { path } = scriptedProgram(repo, 'claude', { says: 'ready' })
    await ask(repo, ['model', 'connect', 'claude -p --model haiku'], { PATH: path })
    expect(setting(repo, 'ctx.model.command')).toBe('claude -p --model haiku')
    expect((await ask(repo, ['model'], { PATH: path })).out).toContain(
      'claude haiku, a program: claude -p --model haiku',
    )
    await ask(repo, ['model', 'connect', 'claude', '--global'], { PATH: path })
    expect(repo.git('config', '--global', 'ctx.model.command')).toBe('claude -p')
  })
})

describe('a key', () => {
  test('is the one of its provider, else what git keeps, and never that of another service', async () => {
    const repo = newRepo()
    repo.git('config', 'credential.helper', '!f() { test "$1" = get && echo password=kept; }; f')
    const [place, groq] = [findRepoPaths(repo.root), 'https://api.groq.com/openai/v1']
    expect(await keyFor(place, groq, { GROQ_API_KEY: 'own', OPENAI_API_KEY: 'other' })).toBe('own')
    expect(await keyFor(place, groq, { OPENAI_API_KEY: 'other' })).toBe('kept')
    expect(await keyFor(place, 'https://gateway.example/v1', { OPENAI_API_KEY: 'other' })).toBe('other')
    expect(await keyFor(place, 'http://localhost:11434/v1', { OPENAI_API_KEY: 'other' })).toBe('')
  })
})

test('a model that wants other limits than it was given is asked again with its own', async () => {
  const asked: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const sent = JSON.parse(body) as Record<string, unknown>
      asked.push(sent)
      const param = ['max_tokens', 'temperature'].find((name) => name in sent)
      const message = { role: 'assistant', content: 'ready' }
      response.writeHead(param === undefined ? 200 : 400, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(
          param === undefined
            ? { choices: [{ index: 0, message }] }
            : { error: { message: `Unsupported parameter: '${param}'`, param, code: 'unsupported_parameter' } },
        ),
      )
    })
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const model = {
    kind: 'endpoint' as const,
    endpoint: `http://127.0.0.1:${port}/v1`,
    name: 'o',
    key: '',
    timeoutMs: 9_000,
  }
  const prompt = { system: 's', user: 'u', mostTokens: 100, temperature: 0.3 }
  expect((await askModel(model, prompt)).text).toBe('ready')
  expect((await askModel(model, prompt)).text).toBe('ready')
  expect(asked.map((sent) => [sent['max_tokens'], sent['max_completion_tokens'], sent['temperature']])).toEqual([
    [100, undefined, 0.3],
    [undefined, 100, 0.3],
    [undefined, 100, undefined],
    [undefined, 100, undefined],
  ])
})
