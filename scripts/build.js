// Bundles the program and the library with all that they use, so that whoever installs ctx installs nothing besides.
//
//   dist/cli.cjs       starts the program with what V8 kept of compiling it (src/cli/start.ts)
//   dist/program.cjs   all of it in one file: twenty small ES modules take as long to start as a question to answer
//   dist/vendor/       libraries that a question does not need, each in a file that is read when it is asked for
//   dist/page/         the page of `ctx web`, and of `ctx publish --site`, for browsers
//   dist/index.js      the library, an ES module, with its parts
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { namesImported } from './imported-names.js'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** @type {import('esbuild').BuildOptions} */
const common = {
  outdir: dist,
  write: false,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Which native package is ours, libsql asks of a report on the whole process, which takes as long as a query does.
  alias: { '@neon-rs/load': join(root, 'scripts/native-target.cjs'), 'detect-libc': join(root, 'scripts/libc.cjs') },
  define: { CTX_VERSION: JSON.stringify(version) },
}

/** @type {import('esbuild').BuildOptions} */
const script = {
  ...common,
  format: 'cjs',
  // V8 would have to be told how to import from a script that is kept.
  supported: { 'dynamic-import': false },
  outExtension: { '.js': '.cjs' },
  define: { ...common.define, 'import.meta.url': 'ctxUrl', 'import.meta.dirname': '__dirname' },
}

/** What a question does not need: its functions and classes load it when one of them is first called. */
const whenCalled = [
  'gray-matter',
  'picomatch',
  'yaml',
  'openai',
  'execa',
  'unpdf',
  'fflate',
  'jsonc-parser',
  '@xmldom/xmldom',
  // Ours, with the rules for secrets: what is only asked or shown needs none of them.
  './secrets/find.ts',
]
/** What only agents need; the room that imports it is entered when `ctx mcp` is given. */
const forAgents = ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio', 'zod']
const agentsFile = 'vendor/mcp.cjs'
const vendorFile = (/** @type {string} */ name) => `vendor/${name.replace(/^@[^/]+\/|^\.\/|\/find\.ts$/g, '')}.cjs`

const imported = namesImported(join(root, 'src'), [...whenCalled, ...forAgents])

/** Calls a function or makes an instance, whichever its caller wants. */
const stubs = (/** @type {string} */ path) => `
let loaded
const call = (name, given, made) => {
  loaded ??= require('./${vendorFile(path)}')
  const wanted = name === 'default' && !loaded.__esModule ? loaded : loaded[name]
  return made ? Reflect.construct(wanted, given) : wanted(...given)
}
${[...(imported.get(path) ?? [])]
  .map(
    (name) =>
      `export ${name === 'default' ? 'default function' : `function ${name}`} (...given) { return call('${name}', given, new.target) }`,
  )
  .join('\n')}`

const anyOf = (/** @type {readonly string[]} */ names) => new RegExp(`^(?:${names.join('|').replaceAll('.', '\\.')})$`)

