import { expect, test } from 'vitest'
import { type Purposes, withPurposes } from '../../src/curate/filing/purposes.ts'
import { toFolderPath } from '../../src/tree/path.ts'
import { entryOf, entryPath } from '../support/entries.ts'

const said = (...pairs: readonly (readonly [string, string])[]): Purposes =>
  new Map(pairs.map(([path, sentence]) => [path, { said: sentence, isOfOneType: false }]))

test('a folder says what it is for in the words of the module that it is named after', () => {
  const folder = toFolderPath('middleware/cors')
  if (folder === undefined) throw new Error('middleware/cors')
  const undescribed = new Map([[folder, '# Topic: cors\n\n## Overview\nWhat is known about cors in middleware.\n']])
  const purposeOf = (file: string, gists: Purposes, overviews = undescribed) =>
    withPurposes(
      { overviews, entries: new Map([[entryPath('middleware/cors/origin.md'), entryOf({ files: [file] })]]) },
      gists,
    ).get(folder)
  const index = 'src/middleware/cors/index.ts'
  const gists = said([index, 'CORS Middleware for Hono'])
  expect(purposeOf(index, gists)).toContain('## Overview\nCORS Middleware for Hono.\n')
  const ofGo = said(['middleware/cors/doc.go', 'Package cors answers preflight requests'])
  expect(purposeOf('middleware/cors/cors.go', ofGo)).toContain('Package cors answers preflight requests.')
  expect(purposeOf(index, gists, new Map([[folder, '# Topic: cors\n\nOurs.\n']]))).toContain('Ours.')
  // What lies deeper is a part of it (zerolog: `hlog/hlog.go`, `hlog/internal/mutil`).
  expect(purposeOf('src/middleware/cors/internal/match/origin.ts', gists)).toContain('CORS Middleware for Hono.')
  // A namesake elsewhere says nothing of it: `proto/http1` is no "HTTP/1 client connections" (hyper).
  expect(purposeOf('src/proto/cors/role.ts', gists)).toContain('What is known about cors')
})

test('a domain says what the folder is for that most of it is about, and not what one type is (bbolt: doc.go)', () => {
  const folder = toFolderPath('core')
  if (folder === undefined) throw new Error('core')
  const overviews = new Map([
    [folder, '# Domain: core\n\n## Purpose\nWhat the history of this repository teaches about core.\n'],
  ])
  const purposeOf = (purposes: Purposes, ...files: readonly string[]) => {
    const entries = new Map(
      files.map((file) => [entryPath(`core/db/${file.replace(/\W/g, '_')}.md`), entryOf({ files: [file] })]),
    )
    return withPurposes({ overviews, entries }, purposes).get(folder)
  }
  const ofPackage = said(['doc.go', 'package bbolt implements a low-level key/value store in pure Go'])
  expect(purposeOf(ofPackage, 'db.go', 'tx.go')).toContain(
    '## Purpose\nPackage bbolt implements a low-level key/value store in pure Go.\n',
  )
  expect(purposeOf(ofPackage, 'cmd/main.go', 'tx.go')).toContain('teaches about core')
  // Of the whole project its first page tells, where no code does.
  const ofReadme = said(['README.md', 'Bolt is a key/value store for Go'])
  expect(purposeOf(ofReadme, 'db.go')).toContain('## Purpose\nBolt is a key/value store for Go.\n')
  const ofType: Purposes = new Map([['core.go', { said: '`Option` changes a store', isOfOneType: true }]])
  expect(purposeOf(ofType, 'core.go')).toContain('teaches about core')
})
