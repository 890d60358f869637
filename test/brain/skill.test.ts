/** @module-tag slow */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { adopt } from '../../src/brain/imports/adopt.ts'
import { navigate } from '../../src/brain/skill/navigation.ts'
import { readNavigation, writeNavigation } from '../../src/brain/skill/folder.ts'
import { select } from '../../src/brain/skill/select.ts'
import { checkSkill, exportSkill, importSkill, Problem, selectChunks, tell } from '../../src/index.ts'
import { emptyEntry, writeEntry } from '../../src/tree/entry.ts'
import { readKnowledge } from '../../src/tree/knowledge.ts'
import { toEntryPath } from '../../src/tree/path.ts'
import { expectCode, quietRepo, steering } from '../support/expect.ts'
import { newRepo, type Repo, temporaryFolder } from '../support/repo.ts'
import { withinReason } from '../support/slow.ts'
import { openIn } from '../support/open-in.ts'

type Node = {
  summary: string
  tags?: readonly string[]
  children?: readonly string[]
  chunk_ids?: readonly string[]
  total_tokens: number
}

const node = (summary: string, total_tokens: number, rest: Partial<Node> = {}): Node => ({
  summary,
  tags: [],
  children: [],
  chunk_ids: [],
  total_tokens,
  ...rest,
})

/** A navigation map with three domains, one of them large. */
const nodes = (): Record<string, Node> => ({
  root: node('Everything: sign-in, billing, kitchen', 12_000, { children: ['auth', 'billing', 'kitchen'] }),
  auth: node('Sign-in of users', 4_000, { tags: ['login'], children: ['tokens', 'sessions'] }),
  tokens: node('How refresh tokens are rotated', 2_500, { chunk_ids: ['chunk_001', 'chunk_002'] }),
  sessions: node('When idle people are signed out', 1_500, { chunk_ids: ['chunk_003'] }),
  billing: node('Invoices and their numbers', 6_000, { tags: ['invoice'], children: ['numbers', 'taxes'] }),
  numbers: node('Numbers of invoices have no gaps', 1_000, { chunk_ids: ['chunk_004'] }),
  taxes: node('Rates of value added tax', 5_000, { chunk_ids: ['chunk_005', 'chunk_006'] }),
  kitchen: node('Recipes for soup', 2_000, { chunk_ids: ['chunk_007'] }),
})

const pulled = (map: Record<string, Node>, request: string, threshold = 4_000): readonly string[] => {
  const read = readNavigation(JSON.stringify(map))
  return read === undefined
    ? []
    : select(read.map, request, threshold)
        .map(({ id }) => id)
        .toSorted()
}
const ids = (...numbers: number[]): readonly string[] => numbers.map((number) => `chunk_00${number}`)

describe('the procedure that chooses chunks', () => {
  test('a branch exactly as large as the threshold is pulled whole, and others are skipped', () => {
    expect(pulled(nodes(), 'login')).toEqual(ids(1, 2, 3))
  })

  test('a branch one token larger than the threshold is drilled into', () => {
    expect(pulled(nodes(), 'login tokens rotated', 3_999)).toEqual(ids(1, 2))
  })

  test('a leaf larger than the threshold is pulled all the same', () => {
    expect(pulled(nodes(), 'which tax rates are there')).toEqual(ids(5, 6))
  })

  test('of a large branch whose children say nothing of the request, all is pulled: missing something is worse', () => {
    const map = nodes()
    expect(pulled({ ...map, billing: { ...node('Money', 6_000), children: ['numbers', 'taxes'] } }, 'money')).toEqual(
      ids(4, 5, 6),
    )
  })

  test('tags count as much as summaries, in any form of the word', () => {
    expect(pulled(nodes(), 'logins')).toEqual(ids(1, 2, 3))
    expect(
      pulled({ ...nodes(), kitchen: node('Food', 10, { tags: ['authentication'], chunk_ids: ['chunk_007'] }) }, 'auth'),
    ).toContain('chunk_007')
  })

  test('a word that only begins like another is another: cooking is no cookie', () => {
    const map = {
      ...nodes(),
      taxes: node('Cookies, and how configuration sets them', 5_000, { chunk_ids: ['chunk_005'] }),
    }
    expect(pulled(map, 'Cooking pasta with tomatoes')).toEqual([])
    expect(pulled(map, 'config')).toEqual(ids(5))
  })

  test('a request for recipes is not answered with a package: cooking is no cookies@0.9.1, and no cookieJar', () => {
    const tags = ['cookies@0.9.1', 'cookieJar', 'arrow_up: cookies@0.9.1']
    const map = { ...nodes(), taxes: node('Sign what is sent', 5_000, { tags, chunk_ids: ['chunk_005'] }) }
    expect(pulled(map, 'tips for cooking pasta')).toEqual([])
    expect(pulled(map, 'cookies')).toEqual(ids(5))
    expect(pulled(map, 'cookieJar')).toEqual(ids(5))
    expect(pulled(map, 'cookies@0.9.1')).toEqual(ids(5))
  })

  test('a branch whose summary does not say what it holds is pulled to be checked', () => {
    const map = { ...nodes(), kitchen: node('Various other notes', 2_000, { chunk_ids: ['chunk_007'] }) }
    expect(pulled(map, 'login')).toEqual(ids(1, 2, 3, 7))
    expect(pulled(map, 'volcanoes')).toEqual(ids(7))
    const read = readNavigation(JSON.stringify(map))
    expect(select(read?.map ?? new Map(), 'login', 4_000).find(({ id }) => id === 'chunk_007')?.how).toBe('unclear')
  })

  test('the best match comes first, and each chunk once, however many nodes name it', () => {
    const map = { ...nodes(), taxes: node('Tokens of tax', 10, { chunk_ids: ['chunk_001', 'chunk_005'] }) }
    const read = readNavigation(JSON.stringify(map))
    const chosen = select(read?.map ?? new Map(), 'rotate refresh tokens', 4_000).map(({ id }) => id)
    expect(chosen[0]).toBe('chunk_001')
    expect(chosen.filter((id) => id === 'chunk_001')).toHaveLength(1)
    expect(chosen).toContain('chunk_005')
  })

  test('it ends where children lead back to their parents, and where they are missing', () => {
    const map = {
      ...nodes(),
      tokens: node('How refresh tokens are rotated', 9_000, {
        children: ['auth', 'tokens', 'nowhere', 'root'],
        chunk_ids: ['chunk_001'],
      }),
    }
    expect(pulled(map, 'rotate tokens', 10)).toContain('chunk_001')
    expect(pulled(map, 'rotate tokens', 100_000)).toContain('chunk_001')
  })

  test('chunks of a branch that is drilled into are not passed by', () => {
    const map = nodes()
    map['billing'] = node('Invoices', 6_000, { children: ['numbers', 'taxes'], chunk_ids: ['chunk_009'] })
    expect(pulled(map, 'gaps in numbers of invoices')).toEqual(ids(4, 9))
  })

  test('a map of one node is read too; nothing is chosen when nothing fits', () => {
    expect(pulled({ root: node('About tokens', 9_000, { chunk_ids: ['chunk_001'] }) }, 'token')).toEqual(ids(1))
    expect(pulled(nodes(), 'volcanoes of Iceland')).toEqual([])
    expect(pulled(nodes(), 'the of and')).toEqual([])
    expect(pulled({}, 'login')).toEqual([])
  })

  test('a map of 20,000 nodes in one chain ends soon', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [
        at === 0 ? 'root' : `n${at}`,
        node(`Level ${at} of salt`, 9_000, { children: [`n${at + 1}`], chunk_ids: at === 19_999 ? ['chunk_001'] : [] }),
      ]),
    )
    expect(pulled(chain, 'salt')).toEqual(ids(1))
  })
})

