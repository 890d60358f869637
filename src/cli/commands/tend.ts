import { Problem } from '../../problem.ts'
import { formatProposal } from '../../review/proposals.ts'
import { plural } from '../../text/words.ts'
import type { ForgettingCandidate } from '../../tree/forgetting.ts'
import type { Tended } from '../../verbs/tend.ts'
import type { Command, Given } from '../command.ts'
import { json, openHere } from '../context.ts'
import { print, printJson } from '../print/print.ts'

/** The command `ctx tend`. */
export const tendCommand: Command = {
  name: 'tend',
  alias: 'gc',
  words: '',
  about: 'Settle scores, promote, demote, archive what no longer holds.',
  more: '`ctx gc` is the same; the worker does this once a day. Nothing is archived for its age while it holds in the code.\nWhat no longer holds and was unused for months goes, at most a twentieth of the tree a month (`archive` in .ctx/config.yaml).\nThe rest is named.',
  options: [
    { name: 'dry-run', value: '', about: 'say what would be done, and do nothing' },
    {
      name: 'propose',
      value: '',
      about: 'propose merges, deprecations, retired rules, titles and tags for `ctx review` instead, and do nothing',
    },
    { name: 'judge', value: '', about: 'with --propose: let the model that is set up leave out mistakes' },
    { name: 'yes', short: 'y', value: '', about: 'archive all that no longer holds, used or not' },
    json,
  ],
  run: async (given) => {
    if (given.has('propose')) return await runPropose(given)
    if (given.has('judge'))
      throw new Problem('judge-without-propose', '--judge goes with --propose.', { hint: 'ctx tend --propose --judge' })
    const { tend } = await import('../../verbs/tend.ts')
    const dryRun = given.has('dry-run')
    const done = await tend(await openHere(), { dryRun, yes: given.has('yes') })
    if (given.has('json')) printJson(done)
    else print(sayTended(done, dryRun).join('\n'))
    return 0
  },
}

async function runPropose(given: Given): Promise<number> {
  if (given.has('yes'))
    throw new Problem('propose-and-yes', 'What is proposed waits for a person: --yes has no meaning beside --propose.')
  const { tendPropose } = await import('../../verbs/tend-propose.ts')
  const [judge, dryRun] = [given.has('judge'), given.has('dry-run')]
  const found = await tendPropose(await openHere(), { judge, dryRun })
  if (given.has('json')) printJson(found)
  else if (found.proposed.length === 0) print('There is nothing to propose.')
  else {
    for (const one of found.proposed) print(`${formatProposal(one).join('\n')}\n`)
    if (!dryRun) print('Decide: `ctx review --interactive`, or `ctx review --accept <id>` and `--decline <id>`.')
  }
  return 0
}

const reasons: Readonly<Record<ForgettingCandidate['why'], string>> = {
  retired: 'it is deprecated or superseded',
  gone: 'nothing that it names is in the code',
  unused: 'not used for a long time',
  'retired and unused': 'it is deprecated or superseded, and was not used for a long time',
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
