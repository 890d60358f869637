import { plural } from '../text/words.ts'
import { Problem } from '../problem.ts'
import type { Imported } from '../verbs/import.ts'
import type { Command, Given } from './command.ts'
import { json, numberOf, openHere, wordOf } from './context.ts'
import { print, printJson, say, style } from './print.ts'

/** Commands for agents that can only read files, and for knowledge that others keep in files. */
export const skills: readonly Command[] = [
  {
    name: 'export',
    words: 'skill',
    about: 'Write the knowledge as a skill: a guide, a map and chunks, for agents that only read files.',
    more: 'Writes SKILL.md, config.json, tree.json and chunks/. Exporting again writes only what differs: an entry keeps its chunk.\n--check writes nothing and exits 2 with everything that is broken in the folder.',
    options: [
      { name: 'out', value: '<folder>', about: 'where to write it; with --check the current folder' },
      { name: 'threshold', value: '<tokens>', about: 'pull branches whole up to this size (4000)' },
      { name: 'check', value: '', about: 'only verify a folder, ours or not' },
      json,
    ],
    run: async (given) => {
      requireKind(given, ['skill'], 'ctx export skill --out .claude/skills/context-tree')
      return given.has('check') ? await runCheck(given) : await runExport(given)
    },
  },
  {
    name: 'import',
    words: 'skill|brv [folder]',
    about: 'Take in knowledge from a skill folder, or from a ByteRover tree.',
    more: 'skill <folder>: what we exported comes back byte for byte, but as a draft; what another tool wrote becomes drafts under imported/.\nbrv [.brv/context-tree]: entries and overviews where they were; summaries, the registry and the archive are left.\nNothing known is overwritten: another entry of the same name gets _2. What could not be read is named.',
    options: [{ name: 'dry-run', short: 'n', value: '', about: 'only show what would be taken' }, json],
    run: runImport,
  },
  {
    name: 'select',
    words: '<request…>',
    about: 'Choose the chunks of a skill folder that a request needs, best first.',
    more: 'Does what SKILL.md tells agents, without a model. Exits with 1 when nothing fits.',
    options: [
      { name: 'dir', value: '<folder>', about: 'the folder (the current one)' },
      { name: 'budget', value: '<tokens>', about: 'stop before more than this is pulled' },
      { name: 'text', value: '', about: 'print the chunks, not only their names' },
      json,
    ],
    run: runSelect,
  },
]

function requireKind(given: Given, kinds: readonly string[], example: string): string {
  const kind = wordOf(given, `What to take (${kinds.join(' or ')})`, example)
  if (kinds.includes(kind)) return kind
  throw new Problem('unknown-kind', `"${kind}" is none of ${kinds.join(', ')}.`, { hint: `For example: ${example}` })
}

async function runCheck(given: Given): Promise<number> {
  const { checkSkill } = await import('../verbs/export-skill.ts')
  const folder = given.text('out') ?? '.'
  const broken = checkSkill(folder)
  if (given.has('json')) printJson({ broken })
  else for (const { code, at, detail } of broken) print(`${style('yellow', code)}  ${at}: ${detail}`)
  if (broken.length === 0 && !given.has('json')) print(`${folder} holds everything that a skill promises.`)
  if (broken.length > 0 && !given.has('json'))
    say(`${plural(broken.length, 'promise')} broken. \`ctx export skill --out ${folder}\` mends what we wrote.`)
  return broken.length === 0 ? 0 : 2
}

async function runExport(given: Given): Promise<number> {
  const out = given.text('out')
  if (out === undefined)
    throw new Problem('missing-folder', 'Where to write the skill is missing.', {
      hint: 'For example: ctx export skill --out .claude/skills/context-tree',
    })
  const { exportSkill } = await import('../verbs/export-skill.ts')
  const threshold = given.has('threshold') ? { threshold: numberOf(given, 'threshold', 0) } : {}
  const done = await exportSkill(await openHere(), { out, ...threshold })
  if (given.has('json')) printJson(done)
  else if (done.written.length + done.removed.length === 0) print(`${out} is what ${done.from} says.`)
  else
    print(
      `Wrote ${done.from} to ${out}: ${plural(done.chunks, 'chunk')} of ${plural(done.tokens.chunks, 'token')}, a map of ${done.tokens.map}; ${plural(done.written.length, 'file')} written, ${done.removed.length} removed.`,
    )
  for (const path of done.kept) say(`Left ${path} as it is: it is not from us.`)
  return 0
}

async function runImport(given: Given): Promise<number> {
  const kind = requireKind(given, ['skill', 'brv'], 'ctx import brv .brv/context-tree')
  const { byteRoverTree, importByteRover, importSkill } = await import('../verbs/import.ts')
  const folder = given.words[1] ?? (kind === 'brv' ? byteRoverTree : undefined)
  if (folder === undefined)
    throw new Problem('missing-word', 'The folder of the skill is missing.', {
      hint: 'For example: ctx import skill .claude/skills/context-tree',
    })
  const options = { dryRun: given.has('dry-run') }
  const take = kind === 'brv' ? importByteRover : importSkill
  const done = await take(await openHere(), folder, options)
  if (given.has('json')) printJson(done)
  else printImported(done, options)
  return 0
}

function printImported({ added, known, kept, refused, ignored }: Imported, { dryRun }: { dryRun: boolean }): void {
  for (const { path, from } of added) print(`${dryRun ? 'would add' : 'added'}  ${style('cyan', path)}  (${from})`)
  const left = [
    ...(known.length > 0 ? [`${known.length} known already`] : []),
    ...(ignored.length > 0 ? [`${ignored.length} made from others or archived, left out`] : []),
  ]
  print(
    `${plural(added.length, 'file')} ${dryRun ? 'to import' : 'imported'}${left.map((text) => `, ${text}`).join('')}.`,
  )
  for (const path of kept) say(`Kept your ${path}: the one that came says something else.`)
  for (const { at, detail } of refused) say(`Not taken: ${at}: ${detail}`)
}

async function runSelect(given: Given): Promise<number> {
  wordOf(given, 'The request', 'ctx select "how are tokens rotated"')
  const { selectChunks } = await import('../verbs/select.ts')
  const budget = given.has('budget') ? { budget: numberOf(given, 'budget', 0) } : {}
  const { chunks, ...rest } = selectChunks(given.text('dir') ?? '.', given.words.join(' '), budget)
  const isJson = given.has('json')
  const isText = given.has('text')
  if (isJson) printJson({ ...rest, chunks: chunks.map(({ text, ...chunk }) => (isText ? { ...chunk, text } : chunk)) })
  else
    for (const { path, node, how, words, text } of chunks) {
      const why =
        how === 'matches' ? words.join(', ') : how === 'belongs' ? 'with its branch' : 'unclear, to be checked'
      print(`${style('cyan', path)}  ${node}  ${style('dim', `(${why})`)}${isText ? `\n\n${text}` : ''}`)
    }
  for (const id of rest.missing) say(`chunks/${id}.md is named by the map, but is not there.`)
  if (rest.over.length > 0) say(`Left off ${plural(rest.over.length, 'chunk')} to stay within the budget.`)
  if (chunks.length === 0 && !isJson) say('Nothing in the map fits this request.')
  return chunks.length === 0 ? 1 : 0
}
