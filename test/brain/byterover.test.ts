import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectCode, quietRepo, steering } from '../support/expect.ts'
import type { Repo } from '../support/repo.ts'
import { textOnBranch } from '../support/knowledge-branch.ts'

const tree = '.brv/context-tree'

/** A repository that has a ByteRover tree with these files. */
function withByteRover(files: Readonly<Record<string, string>>): Repo {
  const repo = quietRepo()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repo.root, tree, path)), { recursive: true })
    writeFileSync(join(repo.root, tree, path), text)
  }
  return repo
}

const known = (repo: Repo): readonly string[] =>
  repo
    .git('ls-tree', '-r', '--name-only', 'ctx/main')
    .split('\n')
    .filter((path) => !path.endsWith('/context.md'))

const generation = `---
title: "JWT Token Generation"
tags: ["auth", "jwt"]
keywords: ["access_token", "RS256"]
related: ["authentication/jwt-implementation/refresh-tokens/Refresh Rotation.md", "database/user-models/token-storage"]
importance: 62
recency: 0.85
maturity: validated
accessCount: 8
updateCount: 3
createdAt: "2025-03-18T10:00:00Z"
updatedAt: "2025-04-02T14:30:00Z"
---

## Raw Concept

**Task:**
JWT token generation and rotation pattern

**Files:**
- src/auth/jwt.ts

## Narrative

### Rules
- Access tokens expire after 24 hours

## Facts
- **jwt_secret**: Access tokens are signed with RS256 algorithm [convention]
`

