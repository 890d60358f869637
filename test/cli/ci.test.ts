/** @module-tag slow */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import {
  cloneFrom,
  newCtxRepo,
  newRepo,
  program,
  type Ran,
  type Repo,
  temporaryFolder,
  withRemote,
} from '../support/repo.ts'

type Step = {
  readonly name?: string
  readonly run?: string
  readonly uses?: string
  readonly with?: Record<string, unknown>
}
type Job = { readonly if: string; readonly permissions: Record<string, string>; readonly steps: readonly Step[] }
type Workflow = { readonly permissions: unknown; readonly jobs: { readonly review: Job; readonly follow: Job } }
type Jobs = Readonly<Record<'ctx-review' | 'ctx-follow', { readonly script: readonly string[] }>>

const read = (template: string): string =>
  readFileSync(join(import.meta.dirname, '../../templates', template), 'utf8').replaceAll('@@version@', '@0.1.0')
// Files of ours, whose shape the schemas below check.
const workflow = parse(read('github/ctx-review.yml')) as Workflow
const jobs = parse(read('gitlab-ci.yml')) as Jobs

const pages = parse(read('github/ctx-pages.yml')) as { permissions: unknown; jobs: { publish: Job } }

const schemas = join(createRequire(import.meta.url).resolve('schemastore/package.json'), '../schemas/json')
const schema = (path: string): object => JSON.parse(readFileSync(join(schemas, path), 'utf8')) as object
const faults = (value: unknown, path: string): unknown => {
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false, validateFormats: false, logger: false })
  const check = ajv.compile(schema(path))
  return check(value) ? [] : check.errors
}
const gitlabSchema = 'gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json'

describe('the files for servers', () => {
  test('are what the published schemas of GitHub and GitLab say', () => {
    expect(faults(workflow, 'github-workflow.json')).toEqual([])
    expect(faults(jobs, gitlabSchema)).toEqual([])
    expect(faults(pages, 'github-workflow.json')).toEqual([])
    expect(faults(parse(read('gitlab-pages.yml')), gitlabSchema)).toEqual([])
    expect(faults({ ...workflow, jobs: { review: { runs_on: 'x' } } }, 'github-workflow.json')).not.toEqual([])
  })

  test('ask for the least that they need, and pin what they use', () => {
    expect(workflow.permissions).toEqual({})
    expect(workflow.jobs.review.permissions).toEqual({
      contents: 'read',
      'pull-requests': 'write',
      'security-events': 'write',
    })
    expect(workflow.jobs.follow.permissions).toEqual({ contents: 'write' })
    expect(pages.permissions).toEqual({})
    expect(pages.jobs.publish.permissions).toEqual({ contents: 'read', pages: 'write', 'id-token': 'write' })
    const steps = [...workflow.jobs.review.steps, ...workflow.jobs.follow.steps, ...pages.jobs.publish.steps]
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/)
  })

  test('let nothing of a request into a shell, and never check its files out', () => {
    const steps = [...workflow.jobs.review.steps, ...workflow.jobs.follow.steps]
    for (const { run = '' } of steps) expect(run).not.toContain('${{')
    for (const { with: given } of steps) expect(JSON.stringify(given ?? {})).not.toMatch(/head|merge/)
    expect(read('github/ctx-review.yml')).not.toContain('pull_request_target')
  })

  test('a review as SARIF is what the published schema says', () => {
    const repo = newCtxRepo()
    repo.ctx('curate', '--text', 'The key is ghp_abcdefghijklmnopqrstuvwxyz0123456789.', '--topic', 'keys/github')
    repo.ctx('curate', '--text', 'Call `openNothing` before `closeNothing`.', '--topic', 'calls/order')
    const log: unknown = JSON.parse(repo.ctx('review', '--format', 'sarif').out)
    expect(faults(log, 'sarif-2.1.0.json')).toEqual([])
    expect(JSON.stringify(log)).toContain('"ruleId":"dead-reference"')
  })
})

