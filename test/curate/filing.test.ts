import { describe, expect, test } from 'vitest'
import { fileUnder } from '../../src/curate/filing/filing.ts'
import { toFolderPath } from '../../src/tree/path.ts'

describe('where it is filed', () => {
  const layout = { packages: ['packages/core', 'packages/web'], domains: { 'services/billing/**': 'billing/service' } }
  test.each([
    ['by folder and file', ['src/auth/refresh.ts'], '', 'auth/refresh'],
    ['by deeper folders', ['src/auth/jwt/rotate.ts'], '', 'auth/jwt'],
    ['by the only folder there is', ['lib/reply.js', 'test/reply.test.js'], '', 'lib/reply'],
    ['by package', ['packages/core/src/queue/drain.ts'], '', 'core/queue'],
    ['by scope', ['src/server/index.ts'], 'auth', 'server/auth'],
    ['by a scope that names a package', ['scripts/x.ts', 'scripts/y.ts'], 'web', 'web/x'],
    ['by settings', ['services/billing/a.go'], '', 'billing/service'],
    ['code before tests before documents', ['docs/a.md', 'test/b.test.ts', 'src/auth/c.ts'], '', 'auth/c'],
    ['continuous integration', ['.github/workflows/ci.yml'], '', 'ci/ci'],
    ['documents', ['docs/Guides/Style-Guide.md'], '', 'docs/style_guide'],
    ['no files at all', [], '', 'general/notes'],
  ])('%s', (_, paths, scope, place) => {
    expect(fileUnder(paths, scope, layout)).toBe(place)
  })

  test.each([
    [['../../etc/passwd'], '../x'],
    [['\u001b[31m/x.ts'], 'con'],
    [['-/-.ts'], '--help'],
    [['日本/語.ts'], ''],
  ])('%j gives a folder of the tree', (paths, scope) => {
    expect(toFolderPath(fileUnder(paths, scope, layout))).toBeDefined()
  })
})
