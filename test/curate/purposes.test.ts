import { expect, test } from 'vitest'
import { withPurposes } from '../../src/curate/filing/purposes.ts'
import { toFolderPath } from '../../src/tree/path.ts'
import { entryOf, entryPath } from '../support/entries.ts'

test('a folder says what it is for in the words of the module that it is named after', () => {
  const folder = toFolderPath('middleware/cors')
  if (folder === undefined) throw new Error('middleware/cors')
  const undescribed = new Map([[folder, '# Topic: cors\n\n## Overview\nWhat is known about cors in middleware.\n']])
  const purposeOf = (file: string, gists: ReadonlyMap<string, string>, overviews = undescribed) =>
    withPurposes(
      { overviews, entries: new Map([[entryPath('middleware/cors/origin.md'), entryOf({ files: [file] })]]) },
      gists,
    ).get(folder)
  const index = 'src/middleware/cors/index.ts'
  const gists = new Map([[index, 'CORS Middleware for Hono']])
  expect(purposeOf(index, gists)).toContain('## Overview\nCORS Middleware for Hono.\n')
  const ofGo = new Map([['middleware/cors/doc.go', 'Package cors answers preflight requests']])
  expect(purposeOf('middleware/cors/cors.go', ofGo)).toContain('Package cors answers preflight requests.')
  expect(purposeOf(index, gists, new Map([[folder, '# Topic: cors\n\nOurs.\n']]))).toContain('Ours.')
  // A namesake elsewhere says nothing of it: `proto/http1` is no "HTTP/1 client connections" (hyper).
  expect(purposeOf('src/proto/cors/role.ts', gists)).toContain('What is known about cors')
})