describe('a map of 150,000 children', () => {
  const many = Array.from({ length: 150_000 }, (_, at) => `n${at}`)
  const wide = (rest: Record<string, Node> = {}): Record<string, Node> => ({
    root: node('All of it', 9_000, { children: ['salt'] }),
    salt: node('Salt', 9_000, { children: many }),
    ...rest,
  })

  test('is pulled whole, drilled into, and climbed, where ctx select ended in a RangeError', () => {
    expect(pulled(wide({ n7: node('Seas', 1, { chunk_ids: ['chunk_001'] }) }), 'salt', 100_000)).toEqual(ids(1))
    const all = Object.fromEntries(many.map((name) => [name, node('', 1, { children: ['leaf'] })]))
    expect(pulled(wide({ ...all, leaf: node('Salt', 1, { chunk_ids: ['chunk_001'] }) }), 'salt', 10)).toEqual(ids(1))
  })

  test('is checked, and each of its faults named', () => {
    const folder = foreign(wide(Object.fromEntries(many.map((name) => [name, {} as Node]))), {})
    expect(checkSkill(folder).filter(({ code }) => code === 'bad-node')).toHaveLength(150_000)
  })
})

test('four thousand chunks of one title are imported in seconds, each once', () => {
  const path = toEntryPath('imported/salt/salt.md')
  if (path === undefined) throw new Error('not an entry path')
  const arrivals = Array.from({ length: 4_000 }, (_, at) => ({
    from: `chunk_${at}`,
    was: '',
    path,
    // Every tenth says what the one before it said.
    entry: { ...emptyEntry, title: 'Salt', reason: `Number ${at % 10 === 9 ? at - 1 : at}` },
  }))
  const began = performance.now()
  const known = readKnowledge(new Map([[path, writeEntry({ ...emptyEntry, title: 'Salt', reason: 'Number 5' })]]))
  const all = adopt(known, { entries: arrivals, overviews: new Map(), refused: [] }, '2026-11-21T10:00:00Z')
  expect(performance.now() - began).toBeLessThan(withinReason(3_000))
  expect(all.added).toHaveLength(3_599)
  expect(all.known).toHaveLength(401)
  expect(all.known[0]).toBe(path)
  expect(all.added[0]).toEqual({ path: 'imported/salt/salt_2.md', from: 'chunk_0' })
  expect(all.added.at(-1)?.path).toBe('imported/salt/salt_3600.md')
})

const told = async (repo: Repo, text: string, topic: string): Promise<void> =>
  void (await tell(await openIn(repo), text, { topic }))

