import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const src = join(import.meta.dirname, '../src')

/** The house, from the ground up: a room may import from the floors below, and from itself. */
const floors: readonly (readonly string[])[] = [
  ['problem', 'commit', 'version'],
  ['text'],
  ['tree'],
  ['curate', 'search', 'review', 'brain'],
  ['merge', 'view', 'eval'],
  ['repo', 'terminal'],
  ['model', 'knowledge'],
  ['learning'],
  ['verbs'],
  // The command line starts the other faces; they know nothing of it, nor of each other. One of them runs in a browser.
  ['mcp', 'web', 'library', 'page'],
  ['index', 'cli'],
]

/** The shelves of a room that has too many files for one, and what lies beside them, from below as floors are. */
const shelves: Readonly<Record<string, readonly (readonly string[])[]>> = {
  curate: [
    ['code', 'duplicates.ts', 'replay.ts', 'rewrite.ts'],
    ['message'],
    ['evidence'],
    ['evidence.ts', 'lines', 'skip-filter.ts'],
    ['commit-analysis.ts'],
    ['standing', 'filing'],
    ['entries'],
    ['plan-operations.ts'],
    ['authored'],
    ['hygiene.ts'],
  ],
  knowledge: [['branch'], ['removed'], ['edits'], ['shown', 'answers'], ['change.ts'], ['goals'], ['sharing']],
}

/** What pure rooms may have from Node: computing, no world. */
const pure = ['text', 'tree', 'curate', 'search', 'review', 'merge', 'brain', 'view', 'eval', 'problem', 'commit']
const computing = ['node:crypto', 'node:path']

