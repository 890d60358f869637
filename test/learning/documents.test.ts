/** @module-tag slow */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { ask, scriptedModel } from '../support/model.ts'
import { newCtxRepo, type Repo } from '../support/repo.ts'

const outside = (repo: Repo, name: string, bytes: Uint8Array | string): string => {
  const path = join(dirname(repo.root), name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  return path
}
const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const word = (...texts: readonly string[]): Uint8Array =>
  zipSync({
    'word/document.xml': strToU8(
      `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${texts.map(paragraph).join('')}</w:body></w:document>`,
    ),
  })

/** Writes a PDF 1.4 with a line of text on each page. */
function pdf(lines: readonly string[]): string {
  const pages = lines.map((_, at) => 4 + 2 * at)
  const objects = new Map<number, string>([
    [1, '<</Type/Catalog/Pages 2 0 R>>'],
    [2, `<</Type/Pages/Count ${lines.length}/Kids[${pages.map((id) => `${id} 0 R`).join(' ')}]>>`],
    [3, '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'],
  ])
  for (const [at, line] of lines.entries()) {
    const [id, text] = [4 + 2 * at, `BT /F1 12 Tf 50 700 Td (${line}) Tj ET`]
    const font = '/Resources<</Font<</F1 3 0 R>>>>'
    objects.set(id, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]${font}/Contents ${id + 1} 0 R>>`)
    objects.set(id + 1, `<</Length ${text.length}>>stream\n${text}\nendstream`)
  }
  let out = '%PDF-1.4\n'
  const offsets = [...objects].map(([id, body]) => {
    const offset = out.length
    out += `${id} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return `${out}${table}trailer<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${out.length}\n%%EOF`
}

const handbook = '# Release handbook\n\nThe pager must never be silenced during a release.\n'

describe('learning from documents', () => {
  test('a tracked one is known with the commit that wrote it, and answers questions', () => {
    const repo = newCtxRepo()
    repo.write({ 'docs/handbook.md': handbook })
    repo.git('add', 'docs')
    repo.run('git', ['commit', '-q', '-m', 'docs: Add a handbook'], { env: { CTX_HOOKS: '0' } })
    const commit = repo.git('rev-parse', 'HEAD')
    expect(repo.ctx('curate', '-f', 'docs/handbook.md')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^UPSERT docs\/\w+\/release_handbook\.md$/m),
    })
    const { out } = repo.ctx('query', 'may the pager be silenced', '--json')
    expect(JSON.parse(out)).toMatchObject({
      outOfDomain: false,
      hits: [{ why: 'The pager must never be silenced during a release.', commit, files: ['docs/handbook.md'] }],
    })
    expect(repo.git('log', '-1', '--format=%(trailers:key=Source-Commit,valueonly)', 'ctx/main')).toBe('')
  })

  const rich = `# Login

How a login goes, in one line:

login → issue a token → rotate it

## Dependencies

- Redis 7, for sessions
- jose

## Example

\`\`\`ts
rotate(bartholomew)
\`\`\`

## Tables

\`\`\`sql
SELECT quokka FROM tokens
\`\`\`

## How it hangs together

\`\`\`mermaid
graph TD
  aardvark --> session
\`\`\`
`

  test('keeps diagrams, examples, data, what is needed and the flow of one, and finds them', () => {
    const repo = newCtxRepo()
    const path = outside(
      repo,
      'docs/login.md',
      `${rich}\nNever log a token in production, because logs are kept for years.\n`,
    )
    expect(repo.ctx('curate', '-f', path)).toMatchObject({ code: 0 })
    const [name = ''] = repo
      .git('ls-tree', '-r', '--name-only', 'ctx/main')
      .split('\n')
      .filter((one) => one.endsWith('/login.md'))
    const entry = repo.read(`.ctx/tree/${name}`)
    for (const part of [
      '**Flow:** login → issue a token → rotate it',
      '### Dependencies\n- Redis 7, for sessions\n- jose\n',
      '### Examples\n```ts\nrotate(bartholomew)\n```\n',
      '### Diagrams\n```mermaid\ngraph TD\n  aardvark --> session\n```\n',
      '## Snippets\n```sql\nSELECT quokka FROM tokens\n```\n',
      '- Never log a token in production',
    ])
      expect(entry).toContain(part)
    expect(repo.ctx('search', 'aardvark').out).toContain(name)
    const tree = repo.git('rev-parse', 'ctx/main^{tree}')
    repo.ctx('curate', '-f', path)
    expect(repo.git('ls-tree', '-r', '--name-only', 'ctx/main^{tree}')).toBe(
      repo.git('ls-tree', '-r', '--name-only', tree),
    )
    expect(repo.read(`.ctx/tree/${name}`).split('aardvark')).toHaveLength(2)
  })

  test('one that only draws or shows is learned too, once, and without its secrets', () => {
    const repo = newCtxRepo()
    const path = outside(repo, 'docs/login.md', rich.replace('bartholomew', `"ghp_${'a1B2'.repeat(9)}"`))
    for (const _ of [1, 2]) expect(repo.ctx('curate', '-f', path)).toMatchObject({ code: 0 })
    const names = repo
      .git('ls-tree', '-r', '--name-only', 'ctx/main')
      .split('\n')
      .filter((one) => one.includes('login'))
    expect(names.filter((one) => !one.endsWith('context.md'))).toHaveLength(1)
    expect(repo.git('grep', '-h', '', 'ctx/main')).not.toContain('ghp_')
    expect(repo.ctx('search', 'quokka').code).toBe(0)
  })

  test('what somebody mended in its entry stays', () => {
    const repo = newCtxRepo()
    const path = outside(
      repo,
      'docs/login.md',
      `${rich}\nNever log a token in production, because logs are kept for years.\n`,
    )
    repo.ctx('curate', '-f', path)
    const [name = ''] = repo
      .git('ls-tree', '-r', '--name-only', 'ctx/main')
      .split('\n')
      .filter((one) => one.endsWith('/login.md'))
    const file = `.ctx/tree/${name}`
    const text = repo.read(file)
    repo.write({ [file]: text.replace('aardvark', 'zebra') })
    repo.ctx('curate', '-f', path)
    expect(repo.read(file)).toContain('zebra')
    expect(repo.read(file)).not.toContain('aardvark')
  })

  test('one that was edited since, or that git does not know, has no source that is not so', () => {
    const repo = newCtxRepo()
    const path = outside(repo, 'elsewhere/README.md', handbook)
    repo.ctx('curate', '-f', path)
    const entry = repo.git('grep', '-h', '', 'ctx/main', '--', '*release_handbook.md')
    expect(entry).toContain('- The pager must never be silenced during a release.\n')
    expect(entry).not.toMatch(/Sources|0{8}/)
  })

  test('PDF and office documents are read as text, fifty pages at most, and what was cut is said', () => {
    const repo = newCtxRepo()
    const rule = 'The database must never be restored from a replica.'
    const paged = outside(repo, 'plan.pdf', pdf([rule, ...Array.from({ length: 59 }, (_, at) => `Page ${at + 2}.`)]))
    const written = outside(repo, 'rules.docx', word('Rules', 'Backups must always be encrypted.'))
    const { code, err } = repo.ctx('curate', '-f', paged, '-f', written)
    expect([code, err]).toEqual([0, expect.stringContaining('plan.pdf: 10 pages after the first fifty were not read.')])
    expect(repo.ctx('query', 'restore the database from a replica').out).toContain(rule)
    expect(repo.ctx('query', 'encrypted backups').out).toContain('Backups must always be encrypted.')
  })

  test('what is too long is cut, code after two thousand lines, and it is said', () => {
    const repo = newCtxRepo()
    const code = Array.from({ length: 2_500 }, (_, at) => `let a${at} = 1`).join('\n')
    const { err } = repo.ctx(
      'curate',
      '--dry-run',
      '-f',
      outside(repo, 'long.ts', code),
      outside(repo, 'long.md', `${handbook}${'Words. '.repeat(6_000)}`),
    )
    expect(err).toContain('long.ts: 500 lines after the first 2000 were not read.')
    expect(err).toMatch(/long\.md: \d+ characters after the first 40000 were not read\./)
  })

  test('a folder gives its documents, prose first, five at most, and what was left is said', () => {
    const repo = newCtxRepo()
    repo.write(
      Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`guide/${at}.md`, `# Guide ${at}\n\nNever skip ${at}.\n`])),
    )
    repo.write({ 'guide/a.ts': 'let a = 1\n', '.gitignore': 'guide/6.md\n' })
    const { out, err } = repo.ctx('curate', '-d', 'guide', '--json')
    const { documents } = JSON.parse(out) as { documents: { path: string }[] }
    expect(documents.map(({ path }) => path)).toEqual([1, 2, 3, 4, 5].map((at) => `guide/${at}.md`))
    expect(err).toContain('1 of 6 files in guide were left')
  })

  test('a link in a folder is not followed out of the repository', () => {
    const repo = newCtxRepo()
    const secret = outside(repo, 'secret.md', '# Secret\n\nThe vault must never be opened on Sundays.\n')
    repo.write({ 'guide/a.md': handbook })
    symlinkSync(secret, join(repo.root, 'guide/link.md'))
    symlinkSync(dirname(secret), join(repo.root, 'guide/folder'))
    repo.git('add', '-A')
    expect(repo.ctx('curate', '-d', 'guide').code).toBe(0)
    expect(repo.run('git', ['grep', 'vault', 'ctx/main']).code).toBe(1)
  })

  test.each<[string, readonly string[], string]>([
    ['two sources at once', ['-f', 'a.md', '--text', 'x'], 'not together'],
    ['operations that are not there', ['--operations', 'none.json'], 'cannot be read'],
    ['a folder as a document', ['-f', '.'], 'is a folder'],
    ['a word beside a folder', ['-d', '.', 'b.md'], 'has no meaning beside it'],
    ['a file in a file', ['-f', 'README.md/x'], 'None of these'],
  ])('%s are told as a mistake', (_, args, told) => {
    const repo = newCtxRepo()
    expect(repo.ctx('curate', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(told) })
  })

  test.each<[string, (repo: Repo) => readonly string[], string]>([
    ['none is there', () => ['nothing.md'], 'there is no such file'],
    ['all are binary', (repo) => [outside(repo, 'a.bin', new Uint8Array([1, 0, 2]))], 'is no text'],
    ['one is a damaged PDF', (repo) => [outside(repo, 'a.pdf', 'no PDF')], 'cannot be read as a document'],
    ['one is a damaged document', (repo) => [outside(repo, 'a.docx', 'no zip')], 'cannot be read as a document'],
    [
      'one unpacks to more than anybody reads',
      (repo) => [outside(repo, 'bomb.docx', zipSync({ 'word/document.xml': new Uint8Array(30_000_000) }))],
      'more than 20 MB',
    ],
    ['there are too many', () => ['1', '2', '3', '4', '5', '6'], 'At most 5 documents'],
  ])('says so, and changes nothing, when %s', (_, paths, told) => {
    const repo = newCtxRepo()
    const before = repo.git('for-each-ref')
    expect(repo.ctx('curate', ...paths(repo).flatMap((path) => ['-f', path]))).toMatchObject({
      code: 2,
      err: expect.stringContaining(told),
    })
    expect(repo.git('for-each-ref')).toBe(before)
  })

  test('one that cannot be read is told beside those that can', () => {
    const repo = newCtxRepo()
    const { code, err } = repo.ctx('curate', '-f', outside(repo, 'a.md', handbook), '-f', 'nothing.md')
    expect([code, err]).toEqual([0, expect.stringContaining('Nothing was learned from nothing.md')])
  })

  test('secrets and orders in a document become no knowledge', () => {
    const repo = newCtxRepo()
    const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
    repo.ctx('curate', '-f', outside(repo, 'a.md', `# Keys\n\nNever use the token ${token} in tests.\n`))
    expect(repo.run('git', ['grep', token, 'ctx/main']).code).toBe(1)
  })

  test('a model writes them where one curates, and only what it can quote', async () => {
    const repo = newCtxRepo()
    const rule = { text: 'Keep the pager on.', quote: 'pager must never be silenced' }
    const wrong = { text: 'Pagers are red.', quote: 'the colour of pagers is red' }
    const { endpoint, asked } = await scriptedModel({
      calls: 'curate',
      given: {
        operations: [
          {
            type: 'ADD',
            path: 'ops/releases/pager.md',
            title: 'The pager',
            rules: [rule, wrong],
            reason: 'It says so',
          },
        ],
      },
    })
    repo.git('config', 'ctx.model.name', 'small')
    repo.git('config', 'ctx.model.endpoint', endpoint)
    repo.git('config', 'ctx.curate.model', 'auto')
    await ask(repo, ['curate', '-f', outside(repo, 'a.md', handbook)])
    expect(asked[0]?.messages[1]?.content).toMatch(/<document ([0-9a-f]{12})>\na\.md: Release handbook\n/)
    expect(repo.git('show', 'ctx/main:ops/releases/pager.md')).toContain('### Rules\n- Keep the pager on.\n')
    expect(repo.git('log', '-1', '--format=%(trailers:key=Curated-By,valueonly)', 'ctx/main')).toContain(
      '(small, prompt 2)',
    )
  })
})