async function withKnowledge(): Promise<Repo> {
  const repo = quietRepo()
  await told(repo, 'Refresh tokens are single-use. A second use must revoke the whole family.', 'auth/tokens')
  await told(repo, 'Idle sessions end after thirty minutes.', 'auth/sessions')
  await told(repo, 'Invoice numbers never have gaps, because the tax office asks.', 'billing/invoices')
  return repo
}

const out = 'skill'
const files = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => [join(item.parentPath, item.name).slice(folder.length + 1), item] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name]) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
const mapOf = (repo: Repo): Record<string, Required<Node>> =>
  JSON.parse(repo.read(`${out}/tree.json`)) as Record<string, Required<Node>>
const chunkOf = (repo: Repo, path: string): string =>
  readdirSync(join(repo.root, out, 'chunks')).find((name) =>
    repo.read(`${out}/chunks/${name}`).includes(`<!-- ctx: ${path} -->`),
  ) ?? ''

const token = 'auth/tokens/refresh_tokens_are_single_use.md'
const session = 'auth/sessions/idle_sessions_end_after_thirty_minutes.md'

describe('ctx export skill', () => {
  test('writes a guide, settings, a map and chunks, and every promise about them holds', async () => {
    const repo = await withKnowledge()
    expect(expectCode(repo.ctx('export', 'skill', '--out', out), 0)).toContain('3 chunks')
    expect(Object.keys(files(join(repo.root, out)))).toEqual([
      'SKILL.md',
      'chunks/chunk_001.md',
      'chunks/chunk_002.md',
      'chunks/chunk_003.md',
      'config.json',
      'tree.json',
    ])
    expect(JSON.parse(repo.read(`${out}/config.json`))).toMatchObject({ chunk_threshold: 4000 })
    const map = mapOf(repo)
    expect(Object.keys(map)).toEqual(['root', 'auth', 'auth/sessions', 'auth/tokens', 'billing', 'billing/invoices'])
    expect(map['root']?.summary).toContain('auth; billing')
    for (const { summary, tags, children, chunk_ids, total_tokens } of Object.values(map)) {
      expect(summary).not.toBe('')
      expect([tags, children, chunk_ids].every(Array.isArray)).toBe(true)
      expect(children.length > 0 && chunk_ids.length > 0).toBe(false)
      const own = chunk_ids.map((id) => Math.ceil(repo.read(`${out}/chunks/${id}.md`).length / 4))
      const below = children.map((child) => map[child]?.total_tokens ?? 0)
      expect(total_tokens).toBe([...own, ...below].reduce((sum, tokens) => sum + tokens, 0))
    }
    expect(expectCode(repo.ctx('export', 'skill', '--check', '--out', out), 0)).toContain('holds everything')
  })

  test('the guide is a skill that says how to choose, in words of our own', async () => {
    const repo = await withKnowledge()
    repo.ctx('export', 'skill', '--out', out)
    const guide = repo.read(`${out}/SKILL.md`)
    expect(guide).toMatch(/^---\nname: context-tree\ndescription: .+\n---\n/)
    for (const word of [
      'tree.json',
      'config.json',
      'chunk_threshold',
      '4000',
      'total_tokens',
      'chunk_ids',
      'children',
      'summary',
      'tags',
      'chunks/chunk_001.md',
    ])
      expect(guide).toContain(word)
  })

  test('a chunk is the entry byte for byte, and names it in its last line', async () => {
    const repo = await withKnowledge()
    repo.ctx('export', 'skill', '--out', out)
    expect(repo.read(`${out}/chunks/${chunkOf(repo, token)}`)).toBe(
      `${repo.read(`.ctx/tree/${token}`)}\n<!-- ctx: ${token} -->\n`,
    )
  })

  test('what did not change is not written again, and keeps its chunk when others come, change and go', async () => {
    const repo = await withKnowledge()
    repo.ctx('export', 'skill', '--out', out)
    const chunk = chunkOf(repo, token)
    const line = (name: string): string | undefined =>
      repo
        .read(`${out}/tree.json`)
        .split('\n')
        .find((text) => text.startsWith(JSON.stringify(name)))
    const [bytes, said] = [repo.read(`${out}/chunks/${chunk}`), line('auth/tokens')]
    const past = new Date('2020-01-01T00:00:00Z')
    for (const name of Object.keys(files(join(repo.root, out)))) utimesSync(join(repo.root, out, name), past, past)
    expect(repo.ctx('export', 'skill', '--out', out).out).toBe('skill is what ctx/main says.\n')

    await told(repo, 'Accounts are never deleted.', 'accounts/life')
    const gone = chunkOf(repo, session)
    rmSync(join(repo.root, '.ctx/tree', session))
    expect(repo.ctx('export', 'skill', '--out', out).out).toContain('2 files written, 1 removed')
    expect(chunkOf(repo, 'accounts/life/accounts_are_never_deleted.md')).toBe('chunk_004.md')
    expect(existsSync(join(repo.root, out, 'chunks', gone))).toBe(false)
    expect([chunkOf(repo, token), repo.read(`${out}/chunks/${chunk}`), line('auth/tokens')?.replace(/,$/, '')]).toEqual(
      [chunk, bytes, said?.replace(/,$/, '')],
    )
    for (const name of [`chunks/${chunk}`, 'SKILL.md', 'config.json'])
      expect(statSync(join(repo.root, out, name)).mtime).toEqual(past)
    expect(checkSkill(join(repo.root, out))).toEqual([])
  })

  test('a folder with other files is not written to, nor is anything that git or we keep, or that a link leads to', async () => {
    const repo = await withKnowledge()
    repo.write({ 'other/readme.txt': 'mine\n', 'other/config.json': '{"chunk_threshold": 1}\n' })
    expect(expectCode(repo.ctx('export', 'skill', '--out', 'other'), 2)).toContain('no skill of ours')
    expect(Object.keys(files(join(repo.root, 'other')))).toEqual(['config.json', 'readme.txt'])
    for (const folder of ['.', '.git/skill', '.ctx/tree', ''])
      expectCode(repo.ctx('export', 'skill', '--out', folder), 2)
    mkdirSync(join(repo.root, 'empty'))
    symlinkSync(join(repo.root, 'empty'), join(repo.root, 'link'))
    expect(expectCode(repo.ctx('export', 'skill', '--out', 'link'), 2)).toContain('link')
    expect(readdirSync(join(repo.root, 'empty'))).toEqual([])
    expectCode(repo.ctx('export', 'skill', '--out', 'empty'), 0)
    expect(expectCode(repo.ctx('export', 'skill'), 2)).toContain('--out')
    expect(expectCode(repo.ctx('export', 'pony'), 2)).toContain('pony')
  })

  test('what somebody else put among the chunks stays, and its number is not given away', async () => {
    const repo = await withKnowledge()
    repo.ctx('export', 'skill', '--out', out)
    repo.write({ [`${out}/chunks/chunk_004.md`]: 'mine\n', [`${out}/chunks/notes.txt`]: 'mine too\n' })
    await told(repo, 'Accounts are never deleted.', 'accounts/life')
    const all = expectCode(repo.ctx('export', 'skill', '--out', out), 0)
    expect(all).toContain('Left chunks/chunk_004.md as it is')
    expect(all).toContain('Left chunks/notes.txt as it is')
    expect(repo.read(`${out}/chunks/chunk_004.md`)).toBe('mine\n')
    expect(chunkOf(repo, 'accounts/life/accounts_are_never_deleted.md')).toBe('chunk_005.md')
    expect(expectCode(repo.ctx('export', 'skill', '--check', '--out', out), 2)).toContain('unreachable-chunk')
  })

  test('a link among the chunks is not written through', async () => {
    const repo = await withKnowledge()
    repo.ctx('export', 'skill', '--out', out)
    repo.write({ 'precious.md': 'precious\n' })
    rmSync(join(repo.root, out, 'SKILL.md'))
    symlinkSync(join(repo.root, 'precious.md'), join(repo.root, out, 'SKILL.md'))
    expectCode(repo.ctx('export', 'skill', '--out', out), 2)
    expect(repo.read('precious.md')).toBe('precious\n')
  })

  test('a folder above that is a link is not written through, in the repository', async () => {
    const repo = await withKnowledge()
    const elsewhere = temporaryFolder()
    symlinkSync(elsewhere, join(repo.root, '.claude'))
    symlinkSync(join(repo.root, '.git'), join(repo.root, 'docs'))
    for (const folder of ['.claude/skills/context-tree', '.claude/skill', 'docs/skill'])
      expect(expectCode(repo.ctx('export', 'skill', '--out', folder), 2)).toContain('a link, not a folder')
    expect(readdirSync(elsewhere)).toEqual([])
    expect(existsSync(join(repo.root, '.git/skill'))).toBe(false)
    // Whoever names a way outside of the repository has made it.
    symlinkSync(elsewhere, join(elsewhere, 'own'))
    expectCode(repo.ctx('export', 'skill', '--out', join(elsewhere, 'own/skill')), 0)
    expect(existsSync(join(elsewhere, 'skill/tree.json'))).toBe(true)
  })

  test('nothing secret leaves, and without knowledge there is nothing to export', async () => {
    const repo = await withKnowledge()
    repo.write({ '.ctx/tree/auth/tokens/leak.md': '---\ntitle: Leak\n---\n\nThe key is AKIAABCDEFGHIJKLMNOP.\n' })
    expect(expectCode(repo.ctx('export', 'skill', '--out', out), 2)).toContain('must not be exported')
    expect(existsSync(join(repo.root, out, 'tree.json'))).toBe(false)
  })

  test('the threshold is kept from export to export, and a topic above it gets a node for each entry', async () => {
    const repo = await withKnowledge()
    await told(repo, 'Access tokens expire after a day.', 'auth/tokens')
    repo.ctx('export', 'skill', '--out', out, '--threshold', '150')
    const map = mapOf(repo)
    expect(map['auth/tokens']).toMatchObject({
      chunk_ids: [],
      children: ['auth/tokens/access_tokens_expire_after_a_day.md', token],
    })
    expect(map[token]?.chunk_ids).toHaveLength(1)
    expect(repo.ctx('export', 'skill', '--out', out).out).toContain('is what ctx/main says')
    expect(JSON.parse(repo.read(`${out}/config.json`))).toMatchObject({ chunk_threshold: 150 })
    expect(checkSkill(join(repo.root, out))).toEqual([])
    expectCode(repo.ctx('export', 'skill', '--out', out, '--threshold', 'many'), 2)
  })

  test('a topic with entries of its own beside a subtopic keeps chunks on leaves alone, and overviews that people wrote', async () => {
    const repo = await withKnowledge()
    await told(repo, 'Replays are recognised by their family.', 'auth/tokens/replay')
    repo.write({ '.ctx/tree/auth/context.md': '# Domain: auth\n\n## Purpose\nWho may come in, and for how long.\n' })
    repo.ctx('export', 'skill', '--out', out)
    const map = mapOf(repo)
    expect(map['auth/tokens']).toMatchObject({ children: ['auth/tokens/_own', 'auth/tokens/replay'], chunk_ids: [] })
    expect(map['auth']?.summary).toMatch(/^Who may come in, and for how long\. sessions; tokens; 1 entry/)
    expect(repo.read(`${out}/chunks/${chunkOf(repo, 'auth/context.md')}`)).toContain('Who may come in')
    expect(checkSkill(join(repo.root, out))).toEqual([])
  })
})