test('init puts them in place once, and leaves alone what was edited', () => {
  const repo = newRepo()
  expect(repo.ctx('init', '--github', '--gitlab').out).toContain('wrote .github/workflows/ctx-review.yml')
  expect(repo.read('.gitlab-ci.yml')).toBe('include:\n  - local: .gitlab/ctx-review.yml\n')
  expect(repo.ctx('init', '--github').out).toContain('.github/workflows/ctx-review.yml is up to date')
  repo.write({ '.github/workflows/ctx-review.yml': 'name: mine\n' })
  expect(repo.ctx('init', '--github').out).toContain('was edited, and is left as it is')
  expect(repo.read('.github/workflows/ctx-review.yml')).toBe('name: mine\n')
})

test('a job that publishes the page is written where somebody asks for it, and writes it', () => {
  const repo = newRepo()
  expect(repo.ctx('init', '--pages').err).toContain('ctx init --github --pages')
  const { out } = repo.ctx('init', '--github', '--gitlab', '--pages')
  expect(out).toContain('wrote .github/workflows/ctx-pages.yml; commit it to publish the page')
  expect(out).toContain('- local: .gitlab/ctx-pages.yml')
  repo.ctx('curate', '--text', 'Tokens are single-use.', '--topic', 'auth/tokens')
  const { run = '' } = pages.jobs.publish.steps.find(({ name }) => name === 'Write the page') ?? {}
  const folder = temporaryFolder()
  const done = repo.run('bash', ['-e', '-c', run.replace(/^ctx/, `"${process.execPath}" "${program}"`)], {
    env: { RUNNER_TEMP: folder },
  })
  expect(done).toMatchObject({ code: 0 })
  expect(existsSync(join(folder, 'page/index.html'))).toBe(true)
})

/** What stands for the tarball of ctx, and its hash. */
const tarball = 'https://example.org/ctx-0.1.0.tgz'
const integrity = `sha512-${createHash('sha512').update('ctx').digest('base64')}`

test('jobs that nobody told where ctx comes from refuse to run, with a sentence', () => {
  const repo = newRepo()
  expect(repo.ctx('init', '--github', '--gitlab').out).toContain('until then its jobs refuse to run')
  const { run = '' } = workflow.jobs.review.steps.find(({ name }) => name === 'Install ctx') ?? {}
  const bash = (env: Readonly<Record<string, string>>): Ran => {
    const all = { RUNNER_TEMP: temporaryFolder(), GITHUB_PATH: '/dev/null', CTX_PACKAGE: '', CTX_INTEGRITY: '', ...env }
    return repo.run('bash', ['-e', '-c', run], { env: { PATH: `${server}:${process.env['PATH'] ?? ''}`, ...all } })
  }
  expect(bash({})).toMatchObject({ code: 1 })
  expect(bash({}).err).toContain('Nothing says where ctx comes from')
  const other = bash({ CTX_PACKAGE: tarball, CTX_INTEGRITY: integrity.replace('sha512-', 'sha512-A') })
  expect(other.code).toBe(1)
  expect(other.err).toContain('is not what CTX_INTEGRITY says')
  expect(bash({ CTX_PACKAGE: tarball, CTX_INTEGRITY: integrity }).code).toBe(0)
  for (const path of ['.github/workflows/ctx-review.yml', '.gitlab/ctx-review.yml'])
    expect(repo.read(path)).not.toContain('ctx-tree')
})

test('jobs are written with the tarball that git config names, and its hash', () => {
  const repo = newRepo()
  repo.git('config', 'ctx.package', tarball)
  expect(repo.ctx('init', '--github').err).toContain('do not say where ctx comes from')
  repo.git('config', 'ctx.integrity', integrity)
  repo.ctx('init', '--github')
  expect(repo.read('.github/workflows/ctx-review.yml')).toContain(
    `CTX_PACKAGE: '${tarball}'\n  CTX_INTEGRITY: '${integrity}'`,
  )
})

test('jobs that were written before git config named a tarball, and that nobody edited, are told of it by the next init', () => {
  const repo = newRepo()
  const path = '.github/workflows/ctx-review.yml'
  repo.ctx('init', '--github')
  expect(repo.ctx('init', '--github').out).toContain('until then its jobs refuse to run')
  repo.git('config', 'ctx.package', tarball)
  repo.git('config', 'ctx.integrity', integrity)
  expect(repo.ctx('init', '--github').out).toContain(`wrote into ${path} where ctx comes from`)
  expect(repo.read(path)).toContain(`CTX_PACKAGE: '${tarball}'`)
  expect(repo.ctx('init', '--github').out).toContain(`${path} is up to date`)
  repo.write({ [path]: `${repo.read(path)}# ours\n` })
  expect(repo.ctx('init', '--github').out).toContain(`${path} was edited, and is left as it is`)
})