/** @type {import('esbuild').Plugin} */
const inOwnFiles = {
  name: 'in-own-files',
  setup: (plugins) => {
    plugins.onResolve({ filter: anyOf(whenCalled) }, ({ path }) => ({ path, namespace: 'when-called' }))
    plugins.onLoad({ filter: /./, namespace: 'when-called' }, ({ path }) => ({ contents: stubs(path) }))
    plugins.onResolve({ filter: anyOf(forAgents) }, ({ path }) => ({ path, namespace: 'for-agents' }))
    plugins.onLoad({ filter: /./, namespace: 'for-agents' }, ({ path }) => ({
      contents: `module.exports = require('./${agentsFile}').part${forAgents.indexOf(path)}`,
    }))
    plugins.onResolve({ filter: /^\.\/vendor\// }, ({ path }) => ({ path, external: true }))
  },
}

/**
 * Parts of Node that come with networks and streams, and of which a question that finds nothing new uses nothing: each is
 * loaded when something of it is first used.
 *
 * @type {import('esbuild').Plugin}
 */
const whenUsed = {
  name: 'when-used',
  setup: (plugins) => {
    plugins.onResolve({ filter: /^node:(?:crypto|child_process|worker_threads)$/ }, ({ path, namespace }) =>
      namespace === 'when-used' ? { path, external: true } : { path, namespace: 'when-used' },
    )
    plugins.onLoad({ filter: /./, namespace: 'when-used' }, async ({ path }) => ({
      contents: Object.keys(await import(path))
        .filter((name) => name !== 'default')
        .map((name) => `get ${name}() { return (loaded ??= require('${path}')).${name} }`)
        .join(',')
        .replace(/.*/s, 'let loaded; module.exports = {$&}'),
    }))
  },
}

/** A library as one file. @param {string} contents @param {string} file */
const vendor = (contents, file, resolveDir = root) =>
  build({
    ...script,
    stdin: { contents, resolveDir, sourcefile: 'vendor.cjs' },
    // What a package is as one UMD file, no bundler can follow.
    mainFields: ['module', 'main'],
    outdir: undefined,
    outExtension: undefined,
    outfile: join(dist, file),
    banner: { js: "const ctxUrl = require('node:url').pathToFileURL(__filename).href;" },
  })

/** The page, for any browser of the last two years; its HTML, style and icon lie beside it as they are written. */
const pages = build({
  ...common,
  alias: {},
  outdir: join(dist, 'page'),
  entryPoints: [
    { in: join(root, 'src/page/main.tsx'), out: 'page' },
    { in: join(root, 'src/page/site.tsx'), out: 'site' },
  ],
  platform: 'browser',
  target: 'es2022',
  format: 'esm',
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  tsconfigRaw: {},
})
const pageFiles = ['index.html', 'page.css', 'icon.svg'].map((name) => ({
  path: join(dist, 'page', name),
  text: readFileSync(join(root, 'src/page', name), 'utf8'),
}))

const parts = await Promise.all([
  pages,
  build({
    ...common,
    entryPoints: [{ in: join(root, 'src/index.ts'), out: 'index' }],
    format: 'esm',
    // What this package is as one UMD file, no bundler can follow.
    alias: { ...common.alias, 'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') },
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    // CommonJS packages inside an ES module still ask for `require`.
    banner: {
      js: "import { createRequire as ctxRequire } from 'node:module'; const require = ctxRequire(import.meta.url);",
    },
  }),
  build({
    ...script,
    entryPoints: [{ in: join(root, 'src/cli/main.ts'), out: 'program' }],
    plugins: [inOwnFiles, whenUsed],
    banner: { js: "const ctxUrl = require('node:url').pathToFileURL(__filename).href;" },
  }),
  ...whenCalled.map((name) =>
    vendor(
      `module.exports = require(${JSON.stringify(name)})`,
      vendorFile(name),
      name.startsWith('.') ? join(root, 'src/text') : root,
    ),
  ),
  vendor(
    forAgents
      .map((name, at) => {
        const names = [...(imported.get(name) ?? [])].map((part) => `${part}: from${at}.${part}`)
        return `import * as from${at} from '${name}'; export const part${at} = { ${names.join(', ')} }`
      })
      .join('\n'),
    agentsFile,
  ),
])
// In ASCII the program is read, and kept by V8, at half the size; an escape means the same in a text as in a pattern.
const inAscii = (/** @type {string} */ text) =>
  text.replace(/[^\0-\x7f]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)

const made = [...parts.flatMap(({ outputFiles = [] }) => outputFiles), ...pageFiles].map(({ path, text }) => ({
  path,
  text: path === join(dist, 'program.cjs') ? inAscii(text) : text,
}))
const program = made.find(({ path }) => path === join(dist, 'program.cjs'))
const { outputFiles: start = [] } = await build({
  ...script,
  entryPoints: [{ in: join(root, 'src/cli/start.ts'), out: 'cli' }],
  plugins: [whenUsed],
  banner: { js: '#!/usr/bin/env node' },
  // V8 tells one source from another by its length alone, so what was kept of this very text is asked for by its hash.
  define: {
    ...script.define,
    CTX_BUILD: JSON.stringify(
      createHash('sha256')
        .update(program?.text ?? '')
        .digest('hex')
        .slice(0, 16),
    ),
  },
})

// A hook may start the program at any moment: what names other files comes after them, and old files go last.
const isEntry = (/** @type {{ path: string }} */ { path }) => dirname(path) === dist
for (const file of [...made.filter((part) => !isEntry(part)), ...made.filter(isEntry), ...start]) {
  if (existsSync(file.path) && readFileSync(file.path, 'utf8') === file.text) continue
  mkdirSync(dirname(file.path), { recursive: true })
  writeFileSync(`${file.path}.tmp`, file.text)
  renameSync(`${file.path}.tmp`, file.path)
}
chmodSync(join(dist, 'cli.cjs'), 0o755)
const current = new Set([...made, ...start].map(({ path }) => path))
for (const folder of ['.', 'parts', 'vendor', 'page'])
  for (const left of readdirSync(join(dist, folder), { withFileTypes: true }))
    if (left.isFile() && !current.has(join(dist, folder, left.name)))
      rmSync(join(dist, folder, left.name), { force: true })

const require = createRequire(import.meta.url)
for (const name of whenCalled)
  for (const part of imported.get(name) ?? []) {
    const library = require(join(dist, vendorFile(name)))
    const found = part === 'default' && !library.__esModule ? library : library[part]
    if (typeof found !== 'function') throw new Error(`${part} of ${name} is no function: it cannot wait to be called.`)
  }

if (process.argv.includes('--types')) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' })
}