/** A library is spoken to in one place, so that replacing it is one change. */
const homes: Readonly<Record<string, readonly string[]>> = {
  'gray-matter': ['tree/frontmatter.ts'],
  yaml: ['tree/frontmatter.ts', 'text/yaml.ts'],
  minisearch: ['search/memory.ts', 'search/pieces.ts'],
  'd3-force': ['page/drawing.ts'],
  'd3-hierarchy': ['page/views/map.tsx'],
  'd3-selection': ['page/drawing.ts'],
  'd3-zoom': ['page/drawing.ts'],
  dompurify: ['page/markdown.ts'],
  marked: ['page/markdown.ts'],
  openai: ['model/client.ts', 'model/tools.ts'],
  execa: ['model/program.ts'],
  unpdf: ['repo/readers/convert.ts'],
  fflate: ['repo/readers/convert.ts'],
  'jsonc-parser': ['brain/agents/hook-lists.ts', 'brain/agents/json-text.ts', 'brain/agents/registration.ts'],
  '@xmldom/xmldom': ['repo/readers/convert.ts'],
  'node-diff3': ['merge/prose.ts'],
  libsql: ['repo/index/engines.ts'],
  '@modelcontextprotocol/server': [
    'mcp/prompts.ts',
    'mcp/resources.ts',
    'mcp/server.ts',
    'mcp/tool.ts',
    'mcp/curate.ts',
  ],
  '@modelcontextprotocol/server/stdio': ['mcp/server.ts'],
  zod: ['mcp/goals.ts', 'mcp/prompts.ts', 'mcp/tool.ts', 'mcp/tools.ts'],
  stemmer: ['text/terms.ts', 'text/dates.ts'],
  'zod/mini': [
    'repo/settings/modelling.ts',
    'repo/settings/schema.ts',
    'curate/authored/shape.ts',
    'repo/state/proposals.ts',
    'verbs/operations.ts',
    'verbs/goal-plan.ts',
    'verbs/golden.ts',
    'verbs/tend-propose.ts',
    'verbs/text.ts',
    'eval/question-sets.ts',
    'curate/evidence/manifests.ts',
    'brain/skill/folder.ts',
    'brain/goals/library/written.ts',
    'tree/goal.ts',
  ],
  picomatch: ['curate/skip-filter.ts', 'curate/filing/filing.ts'],
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
const textOf = (file: string): string => readFileSync(join(src, file), 'utf8')
const roomOf = (file: string): string => file.split('/')[0]?.replace(/\.ts$/, '') ?? ''
const floorOf = (room: string): number => floors.findIndex((rooms) => rooms.includes(room))

const importsOf = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/^(?:import|export) [^'"`]*?from '([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    ([, named, lazy]) => named ?? lazy ?? '',
  )

const inside = (file: string): readonly string[] =>
  importsOf(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(src, resolve(src, dirname(file), name)))

/** Files that import each other, however far round, each circle once: by Tarjan's strongly connected components. */
function circles(): readonly (readonly string[])[] {
  const number = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (file: string): number => {
    const own = number.size
    number.set(file, own)
    let least = own
    stack.push(file)
    for (const next of inside(file)) {
      if (!number.has(next)) least = Math.min(least, visit(next))
      else if (stack.includes(next)) least = Math.min(least, number.get(next) ?? own)
    }
    if (least === own) {
      const circle = stack.splice(stack.indexOf(file))
      if (circle.length > 1) found.push(circle.sort())
    }
    return least
  }
  for (const file of files) if (!number.has(file)) visit(file)
  return found
}

const exported = /^export (?:declare |abstract )?(?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm

/** The same with a sentence that ends with a full stop right above it; tags such as @throws may follow. */
const documented = new RegExp(
  String.raw`^/\*\*(?:(?!\*/)[^])*?\.(?:\s*\n \* @(?:(?!\*/)[^])*)?\s*\*/\n${exported.source.slice(1)}`,
  'gm',
)

/** Exported names that mean two things, and why they may. */
const twoMeanings: Readonly<Record<string, string>> = {}

describe('the house', () => {
  test('every file lives in a room', () => {
    expect(files.filter((file) => floorOf(roomOf(file)) === -1)).toEqual([])
  })

  test.each(files)('%s imports only from below', (file) => {
    const room = roomOf(file)
    const wrong = inside(file).filter((target) => roomOf(target) !== room && floorOf(roomOf(target)) >= floorOf(room))
    expect(wrong).toEqual([])
  })

  test.each(Object.keys(shelves))('every shelf of %s takes only from those below it', (room) => {
    const shelfOf = (file: string): string => file.split('/')[1] ?? ''
    const floorIn = (file: string): number => shelves[room]?.findIndex((names) => names.includes(shelfOf(file))) ?? -1
    const own = files.filter((file) => roomOf(file) === room)
    const taken = (file: string): readonly string[] =>
      inside(file).filter((other) => roomOf(other) === room && shelfOf(other) !== shelfOf(file))
    expect(own.filter((file) => floorIn(file) === -1)).toEqual([])
    const wrong = own.flatMap((file) =>
      taken(file).flatMap((other) => (floorIn(other) < floorIn(file) ? [] : [`${file} takes from ${other}`])),
    )
    expect(wrong).toEqual([])
  })

  test.each(files.filter((file) => pure.includes(roomOf(file))))(
    '%s touches neither disk, git, network nor clock',
    (file) => {
      expect(importsOf(file).filter((name) => name.startsWith('node:') && !computing.includes(name))).toEqual([])
      expect(textOf(file)).not.toMatch(/\bDate\.now\(|new Date\(\)|Math\.random\(|process\.|performance\./)
    },
  )

  test.each(Object.keys(homes))('%s is spoken to in one place', (library) => {
    expect(files.filter((file) => importsOf(file).includes(library)).sort()).toEqual([...(homes[library] ?? [])].sort())
  })

  test('no library comes in unnoticed', () => {
    const known = new Set(Object.keys(homes))
    // Every view of the page is written in Preact; there is no one place for it.
    const isView = (name: string): boolean => name === 'preact' || name === 'preact/hooks'
    const used = files
      .flatMap((file) => importsOf(file).filter((name) => roomOf(file) !== 'page' || !isView(name)))
      .filter((name) => !name.startsWith('.') && !name.startsWith('node:'))
    expect([...new Set(used)].filter((name) => !known.has(name))).toEqual([])
  })

  test('only the command line ends the process', () => {
    expect(files.filter((file) => textOf(file).includes('process.exit(')).every((file) => roomOf(file) === 'cli')).toBe(
      true,
    )
  })

  test('no file imports itself by way of others', () => {
    expect(circles()).toEqual([])
  })

  test('every verb is asked by a face: what only other files need lives below', () => {
    const faces = files.filter((file) => floorOf(roomOf(file)) > floorOf('verbs'))
    const asked = new Set(faces.flatMap(inside))
    const verbs = files.filter((file) => roomOf(file) === 'verbs')
    expect(verbs.filter((file) => !asked.has(file))).toEqual([])
  })

  test('tests lie in folders that are named as the rooms they test', () => {
    const folder = import.meta.dirname
    const rooms = new Set([...floors.flat(), 'promises', 'docs'])
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.test.ts'))
    expect(found.filter((path) => path !== 'architecture.test.ts' && !rooms.has(roomOf(path)))).toEqual([])
  })

  test('every command of the command line has one file of its name, and stands in the table', () => {
    const names = files.flatMap((file) => /^cli\/commands\/(.+)\.ts$/.exec(file)?.[1] ?? [])
    const table = textOf('cli/commands.ts')
    expect(names.filter((name) => !textOf(`cli/commands/${name}.ts`).includes(`name: '${name}'`))).toEqual([])
    expect(names.filter((name) => !table.includes(`'./commands/${name}.ts'`))).toEqual([])
    // Help lists it, too.
    expect(names.filter((name) => !table.includes(`'${name}'`))).toEqual([])
  })

  test('a command loads what it does only when it is given: all of them together take longer than a question', () => {
    const loaded = /^import (?!type )[^'"`]*?from '(?:\.\.\/)+(?:verbs|learning|knowledge|model|curate|mcp|web)\//m
    const atStart = files.filter(
      (file) => file.startsWith('cli/commands/') || /^cli\/(?:main|commands|context)\.ts$/.test(file),
    )
    expect(atStart.filter((file) => loaded.test(textOf(file)))).toEqual([])
  })

  test.each(files)('%s says of each export in a sentence what its signature cannot', (file) => {
    const said = new Set([...textOf(file).matchAll(documented)].map(([, name]) => name))
    const names = [...textOf(file).matchAll(exported)].map(([, name]) => name)
    expect(names.filter((name) => !said.has(name))).toEqual([])
  })

  test('nothing tells or is told: what puts a result into words formats it, and what writes it prints it', () => {
    const names = files.flatMap((file) => [...textOf(file).matchAll(exported)].map(([, name = '']) => name))
    expect(names.filter((name) => /(?:^t|T)(?:ell|old)/.test(name))).toEqual([])
  })

  test('an exported name means one thing', () => {
    const homesOf = new Map<string, string[]>()
    for (const file of files.filter((known) => known !== 'index.ts'))
      for (const [, name = ''] of textOf(file).matchAll(exported))
        homesOf.set(name, [...(homesOf.get(name) ?? []), file])
    const meansTwo = [...homesOf].filter(([name, places]) => places.length > 1 && !(name in twoMeanings))
    expect(Object.fromEntries(meansTwo)).toEqual({})
    const excused = Object.keys(twoMeanings).filter((name) => (homesOf.get(name)?.length ?? 0) < 2)
    expect(excused, 'means one thing by now').toEqual([])
  })
})