/** Writes a skill's folder as another tool may have. */
function foreign(
  map: Record<string, Node> | string,
  chunks: Record<string, string>,
  more: Record<string, string> = {},
): string {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'chunks'))
  const all = {
    'SKILL.md': '---\nname: theirs\n---\n\nRead the tree.\n',
    'tree.json': typeof map === 'string' ? map : JSON.stringify(map),
    ...Object.fromEntries(Object.entries(chunks).map(([id, text]) => [`chunks/${id}.md`, text])),
    ...more,
  }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text)
  return folder
}
const texts = (): Record<string, string> =>
  Object.fromEntries(ids(1, 2, 3, 4, 5, 6, 7).map((id) => [id, `# About ${id}\n\nText.\n`]))
const codes = (folder: string): readonly string[] => [...new Set(checkSkill(folder).map(({ code }) => code))].toSorted()

test('each branch says in its summary what it is about, whether or not anybody described it', () => {
  const entry = (rule: string): string =>
    writeEntry({ ...emptyEntry, title: 'T', narrative: { ...emptyEntry.narrative, rules: [rule] } })
  const knowledge = readKnowledge(
    new Map([
      ['auth/context.md', '# Domain: auth\n\n## Purpose\nWhat the history of this repository teaches about auth.\n'],
      ['auth/tokens/a.md', entry('Rotate a token when it is used.')],
      ['auth/sessions/b.md', entry('Keep sessions in Redis.')],
      ['shop/context.md', '# Domain: shop\n\n## Purpose\nWhat customers buy.\n'],
      ['shop/prices/c.md', entry('Round prices up.')],
      ['shop/stock/d.md', entry('Count stock at night.')],
    ]),
  )
  const { map } = navigate(knowledge, { ids: new Map(), last: 0, threshold: 4_000 })
  expect(map.get('auth')?.summary).toBe(
    'sessions; tokens. Above all: Rotate a token when it is used.; Keep sessions in Redis.',
  )
  expect(map.get('shop')?.summary).toBe('What customers buy. prices; stock; 1 entry')
  expect([...map.values()].every(({ summary }) => summary !== '')).toBe(true)
})

