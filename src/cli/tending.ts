import { plural } from '../text/words.ts'
import { delimiter, isAbsolute, join } from 'node:path'
import { Problem } from '../problem.ts'
import type { Status } from '../verbs/status.ts'
import { packageRoot } from '../repo/context.ts'
import type { Command, Given } from './command.ts'
import { consent } from './consent.ts'
import { json, numberOf, openHere, wordOf } from './context.ts'
import { summarise } from './learning.ts'
import { print, printJson, style } from './print.ts'
import type { Step } from '../repo/setup-step.ts'

/** The hooks that there are; the names of the files in `hooks/`. */
const hookNames = ['post-commit', 'post-merge', 'post-checkout', 'post-rewrite', 'prepare-commit-msg', 'pre-push']

const marks = { done: '✓', kept: '·', todo: '!' } as const
const colours = { done: 'green', kept: 'dim', todo: 'yellow' } as const

const printSteps = (steps: readonly Step[]): void => {
  for (const { what, state } of steps) print(`${style(colours[state], marks[state])} ${what.replaceAll('\n', '\n  ')}`)
}

/** Knowledge goes where it is to be before anything is begun there. */
async function moveFirst(given: Given): Promise<readonly Step[]> {
  const prefix = given.text('prefix')
  const steps: Step[] = []
  if (given.has('adopt')) {
    const { readopt } = await import('../verbs/readopt.ts')
    steps.push(...(await readopt(await openHere())))
  }
  if (prefix === undefined) return steps
  const { movePrefix } = await import('../verbs/prefix.ts')
  return [...steps, ...(await movePrefix(await openHere(), prefix))]
}

/** Names the first few, and counts the rest. */
const named = (paths: readonly string[]): string =>
  `${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}`

const sayArchive = ({ archived, candidates }: Status): readonly string[] => [
  ...(archived.entries === 0
    ? []
    : [`${plural(archived.entries, 'entry', 'entries')} in the archive; \`ctx tree --archived\` lists them.`]),
  ...(archived.byItself.length === 0
    ? []
    : [
        `Archived by itself in the last 30 days, because it no longer holds and nobody used it: ${named(archived.byItself)}. \`ctx restore <path>\` brings it back.`,
      ]),
  ...(candidates.length === 0
    ? []
    : [
        `${plural(candidates.length, 'entry', 'entries')} could be archived (\`ctx tend --dry-run\` says why): ${named(candidates.map(({ path }) => path))}`,
      ]),
]

