// Bundles the program and the library: what a command loads is one file, so that starting costs little.
import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

rmSync(join(root, 'dist'), { recursive: true, force: true })
await build({
  entryPoints: [
    { in: join(root, 'src/cli/main.ts'), out: 'cli' },
    { in: join(root, 'src/index.ts'), out: 'index' },
  ],
  outdir: join(root, 'dist'),
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  chunkNames: 'parts/[name]-[hash]',
  define: { CTX_VERSION: JSON.stringify(version) },
  // CommonJS packages inside an ES module still ask for `require`.
  banner: {
    js: "import { createRequire as ctxRequire } from 'node:module'; const require = ctxRequire(import.meta.url);",
  },
  logLevel: 'warning',
})
chmodSync(join(root, 'dist/cli.js'), 0o755)
if (process.argv.includes('--types')) {
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tsconfig.build.json')],
    { stdio: 'inherit' },
  )
}