describe('ctx export skill --check', () => {
  test('finds nothing wrong with a good folder of another tool, settings or not', () => {
    expect(codes(foreign(nodes(), texts()))).toEqual([])
    expect(codes(foreign(nodes(), texts(), { 'config.json': '{"chunk_threshold": 8000}' }))).toEqual([])
  })

  test.each<[string, string, (map: Record<string, Node>, chunks: Record<string, string>) => void]>([
    ['missing-chunk', 'a chunk that is not there', (_, chunks) => void delete chunks['chunk_001']],
    ['unreachable-chunk', 'a chunk that no node names', (_, chunks) => void (chunks['chunk_008'] = 'Lost.\n')],
    ['unreachable-node', 'a node that no way leads to', (map) => void (map['attic'] = node('Old things of ours', 1))],
    ['no-root', 'a map without a root', (map) => void delete map['root']],
    [
      'missing-child',
      'a child that is no node',
      (map) => void (map['auth'] = { ...node('Sign-in', 4_000), children: ['tokens', 'sessions', 'ghost'] }),
    ],
    [
      'cycle',
      'children that lead back',
      (map) => void (map['kitchen'] = { ...node('Soup', 12_000), children: ['kitchen'] }),
    ],
    [
      'no-summary',
      'a node that says nothing',
      (map) => void (map['taxes'] = { ...node('', 5_000), chunk_ids: ids(5, 6) }),
    ],
    [
      'long-summary',
      'a summary as long as a text',
      (map) => void (map['taxes'] = { ...node('tax '.repeat(400), 5_000), chunk_ids: ids(5, 6) }),
    ],
    [
      'wrong-tokens',
      'a branch that counts less than its children',
      (map) => void (map['auth'] = { ...node('Sign-in', 3_999), children: ['tokens', 'sessions'] }),
    ],
    [
      'odd-chunk-id',
      'a chunk with a name of its own',
      (map, chunks) => {
        map['kitchen'] = { ...node('Soup', 2_000), chunk_ids: ['soup', 'chunk_007'] }
        chunks['soup'] = 'Soup.\n'
      },
    ],
    [
      'chunks-on-branch',
      'chunks that drilling would pass by',
      (map) =>
        void (map['billing'] = { ...node('Invoices', 6_000), children: ['numbers', 'taxes'], chunk_ids: ids(4) }),
    ],
  ])('names %s: %s', (code, _, damage) => {
    const [map, chunks] = [nodes(), texts()]
    damage(map, chunks)
    const found = codes(foreign(map, chunks))
    expect(found).toContain(code)
    expect(found.filter((other) => other !== code && code !== 'no-root' && code !== 'cycle')).toEqual([])
  })

  test('names ids that lead out of the folder, and reads nothing there', () => {
    const map = {
      ...nodes(),
      kitchen: node('Soup', 2_000, { chunk_ids: ['chunk_007', '../SKILL', '/etc/passwd', '..'] }),
    }
    expect(checkSkill(foreign(map, texts())).filter(({ code }) => code === 'unsafe-chunk-id')).toHaveLength(3)
  })

  test('names broken JSON, nodes and settings, missing files, and links', () => {
    expect(codes(foreign('{"root": ', {}))).toEqual(['bad-map'])
    expect(codes(foreign('[]', {}))).toEqual(['bad-map'])
    expect(codes(foreign('{"root": 7}', {}))).toEqual(['bad-node', 'no-root'])
    expect(codes(foreign('{"root": {"summary": "All", "tags": "none", "total_tokens": "2"}}', {}))).toEqual([
      'bad-node',
    ])
    expect(
      codes(foreign(nodes(), texts(), { 'config.json': '{"chunk_threshold": "many"}', 'SKILL.md': 'Hello' })),
    ).toEqual(['bad-config', 'no-name'])
    const folder = foreign(nodes(), texts())
    rmSync(join(folder, 'SKILL.md'))
    rmSync(join(folder, 'chunks/chunk_007.md'))
    symlinkSync('/etc/passwd', join(folder, 'chunks/chunk_007.md'))
    expect(codes(folder)).toEqual(['missing-chunk', 'missing-file', 'not-read'])
    expect(() => checkSkill(join(folder, 'nowhere'))).toThrow(Problem)
  })

  test('in a folder of ours, a chunk that was changed by hand is noticed, and exporting mends it', async () => {
    const repo = await withKnowledge()
    repo.ctx('export', 'skill', '--out', out)
    repo.write({ [`${out}/chunks/chunk_001.md`]: `${repo.read(`${out}/chunks/chunk_001.md`)} And more.\n` })
    expect(repo.ctx('export', 'skill', '--check', '--out', out).out).toMatch(/^wrong-tokens {2}auth\/sessions: /m)
    expect(JSON.parse(repo.ctx('export', 'skill', '--check', '--out', out, '--json').out)).toMatchObject({
      broken: [{ code: 'wrong-tokens' }],
    })
  })
})

