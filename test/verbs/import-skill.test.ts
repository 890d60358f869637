/** @module-tag slow */
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exportSkill, importSkill, selectChunks } from '../../src/index.ts'
import { expectCode, quietRepo, steering } from '../support/expect.ts'
import { type Repo, temporaryFolder } from '../support/repo.ts'
import { openIn, tellIn } from '../support/open-in.ts'
import {
  filesIn,
  foreignSkill,
  threeDomains,
  skillFolder,
  sessionEntry,
  chunkTexts,
  tokenEntry,
  repoWithKnowledge,
} from '../support/skills.ts'

/** What people of another repository have yet to decide. */
const undecided = (text: string): string =>
  text.replace(/^importance: .*$/m, 'importance: 50').replace(/^maturity: .*$/m, 'maturity: draft')

describe('ctx import skill', () => {
  test('brings back in another repository what was exported, byte for byte but for how it stands, and once', async () => {
    const ada = await repoWithKnowledge()
    ada.write({
      '.ctx/tree/auth/context.md': '# Domain: auth\n\n## Purpose\nWho may come in, and for how long.\n',
      [`.ctx/tree/${sessionEntry}`]: `${ada.read(`.ctx/tree/${sessionEntry}`).replace('maturity: draft', 'maturity: core\nowner: Ada')}\n## Ideas of Ada\nA table:\n\n| a | b |\n| - | - |\n`,
    })
    ada.ctx('export', 'skill', '--out', skillFolder)
    const ben = quietRepo()
    expect(expectCode(ben.ctx('import', 'skill', join(ada.root, skillFolder)), 0)).toContain('4 files imported.')
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
    expect(ben.ctx('import', 'skill', join(ada.root, skillFolder)).out).toContain('0 files imported, 3 known already.')
    expect(ben.git('rev-parse', 'ctx/main')).toBe(tip)
    ben.ctx('export', 'skill', '--out', skillFolder)
    // The map counts tokens, of which another standing has more or fewer.
    const exported = (repo: Repo): unknown =>
      Object.entries(filesIn(join(repo.root, skillFolder))).map(([path, text]) => [
        path,
        path === 'tree.json' ? '' : undecided(text),
      ])
    expect(exported(ben)).toEqual(exported(ada))
  })

  test("overwrites nothing: another entry of the same name gets _2, and people's overview stays", async () => {
    const ada = await repoWithKnowledge()
    ada.write({ '.ctx/tree/auth/context.md': '# Domain: auth\n\n## Purpose\nWho may come in.\n' })
    ada.ctx('export', 'skill', '--out', skillFolder)
    const ben = quietRepo()
    await tellIn(ben, 'Refresh tokens are single-use. In our house they live for a week.', 'auth/tokens')
    ben.write({ '.ctx/tree/auth/context.md': '# Domain: auth\n\n## Purpose\nBen sees to it.\n' })
    const all = expectCode(ben.ctx('import', 'skill', join(ada.root, skillFolder)), 0)
    expect(all).toContain('auth/tokens/refresh_tokens_are_single_use_2.md')
    expect(all).toContain('Kept your auth/context.md')
    expect(ben.read(`.ctx/tree/${tokenEntry}`)).toContain('live for a week')
    expect(ben.read('.ctx/tree/auth/context.md')).toContain('Ben sees to it')
  })

  test('files what another tool wrote as drafts under imported/, in topics named after nodes', async () => {
    const repo = quietRepo()
    const folder = foreignSkill(threeDomains(), {
      ...chunkTexts(),
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
    const folder = foreignSkill(
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
    const repo = await repoWithKnowledge()
    const folder = join(temporaryFolder(), 'out')
    const ctx = await openIn(repo)
    expect(await exportSkill(ctx, { out: folder })).toMatchObject({ chunks: 3, removed: [], kept: [] })
    expect(selectChunks(folder, 'refresh tokens').chunks[0]).toMatchObject({ node: 'auth/tokens', how: 'matches' })
    expect(await importSkill(ctx, folder)).toMatchObject({ added: [], known: { length: 3 } })
  })
})
