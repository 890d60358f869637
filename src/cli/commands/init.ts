import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import { findBranches } from '../../repo/git/branches.ts'
import { listKnowledge } from '../../repo/git/objects.ts'
import { readHead } from '../../repo/git/refs.ts'
import type { SetupStep } from '../../repo/setup-step.ts'
import type { Command, Given } from '../command.ts'
import { consent } from '../consent.ts'
import { json, numberOf, openHere } from '../context.ts'
import { curatedInWords } from '../print/curated-in-words.ts'
import { setForHistory } from '../v8-flags.ts'
import { print, printJson, style } from '../print/print.ts'
import { marks, printSteps } from '../print/print-steps.ts'

/** The command `ctx init`. */
export const initCommand: Command = {
  name: 'init',
  words: '',
  about: 'Set up this repository: settings, knowledge branch, hooks.',
  more: 'Running it again changes nothing but brings older hooks up to date. `ctx uninstall` undoes it.',
  options: [
    {
      name: 'history',
      value: '<n>',
      optional: true,
      about: 'also learn from all earlier commits, or from the newest n',
    },
    { name: 'no-hooks', value: '', about: 'install no hooks' },
    { name: 'yes', short: 'y', value: '', about: 'write hooks that are part of your code without asking' },
    { name: 'force', value: '', about: 'replace hooks that were edited by hand' },
    { name: 'prefix', value: '<name>', about: 'keep knowledge on <name>/<branch>, and move what there is' },
    {
      name: 'adopt',
      value: '',
      about: 'take back knowledge that was rewritten together with the code (git filter-branch)',
    },
    { name: 'github', value: '', about: 'write a workflow that reviews what pull requests teach' },
    { name: 'gitlab', value: '', about: 'write jobs that review what merge requests teach' },
    {
      name: 'pages',
      value: '',
      about: 'with --github or --gitlab: also write a job that publishes the page of `ctx web`',
    },
    json,
  ],
  run: async (given) => {
    const most = given.text('history') ? numberOf(given, 'history', 0) : undefined
    const servers = (['github', 'gitlab'] as const).filter((server) => given.has(server))
    if (given.has('pages') && servers.length === 0)
      throw new Problem('no-server', '--pages needs to know where the page is published.', {
        hint: 'Name it: ctx init --github --pages, or --gitlab --pages.',
      })
    const moved = await moveFirst(given)
    const ctx = await openHere()
    const { init } = await import('../../verbs/init.ts')
    const set = await init(ctx, {
      hooks: !given.has('no-hooks'),
      force: given.has('force'),
      servers,
      pages: given.has('pages'),
      consent: given.has('yes') ? async () => true : consent,
    })
    const steps = [...moved, ...set]
    // Reading a long history takes a while and may be declined: what was set up is printed first.
    if (!given.has('json')) printSteps(steps)
    const { curate } = await import('../../verbs/curate.ts')
    // Before the first commit there is no history, and that is no failure.
    const learns = given.has('history') && (await readHead(ctx.place)).commit !== undefined
    if (learns) setForHistory()
    const curated = learns ? await curate(ctx, { kind: 'all', ...(most === undefined ? {} : { most }) }) : undefined
    const { lookAhead } = await import('../../verbs/look.ts')
    await lookAhead(ctx)
    if (given.has('json')) printJson({ steps, ...(curated === undefined ? {} : { curated }) })
    else {
      if (curated !== undefined) print(`${style('green', marks.done)} ${curatedInWords(curated)}`)
      print(`\nNext: ${curated === undefined ? await nextStep(ctx) : 'ask'}: ctx query <question>`)
    }
    return 0
  },
}

/** What to do before asking; before the first commit there is nothing to learn from, and on a detached HEAD nothing is learned, and commits answer all the same. */
async function nextStep({ place, settings }: Ctx): Promise<string> {
  const { kind, commit } = await readHead(place)
  if (commit === undefined) return 'make your first commit, from which ctx learns by itself; then ask'
  // A fresh clone has what others learned.
  const { commit: known } = await findBranches(place, settings.branchPrefix)
  if (kind !== 'detached' && known !== undefined && (await listKnowledge(place, known)).length > 0) return 'ask'
  return kind === 'detached'
    ? 'switch to a branch with `git switch <branch>` to learn; here, too, the log answers'
    : 'commit as usual, or learn from the past with `ctx curate --all`; then ask'
}

/** Knowledge goes where it is to be before anything is begun there. */
async function moveFirst(given: Given): Promise<readonly SetupStep[]> {
  const prefix = given.text('prefix')
  const steps: SetupStep[] = []
  if (given.has('adopt')) {
    const { readopt } = await import('../../verbs/readopt.ts')
    steps.push(...(await readopt(await openHere())))
  }
  if (prefix === undefined) return steps
  const { movePrefix } = await import('../../verbs/prefix.ts')
  return [...steps, ...(await movePrefix(await openHere(), prefix))]
}
