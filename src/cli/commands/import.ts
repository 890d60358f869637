import { Problem } from '../../problem.ts'
import { plural } from '../../text/words.ts'
import type { Imported } from '../../verbs/import.ts'
import type { Command, Given } from '../command.ts'
import { json, openHere } from '../context.ts'
import { requireKind } from '../require-kind.ts'
import { print, printJson, say, style } from '../print/print.ts'

/** The command `ctx import`. */
export const importCommand: Command = {
  name: 'import',
  words: 'skill|brv [folder]',
  about: 'Take in knowledge from a skill folder, or from a ByteRover tree.',
  more: 'skill <folder>: what we exported comes back byte for byte, but as a draft; what another tool wrote becomes drafts under imported/.\nbrv [.brv/context-tree]: entries and overviews where they were; summaries, the registry and the archive are left.\nNothing known is overwritten: another entry of the same name gets _2. What could not be read is named.',
  options: [{ name: 'dry-run', short: 'n', value: '', about: 'only show what would be taken' }, json],
  run: runImport,
}

async function runImport(given: Given): Promise<number> {
  const kind = requireKind(given, ['skill', 'brv'], 'ctx import brv .brv/context-tree')
  const { byteRoverTree, importByteRover, importSkill } = await import('../../verbs/import.ts')
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
