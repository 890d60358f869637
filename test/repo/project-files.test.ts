import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTopFiles } from '../../src/repo/project-files.ts'
import { temporaryFolder } from '../support/repo.ts'

test('a README that is a link to one of its packages is read (axum), and a link to anything else is not', () => {
  const root = temporaryFolder()
  const read = (name: string) => readTopFiles({ root, gitDir: '', commonDir: '' }, [name], []).get(name)
  mkdirSync(join(root, 'axum'))
  writeFileSync(join(root, 'axum/README.md'), 'A library.\n')
  writeFileSync(join(root, '.env'), 'KEY=1\n')
  symlinkSync('axum/README.md', join(root, 'README.md'))
  symlinkSync('.env', join(root, 'README'))
  symlinkSync('nowhere', join(root, 'README.rst'))
  symlinkSync('axum/README.md', join(root, 'go.mod'))
  mkdirSync(join(root, 'node_modules'))
  writeFileSync(join(root, 'node_modules/README.md'), 'Of a dependency.\n')
  symlinkSync('node_modules/README.md', join(root, 'README.txt'))
  symlinkSync('readme.txt', join(root, 'readme.md'))
  symlinkSync('readme.md', join(root, 'readme.txt'))
  expect(['README.md', 'README', 'README.rst', 'go.mod', 'readme.md', 'README.txt'].map(read)).toEqual([
    'A library.\n',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  const other = temporaryFolder()
  writeFileSync(join(other, 'README.md'), 'Of somebody else.\n')
  symlinkSync(join(other, 'README.md'), join(root, 'Readme.md'))
  expect(read('Readme.md')).toBeUndefined()
})
