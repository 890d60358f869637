// Bundles the program and the library with all that they use: a command loads few files, so that starting costs little,
// and whoever installs ctx installs nothing besides.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const { outputFiles } = await build({
  entryPoints: [
    { in: join(root, 'src/cli/main.ts'), out: 'cli' },
    { in: join(root, 'src/index.ts'), out: 'index' },
  ],
  outdir: dist,
  write: false,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  // Which native package is ours, libsql asks of a report on the whole process, which takes as long as a query does.
  alias: { '@neon-rs/load': join(root, 'scripts/native-target.cjs') },
  legalComments: 'none',
  chunkNames: 'parts/[name]-[hash]',
  define: { CTX_VERSION: JSON.stringify(version) },
  // CommonJS packages inside an ES module still ask for `require`.
  banner: {
    js: "import { createRequire as ctxRequire } from 'node:module'; const require = ctxRequire(import.meta.url);",
  },
  logLevel: 'warning',
})

// A hook may start the program at any moment: new parts come first, then what names them, and old parts go last.
const isEntry = ({ path }) => dirname(path) === dist
for (const file of [...outputFiles.filter((part) => !isEntry(part)), ...outputFiles.filter(isEntry)]) {
  if (existsSync(file.path) && readFileSync(file.path, 'utf8') === file.text) continue
  mkdirSync(dirname(file.path), { recursive: true })
  writeFileSync(`${file.path}.tmp`, file.text)
  renameSync(`${file.path}.tmp`, file.path)
}
chmodSync(join(dist, 'cli.js'), 0o755)
const current = new Set(outputFiles.map(({ path }) => path))
for (const name of readdirSync(join(dist, 'parts'))) {
  if (!current.has(join(dist, 'parts', name))) rmSync(join(dist, 'parts', name), { force: true })
}

if (process.argv.includes('--types')) {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' })
}
