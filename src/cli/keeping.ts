import type { Tended } from '../verbs/tend.ts'
import type { Command } from './command.ts'
import { json, openHere, wordOf } from './context.ts'
import { plural, print, printJson, style } from './print.ts'

const sayTended = (done: Tended, dryRun: boolean): readonly string[] => {
  const { settled, promoted, demoted, archived, derived } = done
  const steps = (kind: string, ranked: Tended['promoted']): readonly string[] =>
    ranked.length === 0
      ? []
      : [
          `${kind} ${plural(ranked.length, 'entry', 'entries')}:`,
          ...ranked.map(({ path, from, to }) => `  ${path}  ${from} → ${to}`),
        ]
  const lines = [
    ...(settled.length === 0 ? [] : [`Settled the accesses of ${plural(settled.length, 'entry', 'entries')}.`]),
    ...steps('Promoted', promoted),
    ...steps('Demoted', demoted),
    ...(archived.length === 0
      ? []
      : [`Archived ${plural(archived.length, 'entry', 'entries')}:`, ...archived.map((path) => `  ${path}`)]),
    ...(derived === 0 ? [] : [`Made ${plural(derived, 'derived file')} again.`]),
  ]
  if (lines.length === 0) return ['Everything is as it should be.']
  return dryRun ? ['This would be done:', ...lines.map((line) => `  ${line}`)] : lines
}

export const keeping: readonly Command[] = [
  {
    name: 'tend',
    words: '',
    about: 'Settle scores, promote, demote, archive what is forgotten.',
    more: 'The worker does this once a day by itself, and then archives nothing that was learned in the last 30 days.',
    options: [{ name: 'dry-run', value: '', about: 'say what would be done, and do nothing' }, json],
    run: async (given) => {
      const { tend } = await import('../verbs/tend.ts')
      const dryRun = given.has('dry-run')
      const done = await tend(await openHere(), { dryRun })
      if (given.has('json')) printJson(done)
      else print(sayTended(done, dryRun).join('\n'))
      return 0
    },
  },
  {
    name: 'archive',
    words: '<path>',
    about: 'Put an entry, or all of a folder, into the archive.',
    more: 'A stub is searched in its place; `ctx restore` brings it back, byte for byte.',
    options: [json],
    run: async (given) => {
      const { archive } = await import('../verbs/archive.ts')
      const done = await archive(
        await openHere(),
        wordOf(given, 'The path of an entry', 'ctx archive authentication/jwt/old_draft.md'),
      )
      if (given.has('json')) printJson({ archived: done })
      else for (const path of done) print(`Archived ${style('cyan', path)}`)
      return 0
    },
  },
  {
    name: 'restore',
    words: '<path>',
    about: 'Bring an entry, or all of a folder, back from the archive.',
    more: '`ctx tree --archived` lists what is there.',
    options: [json],
    run: async (given) => {
      const { restore } = await import('../verbs/archive.ts')
      const done = await restore(
        await openHere(),
        wordOf(given, 'The path of an entry', 'ctx restore authentication/jwt/old_draft.md'),
      )
      if (given.has('json')) printJson({ restored: done })
      else for (const path of done) print(`Restored ${style('cyan', path)}`)
      return 0
    },
  },
]
