import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { expectCode, quietRepo } from '../support/expect.ts'
import { newCtxRepo, newRepo, type Repo, repoAt } from '../support/repo.ts'

// What `ctx why` says of a commit, a line or a text.

const lint = 'Enable paralleltest in the linter\n\nTests that run one after the other hide races.'

/** Commits a change and the revert of it, of which some lines were written anew meanwhile; gives the full hash of both. */
function takenBack(repo: Repo): { readonly tried: string; readonly revert: string } {
  repo.commit('Begin', { 'lint.yml': 'enable: nothing\n' })
  const tried = repo.commit(lint, { 'lint.yml': 'enable: paralleltest\n', 'a_test.go': 'Parallel()\nRun()\nStop()\n' })
  const title = 'Revert "Enable paralleltest in the linter"'
  const body = `Maintainers do not agree on it yet.\n\nThis reverts commit ${tried}.`
  const revert = repo.commit(`${title}\n\n${body}`, { 'lint.yml': 'enable: nothing\n' })
  return { tried, revert }
}

test('of a commit that was reverted, ctx why says what ctx query says: no longer so', () => {
  const repo = newRepo()
  const { tried, revert } = takenBack(repo)
  expectCode(repo.ctx('init', '--no-hooks', '--history'), 0)
  const later = new RegExp(`no longer so[^]*changed later: \\S+ ${revert.slice(0, 8)}`)
  for (const asked of [
    ['query', 'why paralleltest'],
    ['why', tried],
    ['why', '-S', 'paralleltest'],
  ]) {
    const said = expectCode(repo.ctx(...asked), 0)
    expect(said).toMatch(later)
  }
})

test('of a revert whose lines others wrote anew, ctx why names the commit that it takes back (kafka-go 20f17fc7)', () => {
  const repo = quietRepo()
  repo.commit('Begin', { 'writer.go': 'package kafka\n' })
  const tried = repo.commit('Retry writes that nobody waits for', { 'a.md': 'It tries again, up to ten times.\n' })
  const named = `${tried.slice(0, 8)} Retry writes that nobody waits for`
  const says = (message: string): string =>
    expectCode(repo.ctx('why', repo.commit(message, { 'writer.go': `package w${message.length}\n` })), 0)
  expect(says(`Take that back\n\nThis reverts commit ${tried.slice(0, 7)}.`)).toContain(named)
  expect(says(`Explain git\n\nOne may write "This reverts commit ${tried}", which nobody does.`)).not.toContain(named)
})

test('of a commit that was reverted, and its revert too, ctx why does not say that it is gone', () => {
  const repo = quietRepo()
  const { tried, revert } = takenBack(repo)
  repo.git('revert', '--no-edit', revert)
  expect(expectCode(repo.ctx('why', tried), 0)).not.toContain('no longer so')
})

test('a name that stands in a diff alone is not denied to commits, and ctx why -S is named as the way to it', () => {
  const repo = quietRepo()
  repo.commit('Add variants to the logger', { 'sugar.go': 'func (s *Logger) Infoln(args ...any) { s.logln(args) }\n' })
  const said = expectCode(repo.ctx('query', 'Infoln'), 1)
  expect(said).toContain('Nothing states this. Only diffs have "Infoln". `ctx why -S Infoln` looks in the code itself.')
  expect(expectCode(repo.ctx('why', '-S', 'Infoln'), 0)).toContain('Add variants to the logger')
  expect(JSON.parse(repo.ctx('query', 'Infoln', '--json').out)).toMatchObject({ unknown: [], inDiffs: ['Infoln'] })
  repo.commit('Say more', { 'sugar.go': 'func (s *Logger) LogLines(args ...any) { s.LogLines(args) }\n' })
  expect(expectCode(repo.ctx('query', 'why are bananas cheaper than LogLines'), 1)).toContain('`ctx why -S LogLines`')
})

test('a commit of ctx’s own settings alone was told with what they say, as the reason in its diff', () => {
  const repo = quietRepo()
  const settings = '# Files that teach nothing are vendored ones, because others wrote them.\nignore: []\n'
  const own = repo.commit('Set up memory', { '.ctx/config.yaml': settings })
  const both = repo.commit('Sort goods', {
    '.ctx/config.yaml': `${settings}\n`,
    'a.ts': '// Sorted, because nobody finds them.\n',
  })
  expect(repo.ctx('why', own).out).toMatch(/^Set up memory\n {2}\S+ \w+ · (?:still in the code · )?no reason given/)
  expect(repo.ctx('why', both).out).toContain('in its diff: + `// Sorted, because nobody finds them.`')
  expect(JSON.parse(repo.ctx('query', 'vendored', '--json').out)).toMatchObject({ unknown: ['vendored'] })
  repo.commit('Ignore more', { '.ctx/config.yaml': settings.replace('[]', '[a]').replace('others', 'people') })
  expect(repo.ctx('why', own).out).not.toContain('Ignore more')
})

