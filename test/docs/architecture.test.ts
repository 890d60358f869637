import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const pages = [
  'ARCHITECTURE.md',
  'FORMATS.md',
  'GIT.md',
  'GLOSSARY.md',
  'PROMISES.md',
  'SEARCH.md',
  '../CONTRIBUTING.md',
  '../CHANGELOG.md',
  '../SECURITY.md',
]

test.each(pages)('every file of ours that docs/%s names is there', (page) => {
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|js|sh))`/g)].map(([, path = '']) => path)
  expect(named.filter((path) => ![root, join(root, 'src')].some((home) => existsSync(join(home, path))))).toEqual([])
})

test.each(pages)('every link of docs/%s to another page leads somewhere', (page) => {
  const folder = join(root, 'docs', page, '..')
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path)
  expect(links.filter((path) => !existsSync(join(folder, path)))).toEqual([])
})