/** What people of another repository have yet to decide. */
const undecided = (text: string): string =>
  text.replace(/^importance: .*$/m, 'importance: 50').replace(/^maturity: .*$/m, 'maturity: draft')

describe('ctx import skill', () => {
  test('brings back in another repository what was exported, byte for byte but for how it stands, and once', async () => {
    const ada = await withKnowledge()
    ada.write({
      '.ctx/tree/auth/context.md': '# Domain: auth\n\n## Purpose\nWho may come in, and for how long.\n',
      [`.ctx/tree/${session}`]: `${ada.read(`.ctx/tree/${session}`).replace('maturity: draft', 'maturity: core\nowner: Ada')}\n## Ideas of Ada\nA table:\n\n| a | b |\n| - | - |\n`,
    })
    ada.ctx('export', 'skill', '--out', out)
    const ben = quietRepo()
    expect(expectCode(ben.ctx('import', 'skill', join(ada.root, out)), 0)).toContain('4 files imported.')
    const known = (repo: Repo, path: string): string => repo.git('show', `ctx/main:${path}`)
    for (const path of ada
      .git('ls-tree', '-r', '--name-only', 'ctx/main')
      .split('\n')
      .filter((name) => !name.endsWith('context.md')))
      expect(`${known(ben, path)}\n`).toBe(undecided(ada.read(`.ctx/tree/${path}`)))
    expect(known(ben, 'auth/context.md')).toBe(ada.read('.ctx/tree/auth/context.md').trimEnd())
    expect(ben.git('log', '-1', '--format=%B', 'ctx/main')).toMatch(
      /^Import: 4 files from skill\n\nADD auth\/sessions\/\S+: Imported from chunk_002\n[^]*\nCurated-By: ctx \S+ \(offline\)\n?$/,
    )
    expect(ben.ctx('query', 'what happens when a refresh token is used a second time').out).toContain(
      'revoke the whole family',
    )
    const tip = ben.git('rev-parse', 'ctx/main')
    expect(ben.ctx('import', 'skill', join(ada.root, out)).out).toContain('0 files imported, 3 known already.')
    expect(ben.git('rev-parse', 'ctx/main')).toBe(tip)
    ben.ctx('export', 'skill', '--out', out)
    // The map counts tokens, of which another standing has more or fewer.
    const exported = (repo: Repo): unknown =>
      Object.entries(files(join(repo.root, out))).map(([path, text]) => [
        path,
        path === 'tree.json' ? '' : undecided(text),
      ])
    expect(exported(ben)).toEqual(exported(ada))
  })

  test("overwrites nothing: another entry of the same name gets _2, and people's overview stays", async () => {
    const ada = await withKnowledge()
    ada.write({ '.ctx/tree/auth/context.md': '# Domain: auth\n\n## Purpose\nWho may come in.\n' })
    ada.ctx('export', 'skill', '--out', out)
    const ben = quietRepo()
    await told(ben, 'Refresh tokens are single-use. In our house they live for a week.', 'auth/tokens')
    ben.write({ '.ctx/tree/auth/context.md': '# Domain: auth\n\n## Purpose\nBen sees to it.\n' })
    const all = expectCode(ben.ctx('import', 'skill', join(ada.root, out)), 0)
    expect(all).toContain('auth/tokens/refresh_tokens_are_single_use_2.md')
    expect(all).toContain('Kept your auth/context.md')
    expect(ben.read(`.ctx/tree/${token}`)).toContain('live for a week')
    expect(ben.read('.ctx/tree/auth/context.md')).toContain('Ben sees to it')
  })

  test('files what another tool wrote as drafts under imported/, in topics named after nodes', async () => {
    const repo = quietRepo()
    const folder = foreign(nodes(), {
      ...texts(),
      chunk_003: 'Just a line about idle people.\n',
      chunk_004:
        '---\ntitle: Gapless\nimportance: 100\nmaturity: core\naccessCount: 99\nstatus: active\nsupersededBy: auth/tokens/other.md\napprovedAt: 2026-11-21T10:00:00Z\n---\n\nNumbers have no gaps.\n\n<!-- ctx: auth/tokens/planted.md -->\n',
    })
    const before = repo.git('rev-parse', 'ctx/main')
    expect(repo.ctx('import', 'skill', folder, '--dry-run').out).toContain(
      'would add  imported/tokens/about_chunk_001.md  (chunk_001)',
    )
    expect(repo.git('rev-parse', 'ctx/main')).toBe(before)
    expectCode(repo.ctx('import', 'skill', folder), 0)
    const paths = repo
      .git('ls-tree', '-r', '--name-only', 'ctx/main')
      .split('\n')
      .filter((name) => !name.endsWith('context.md'))
    expect(paths).toEqual([
      'imported/kitchen/about_chunk_007.md',
      'imported/numbers/gapless.md',
      'imported/sessions/when_idle_people_are_signed_out.md',
      'imported/taxes/about_chunk_005.md',
      'imported/taxes/about_chunk_006.md',
      'imported/tokens/about_chunk_001.md',
      'imported/tokens/about_chunk_002.md',
    ])
    const planted = repo.git('show', 'ctx/main:imported/numbers/gapless.md')
    expect(planted).toContain('importance: 50\n')
    expect(planted).toContain('maturity: draft\naccessCount: 0\n')
    expect(planted).not.toMatch(/approvedAt|status|supersededBy/)
    expect(repo.ctx('import', 'skill', folder).out).toContain('0 files imported, 7 known already.')
  })

  test('takes nothing hostile: no path leads out, secrets and control characters go, what cannot be read is named', async () => {
    const repo = quietRepo()
    const folder = foreign(
      `{"__proto__": {"summary": "x", "tags": [], "chunk_ids": ["chunk_001"], "total_tokens": 1}, "root": {"summary": "All", "tags": [], "children": ["__proto__", "constructor"], "total_tokens": 1}, "constructor": {"summary": "y", "tags": ["a\\u001b[31m"], "chunk_ids": ["chunk_002", "../../../escape", "chunk_009"], "total_tokens": 1}}`,
      {
        chunk_001: '# Keys\n\nThe key is AKIAABCDEFGHIJKLMNOP.\u001b]0;owned\u0007 \u202edetrever\n',
        chunk_002: '---js\nrequire("fs").writeFileSync("pwned", "")\n---\n\nHello\n',
        chunk_003: '<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs\n',
        chunk_004: '# ../../../etc/passwd\n\nText.\n',
      },
    )
    symlinkSync('/etc/passwd', join(folder, 'chunks/chunk_005.md'))
    const all = expectCode(repo.ctx('import', 'skill', folder), 0)
    for (const named of [
      'chunk_002.md: Front matter',
      'chunk_003.md: An unfinished merge',
      'chunk_005.md: It is a link',
      'chunk_009.md',
      '../../../escape',
    ])
      expect(all).toContain(named)
    const kept = repo.git('grep', '-h', '', 'ctx/main', '--', 'imported')
    expect(kept).toContain('‹aws-key redacted›')
    expect(kept).not.toMatch(steering)
    expect(
      repo
        .git('ls-tree', '-r', '--name-only', 'ctx/main')
        .split('\n')
        .every((path) => path.startsWith('imported/')),
    ).toBe(true)
    expect(existsSync(join(repo.root, 'pwned'))).toBe(false)
  })

  test('says what is missing', () => {
    const repo = quietRepo()
    expect(expectCode(repo.ctx('import', 'skill', '.'), 2)).toContain('tree.json')
    expect(expectCode(repo.ctx('import', 'skill', 'nowhere'), 2)).toContain('nowhere')
    expectCode(repo.ctx('import', 'skill'), 2)
    expectCode(repo.ctx('import'), 2)
    expectCode(repo.ctx('import', 'pony', '.'), 2)
  })

  test('a library does all of it', async () => {
    const repo = await withKnowledge()
    const folder = join(temporaryFolder(), 'out')
    const ctx = await openIn(repo)
    expect(await exportSkill(ctx, { out: folder })).toMatchObject({ chunks: 3, removed: [], kept: [] })
    expect(selectChunks(folder, 'refresh tokens').chunks[0]).toMatchObject({ node: 'auth/tokens', how: 'matches' })
    expect(await importSkill(ctx, folder)).toMatchObject({ added: [], known: { length: 3 } })
  })
})