describe('ctx import brv', () => {
  test('takes entries and overviews to where they were, to be judged by people here, and nothing that is made from them', () => {
    const repo = withByteRover({
      '_manifest.json': '{}',
      '_index.md': '---\ntype: summary\n---\n\nEverything.\n',
      'authentication/context.md': '# Domain: authentication\n\n## Purpose\nWho may come in.\n',
      'authentication/_index.md': '---\ntype: summary\n---\n\nSummary.\n',
      'authentication/jwt-implementation/context.md': '# Topic: jwt-implementation\n\n## Overview\nTokens.\n',
      'authentication/jwt-implementation/jwt_token_generation.md': generation,
      'authentication/jwt-implementation/jwt_token_generation.abstract.md': 'Tokens in short.\n',
      'authentication/jwt-implementation/refresh-tokens/Refresh Rotation.md': 'Refresh tokens are rotated.\n',
      '_archived/authentication/jwt-implementation/old.full.md': 'Old.\n',
      '.gitignore': '*\n',
    })
    const all = expectCode(repo.ctx('import', 'brv'), 0)
    expect(all).toContain('4 files imported, 6 made from others or archived, left out.')
    const entry = 'authentication/jwt-implementation/jwt_token_generation.md'
    const rotation = 'authentication/jwt-implementation/refresh-tokens/refresh_rotation.md'
    expect(known(repo)).toEqual([entry, rotation])
    const text = textOnBranch(repo, entry)
    for (const line of [
      'importance: 50',
      'maturity: draft',
      'accessCount: 8',
      'updatedAt: 2025-04-02T14:30:00Z',
      '**Task:** JWT token generation and rotation pattern',
      '- **jwt_secret**: Access tokens are signed with RS256 algorithm [convention]',
      // Relations follow what was renamed.
      `@${rotation}`,
    ])
      expect(text).toContain(line)
    expect(textOnBranch(repo, rotation)).toContain('Refresh tokens are rotated.')
    expect(textOnBranch(repo, 'authentication/context.md')).toContain('Who may come in.')
    expect(textOnBranch(repo, 'authentication/jwt-implementation/refresh-tokens/context.md')).toContain('# Subtopic')
    expect(repo.ctx('query', 'which algorithm signs access tokens').out).toContain('RS256')
    expect(repo.git('log', '-1', '--format=%s', 'ctx/main')).toBe('Import: 4 files from context-tree')
  })

  test('takes the same tree once, and what was added to it later', () => {
    const repo = withByteRover({ 'a/b/one.md': 'One.\n' })
    repo.ctx('import', 'brv')
    const tip = repo.git('rev-parse', 'ctx/main')
    expect(repo.ctx('import', 'brv', tree).out).toContain('0 files imported, 1 known already.')
    expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
    repo.write({ [`${tree}/a/b/two.md`]: '# Second\n\nTwo.\n' })
    repo.ctx('import', 'brv')
    expect(known(repo)).toEqual(['a/b/one.md', 'a/b/two.md'])
  })

  test('makes names safe, gives clashes _2, and files what lies too high or too deep', () => {
    const repo = withByteRover({
      'API Design/REST endpoints/Status Codes.md': 'Use 404.\n',
      'API Design/REST endpoints/status_codes.md': 'Use 410.\n',
      'api_design/rest_endpoints/limits.md': 'At most ten.\n',
      'api_design/direct.md': 'In a domain.\n',
      'top.md': 'At the top.\n',
      'context.md': 'All of it.\n',
      'a/b/c/d/e/deep.md': 'Deep.\n',
      'a/b/c/context.md': '# Subtopic: c\n\n## Focus\nSea.\n',
      'con/nul/aux.md': 'Devices.\n',
      [`long/${'x'.repeat(120)}/${'y'.repeat(120)}.md`]: 'Long.\n',
      '日本/語/メモ.md': 'Notes.\n',
    })
    expectCode(repo.ctx('import', 'brv'), 0)
    const paths = known(repo)
    expect(paths).toHaveLength(10)
    for (const path of [
      'api_design_2/rest_endpoints/status_codes.md',
      'api_design_2/rest_endpoints/status_codes_2.md',
      'api_design/rest_endpoints/limits.md',
      'api_design/general/direct.md',
      'imported/general/top.md',
      'imported/general/the_context.md',
      'a/b/c_d_e/deep.md',
      'con_/nul_/aux_.md',
    ])
      expect(paths).toContain(path)
    // What kept its name kept its place.
    expect(textOnBranch(repo, 'api_design_2/rest_endpoints/status_codes.md')).toContain('410')
    expect(textOnBranch(repo, 'a/b/c/context.md')).toContain('Sea.')
    expect(expectCode(repo.ctx('status'), 0)).not.toContain('not-an-entry')
  })

  test('loses nothing silently: what cannot be read is named, and nothing known is overwritten', () => {
    const repo = withByteRover({
      'a/b/good.md': 'Good.\n',
      'a/b/mine.md': 'Theirs.\n',
      'a/b/broken.md': '---\ntitle: [\n---\n\nText.\n',
      'a/b/code.md': '---js\nprocess.exit(1)\n---\n',
      'a/b/binary.md': 'a\u0000b',
      'a/b/large.md': 'x\n'.repeat(600_000),
      'a/b/data.json': '{}',
      'a/b/secret.md': 'The key is AKIAABCDEFGHIJKLMNOP.\u001b[31m\u202e\n',
    })
    repo.write({ '.ctx/tree/a/b/mine.md': '---\ntitle: Mine\n---\n\nMine.\n', 'outside.md': 'Outside.\n' })
    symlinkSync(join(repo.root, 'outside.md'), join(repo.root, tree, 'a/b/link.md'))
    symlinkSync('/etc', join(repo.root, tree, 'a/etc'))
    const all = expectCode(repo.ctx('import', 'brv'), 0)
    for (const named of [
      'a/b/broken.md: ',
      'a/b/code.md: Front matter opens with "---js"',
      'a/b/binary.md: It is not text.',
      'a/b/large.md: It is larger than 1 MiB.',
      'a/b/data.json: It is not Markdown.',
      'a/b/link.md: It is a link',
      'a/etc: It is a link',
    ])
      expect(all).toContain(`Not taken: ${named}`)
    expect(known(repo)).toEqual(['a/b/good.md', 'a/b/mine.md', 'a/b/mine_2.md', 'a/b/secret.md'])
    expect(textOnBranch(repo, 'a/b/mine.md')).toContain('Mine.')
    expect(textOnBranch(repo, 'a/b/secret.md')).toContain('‹aws-key redacted›')
    expect(textOnBranch(repo, 'a/b/secret.md')).not.toMatch(steering)
  })

  test('shows with --dry-run what it would take, and says when there is no such tree', () => {
    const repo = withByteRover({ 'a/b/one.md': 'One.\n' })
    const tip = repo.git('rev-parse', 'ctx/main')
    expect(repo.ctx('import', 'brv', '--dry-run').out).toBe('would add  a/b/one.md  (a/b/one.md)\n1 file to import.\n')
    expect(JSON.parse(repo.ctx('import', 'brv', '-n', '--json').out)).toMatchObject({ added: [{ path: 'a/b/one.md' }] })
    expect(repo.git('rev-parse', 'ctx/main')).toBe(tip)
    expect(expectCode(repo.ctx('import', 'brv', 'nowhere'), 2)).toContain('nowhere is not a folder')
    mkdirSync(join(repo.root, 'empty'))
    expect(expectCode(repo.ctx('import', 'brv', 'empty'), 2)).toContain('nothing that could be imported')
  })
})
