import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const pages = [
  ...readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')),
  '../README.md',
  '../CONTRIBUTING.md',
  '../CHANGELOG.md',
  '../SECURITY.md',
]

test.each(pages)('every file of ours that docs/%s names is there', (page) => {
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|js|sh))`/g)].map(([, path = '']) => path)
  // Hidden files are those of other programs: `.opencode/plugins/ctx.js`.
  const ours = named.filter((path) => !path.startsWith('.'))
  expect(ours.filter((path) => ![root, join(root, 'src')].some((home) => existsSync(join(home, path))))).toEqual([])
})

test.each(pages)('every link of docs/%s to another page leads somewhere', (page) => {
  const folder = join(root, 'docs', page, '..')
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path)
  expect(links.filter((path) => !existsSync(join(folder, path)))).toEqual([])
})

test('docs/settings.md and docs/models.md name every personal setting, with its variable', () => {
  const text = ['settings.md', 'models.md'].map((page) => readFileSync(join(root, 'docs', page), 'utf8')).join('')
  const own = readFileSync(join(root, 'src/repo/settings/own.ts'), 'utf8')
  const named = [...own.matchAll(/'(ctx\.[\w.]+)': '(\w*)'/g)].flatMap(([, name = '', variable = '']) => [
    name,
    variable,
  ])
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => name !== '' && !text.includes(`\`${name}\``))).toEqual([])
})
