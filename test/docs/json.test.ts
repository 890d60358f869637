/** @module-tag slow */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newCtxRepo, withRemote, type Repo } from '../support/repo.ts'

const formats = readFileSync(join(import.meta.dirname, '../../docs/FORMATS.md'), 'utf8')
const namesIn = (text: string): readonly string[] => [...text.matchAll(/`([\w?]+)`/g)].map(([, name = '']) => name)

/** The keys that the row of a command names: those that are always there, and all. */
function rowOf(command: string): { readonly always: readonly string[]; readonly all: readonly string[] } {
  const [, text = ''] = new RegExp(`^\\| \`${command}\` \\| (.*) \\|$`, 'm').exec(formats) ?? []
  // What is behind a semicolon is printed with an option; what is between parentheses are no keys of the object.
  const [plain = '', ...others] = text.replaceAll(/\([^)]*\)/g, '').split(';')
  const always = namesIn(plain)
  return {
    always: always.filter((name) => !name.endsWith('?')),
    all: [...always, ...others.flatMap(namesIn)].map((name) => name.replace('?', '')),
  }
}

const keysOf = (repo: Repo, words: readonly string[]): readonly string[] =>
  Object.keys(JSON.parse(repo.ctx(...words, '--json').out) as object)

const entry = 'auth/tokens/refresh_tokens_are_single_use.md'

/** Commands of a table in FORMATS, each as somebody may call it. */
const asked: readonly (readonly [row: string, ...words: string[]])[] = [
  ['why', 'why', 'HEAD'],
  ['why -S', 'why', '-S', 'ttl'],
  ['where', 'where', 'refresh', 'tokens'],
  ['related', 'related', entry],
  ['related', 'related', 'src/refresh.ts'],
  ['prequery', 'prequery'],
  ['gaps', 'gaps'],
  ['source', 'source', 'list'],
  ['show', 'show', entry],
  ['tree', 'tree'],
  ['log', 'log'],
  ['init', 'init'],
  ['curate', 'curate', 'HEAD', '--dry-run'],
  ['mark', 'mark', entry, '--approved'],
  ['tend', 'tend', '--dry-run'],
  ['push', 'push'],
  ['pull', 'pull'],
  ['review', 'review'],
  ['prune', 'prune', '--dry-run'],
  ['publish', 'publish', '--check'],
  ['export', 'export', 'skill', '--out', 'skill'],
  ['select', 'select', '--dir', 'skill', 'refresh', 'tokens'],
  ['import', 'import', 'skill', 'skill', '--dry-run'],
  ['brain', 'brain'],
  ['agents', 'agents', '--claude'],
  ['goal start', 'goal', 'start', 'Log in'],
  ['goal note', 'goal', 'note', 'provider=Auth0'],
  ['goal usage', 'goal', 'usage', '5'],
  ['goal hydrate', 'goal', 'hydrate'],
  ['goal tree', 'goal', 'tree'],
  ['goal stats', 'goal', 'stats'],
  ['status', 'status'],
  ['doctor', 'doctor'],
  ['refresh', 'refresh'],
  ['eval retention', 'eval', 'retention'],
  ['model connect', 'model', 'connect'],
  ['archive', 'archive', entry],
  ['restore', 'restore', entry],
  ['uninstall', 'uninstall'],
]

test('each command prints the keys that docs/FORMATS.md names, and no other', () => {
  const repo = newCtxRepo()
  withRemote(repo)
  repo.commit('Keep tokens for a week\n\nUsers were logged out on every deploy.', {
    'src/refresh.ts': 'export const ttl = 7\n',
  })
  repo.ctx('curate', '--text', 'Refresh tokens are single-use.', '--topic', 'auth/tokens')
  const faults = asked.flatMap(([row, ...words]) => {
    const [printed, { always, all }] = [keysOf(repo, words), rowOf(row)]
    const [missing, unnamed] = [
      always.filter((key) => !printed.includes(key)),
      printed.filter((key) => !all.includes(key)),
    ]
    return missing.length + unnamed.length === 0 ? [] : [{ words, missing, unnamed }]
  })
  expect(faults).toEqual([])
})

test('a hit of a question has the keys that docs/FORMATS.md names', () => {
  const repo = newCtxRepo()
  repo.ctx('curate', '--text', 'Refresh tokens are single-use.', '--topic', 'auth/tokens')
  const { hits } = JSON.parse(repo.ctx('query', 'are refresh tokens single-use', '--explain', '--json').out) as {
    hits: readonly object[]
  }
  const [, table = ''] = /Key of a `LessonHit`.*\n.*\n((?:\|.*\n)+)/.exec(formats) ?? []
  const named = table.split('\n').flatMap((row) => namesIn(row.split('|')[1] ?? ''))
  expect(Object.keys(hits[0] ?? {}).filter((key) => !named.includes(key))).toEqual([])
})

test('a push that has nothing to share says so as an object, as every command does', () => {
  const repo = newCtxRepo()
  withRemote(repo)
  repo.git('update-ref', '-d', 'refs/heads/ctx/main')
  expect(JSON.parse(repo.ctx('push', '--dry-run', '--json').out)).toEqual({ outcome: 'nothing to share' })
})