describe('ctx select', () => {
  test('prints chunks with their nodes and reasons, needs no repository, and exits with 1 when nothing fits', () => {
    const folder = foreign(nodes(), texts())
    const repo = newRepo({ empty: true })
    rmSync(join(repo.root, '.git'), { recursive: true })
    expect(expectCode(repo.ctx('select', 'refresh', 'tokens', '--dir', folder), 0)).toBe(
      'chunks/chunk_001.md  tokens  (refresh, tokens)\nchunks/chunk_002.md  tokens  (refresh, tokens)\nchunks/chunk_003.md  sessions  (with its branch)\n',
    )
    expect(expectCode(repo.ctx('select', 'volcanoes', '--dir', folder), 1)).toContain('Nothing in the map fits')
    expect(repo.ctx('select', 'refresh', '--dir', folder, '--text').out).toContain('# About chunk_001\n\nText.\n')
    expect(expectCode(repo.ctx('select', 'refresh'), 2)).toContain('tree.json')
    expectCode(repo.ctx('select'), 2)
  })

  test('stops within a budget, the best first; what could not be read is named', () => {
    const folder = foreign(nodes(), { ...texts(), chunk_002: 'x'.repeat(8_000) })
    const repo = newRepo()
    const { out: printed, err } = repo.ctx('select', 'refresh tokens', '--dir', folder, '--budget', '100')
    expect(printed.split('\n').filter((line) => line !== '')).toHaveLength(2)
    expect(err).toContain('Left off 1 chunk ')
    rmSync(join(folder, 'chunks/chunk_003.md'))
    const found: unknown = JSON.parse(repo.ctx('select', 'refresh tokens', '--dir', folder, '--json').out)
    expect(found).toMatchObject({
      threshold: 4_000,
      missing: ['chunk_003'],
      over: [],
      chunks: [{ id: 'chunk_001', path: 'chunks/chunk_001.md' }, {}],
    })
  })

  test('uses the threshold of the folder', () => {
    const small = foreign(nodes(), texts(), { 'config.json': '{"chunk_threshold": 3999}' })
    expect(selectChunks(small, 'refresh tokens').chunks.map(({ id }) => id)).toEqual(ids(1, 2))
    const broken = foreign(nodes(), texts(), { 'config.json': '{"chunk_threshold": 0}' })
    expect(() => selectChunks(broken, 'refresh tokens')).toThrow(Problem)
  })
})