test('a word that is spelled like code is looked for in the code, since not all names of a diff are known', () => {
  const repo = quietRepo()
  const said = (word: string): string => expectCode(repo.ctx('query', word), 1)
  expect(said('maxHeaderList')).toContain(
    'No lesson or message has "maxHeaderList". `ctx why -S maxHeaderList` looks in the code itself.',
  )
  expect(said('zeppelins')).not.toContain('ctx why -S')
})

test('in a shallow clone, the commit where history is cut is not told as the author of a line, a file or a text', () => {
  const repo = newRepo()
  repo.commit('Sample log lines\n\nWhy: because disks fill up', { 'sampler.go': 'thereafter := 1\n' })
  repo.commit('Release 1.27.1', { 'CHANGELOG.md': '1.27.1\n' })
  repo.commit('Hook the sampler\n\nWhy: because people count what is dropped', { 'hook.go': 'hook := thereafter\n' })
  const cut = repo.git('rev-parse', '--short=8', 'HEAD^')
  repo.git('clone', '-q', '--depth', '2', `file://${repo.root}`, '../shallow')
  const shallow = repoAt(join(dirname(repo.root), 'shallow'), dirname(repo.root))
  for (const asked of [['sampler.go:1'], ['sampler.go'], ['-S', 'thereafter', 'sampler.go']]) {
    const said = expectCode(shallow.ctx('why', ...asked), 1)
    expect(said).toContain(`The history of this clone is cut at ${cut}`)
    expect(said).not.toContain('Release 1.27.1')
  }
  const all = expectCode(shallow.ctx('why', '-S', 'thereafter'), 0)
  expect(all).toMatch(/Hook the sampler[^]*The history of this clone is cut/)
  expect(all).not.toContain('Release')
  expect(expectCode(shallow.ctx('why', 'hook.go:1'), 0)).not.toContain('is cut at')
  expect(expectCode(shallow.ctx('where', 'release'), 1)).not.toContain('sampler.go')
})

test('ctx why -S named files of a wide commit in which the text never stood', () => {
  const repo = quietRepo()
  repo.commit('Run everything\n\nOne part alone passed while the others were broken.', {
    'a/first.go': 'one := 1\ntwo := 2\nthree := 3\n',
    'b/second.go': 'four := 4\nfive := 5\n',
    'ci.yml': 'run: build --everything\n',
  })
  repo.git('config', 'diff.noPrefix', 'true')
  const said = JSON.parse(expectCode(repo.ctx('why', '-S', 'everything', '--json'), 0)) as {
    hits: { files: string[] }[]
  }
  expect(said.hits.map(({ files }) => files)).toEqual([['ci.yml']])
})

test.each([['HEAD'], ['-S', 'x'], ['README.md'], ['README.md:1']])(
  'in a repository without a commit, ctx why %s says that there are none yet',
  (...asked) => {
    const repo = newRepo({ empty: true })
    repo.write({ 'README.md': '# A project\n' })
    expect(expectCode(repo.ctx('why', ...asked), 2)).toContain('This branch has no commits yet.')
  },
)

test('of a file whose name was mistyped, ctx why and ctx related named none that was meant', () => {
  const repo = quietRepo()
  repo.commit('Sort goods', { 'src/shop/goods.ts': 'export {}\n', 'src/a/index.ts': 'a\n', 'src/b/index.ts': 'b\n' })
  const meant = 'Did you mean src/shop/goods.ts? '
  for (const name of ['src/shop/godos.ts', 'src/shop/goods.ts'.toUpperCase(), 'lib/goods.ts', 'goods.ts'])
    for (const command of ['why', 'related']) expect(expectCode(repo.ctx(command, name), 2)).toContain(meant)
  expect(expectCode(repo.ctx('why', 'src/shop/good.ts:1'), 2)).toContain(meant)
  for (const name of ['lib/index.ts', 'src/shop/carts.ts', 'x.ts'])
    expect(expectCode(repo.ctx('why', name), 2)).not.toContain('Did you mean')
})

test.skipIf(process.platform !== 'linux')(
  'a file whose name is no UTF-8 was asked for again under the very same name',
  () => {
    const repo = quietRepo()
    repo.commit('Begin', { 'src/shop.py': 'x = 1\n' })
    writeFileSync(Buffer.from(join(repo.root, 'src/caf\u00e9.py'), 'latin1'), 'x = 1\n')
    repo.commit('Add a name of another time')
    for (const place of ['src/caf\ufffd.py', 'src/caf\ufffd.py:1'])
      expect(expectCode(repo.ctx('why', place), 2)).not.toContain('Did you mean')
  },
)

