import { expect, test } from 'vitest'
import { analysisOf, commitOf } from '../support/commits.ts'

test('addresses of a project are nothing that it needs (urllib3 8ab5eb83)', () => {
  const text = '[project]\ndependencies = [\n  "PySocks>=1.5.6",\n]\n\n[project.urls]\n"Code" = "https://example.org"\n'
  const commit = commitOf('Begin', { 'pyproject.toml': {} })
  const { evidence } = analysisOf(commit, new Map([[commit.changes[0]?.after ?? '', text]]))
  expect(evidence.filter(({ kind }) => kind === 'dependency').map(({ about }) => about)).toEqual(['PySocks'])
})
