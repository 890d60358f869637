/** @module-tag slow */
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { newCtxRepo, newRepo, program, type Repo, repoAt, withRemote } from '../support/repo.ts'
import { amount } from '../support/slow.ts'

// Whatever somebody saves stays, and nothing is written where a clone's links lead.

const src = join(import.meta.dirname, '../../src')

const because = (topic: string, why = `${topic} quarrels with the others`): string =>
  `feat(${topic}): keep ${topic} apart\n\nThe ${topic} must never meet the others because ${why}.`

const lesson = (repo: Repo, topic: string, why?: string): string =>
  repo.commit(because(topic, why), { [`src/${topic}/${topic}.ts`]: `export const at = ${Date.now()}\n` })

/** Waits, longer than a test usually does, until all that was committed is learned. */
async function idle(repo: Repo): Promise<void> {
  const isBusy = (): boolean =>
    repo.run('sh', ['-c', 'ls .git/ctx/queue .git/ctx/*.lock']).out.replace(/.*:\n/, '').trim() !== ''
  for (let waited = 0; waited < 600_000 && isBusy(); waited += 100) await sleep(100)
}

/** A repository that knows one thing, and the file of it. */
async function taught(): Promise<{ repo: Repo; file: string }> {
  const repo = newCtxRepo()
  lesson(repo, 'cats')
  await repo.settled()
  return { repo, file: join(repo.root, '.ctx/tree/cats/cats/keep_cats_apart.md') }
}

