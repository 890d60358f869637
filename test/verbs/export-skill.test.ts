/** @module-tag slow */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { navigate } from '../../src/brain/skill/navigation.ts'
import { writeNavigation } from '../../src/brain/skill/folder.ts'
import { select } from '../../src/brain/skill/select.ts'
import { checkSkill, exportSkill, selectChunks } from '../../src/index.ts'
import { emptyEntry, writeEntry } from '../../src/tree/entry.ts'
import { readKnowledge } from '../../src/tree/knowledge.ts'
import { expectCode, quietRepo } from '../support/expect.ts'
import { temporaryFolder } from '../support/repo.ts'
import { openIn, tellIn } from '../support/open-in.ts'
import { chunkOf, filesIn, mapOf, skillFolder, sessionEntry, tokenEntry, repoWithKnowledge } from '../support/skills.ts'

describe('ctx export skill', () => {
  test('writes a guide, settings, a map and chunks, and every promise about them holds', async () => {
    const repo = await repoWithKnowledge()
    expect(expectCode(repo.ctx('export', 'skill', '--out', skillFolder), 0)).toContain('3 chunks')
    expect(Object.keys(filesIn(join(repo.root, skillFolder)))).toEqual([
      'SKILL.md',
      'chunks/chunk_001.md',
      'chunks/chunk_002.md',
      'chunks/chunk_003.md',
      'config.json',
      'tree.json',
    ])
    expect(JSON.parse(repo.read(`${skillFolder}/config.json`))).toMatchObject({ chunk_threshold: 4000 })
    const map = mapOf(repo)
    expect(Object.keys(map)).toEqual(['root', 'auth', 'auth/sessions', 'auth/tokens', 'billing', 'billing/invoices'])
    expect(map['root']?.summary).toContain('auth; billing')
    for (const { summary, tags, children, chunk_ids, total_tokens } of Object.values(map)) {
      expect(summary).not.toBe('')
      expect([tags, children, chunk_ids].every(Array.isArray)).toBe(true)
      expect(children.length > 0 && chunk_ids.length > 0).toBe(false)
      const own = chunk_ids.map((id) => Math.ceil(repo.read(`${skillFolder}/chunks/${id}.md`).length / 4))
      const below = children.map((child) => map[child]?.total_tokens ?? 0)
      expect(total_tokens).toBe([...own, ...below].reduce((sum, tokens) => sum + tokens, 0))
    }
    expect(expectCode(repo.ctx('export', 'skill', '--check', '--out', skillFolder), 0)).toContain('holds everything')
  })

  test('the guide is a skill that says how to choose, in words of our own', async () => {
    const repo = await repoWithKnowledge()
    repo.ctx('export', 'skill', '--out', skillFolder)
    const guide = repo.read(`${skillFolder}/SKILL.md`)
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
    const repo = await repoWithKnowledge()
    repo.ctx('export', 'skill', '--out', skillFolder)
    expect(repo.read(`${skillFolder}/chunks/${chunkOf(repo, tokenEntry)}`)).toBe(
      `${repo.read(`.ctx/tree/${tokenEntry}`)}\n<!-- ctx: ${tokenEntry} -->\n`,
    )
  })

  test('what did not change is not written again, and keeps its chunk when others come, change and go', async () => {
    const repo = await repoWithKnowledge()
    repo.ctx('export', 'skill', '--out', skillFolder)
    const chunk = chunkOf(repo, tokenEntry)
    const line = (name: string): string | undefined =>
      repo
        .read(`${skillFolder}/tree.json`)
        .split('\n')
        .find((text) => text.startsWith(JSON.stringify(name)))
    const [bytes, said] = [repo.read(`${skillFolder}/chunks/${chunk}`), line('auth/tokens')]
    const past = new Date('2020-01-01T00:00:00Z')
    for (const name of Object.keys(filesIn(join(repo.root, skillFolder))))
      utimesSync(join(repo.root, skillFolder, name), past, past)
    expect(repo.ctx('export', 'skill', '--out', skillFolder).out).toBe('skill is what ctx/main says.\n')

    await tellIn(repo, 'Accounts are never deleted.', 'accounts/life')
    const gone = chunkOf(repo, sessionEntry)
    rmSync(join(repo.root, '.ctx/tree', sessionEntry))
    expect(repo.ctx('export', 'skill', '--out', skillFolder).out).toContain('2 files written, 1 removed')
    expect(chunkOf(repo, 'accounts/life/accounts_are_never_deleted.md')).toBe('chunk_004.md')
    expect(existsSync(join(repo.root, skillFolder, 'chunks', gone))).toBe(false)
    expect([
      chunkOf(repo, tokenEntry),
      repo.read(`${skillFolder}/chunks/${chunk}`),
      line('auth/tokens')?.replace(/,$/, ''),
    ]).toEqual([chunk, bytes, said?.replace(/,$/, '')])
    for (const name of [`chunks/${chunk}`, 'SKILL.md', 'config.json'])
      expect(statSync(join(repo.root, skillFolder, name)).mtime).toEqual(past)
    expect(checkSkill(join(repo.root, skillFolder))).toEqual([])
  })

  test('a folder with other files is not written to, nor is anything that git or we keep, or that a link leads to', async () => {
    const repo = await repoWithKnowledge()
    repo.write({ 'other/readme.txt': 'mine\n', 'other/config.json': '{"chunk_threshold": 1}\n' })
    expect(expectCode(repo.ctx('export', 'skill', '--out', 'other'), 2)).toContain('no skill of ours')
    expect(Object.keys(filesIn(join(repo.root, 'other')))).toEqual(['config.json', 'readme.txt'])
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
    const repo = await repoWithKnowledge()
    repo.ctx('export', 'skill', '--out', skillFolder)
    repo.write({ [`${skillFolder}/chunks/chunk_004.md`]: 'mine\n', [`${skillFolder}/chunks/notes.txt`]: 'mine too\n' })
    await tellIn(repo, 'Accounts are never deleted.', 'accounts/life')
    const all = expectCode(repo.ctx('export', 'skill', '--out', skillFolder), 0)
    expect(all).toContain('Left chunks/chunk_004.md as it is')
    expect(all).toContain('Left chunks/notes.txt as it is')
    expect(repo.read(`${skillFolder}/chunks/chunk_004.md`)).toBe('mine\n')
    expect(chunkOf(repo, 'accounts/life/accounts_are_never_deleted.md')).toBe('chunk_005.md')
    expect(expectCode(repo.ctx('export', 'skill', '--check', '--out', skillFolder), 2)).toContain('unreachable-chunk')
  })

  test('a link among the chunks is not written through', async () => {
    const repo = await repoWithKnowledge()
    repo.ctx('export', 'skill', '--out', skillFolder)
    repo.write({ 'precious.md': 'precious\n' })
    rmSync(join(repo.root, skillFolder, 'SKILL.md'))
    symlinkSync(join(repo.root, 'precious.md'), join(repo.root, skillFolder, 'SKILL.md'))
    expectCode(repo.ctx('export', 'skill', '--out', skillFolder), 2)
    expect(repo.read('precious.md')).toBe('precious\n')
  })

  test('a folder above that is a link is not written through, in the repository', async () => {
    const repo = await repoWithKnowledge()
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
    const repo = await repoWithKnowledge()
    repo.write({ '.ctx/tree/auth/tokens/leak.md': '---\ntitle: Leak\n---\n\nThe key is AKIAABCDEFGHIJKLMNOP.\n' })
    expect(expectCode(repo.ctx('export', 'skill', '--out', skillFolder), 2)).toContain('must not be exported')
    expect(existsSync(join(repo.root, skillFolder, 'tree.json'))).toBe(false)
  })

  test('the threshold is kept from export to export, and a topic above it gets a node for each entry', async () => {
    const repo = await repoWithKnowledge()
    await tellIn(repo, 'Access tokens expire after a day.', 'auth/tokens')
    repo.ctx('export', 'skill', '--out', skillFolder, '--threshold', '150')
    const map = mapOf(repo)
    expect(map['auth/tokens']).toMatchObject({
      chunk_ids: [],
      children: ['auth/tokens/access_tokens_expire_after_a_day.md', tokenEntry],
    })
    expect(map[tokenEntry]?.chunk_ids).toHaveLength(1)
    expect(repo.ctx('export', 'skill', '--out', skillFolder).out).toContain('is what ctx/main says')
    expect(JSON.parse(repo.read(`${skillFolder}/config.json`))).toMatchObject({ chunk_threshold: 150 })
    expect(checkSkill(join(repo.root, skillFolder))).toEqual([])
    expectCode(repo.ctx('export', 'skill', '--out', skillFolder, '--threshold', 'many'), 2)
  })

  test('a topic with entries of its own beside a subtopic keeps chunks on leaves alone, and overviews that people wrote', async () => {
    const repo = await repoWithKnowledge()
    await tellIn(repo, 'Replays are recognised by their family.', 'auth/tokens/replay')
    repo.write({ '.ctx/tree/auth/context.md': '# Domain: auth\n\n## Purpose\nWho may come in, and for how long.\n' })
    repo.ctx('export', 'skill', '--out', skillFolder)
    const map = mapOf(repo)
    expect(map['auth/tokens']).toMatchObject({ children: ['auth/tokens/_own', 'auth/tokens/replay'], chunk_ids: [] })
    expect(map['auth']?.summary).toMatch(/^Who may come in, and for how long\. sessions; tokens; 1 entry/)
    expect(repo.read(`${skillFolder}/chunks/${chunkOf(repo, 'auth/context.md')}`)).toContain('Who may come in')
    expect(checkSkill(join(repo.root, skillFolder))).toEqual([])
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
  const folder = join(repo.root, skillFolder)
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
