import { describe, expect, test } from 'vitest'
import { readProject } from '../../src/brain/project.ts'

describe('what a project says of itself', () => {
  const read = (files: Readonly<Record<string, string>>) => readProject(new Map(Object.entries(files)))

  test('the first prose of its README, without badges, headings and links', () => {
    const readme =
      '# Name\n\n[![CI](a.svg)](b)\n\n<p align="center"></p>\n\nA [small](x) tool that **counts** things. It is fast.\n\n## Use\n'
    expect(read({ 'README.md': readme }).about).toBe('A small tool that counts things. It is fast.')
    expect(read({}).about).toBe('')
  })

  test('and not an announcement that stands before it (gin 1.12.0)', () => {
    const readme = `# Gin

## Gin 1.12.0 is out

We're excited to announce the release of Gin 1.12.0! This release brings new features.

Gin is a high-performance HTTP web framework written in Go.
`
    expect(read({ 'README.md': readme }).about).toBe('Gin is a high-performance HTTP web framework written in Go.')
  })

  test('and not what a sponsor says of itself, but the sentence in a paragraph of HTML (caddy)', () => {
    const readme = `<h3 align="center">a project</h3>
<p align="center">Caddy is an extensible server platform that uses TLS by default.</p>
<p align="center">
\t<a href="https://x.dev">Releases</a> ·
\t&nbsp;
</p>

[Available for MacOS, Linux, & Windows](https://go.warp.dev/caddy)<br>
`
    expect(read({ 'README.md': readme }).about).toBe('Caddy is an extensible server platform that uses TLS by default.')
    expect(read({ 'README.md': readme.slice(readme.indexOf('[Available')) }).about).toBe('')
  })

  test.each([
    ["Sindre's open source work is supported by the community.<br>Special thanks to:", 'got'],
    ['🔥️ **NEW: date-fns v4.0 with first-class time zone support is out!**', 'date-fns'],
    ['Become a backer and show your support to our open source project.', 'mocha'],
    ['Once the package is installed, you can import the library.', 'axios'],
    ['Dual-licensed under Apache 2.0 or MIT.', 'clap'],
    ['Check out the demo page to see it in action', 'marked'],
  ])('and not "%s", but what its manifest says (%s)', (begin) => {
    const readme = `# Name\n\n${begin}\n\nYou probably want another library, by the same people.\n`
    const manifest = '{\n\t"name": "x",\n\t"description": "Counts things that nobody else counts"\n}\n'
    const said = { 'README.md': readme, 'package.json': manifest }
    expect(read(said).about).toBe('Counts things that nobody else counts')
    expect(read({ 'README.md': readme }).about).toBe('You probably want another library, by the same people.')
    const own = 'Name is a small tool that counts things, and it is fast and has no dependencies.'
    expect(read({ ...said, 'README.md': `# Name\n\n${own}\n` }).about).toBe(own)
  })

  test('and not the attributes of a tag that has a line for each (starship)', () => {
    const readme = `<p>
  <a href="https://x.dev"
    ><img
      src="https://img.shields.io/x"
      alt="A badge of it"
  /></a>
</p>

The minimal, fast and customizable prompt for any shell!
`
    expect(read({ 'README.md': readme }).about).toBe('The minimal, fast and customizable prompt for any shell!')
  })

  test('at most eight names, and how to build, test, lint and release', () => {
    const manifest = {
      engines: { node: '>=20' },
      scripts: { test: 'vitest', lint: 'oxlint', build: 'tsc', prepublishOnly: 'x' },
      devDependencies: {
        typescript: '5',
        vitest: '4.1.0',
        eslint: '9',
        prettier: '3',
        vite: '6',
        react: '19',
        jest: '1',
        mocha: '2',
      },
    }
    const { stack, commands } = read({ 'package.json': JSON.stringify(manifest), 'pnpm-lock.yaml': '' })
    expect(stack.slice(0, 3)).toEqual(['TypeScript', 'Node.js >=20', 'pnpm'])
    expect(stack).toHaveLength(8)
    expect(stack.join()).not.toMatch(/4\.1/)
    expect(commands).toEqual([
      ['build', 'pnpm run build'],
      ['test', 'pnpm test'],
      ['lint', 'pnpm run lint'],
    ])
  })

  test.each([
    [
      'pyproject.toml',
      '[project]\nrequires-python = ">=3.10"\n[tool.pytest.ini_options]\n[tool.ruff]\n',
      'Python >=3.10',
      'pytest',
    ],
    ['Cargo.toml', '[package]\nrust-version = "1.74"\n', 'Rust 1.74', 'cargo test'],
    ['go.mod', 'module x\n\ngo 1.22\n', 'Go 1.22', 'go test ./...'],
  ])('%s', (name, text, first, command) => {
    const { stack, commands } = read({ [name]: text })
    expect(stack[0]).toBe(first)
    expect(commands).toContainEqual(['test', command])
  })

  test('what is no JSON says nothing', () => {
    expect(read({ 'package.json': '[' })).toEqual({ about: '', stack: [], commands: [] })
  })
})