test('a tree of tiny entries, each in a topic of its own, holds every promise too', async () => {
  const repo = quietRepo()
  repo.write(
    Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [
        `.ctx/tree/domain/topic_${at}/rule_${at}.md`,
        writeEntry({
          ...emptyEntry,
          title: `Rule ${at}`,
          narrative: { ...emptyEntry.narrative, rules: [`Never do ${at} alone.`] },
        }),
      ]),
    ),
  )
  const folder = join(repo.root, out)
  expect((await exportSkill(await openIn(repo), { out: folder })).tokens.chunks).toBeGreaterThan(20_000)
  expect(checkSkill(folder)).toEqual([])
  expect(selectChunks(folder, 'rule 123').chunks[0]?.node).toBe('domain/topic_123')
})

test('the map of some hundred entries is much smaller than they are, and every entry is found by its title', () => {
  const words =
    'lock queue cache retry token invoice branch worker index parser socket buffer header cookie ledger'.split(' ')
  const written = Array.from({ length: 400 }, (_, at): [string, string] => {
    const [one = '', other = ''] = [words[at % 15], words[(at * 7 + 3) % 15]]
    const title = `The ${one} of ${other} number ${at}`
    return [
      `domain${at % 8}/topic${at % 40}/entry_${at}.md`,
      writeEntry({
        ...emptyEntry,
        title,
        tags: ['fix', one],
        keywords: [one, other, `${one}Of${at}`],
        narrative: {
          ...emptyEntry.narrative,
          rules: Array.from(
            { length: 12 },
            (_other, rule) =>
              `A ${one} must never meet a ${other} in step ${rule} of plan ${at}, because both would wait for each other.`,
          ),
        },
      }),
    ]
  })
  const { map, chunks } = navigate(readKnowledge(new Map(written)), { threshold: 4_000, ids: new Map(), last: 0 })
  const size = [...chunks.values()].reduce((sum, text) => sum + text.length, 0)
  expect(writeNavigation(map).length / size).toBeLessThan(0.2)
  for (const [at, [path]] of written.entries()) {
    if (at % 20 !== 0) continue
    const title = /^title: (.+)$/m.exec(written[at]?.[1] ?? '')?.[1] ?? ''
    const chosen = select(map, title, 4_000).map(({ id }) => chunks.get(id) ?? '')
    expect(chosen.some((text) => text.includes(`<!-- ctx: ${path} -->`))).toBe(true)
  }
})
