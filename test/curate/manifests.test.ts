import { expect, test } from 'vitest'
import { manifestState } from '../../src/curate/evidence/manifests.ts'

test('addresses of a project are nothing that it needs (urllib3 8ab5eb83)', () => {
  const text = '[project]\ndependencies = [\n  "PySocks>=1.5.6",\n]\n\n[project.urls]\n"Code" = "https://example.org"\n'
  expect([...(manifestState('pyproject.toml', text)?.keys() ?? [])]).toEqual(['PySocks'])
})
