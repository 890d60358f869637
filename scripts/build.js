// Bundles the program and the library with all that they use, so that whoever installs ctx installs nothing besides.
//
//   dist/cli.cjs       starts the program with what V8 kept of compiling it (src/cli/start.ts)
//   dist/program.cjs   what is needed often, in one file: twenty ES modules take as long to start as a question to answer
//   dist/rest.cjs      the rest of it, read when something of it is first needed
//   dist/vendor/       libraries that a question does not need, each in a file that is read when it is asked for
//   dist/page/         the page of `ctx web`, and of `ctx publish --site`, for browsers
//   dist/index.js      the library, an ES module, with its parts
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import {
  agentsFile,
  forAgents,
  imported,
  inOwnFiles,
  inTheSameFiles,
  modulesOf,
  neededOften,
  vendorFile,
  whenCalled,
  whenUsed,
} from './load-later.js'
import { twoScripts } from './two-scripts.js'

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

const urlOfScript = "const ctxUrl = require('node:url').pathToFileURL(__filename).href;"
/** @type {import('esbuild').BuildOptions} */
const script = {
  ...common,
  format: 'cjs',
  // V8 would have to be told how to import from a script that is kept.
  supported: { 'dynamic-import': false },
  outExtension: { '.js': '.cjs' },
  define: { ...common.define, 'import.meta.url': 'ctxUrl', 'import.meta.dirname': '__dirname' },
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
    banner: { js: urlOfScript },
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

const theProgram = build({
  ...common,
  define: script.define,
  entryPoints: [{ in: join(root, 'src/cli/main.ts'), out: 'program' }],
  format: 'esm',
  splitting: true,
  metafile: true,
  absWorkingDir: root,
  plugins: [inOwnFiles, whenUsed],
}).then(({ outputFiles: modules, metafile }) => {
  const often = modulesOf(metafile, neededOften)
  const isOften = (/** @type {string} */ file) => often.has(file)
  const scripts = twoScripts(modules, { entry: 'program.js', isOften, before: urlOfScript })
  return {
    outputFiles: [
      { path: join(dist, 'program.cjs'), text: scripts.often },
      { path: join(dist, 'rest.cjs'), text: scripts.rest },
    ],
  }
})

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
    plugins: [inTheSameFiles],
    // CommonJS packages inside an ES module still ask for `require`.
    banner: {
      js: "import { createRequire as ctxRequire } from 'node:module'; const require = ctxRequire(import.meta.url);",
    },
  }),
  theProgram,
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

const isKeptByV8 = (/** @type {string} */ path) => ['program.cjs', 'rest.cjs'].some((name) => path === join(dist, name))
const made = [...parts.flatMap(({ outputFiles = [] }) => outputFiles), ...pageFiles].map(({ path, text }) => ({
  path,
  text: isKeptByV8(path) ? inAscii(text) : text,
}))
const keptByV8 = made.flatMap(({ path, text }) => (isKeptByV8(path) ? [text] : []))
const { outputFiles: start = [] } = await build({
  ...script,
  entryPoints: [{ in: join(root, 'src/cli/start.ts'), out: 'cli' }],
  plugins: [whenUsed],
  banner: { js: '#!/usr/bin/env node' },
  // V8 tells one source from another by its length alone, so what was kept of these very texts is asked for by its hash.
  define: {
    ...script.define,
    CTX_BUILD: JSON.stringify(createHash('sha256').update(keptByV8.join('\0')).digest('hex').slice(0, 16)),
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