test('jobs that were never told where ctx comes from are taken out again, whatever git config says by now', () => {
  const repo = newRepo()
  repo.ctx('init', '--github')
  repo.git('config', 'ctx.package', tarball)
  repo.git('config', 'ctx.integrity', integrity)
  expect(repo.ctx('uninstall').out).toContain('removed .github/workflows/ctx-review.yml')
})

/** A folder with the programs of a server: npm that installs us, and a gh that keeps what it is told. */
let server = ''
beforeAll(() => {
  server = join(import.meta.dirname, '../../node_modules/.ci-test')
  const write = (name: string, text: string): void => {
    writeFileSync(join(server, name), text)
    chmodSync(join(server, name), 0o755)
  }
  mkdirSync(server, { recursive: true })
  write('curl', '#!/bin/sh\nwhile [ "$1" != --output ]; do [ $# -gt 0 ] || exit 0; shift; done\nprintf ctx >"$2"\n')
  write(
    'npm',
    `#!/bin/sh\nmkdir -p node_modules/.bin\nprintf '#!/bin/sh\\nexec "${process.execPath}" "${program}" "$@"\\n' >node_modules/.bin/ctx\nchmod +x node_modules/.bin/ctx\n`,
  )
  write(
    'gh',
    `#!/bin/sh\ncase "$*" in *--jq*) echo "\${GH_COMMENT-}";; esac\nfor last; do case $last in body=@*) cp "\${last#body=@}" "$RUNNER_TEMP/comment-$(ls "$RUNNER_TEMP" | grep -c '^comment-').md";; esac; done\nprintf '%s\\n' "$*" >>"$RUNNER_TEMP/gh.log"\n`,
  )
})

type Event = Readonly<Record<'BASE_REF' | 'HEAD_REF' | 'NUMBER' | 'IS_FORK', string>> & { readonly GH_COMMENT?: string }