export const tending: readonly Command[] = [
  {
    name: 'init',
    words: '',
    about: 'Set up this repository: settings, knowledge branch, hooks.',
    more: 'Running it again changes nothing but brings older hooks up to date. `ctx uninstall` undoes it.',
    options: [
      {
        name: 'history',
        value: '<n>',
        optional: true,
        about: 'learn from all of the past too, or its newest n commits',
      },
      { name: 'no-hooks', value: '', about: 'install no hooks' },
      { name: 'yes', short: 'y', value: '', about: 'write hooks that are part of your code without asking' },
      { name: 'force', value: '', about: 'replace hooks that were edited by hand' },
      { name: 'prefix', value: '<name>', about: 'keep knowledge on <name>/<branch>, and move what there is' },
      { name: 'adopt', value: '', about: 'take knowledge back that was rewritten with the code (git filter-branch)' },
      { name: 'github', value: '', about: 'write a workflow that reviews what pull requests teach' },
      { name: 'gitlab', value: '', about: 'write jobs that review what merge requests teach' },
      json,
    ],
    run: async (given) => {
      const moved = await moveFirst(given)
      const ctx = await openHere()
      const { init } = await import('../verbs/init.ts')
      const set = await init(ctx, {
        hooks: !given.has('no-hooks'),
        force: given.has('force'),
        servers: (['github', 'gitlab'] as const).filter((server) => given.has(server)),
        consent: given.has('yes') ? async () => true : consent,
      })
      const steps = [...moved, ...set]
      const most = given.text('history')
      const { curate } = await import('../verbs/curate.ts')
      const curated = given.has('history')
        ? await curate(ctx, { kind: 'all', ...(most ? { most: numberOf(given, 'history', 0) } : {}) })
        : undefined
      if (given.has('json')) printJson({ steps, ...(curated === undefined ? {} : { curated }) })
      else {
        printSteps(steps)
        if (curated !== undefined) print(`${style('green', marks.done)} ${summarise(curated)}`)
        print(
          `\nNext: ${curated === undefined ? 'commit as usual, or learn from the past with `ctx curate --all`; then ask' : 'ask'}: ctx query <question>`,
        )
      }
      return 0
    },
  },
  {
    name: 'status',
    words: '',
    about: 'Show what is known here, what waits, and what to look at.',
    more: '',
    options: [json],
    run: async (given) => {
      const { status } = await import('../verbs/status.ts')
      const now = await status(await openHere())
      if (given.has('json')) printJson(now)
      else {
        print(now.branch === '' ? 'HEAD is detached: nothing is learned here.' : `On ${style('bold', now.branch)}`)
        print(
          now.knowledge === ''
            ? 'No knowledge yet. `ctx init` sets it up; it begins with the first commit.'
            : `Knowledge of ${style('bold', now.knowledge)}${now.isOwn ? '' : ' (nothing was learned on this branch itself)'}: ${plural(now.entries, 'entry', 'entries')}, ${plural(now.tokens, 'token')}`,
        )
        if (now.ahead !== undefined && now.behind !== undefined && now.ahead + now.behind > 0)
          print(`${now.ahead} to push, ${now.behind} to pull`)
        if (now.sharing) print('What was pushed is being shared.')
        for (const { branch, remote, at, isShared, detail } of now.shared.filter(
          (shared, place) => place === 0 || !shared.isShared,
        ))
          if (isShared) print(style('dim', `${branch} was shared with ${remote} at ${at.slice(0, 16)}Z.`))
          else print(style('yellow', `${branch} was not shared with ${remote}: ${detail}`))
        if (now.queued > 0 || now.working)
          print(
            `${plural(now.queued, 'job')} waiting${now.working ? ', a worker is at it' : '; `ctx curate --queued` does them'}`,
          )
        if (now.failed > 0) print(style('yellow', `${plural(now.failed, 'job')} failed: see \`ctx doctor\``))
        if (!now.isCurrent)
          print('.ctx/tree does not show this yet; the next question or `ctx refresh` brings it up to date.')
        if (!now.isHooked)
          print(
            style('yellow', 'Commits are not read by themselves: no hooks are installed. `ctx init` installs them.'),
          )
        if (now.edited.length > 0)
          print(`Edited or deleted by hand, committed with the next curation: ${now.edited.join(', ')}`)
        if (now.model.calls > 0)
          print(`A model was asked ${plural(now.model.calls, 'time')} today, for ${plural(now.model.tokens, 'token')}.`)
        for (const line of sayArchive(now)) print(line)
        for (const { weight, at, detail } of now.findings)
          print(`${style(weight === 'note' ? 'dim' : 'yellow', weight)} ${at}: ${detail}`)
      }
      return 0
    },
  },
  {
    name: 'refresh',
    words: '',
    about: 'Make .ctx/tree show the knowledge of what is checked out.',
    more: 'Hooks do this when branches change. By hand it compares every file and makes every derived file again.',
    options: [json],
    run: async (given) => {
      const { refresh } = await import('../knowledge/refresh.ts')
      const done = await refresh(await openHere(), { full: true })
      if (given.has('json')) printJson(done)
      else
        print(
          done.knowledge + done.derived === 0
            ? 'Everything was as it should be.'
            : `Wrote ${done.knowledge} knowledge files and ${done.derived} derived ones.`,
        )
      return 0
    },
  },
  {
    name: 'doctor',
    words: '',
    about: 'Examine the installation and say how to mend it.',
    more: 'Exits with 2 when something is not fine.',
    options: [
      { name: 'secrets', value: '', about: 'look for secrets in all that knowledge branches ever held, instead' },
      json,
    ],
    run: async (given) => {
      const { doctor } = await import('../verbs/doctor.ts')
      const { findLeaks } = await import('../verbs/leaks.ts')
      const found = await (given.has('secrets') ? findLeaks : doctor)(await openHere())
      if (given.has('json')) printJson(found)
      else
        for (const { what, isFine, hint } of found)
          print(`${style(isFine ? 'green' : 'yellow', isFine ? '✓' : '!')} ${what}${hint === '' ? '' : `. ${hint}`}`)
      return found.every(({ isFine }) => isFine) ? 0 : 2
    },
  },
  {
    name: 'hook',
    words: '<name> [arguments…]',
    about: 'Do what the git hook of this name does, for hook managers.',
    more: `Names: ${hookNames.join(', ')}. Standard input and arguments are those that git gives.`,
    options: [],
    run: async (given) => {
      const name = wordOf(given, 'The name of a hook', 'ctx hook post-commit')
      if (!hookNames.some((known) => known === name))
        throw new Problem('unknown-hook', `ctx has no hook "${name}".`, { hint: `It has ${hookNames.join(', ')}.` })
      return await runHook(name, given.words.slice(1))
    },
  },
  {
    name: 'uninstall',
    words: '',
    about: 'Take ctx out of this repository; knowledge branches stay.',
    more: 'Every file is put back byte for byte. Edits in .ctx/tree are committed first.',
    options: [{ name: 'purge', value: '', about: 'delete the local knowledge branches too' }, json],
    run: async (given) => {
      const { uninstall } = await import('../verbs/uninstall.ts')
      const steps = await uninstall(await openHere({ lenient: true }), { purge: given.has('purge') })
      if (given.has('json')) printJson(steps)
      else printSteps(steps)
      return 0
    },
  },
]

// A program lying in the current folder must never run.
const absoluteOnly = (path: string): string => path.split(delimiter).filter(isAbsolute).join(delimiter)

/** Runs the sh text of a hook as git would; a hook of ours never fails what called it. */
async function runHook(name: string, words: readonly string[]): Promise<number> {
  if (process.env['CTX_HOOKS'] === '0' || (process.env['CI'] ?? '') !== '') return 0
  const { spawn } = await import('node:child_process')
  const dir = join(packageRoot(), 'hooks')
  const child = spawn(
    'sh',
    [
      '-c',
      '. "$0/prelude.sh"; ctx_node=$1 ctx_main=$2; name=$3; shift 3; . "$0/$name"',
      dir,
      process.execPath,
      process.argv[1] ?? '',
      name,
      ...words,
    ],
    { stdio: 'inherit', env: { ...process.env, PATH: absoluteOnly(process.env['PATH'] ?? '') } },
  )
  await new Promise((resolve) => child.once('close', resolve))
  return 0
}
