import { expect, test } from 'vitest'
import { withHunks } from '../../src/repo/git/with-hunks.ts'
import type { FileChange } from '../../src/commit.ts'

const changeOf = (path: string): FileChange => ({
  path,
  status: 'modified',
  from: '',
  before: '',
  after: '',
  hunks: [],
})
const patchOf = (path: string, line: string): string =>
  `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n@@ -1,0 +2,2 @@\n+Short.\n+${line}\n`

test('a paragraph of the changelog was left out since it stands in one line of 700 characters (esbuild 97d6dbaf)', () => {
  const paragraph = 'Android is unusual in that it has an inaccessible directory in the path to the root. '
    .repeat(8)
    .trim()
  const paths = ['CHANGELOG.md', 'src/page.min.js', 'docs/page.js', 'docs/guide.rst']
  const read = withHunks(paths.map(changeOf), paths.map((path) => patchOf(path, paragraph)).join(''))
  expect(read.map(({ hunks }) => hunks.flatMap(({ added }) => added).includes(paragraph))).toEqual([
    true,
    false,
    false,
    true,
  ])
  const [data] = withHunks([changeOf('README.md')], patchOf('README.md', 'x'.repeat(5_000)))
  expect(data?.hunks[0]?.added).toEqual(['Short.'])
})