/** Runs the shell of a job's steps as GitHub does: bash -e, one process each, with a file that carries variables on. */
function runJob(
  remote: string,
  job: Job,
  event: Event,
): { readonly ran: readonly Ran[]; readonly temp: string; readonly repo: Repo } {
  const temp = temporaryFolder()
  const repo = cloneFrom(remote, `runner-${readdirSync(join(remote, '..')).length}`)
  const files = {
    GITHUB_ENV: join(temp, 'env'),
    GITHUB_PATH: join(temp, 'path'),
    GITHUB_STEP_SUMMARY: join(temp, 'summary'),
  }
  for (const file of Object.values(files)) writeFileSync(file, '')
  const ran: Ran[] = []
  for (const { run, name } of job.steps) {
    if (run === undefined || (name === 'Comment on the request' && event.IS_FORK === 'true')) continue
    const carried = readFileSync(files.GITHUB_ENV, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    const paths = readFileSync(files.GITHUB_PATH, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    const env = {
      ...files,
      ...event,
      ...Object.fromEntries(
        carried.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      ),
      CI: 'true',
      CTX_PACKAGE: tarball,
      CTX_INTEGRITY: integrity,
      GITHUB_REPOSITORY: 'o/r',
      RUNNER_TEMP: temp,
      PATH: [...paths, server, process.env['PATH'] ?? ''].join(':'),
    }
    const result = repo.run('bash', ['-e', '-o', 'pipefail', '-c', run], { env })
    ran.push(result)
    if (result.code !== 0) break
  }
  return { ran, temp, repo }
}

const rule = 'feat: keep dogs apart\n\nThe dogs must never meet the cats because they would quarrel.'

/** A remote with a request for `feature`, as GitHub shows it: its commits under refs/pull/7/head. */
function request({ isShared }: { isShared: boolean }): { readonly remote: string; readonly repo: Repo } {
  const repo = newCtxRepo()
  repo.commit('feat: keep cats\n\nCats must always be fed first because they insist.', { 'src/cats.ts': 'cats\n' })
  repo.ctx('curate', '--queued')
  const remote = withRemote(repo)
  repo.ctx('push')
  repo.git('switch', '-q', '-c', 'feature')
  repo.commit(rule, { 'src/dogs.ts': 'dogs\n', '.ctx/config.yaml': 'version: 1\nreview: { block: [] }\n' })
  repo.ctx('curate', '--queued')
  repo.run('git', ['push', '-q', 'origin', 'feature:refs/pull/7/head'], { env: { CTX_HOOKS: '0' } })
  if (isShared) {
    repo.run('git', ['push', '-q', 'origin', 'feature'], { env: { CTX_HOOKS: '0' } })
    repo.ctx('push')
  }
  return { remote, repo }
}
const event: Event = { BASE_REF: 'main', HEAD_REF: 'feature', NUMBER: '7', IS_FORK: 'false' }

describe('on GitHub', () => {
  test.each([
    ['whose author shares knowledge', true, 'false'],
    ['whose author has no ctx', false, 'false'],
    ['of a fork', false, 'true'],
  ])('a request %s is reviewed', (_, isShared, isFork) => {
    const { remote } = request({ isShared })
    const { ran, temp, repo } = runJob(remote, workflow.jobs.review, { ...event, IS_FORK: isFork })
    expect(ran.map(({ code, err }) => (code === 0 ? 0 : err))).toEqual(ran.map(() => 0))
    const summary = readFileSync(join(temp, 'summary'), 'utf8')
    expect(summary).toContain('**keep dogs apart**: The dogs must never meet the cats because they would quarrel.')
    expect(summary).not.toContain('Cats must always')
    expect(JSON.parse(readFileSync(join(temp, 'ctx-review.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' })
    // No file of the request was ever there to be run or to be obeyed.
    expect(existsSync(join(repo.root, 'src/dogs.ts'))).toBe(false)
    if (isFork === 'true') expect(existsSync(join(temp, 'gh.log'))).toBe(false)
    else {
      expect(readFileSync(join(temp, 'gh.log'), 'utf8')).toContain('--method POST repos/o/r/issues/7/comments')
      expect(readFileSync(join(temp, 'comment-0.md'), 'utf8')).toBe(summary)
    }
  })

  test('the comment of an earlier push is brought up to date, and no second one is made', () => {
    const { remote } = request({ isShared: true })
    const { temp } = runJob(remote, workflow.jobs.review, { ...event, GH_COMMENT: '4711' })
    const calls = readFileSync(join(temp, 'gh.log'), 'utf8')
    expect(calls).toContain('--method PATCH repos/o/r/issues/comments/4711')
    expect(calls).not.toContain('--method POST')
  })

  test('a finding that blocks stops the request by the policy of the base, whatever the request says', () => {
    const { remote, repo } = request({ isShared: false })
    repo.commit('feat: order\n\nCall `openNothing` first, because it must always come before the others.', {
      'src/b.ts': 'b\n',
    })
    repo.run('git', ['push', '-q', 'origin', 'feature:refs/pull/7/head'], { env: { CTX_HOOKS: '0' } })
    const { ran, temp } = runJob(remote, workflow.jobs.review, event)
    expect(ran.at(-1)?.code).toBe(1)
    expect(readFileSync(join(temp, 'summary'), 'utf8')).toContain('dead-reference')
  })

  test.each([
    ['brings what its author shared', true, 'false'],
    ['is read when its author shared nothing', false, 'true'],
  ])('a merged request %s to the default branch', (_, isShared, isFork) => {
    const { remote, repo } = request({ isShared })
    mergeInto(repo)
    const { ran } = runJob(remote, workflow.jobs.follow, { ...event, IS_FORK: isFork })
    expect(ran.map(({ code, err }) => (code === 0 ? 0 : err))).toEqual(ran.map(() => 0))
    expect(repo.git('--git-dir', remote, 'grep', '-h', 'must never meet', 'ctx/main')).toContain('dogs')
  })
})

/** Somebody without ctx pushes a second commit to a request of which the first was shared with ctx. */
function pushWithoutCtx(repo: Repo): void {
  repo.write({ 'src/birds.ts': 'birds\n' })
  repo.git('add', '-A')
  const message = 'feat: keep birds high\n\nThe birds must always sit above the cats because cats jump well.'
  const env = { CTX_HOOKS: '0' }
  repo.run('git', ['commit', '-q', '-m', message], { env })
  repo.run('git', ['push', '-q', 'origin', 'feature', 'feature:refs/pull/7/head'], { env })
}

test('on GitHub, a commit that was pushed without ctx was passed over where the request has knowledge', () => {
  const { remote, repo } = request({ isShared: true })
  pushWithoutCtx(repo)
  const { temp } = runJob(remote, workflow.jobs.review, event)
  const summary = readFileSync(join(temp, 'summary'), 'utf8')
  expect(summary).toContain('dogs must never meet')
  expect(summary).toContain('birds must always sit')
  mergeInto(repo)
  const { ran } = runJob(remote, workflow.jobs.follow, event)
  expect(ran.map(({ code, err }) => (code === 0 ? 0 : err))).toEqual(ran.map(() => 0))
  const known = repo.git('--git-dir', remote, 'grep', '-h', '^- .*must', 'ctx/main')
  expect(known.match(/dogs must never/g)).toHaveLength(1)
  expect(known.match(/birds must always/g)).toHaveLength(1)
})

test('on GitHub, it was passed over in a request that was squashed, too, and the others are told once', () => {
  const { remote, repo } = request({ isShared: true })
  pushWithoutCtx(repo)
  repo.git('switch', '-q', 'main')
  const env = { CTX_HOOKS: '0' }
  repo.run('git', ['merge', '-q', '--squash', 'feature'], { env })
  repo.run('git', ['commit', '-q', '-m', `Pets (#7)\n\n* ${rule}`], { env })
  repo.run('git', ['push', '-q', 'origin', 'main'], { env })
  runJob(remote, workflow.jobs.follow, event)
  const known = repo.git('--git-dir', remote, 'grep', '-h', '^- .*must', 'ctx/main')
  expect(known.match(/dogs must never/g)).toHaveLength(1)
  expect(known.match(/birds must always/g)).toHaveLength(1)
})

/** Shares knowledge of what is not in the code, as may come while others look at the code. */
function pushAfterReview(repo: Repo): void {
  repo.write({ '.ctx/config.yaml': 'version: 1\n' })
  repo.git('add', '-A')
  repo.run('git', ['commit', '-q', '-m', 'Settings'], { env: { CTX_HOOKS: '0' } })
  repo.ctx('curate', '--text', 'Call `openNothing` before all others.', '--topic', 'calls/order')
  repo.run('git', ['push', '-q', 'origin', 'feature'], { env: { CTX_HOOKS: '0' } })
  repo.ctx('push')
}

function mergeInto(repo: Repo): void {
  repo.git('switch', '-q', 'main')
  repo.run('git', ['merge', '-q', '--no-ff', '--no-edit', 'feature'], { env: { CTX_HOOKS: '0' } })
  repo.run('git', ['push', '-q', 'origin', 'main'], { env: { CTX_HOOKS: '0' } })
}

test('on GitHub, knowledge that was pushed after the review is reviewed before it is shared', () => {
  const { remote, repo } = request({ isShared: true })
  pushAfterReview(repo)
  mergeInto(repo)
  const before = repo.git('--git-dir', remote, 'rev-parse', 'ctx/main')
  const { ran } = runJob(remote, workflow.jobs.follow, event)
  expect([ran.at(-1)?.code, ran.at(-1)?.out]).toEqual([1, expect.stringContaining('dead-reference')])
  expect(repo.git('--git-dir', remote, 'rev-parse', 'ctx/main')).toBe(before)
})

describe('on GitLab', () => {
  const variables = (temp: string): Readonly<Record<string, string>> => ({
    CI: 'true',
    CTX_PACKAGE: tarball,
    CTX_INTEGRITY: integrity,
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'feature',
    CI_DEFAULT_BRANCH: 'main',
    CI_SERVER_HOST: 'gitlab.example',
    RUNNER_TEMP: temp,
    PATH: `${join(server, 'node_modules/.bin')}:${server}:${process.env['PATH'] ?? ''}`,
  })
  const token = 'glpat-of-this-project'
  const project = (remote: string): Readonly<Record<string, string>> => ({
    CI_PROJECT_URL: remote.replace(/\.git$/, ''),
    CTX_GITLAB_TOKEN: token,
  })
  const runScript = (repo: Repo, script: readonly string[], more: Readonly<Record<string, string>>): Ran => {
    const temp = temporaryFolder()
    repo.run('sh', ['-c', `cd "${server}" && sh ./npm`], { env: variables(temp) })
    return repo.run('bash', ['-e', '-o', 'pipefail', '-c', script.join('\n')], { env: { ...variables(temp), ...more } })
  }

  test('a request is reviewed, and its files are not checked out', () => {
    const { remote, repo: author } = request({ isShared: false })
    const runner = cloneFrom(remote, 'runner')
    runner.git('fetch', '-q', 'origin', 'refs/pull/7/head')
    const ran = runScript(runner, jobs['ctx-review'].script, { CI_COMMIT_SHA: author.git('rev-parse', 'feature') })
    expect([ran.code, ran.err]).toEqual([0, expect.any(String)])
    expect(ran.out).toContain('**keep dogs apart**: The dogs must never meet the cats')
    expect(existsSync(join(runner.root, 'src/dogs.ts'))).toBe(false)
  })

  test('a commit that was pushed without ctx was passed over where the request has knowledge', () => {
    const { remote, repo } = request({ isShared: true })
    pushWithoutCtx(repo)
    const runner = cloneFrom(remote, 'runner')
    const ran = runScript(runner, jobs['ctx-review'].script, { CI_COMMIT_SHA: repo.git('rev-parse', 'feature') })
    expect(ran.code).toBe(0)
    expect(ran.out).toContain('dogs must never meet')
    expect(ran.out).toContain('birds must always sit')
  })

  test('what was merged follows with the next pipeline of the default branch', () => {
    const { remote, repo } = request({ isShared: true })
    repo.git('switch', '-q', 'main')
    repo.run('git', ['merge', '-q', '--squash', 'feature'], { env: { CTX_HOOKS: '0' } })
    repo.run('git', ['commit', '-q', '-m', 'Feature'], { env: { CTX_HOOKS: '0' } })
    repo.run('git', ['push', '-q', 'origin', 'main'], { env: { CTX_HOOKS: '0' } })
    const runner = cloneFrom(remote, 'runner')
    const { script } = jobs['ctx-follow']
    const more = { ...project(remote), CI_COMMIT_SHA: repo.git('rev-parse', 'main') }
    expect(runScript(runner, script, more)).toMatchObject({ code: 0 })
    expect(repo.git('--git-dir', remote, 'grep', '-h', 'must never meet', 'ctx/main')).toContain('dogs')
    expect(runner.run('grep', ['-r', '-l', token, '.git'])).toMatchObject({ code: 1, out: '' })
  })

  test('the token that pushes is what git is told, and is in no file afterwards', () => {
    const { remote } = request({ isShared: true })
    const runner = cloneFrom(remote, 'runner')
    const script = jobs['ctx-follow'].script.filter((line) => !/^(?:ctx|if|git checkout) /.test(line))
    const more = { ...project('https://gitlab.example/o/r'), CI_COMMIT_SHA: '' }
    const asked = runScript(
      runner,
      [...script, "printf 'protocol=https\\nhost=gitlab.example\\n' | git credential fill"],
      more,
    )
    expect(asked.out).toContain(`username=ctx\npassword=${token}\n`)
    expect(runner.run('grep', ['-r', '-l', token, '.git'])).toMatchObject({ code: 1, out: '' })
  })

  test('knowledge that was pushed after the review is reviewed before it is shared', () => {
    const { remote, repo } = request({ isShared: true })
    pushAfterReview(repo)
    mergeInto(repo)
    const before = repo.git('--git-dir', remote, 'rev-parse', 'ctx/main')
    const runner = cloneFrom(remote, 'runner')
    const more = { ...project(remote), CI_COMMIT_SHA: repo.git('rev-parse', 'main') }
    const ran = runScript(runner, jobs['ctx-follow'].script, more)
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining('dead-reference')])
    expect(repo.git('--git-dir', remote, 'rev-parse', 'ctx/main')).toBe(before)
  })
})
