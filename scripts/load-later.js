// What a question does not need, kept out of what it loads.
import { basename, join } from 'node:path'
import { namesImported } from './imported-names.js'

const root = join(import.meta.dirname, '..')

/** What a question does not need: its functions and classes load it when one of them is first called. */
export const whenCalled = [
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
export const forAgents = ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio', 'zod']
export const agentsFile = 'vendor/mcp.cjs'
export const vendorFile = (/** @type {string} */ name) =>
  `vendor/${name.replace(/^@[^/]+\/|^\.\/|\/find\.ts$/g, '')}.cjs`

export const imported = namesImported(join(root, 'src'), [...whenCalled, ...forAgents])

/** Calls a function or makes an instance, whichever its caller wants. @param {string} path @param {string} file what `require` loads */
const stubs = (path, file) => `
let loaded
const call = (name, given, made) => {
  loaded ??= require(${file})
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
export const inOwnFiles = {
  name: 'in-own-files',
  setup: (plugins) => {
    plugins.onResolve({ filter: anyOf(whenCalled) }, ({ path }) => ({ path, namespace: 'when-called' }))
    plugins.onLoad({ filter: /./, namespace: 'when-called' }, ({ path }) => ({
      contents: stubs(path, `'./${vendorFile(path)}'`),
    }))
    plugins.onResolve({ filter: anyOf(forAgents) }, ({ path }) => ({ path, namespace: 'for-agents' }))
    plugins.onLoad({ filter: /./, namespace: 'for-agents' }, ({ path }) => ({
      contents: `module.exports = require('./${agentsFile}').part${forAgents.indexOf(path)}`,
    }))
    plugins.onResolve({ filter: /^\.\/vendor\// }, ({ path }) => ({ path, external: true }))
  },
}

/**
 * The same for the library, whose parts lie a folder deeper than its entry: the largest of them are there once.
 *
 * @type {import('esbuild').Plugin}
 */
export const inTheSameFiles = {
  name: 'in-the-same-files',
  setup: (plugins) => {
    plugins.onResolve({ filter: /^(?:unpdf|openai|execa)$/ }, ({ path }) => ({ path, namespace: 'when-called' }))
    plugins.onLoad({ filter: /./, namespace: 'when-called' }, ({ path }) => ({
      contents: stubs(
        path,
        `require('node:url').fileURLToPath(import.meta.url.replace(/(?:parts[/])?[^/]*$/, '${vendorFile(path)}'))`,
      ),
    }))
  },
}

/**
 * Parts of Node that come with networks and streams, and of which a question that finds nothing new uses nothing: each is
 * loaded when something of it is first used.
 *
 * @type {import('esbuild').Plugin}
 */
export const whenUsed = {
  name: 'when-used',
  setup: (plugins) => {
    plugins.onResolve(
      { filter: /^node:(?:crypto|child_process|stream|timers\/promises|worker_threads)$/ },
      // What is imported later is loaded later as it is.
      ({ path, namespace, kind }) =>
        namespace === 'when-used' || kind === 'dynamic-import'
          ? { path, external: true }
          : { path, namespace: 'when-used' },
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

/**
 * What is asked for while somebody types or an agent works: `ctx query`, `ctx prequery` and `ctx hook agent`. These and what they
 * import at their start go into the script that is read first; a name that is missing here costs a few milliseconds.
 */
export const neededOften = [
  'node_modules/libsql/index.js',
  'src/cli/commands/hook.ts',
  'src/cli/commands/prequery.ts',
  'src/cli/commands/query.ts',
  'src/cli/main.ts',
  'src/model/switch.ts',
  'src/verbs/agent-hook.ts',
  'src/verbs/answer-question.ts',
  'src/verbs/prequery.ts',
]

/** The output files that hold these sources and all that they import. @param {import('esbuild').Metafile} metafile @param {readonly string[]} sources */
export function modulesOf({ outputs }, sources) {
  const entries = Object.entries(outputs).map(([path, { entryPoint = '' }]) => ({ path, entryPoint }))
  const found = new Set(
    sources.map((source) => {
      // Packages may lie elsewhere, as those of a workspace do.
      const path = entries.find(({ entryPoint }) => `/${entryPoint}`.endsWith(`/${source}`))?.path
      if (path === undefined) throw new Error(`Nothing loads ${source} later: take it out of what is needed often.`)
      return path
    }),
  )
  // A set gives what is added while it is gone through.
  for (const path of found)
    for (const { path: to, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && outputs[to] !== undefined) found.add(to)
  return new Set([...found].map((path) => basename(path)))
}
