import { Problem } from '../../problem.ts'
import { plural } from '../../text/words.ts'
import type { Command, Given } from '../command.ts'
import { json, numberOf, openHere } from '../context.ts'
import { requireKind } from '../require-kind.ts'
import { print, printJson, say, style } from '../print/print.ts'

/** The command `ctx export`. */
export const exportCommand: Command = {
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
}

async function runCheck(given: Given): Promise<number> {
  const { checkSkill } = await import('../../verbs/export-skill.ts')
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
  const { exportSkill } = await import('../../verbs/export-skill.ts')
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