describe('every write of the program is in one place', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  const writers = ['repo/state/disk.ts', 'repo/state/replace.ts']
  // `writeSync` reaches standard output alone: whatever else is opened is opened to be read.
  const reading =
    /^(?:type \w+|Dirent|Stats|accessSync|closeSync|constants|existsSync|fstatSync|lstatSync|openSync|readSync|readdirSync|readFileSync|realpathSync|statSync|writeSync)$/

  test.each(files.filter((file) => !writers.includes(file)))('%s only reads', (file) => {
    const text = readFileSync(join(src, file), 'utf8')
    const imports = [...text.matchAll(/^import ([^'"]*?) from '(?:node:)?(fs(?:\/promises)?)'/gm)]
    const named = imports.flatMap(([whole, names = '', from]) =>
      from === 'fs' && names.startsWith('{') ? names.replace(/[{}\n]/g, ' ').split(',') : [whole],
    )
    expect(named.map((name) => name.trim()).filter((name) => name !== '' && !reading.test(name))).toEqual([])
    expect(text).not.toMatch(/import\('node:fs|require\('(?:node:)?fs/)
    expect([...text.matchAll(/\bopenSync\(([^)]*)\)/g)].filter(([, args = '']) => !args.endsWith("'r'"))).toEqual([])
  })
})

describe('an edit in .ctx/tree', () => {
  const ways = {
    'appended to': (file: string, line: string) => appendFileSync(file, line),
    'saved beside and renamed': (file: string, line: string) => {
      writeFileSync(`${file}.swp`, readFileSync(file, 'utf8') + line)
      renameSync(`${file}.swp`, file)
    },
  }

  test.each(Object.entries(ways))('is never lost while the worker writes: %s', async (_, save) => {
    const { repo, file } = await taught()
    appendFileSync(file, '\n## Notes\n')
    repo.ctx('refresh')
    const lasts = amount({ sample: 4_000, ci: 6_000, all: 60_000 })
    // Commits come as the worker learns them: who commits faster tests a queue, in which nobody saves any more.
    const isOver = join(dirname(repo.root), 'over')
    const commits = `at=0; while [ ! -e "${isOver}" ]; do at=$((at+1)); echo $at >src/cats/cats.ts; git commit -qam "Cats step $at" -m "Why: because step $at needs reason $at"; sleep 0.3; done`
    const child = spawn('sh', ['-c', commits], { cwd: repo.root, env: repo.env, stdio: 'ignore' })
    const ended = new Promise((resolve) => child.once('close', resolve))
    let saved = 0
    for (const begun = Date.now(); Date.now() - begun < lasts; await sleep(1 + (saved % 7))) {
      save(file, `NOTE-${++saved}-END\n`)
    }
    writeFileSync(isOver, '')
    await ended
    repo.ctx('curate', '--queued')
    await idle(repo)
    repo.ctx('refresh')
    const all = repo.git('log', '-p', 'ctx/main') + readFileSync(file, 'utf8')
    const there = new Set([...all.matchAll(/NOTE-(\d+)-END/g)].map(([, number]) => Number(number)))
    const lost = Array.from({ length: saved }, (__, at) => at + 1).filter((number) => !there.has(number))
    expect([saved > 100, lost]).toEqual([true, []])
  })

  test('is committed by ctx uninstall before the checkout goes, in every work tree', async () => {
    const { repo, file } = await taught()
    repo.git('worktree', 'add', '-q', '-b', 'other', '../other')
    const other = repoAt(join(repo.root, '../other'), dirname(repo.root))
    lesson(other, 'dogs')
    await other.settled()
    other.ctx('refresh')
    appendFileSync(file, '\n## Notes\nMine, here.\n')
    appendFileSync(join(other.root, '.ctx/tree/dogs/dogs/keep_dogs_apart.md'), '\n## Notes\nMine, there.\n')
    expect(repo.ctx('uninstall').code).toBe(0)
    expect(existsSync(file)).toBe(false)
    expect(repo.git('show', 'ctx/main:cats/cats/keep_cats_apart.md')).toContain('Mine, here.')
    expect(repo.git('show', 'ctx/other:dogs/dogs/keep_dogs_apart.md')).toContain('Mine, there.')
  })
})

describe('a knowledge branch that is checked out in a work tree', () => {
  const checkedOut = async () => {
    const { repo } = await taught()
    repo.git('worktree', 'add', '-q', '../know', 'ctx/main')
    return { repo, know: repoAt(join(repo.root, '../know'), dirname(repo.root)) }
  }

  test('moves together with that work tree, and the next commit there reverts nothing', async () => {
    const { repo, know } = await checkedOut()
    lesson(repo, 'dogs')
    await repo.settled()
    expect(know.git('status', '--short')).toBe('')
    know.commit('A note by hand', { 'notes.md': 'a note\n' })
    expect(know.git('show', '--format=', '--name-only')).toBe('notes.md')
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).toContain('keep_dogs_apart.md')
  })

  test('waits while there are changes, says so, and goes on when they are committed', async () => {
    const { repo, know } = await checkedOut()
    know.write({ 'cats/cats/keep_cats_apart.md': 'changed\n' })
    const before = repo.git('rev-parse', 'ctx/main')
    lesson(repo, 'dogs')
    repo.ctx('curate', '--queued')
    expect(repo.git('rev-parse', 'ctx/main')).toBe(before)
    expect(know.read('cats/cats/keep_cats_apart.md')).toBe('changed\n')
    for (const command of ['status', 'doctor'])
      expect(repo.ctx(command).out).toContain('where changes wait to be committed')
    expect(repo.ctx('curate').err).toContain('where changes wait to be committed')
    know.git('checkout', '-q', '--', '.')
    repo.ctx('curate', '--queued')
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).toContain('keep_dogs_apart.md')
    expect(know.git('status', '--short')).toBe('')
    expect(existsSync(join(repo.root, '.git/ctx/damaged'))).toBe(false)
  })
})

describe('git gc --prune=now', () => {
  test('beside the worker takes nothing away, and every commit is learned', async () => {
    const repo = newCtxRepo()
    const count = amount({ sample: 8, ci: 12, all: 40 })
    const topics = Array.from({ length: count }, (_, at) => `topic${at}`)
    for (const topic of topics) lesson(repo, topic)
    for (let rounds = 0; rounds < 40 && repo.run('ls', ['.git/ctx/queue']).out !== ''; rounds++)
      repo.run('git', ['gc', '-q', '--prune=now'])
    await repo.settled()
    expect(repo.run('git', ['rev-list', '--objects', '--quiet', 'ctx/main']).code).toBe(0)
    expect(existsSync(join(repo.root, '.git/ctx/damaged'))).toBe(false)
    for (const topic of topics) expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).toContain(`${topic}/`)
    // What could not be let go of while git packed the refs goes with the next commit.
    lesson(repo, 'last')
    await repo.settled()
    expect(repo.git('for-each-ref', 'refs/ctx')).toBe('')
  })

  const broken = async () => {
    const { repo, file } = await taught()
    const good = repo.git('rev-parse', 'ctx/main')
    lesson(repo, 'dogs')
    await repo.settled()
    repo.ctx('refresh')
    const lost = repo.git('rev-parse', 'ctx/main')
    rmSync(join(repo.root, '.git/objects', lost.slice(0, 2), lost.slice(2)))
    return { repo, file, good, lost }
  }

  test('a knowledge branch whose commit is gone is told, and rebuilt with all that was learned', async () => {
    const { repo, good } = await broken()
    for (const command of ['status', 'doctor']) expect(repo.ctx(command).out).toContain('`ctx refresh` rebuilds it')
    expect(repo.ctx('refresh').err).toContain(`rebuilt from ${good.slice(0, 8)}`)
    expect(repo.run('git', ['rev-list', '--objects', '--quiet', 'ctx/main']).code).toBe(0)
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).toContain('keep_dogs_apart.md')
    expect(repo.ctx('curate').out).toContain('Nothing new to learn')
  })

  test.each([
    ['mark', 'cats/cats/keep_cats_apart.md', '--approved'],
    ['archive', 'cats/cats/keep_cats_apart.md'],
    ['goal', 'start', 'Build the great thing'],
    ['tend'],
    ['curate', '--text', 'Owls hunt at night.'],
    ['push'],
    ['pull'],
  ])('a knowledge branch whose commit is gone let ctx %s fail, and sent people to git fsck', async (...command) => {
    const { repo } = await broken()
    withRemote(repo)
    const { code, err } = repo.ctx(...command)
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('It was rebuilt from') })
    expect(repo.run('git', ['rev-list', '--objects', '--quiet', 'ctx/main']).code).toBe(0)
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).toContain('keep_dogs_apart.md')
  })

  test('a goal whose commits were gone was gone too, and nobody said so', async () => {
    const { repo } = await taught()
    repo.ctx('goal', 'start', 'Build the great thing')
    repo.ctx('goal', 'note', 'A step was taken')
    const tips = repo.git('rev-list', '--max-count=2', 'ctx/main').split('\n')
    for (const tip of tips) rmSync(join(repo.root, '.git/objects', tip.slice(0, 2), tip.slice(2)))
    expect(repo.ctx('refresh').err).toContain('.ctx/tree, the goal as last written here')
    const goal = JSON.parse(repo.ctx('goal', 'tree', '--json').out)
    expect(JSON.stringify(goal)).toContain('Build the great thing')
    expect(repo.git('show', 'ctx/main', '--', '.goals')).toContain('A step was taken')
    expect(repo.ctx('goal', 'note', 'And another').code).toBe(0)
  })

  test('without the checkout, the commits that the reflog names are read again, by the worker too', async () => {
    const { repo } = await broken()
    rmSync(join(repo.root, '.ctx/tree'), { recursive: true })
    rmSync(join(repo.root, '.git/ctx/shown'))
    lesson(repo, 'owls')
    await repo.settled()
    const there = repo.git('ls-tree', '-r', '--name-only', 'ctx/main')
    for (const name of ['cats', 'dogs', 'owls']) expect(there).toContain(`keep_${name}_apart.md`)
    expect(existsSync(join(repo.root, '.git/ctx/damaged'))).toBe(false)
  })
})