test('what is before the first commit is no commit and no file', () => {
  const repo = newRepo()
  for (const name of ['HEAD~10', 'deadbeef'])
    expect(expectCode(repo.ctx('why', name), 2)).toContain(`There is no commit and no file ${name} here.`)
  repo.write({ 'new.ts': 'x\n' })
  expect(expectCode(repo.ctx('why', 'new.ts'), 2)).toContain('No commit of this branch has a file new.ts.')
})

test('a range of lines is told as git blame -L takes one: by the commits that wrote them, newest first', () => {
  const repo = quietRepo()
  const [first, second] = ['a := firstCounter()\n', 'b := secondCounter()\n']
  repo.commit('Count once\n\nWhy: because one is enough', { 'a.go': first })
  repo.write({ 'a.go': `${first}${second}` })
  const twice = ['commit', '-q', '-a', '-m', 'Count twice\n\nWhy: because one was not enough']
  repo.run('git', twice, { env: { GIT_COMMITTER_DATE: '2037-01-01T00:00:00Z' } })
  repo.write({ 'a.go': `${first}${second}c := uncommitted()\n` })
  for (const range of ['a.go:1-3', 'a.go:3-1', 'a.go:1-300'])
    expect(expectCode(repo.ctx('why', range), 0)).toMatch(/Count twice[^]*Count once/)
  expect(expectCode(repo.ctx('why', 'a.go:1-1'), 0)).not.toContain('Count twice')
  expect(expectCode(repo.ctx('why', 'a.go:3-4'), 2)).toContain('Lines 3 to 4 of a.go are not committed yet.')
})

test('in a subfolder, ctx why, related and query --paths take the paths that ctx prints, which are from the top', () => {
  const repo = newRepo()
  const file = 'packages/api/src/index.ts'
  repo.commit('Listen on one port\n\nTwo ports were a hole in the firewall.', { [file]: 'listen(1)\n' })
  expectCode(repo.ctx('init', '--no-hooks', '--history'), 0)
  const inside = repoAt(join(repo.root, 'packages/api'), dirname(repo.root))
  for (const named of [file, 'src/index.ts']) {
    expect(expectCode(inside.ctx('why', named), 0)).toContain('Two ports were a hole in the firewall.')
    expect(expectCode(inside.ctx('why', `${named}:1`), 0)).toContain('Two ports were a hole in the firewall.')
    expect(expectCode(inside.ctx('related', named), 0)).toContain('Two ports were')
    expect(expectCode(inside.ctx('query', '--paths', named, 'which port'), 0)).not.toContain('No file here')
  }
  expect(expectCode(inside.ctx('why', 'src/other.ts'), 2)).toContain('packages/api/src/other.ts')
})

test('a commit goes by its own name and number, not by a section of the page that it wrote (vite 2cf80622)', () => {
  const repo = newRepo()
  const page = (title: string, text: string): string =>
    `# ${title}\n\n${text}\n\n## General changes\n\nSee the notes.\n`
  const first = repo.commit('docs: migration guide for v7 (#20051)', {
    'docs/migration.md': page('Migration from v5', '- splitVendorChunkPlugin is now removed.'),
  })
  const section =
    '## Gradual migration\n\nThe `rolldown-vite` package implements Vite 7 with Rolldown, but without the other changes of Vite 8. It can be used as a step on the way, because both take the same settings.'
  const second = repo.commit('docs: migration guide (#469)', {
    'docs/migration.md': page('Migration from v7', section),
  })
  expectCode(repo.ctx('init', '--no-hooks', '--history'), 0)
  expect(repo.ctx('why', second).out).toMatch(
    /^[\da-f]{8} migration guide #469\n\nGradual migration\n[^]*#469 · docs\/migration\.md/,
  )
  expect(repo.ctx('why', first).out).toMatch(/changed later: \S+ [\da-f]{8} migration guide\b/)
})

test('of a file whose commits give no reason, ctx why says so, and where they are told', () => {
  const repo = newRepo()
  repo.commit('Begin', { 'a.txt': 'one\n' })
  repo.commit('Go on', { 'a.txt': 'one\ntwo\n' })
  expectCode(repo.ctx('init', '--no-hooks', '--history'), 0)
  const { out, err, code } = repo.ctx('why', 'a.txt')
  expect([out, code]).toEqual(['', 1])
  expect(err).toContain('No commit that touched it says why; `ctx related` tells what they did.')
})

test('a commit that changed only comments in code was called one of tests, pages or settings', () => {
  const repo = newCtxRepo()
  const env = { CTX_HOOKS: '0' }
  for (const words of ['old words', 'new words here']) {
    repo.write({ 'src/a.ts': `// ${words}\nexport const a = 1\n` })
    repo.git('add', '-A')
    const message = 'Reword the comment\n\nIt was wrong because nobody looked.'
    repo.run('git', ['commit', '-q', '-m', message], { env })
  }
  expect(repo.ctx('curate', '--dry-run', 'HEAD').out).toContain('tests, pages, settings or comments alone')
})
