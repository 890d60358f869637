import { plural } from '../text/words.ts'
import type { Candidate } from '../tree/forgetting.ts'
import type { Tended } from '../verbs/tend.ts'
import { Problem } from '../problem.ts'
import type { Mark } from '../verbs/mark.ts'
import type { Command, Given } from './command.ts'
import { json, openHere, wordOf } from './context.ts'
import { print, printJson, style } from './print.ts'

const reasons: Readonly<Record<Candidate['why'], string>> = {
  gone: 'nothing that it names is in the code',
  unused: 'not used for a long time',
  'gone and unused': 'nothing that it names is in the code, and it was not used for a long time',
}

const sayTended = (done: Tended, dryRun: boolean): readonly string[] => {
  const { settled, promoted, demoted, archived, candidates, derived } = done
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
  const could = candidates.map(({ path, why }) => `  ${path}  ${reasons[why]}`)
  const said = could.length === 0 ? [] : ['Could be archived, with `ctx archive <path>`:', ...could]
  if (lines.length === 0) return said.length === 0 ? ['Everything is as it should be.'] : said
  return [...(dryRun ? ['This would be done:', ...lines.map((line) => `  ${line}`)] : lines), ...said]
}

type Moving = Pick<Command, 'about' | 'more'> & {
  readonly name: 'archive' | 'restore'
  readonly done: 'archived' | 'restored'
}

/** Entries are put into the archive and brought back in the same way. */
const moving = ({ done, ...row }: Moving): Command => ({
  ...row,
  words: '<path>',
  options: [json],
  run: async (given) => {
    const move =
      row.name === 'archive'
        ? (await import('../verbs/archive.ts')).archive
        : (await import('../verbs/restore.ts')).restore
    const path = wordOf(given, 'The path of an entry', `ctx ${row.name} authentication/jwt/old_draft.md`)
    const paths = await move(await openHere(), path)
    if (given.has('json')) printJson({ [done]: paths })
    else for (const one of paths) print(`${done === 'archived' ? 'Archived' : 'Restored'} ${style('cyan', one)}`)
    return 0
  },
})

export const keeping: readonly Command[] = [
  {
    name: 'tend',
    words: '',
    about: 'Settle scores, promote, demote, archive what no longer holds.',
    more: 'The worker does this once a day by itself. What holds in the code is never archived for its age; of what no longer does and was\nnot used for months, at most a twentieth of the tree a month is (`archive` in .ctx/config.yaml). The rest is named.',
    options: [
      { name: 'dry-run', value: '', about: 'say what would be done, and do nothing' },
      { name: 'yes', short: 'y', value: '', about: 'archive all that no longer holds, used or not' },
      json,
    ],
    run: async (given) => {
      const { tend } = await import('../verbs/tend.ts')
      const dryRun = given.has('dry-run')
      const done = await tend(await openHere(), { dryRun, yes: given.has('yes') })
      if (given.has('json')) printJson(done)
      else print(sayTended(done, dryRun).join('\n'))
      return 0
    },
  },
  moving({
    name: 'archive',
    about: 'Put an entry, or all of a folder, into the archive.',
    more: 'A stub is searched in its place; `ctx restore` brings it back, byte for byte.',
    done: 'archived',
  }),
  moving({
    name: 'restore',
    about: 'Bring an entry, or all of a folder, back from the archive.',
    more: '`ctx tree --archived` lists what is there.',
    done: 'restored',
  }),
  {
    name: 'mark',
    words: '<path>',
    about: 'Decide about an entry: it is so, or it is no longer.',
    more: 'An approved entry is surer in what agents are given (`ctx brain`); a deprecated or superseded one is left out of it, and stays in\nthe tree. Approving brings it back.',
    options: [
      { name: 'approved', value: '', about: 'it is so' },
      { name: 'deprecated', value: '', about: 'it is no longer so' },
      { name: 'superseded-by', value: '<path>', about: 'another entry took its place' },
      json,
    ],
    run: async (given) => {
      const { mark } = await import('../verbs/mark.ts')
      const path = wordOf(given, 'The path of an entry', 'ctx mark auth/tokens/rotation.md --approved')
      const marked = await mark(await openHere(), path, decisionOf(given))
      if (given.has('json')) printJson(marked)
      else print(`${style('cyan', marked.path)} ${marked.isNew ? 'is' : 'was already'} ${marked.as}.`)
      return 0
    },
  },
]

function decisionOf(given: Given): Mark {
  const by = given.text('superseded-by')
  const named = ['approved', 'deprecated', 'superseded-by'].filter((name) => given.has(name))
  if (named.length !== 1)
    throw new Problem('no-decision', 'One decision about an entry is needed, and only one.', {
      hint: 'Add --approved, --deprecated, or --superseded-by <path>.',
    })
  if (by !== undefined) return { as: 'superseded', by }
  return { as: given.has('approved') ? 'approved' : 'deprecated' }
}
