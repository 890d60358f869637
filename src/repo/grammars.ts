import type * as TreeSitter from '@vscode/tree-sitter-wasm'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { shorten } from '../text/clean.ts'

/** Tells what a file makes public, each thing by its signature; undefined in a language that no grammar is there for. */
export type Grammars = { readonly publicIn: (path: string, text: string) => Promise<readonly string[] | undefined> }

/** The grammar that reads a file, by its ending, and the query that finds what is public; C is read as C++. */
const languages: Readonly<Record<string, { readonly grammar: string; readonly query: string }>> = {
  js: { grammar: 'javascript', query: 'javascript' },
  mjs: { grammar: 'javascript', query: 'javascript' },
  cjs: { grammar: 'javascript', query: 'javascript' },
  jsx: { grammar: 'javascript', query: 'javascript' },
  ts: { grammar: 'typescript', query: 'typescript' },
  mts: { grammar: 'typescript', query: 'typescript' },
  cts: { grammar: 'typescript', query: 'typescript' },
  tsx: { grammar: 'tsx', query: 'typescript' },
  py: { grammar: 'python', query: 'python' },
  go: { grammar: 'go', query: 'go' },
  rs: { grammar: 'rust', query: 'rust' },
  java: { grammar: 'java', query: 'java' },
  c: { grammar: 'cpp', query: 'c' },
  h: { grammar: 'cpp', query: 'cpp' },
  cc: { grammar: 'cpp', query: 'cpp' },
  cpp: { grammar: 'cpp', query: 'cpp' },
  hpp: { grammar: 'cpp', query: 'cpp' },
  rb: { grammar: 'ruby', query: 'ruby' },
}

type Runtime = { readonly library: typeof TreeSitter; readonly folder: string }
type Reader = { readonly parser: TreeSitter.Parser; readonly query: TreeSitter.Query }

/**
 * Loads the grammars that ship in an npm package (WebAssembly, the ones of VS Code); undefined where it is not installed:
 * it is an optional dependency, and patterns tell most of the same. Each language is loaded when it is first needed.
 */
export async function loadGrammars(queries: string): Promise<Grammars | undefined> {
  const runtime = await loadRuntime()
  if (runtime === undefined) return undefined
  const readers = new Map<string, Promise<Reader>>()
  const readerFor = (grammar: string, query: string): Promise<Reader> => {
    const key = `${grammar} ${query}`
    const known = readers.get(key) ?? loadReader(runtime, grammar, join(queries, `${query}.scm`))
    readers.set(key, known)
    return known
  }
  return {
    publicIn: async (path, text) => {
      const language = languages[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
      if (language === undefined) return undefined
      return signaturesIn(await readerFor(language.grammar, language.query), text, language.query)
    },
  }
}

async function loadRuntime(): Promise<Runtime | undefined> {
  const require = createRequire(import.meta.url)
  try {
    const main = require.resolve('@vscode/tree-sitter-wasm')
    const folder = dirname(main)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const library = require(main) as typeof TreeSitter
    await library.Parser.init({ locateFile: (name: string) => join(folder, name) })
    return { library, folder }
  } catch {
    return undefined
  }
}

async function loadReader({ library, folder }: Runtime, grammar: string, queryFile: string): Promise<Reader> {
  const language = await library.Language.load(join(folder, `tree-sitter-${grammar}.wasm`))
  const parser = new library.Parser()
  parser.setLanguage(language)
  return { parser, query: new library.Query(language, readFileSync(queryFile, 'utf8')) }
}

type Found = { readonly signature: string; readonly ref: string; readonly hasBody: boolean }

function signaturesIn({ parser, query }: Reader, text: string, language: string): readonly string[] {
  const tree = parser.parse(text)
  if (tree === null) return []
  try {
    const locals = new Map<string, string>()
    const found = new Map<string, Found>()
    for (const { captures } of query.matches(tree.rootNode)) {
      const named = new Map(captures.toReversed().map(({ name, node }) => [name, node]))
      const [def, local, body, name] = ['def', 'local', 'body', 'name'].map((capture) => named.get(capture))
      if (local !== undefined && name !== undefined) locals.set(name.text, signatureOf(local, body, text))
      if (def === undefined || isHidden(def, language)) continue
      const owner = named.get('owner')?.text
      const signature = `${owner === undefined || language === 'go' ? '' : `${owner}: `}${signatureOf(def, body, text)}`
      const key = `${def.startIndex} ${name?.text ?? named.get('ref')?.text ?? ''}`
      const hasBody = body !== undefined
      // Several patterns may match one definition; the one that knows its body gives the better signature.
      if (found.get(key)?.hasBody !== true) found.set(key, { signature, ref: named.get('ref')?.text ?? '', hasBody })
    }
    return [...new Set([...found.values()].map(({ signature, ref }) => locals.get(ref) ?? signature))]
  } finally {
    // WebAssembly's memory is nobody's to collect.
    tree.delete()
  }
}

const longest = 100

/** The text of a definition up to its body, else its first line; Go's keyword stands above. */
function signatureOf(node: TreeSitter.Node, body: TreeSitter.Node | undefined, text: string): string {
  const whole = text.slice(node.startIndex, node.endIndex)
  const head =
    body !== undefined && body.startIndex > node.startIndex
      ? text.slice(node.startIndex, body.startIndex)
      : (whole.split('\n', 1)[0] ?? '')
  const keyword = { type_spec: 'type ', type_alias: 'type ', const_spec: 'const ', var_spec: 'var ' }[node.type] ?? ''
  const bare = head
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:@[\w.]+(?:\([^)]*\))?\s+)+/, '')
    .replace(/^(?:export )?(?:default )?(?:declare )?/, '')
    .replace(/ ?(?:\{|=>|=|:) ?$/, '')
  return shorten(`${keyword}${bare}`, longest)
}

/** Whether nobody outside sees a definition: a declaration inside a C function, or below a bare `private` in Ruby. */
function isHidden(node: TreeSitter.Node, language: string): boolean {
  if (language === 'ruby' && node.type === 'method') {
    for (let before = node.previousNamedSibling; before !== null; before = before.previousNamedSibling)
      if (before.type === 'identifier' && /^(?:private|protected|public)$/.test(before.text))
        return before.text !== 'public'
    return node.parent?.type === 'argument_list'
  }
  if (language !== 'c' && language !== 'cpp') return false
  for (let above = node.parent; above !== null; above = above.parent)
    if (above.type === 'compound_statement' || above.type === 'field_declaration_list')
      return node.type === 'declaration'
  return false
}