describe('a clone', () => {
  test('that tracks links where temporary files used to be makes nothing outside of it', async () => {
    const { repo } = await taught()
    const victim = join(dirname(repo.root), 'profile')
    for (let pid = 1; pid < 50; pid++) {
      const link = join(repo.root, `.ctx/tree/dogs/dogs/keep_dogs_apart.md.${pid}.tmp`)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(victim, link)
    }
    repo.git('add', '-f', '.ctx/tree')
    lesson(repo, 'dogs')
    await repo.settled()
    expect(existsSync(victim)).toBe(false)
  })

  test.each(['.ctx', '.ctx/tree', '.ctx/tree/dogs', '.gitlab', 'docs'])(
    'whose %s is a link is written through nowhere',
    async (at) => {
      const { repo } = await taught()
      const outside = join(dirname(repo.root), 'outside')
      mkdirSync(outside)
      rmSync(join(repo.root, at), { recursive: true, force: true })
      symlinkSync(outside, join(repo.root, at))
      lesson(repo, 'dogs')
      // Through a link, not even the settings are read: the job waits until that is mended.
      if (at !== '.ctx') await repo.settled()
      for (const command of [['refresh'], ['publish'], ['init', '--gitlab'], ['export', 'skill', '--out', 'docs/x']])
        repo.ctx(...command)
      expect(readdirSync(outside)).toEqual([])
    },
  )

  test('whose settings are a link or too large is told so, and they are not read', () => {
    const repo = newRepo()
    const secret = join(dirname(repo.root), 'private.yaml')
    writeFileSync(secret, 'token: hunter2\n')
    mkdirSync(join(repo.root, '.ctx'))
    for (const target of [secret, '/dev/zero']) {
      symlinkSync(target, join(repo.root, '.ctx/config.yaml'))
      const { code, err } = repo.ctx('status')
      expect([code, err]).toEqual([2, expect.stringContaining('is a symbolic link, and is not followed')])
      expect(err).not.toContain('token')
      rmSync(join(repo.root, '.ctx/config.yaml'))
    }
    repo.write({ '.ctx/config.yaml': `# ${'x'.repeat(64 * 1024)}\n` })
    expect(repo.ctx('status').err).toContain('is larger than 16 kB')
  })
})

describe('a file below .ctx/tree that the code tracks', () => {
  const versions = ['2', '3', '4']

  test.each(versions)('is never read, written or committed, and told (index version %s)', async (version) => {
    const { repo } = await taught()
    repo.write({ '.ctx/tree/cats/cats/planted.md': '# Planted\n\nThe planted word is xylophone.\n' })
    repo.write({ '.ctx/config.yaml': repo.read('.ctx/config.yaml') })
    repo.git('add', '.ctx/config.yaml')
    repo.git('add', '-f', '.ctx/tree/cats/cats')
    if (version === '3') {
      repo.write({ later: '' })
      repo.git('add', '--intent-to-add', 'later')
    } else repo.git('update-index', '--index-version', version)
    const before = repo.read('.ctx/tree/cats/cats/keep_cats_apart.md')
    lesson(repo, 'cats', 'they bite')
    await repo.settled()
    repo.ctx('refresh')
    expect(repo.read('.ctx/tree/cats/cats/keep_cats_apart.md')).toBe(before)
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main')).not.toContain('planted.md')
    expect(repo.ctx('query', 'xylophone').out).not.toContain('planted')
    expect(repo.git('status', '--short')).toBe('')
    for (const command of ['status', 'doctor']) expect(repo.ctx(command).out).toContain('The code tracks it')
  })

  test('gives the place back to the knowledge when the code lets go of it', async () => {
    const { repo, file } = await taught()
    const before = readFileSync(file, 'utf8')
    repo.git('switch', '-q', '-c', 'theirs')
    writeFileSync(file, 'theirs\n')
    repo.git('add', '-f', '.ctx/tree/cats/cats/keep_cats_apart.md')
    repo.git('commit', '-q', '-m', 'Track it')
    await repo.settled()
    repo.git('switch', '-q', 'main')
    await repo.settled()
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect(repo.git('log', '--format=%s', 'ctx/main')).not.toContain('Edit')
  })
})

test('ctx export skill --out below /proc ends, and says that no folder can be made there', async () => {
  const { repo } = await taught()
  const { code, err } = repo.run('timeout', ['20', process.execPath, program, 'export', 'skill', '--out', '/proc/x/y'])
  expect([code, err]).toEqual([2, expect.stringContaining('no folders can be made there')])
})

test('a hook that ctx takes its part out of keeps its mode', () => {
  const repo = newRepo()
  const hook = join(repo.root, '.git/hooks/post-commit')
  writeFileSync(hook, '#!/bin/sh\necho mine\n', { mode: 0o750 })
  for (const command of ['init', 'uninstall']) {
    expect(repo.ctx(command).code).toBe(0)
    expect(lstatSync(hook).mode & 0o777).toBe(0o750)
  }
})
