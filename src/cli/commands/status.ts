import type { Ctx } from '../../repo/context.ts'
import { readHead } from '../../repo/git/refs.ts'
import { plural } from '../../text/words.ts'
import type { RepoStatus } from '../../verbs/status.ts'
import type { Command } from '../command.ts'
import { json, openHere } from '../context.ts'
import { print, printJson, style } from '../print/print.ts'

/** The command `ctx status`. */
export const statusCommand: Command = {
  name: 'status',
  words: '',
  about: 'Show what is known here, what waits, and what to look at.',
  more: '',
  options: [json],
  run: async (given) => {
    const { status } = await import('../../verbs/status.ts')
    const ctx = await openHere()
    const now = await status(ctx)
    if (given.has('json')) printJson(now)
    else {
      print(now.branch === '' ? 'HEAD is detached: nothing is learned here.' : `On ${style('bold', now.branch)}`)
      print(
        now.knowledge === ''
          ? `No knowledge yet. ${await beginning(ctx, now)}`
          : `Knowledge of ${style('bold', now.knowledge)}${now.isOwn || now.branch === '' ? '' : ' (nothing was learned on this branch itself)'}: ${plural(now.entries, 'entry', 'entries')}, ${plural(now.tokens, 'token')}`,
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
      for (const line of sayBehind(now)) print(line)
      if (!now.isWhole)
        print('This history is still being read; until then answers know most commits by their messages.')
      if (!now.isHooked)
        print(style('yellow', `Commits are not read by themselves: no hooks are installed. ${now.howToHook}`))
      for (const line of sayEdited(now)) print(line)
      if (now.model.calls > 0)
        print(`A model was asked ${plural(now.model.calls, 'time')} today, for ${plural(now.model.tokens, 'token')}.`)
      for (const line of sayWaiting(now)) print(line)
      for (const { weight, at, detail } of now.findings)
        print(`${style(weight === 'note' ? 'dim' : 'yellow', weight)} ${at}: ${detail}`)
    }
    return 0
  },
}

/** What knowledge begins with: a first commit, the next one, or those that are there. */
async function beginning({ place }: Ctx, { isHooked }: RepoStatus): Promise<string> {
  const { kind, commit } = await readHead(place)
  if (kind === 'detached') return 'It begins on a branch: `git switch <branch>`.'
  if (commit === undefined) return `${isHooked ? 'It' : '`ctx init` sets it up; it'} begins with the first commit.`
  return isHooked
    ? 'It begins with the next commit; `ctx curate --all` reads those that are there.'
    : '`ctx init` begins with the next commit, `ctx init --history` with those that are there.'
}

const sayBehind = (now: RepoStatus): readonly string[] => [
  ...(now.stopped ? [style('yellow', 'The history was not read to its end: `ctx curate --all` reads it.')] : []),
  ...sayNotShown(now),
]

const sayNotShown = ({ isCurrent, left, findings }: RepoStatus): readonly string[] => {
  // Nothing brings it up to date where nothing can be written.
  if (isCurrent || findings.some(({ code }) => code === 'read-only')) return []
  const what = left.branch === '' ? 'does not show this yet' : `still shows the knowledge of ${left.branch}`
  return [`.ctx/tree ${what}; the next question or \`ctx refresh\` brings it up to date.`]
}

const sayEdited = ({ edited, left, elsewhere }: RepoStatus): readonly string[] => {
  const here = edited.filter((path) => !left.edited.includes(path))
  const say = (where: string, paths: readonly string[]): readonly string[] =>
    paths.length === 0
      ? []
      : [`Edited or deleted by hand, committed${where} with the next curation: ${paths.join(', ')}`]
  return [
    ...say('', here),
    ...say(` to the knowledge of ${left.branch}`, left.edited),
    ...elsewhere.map(
      ({ branch, path }) =>
        `${path} was edited while .ctx/tree still showed the knowledge of ${branch}, and the edit is there: \`git switch ${branch}\` shows it.`,
    ),
  ]
}

/** Names the first few, and counts the rest. */
const named = (paths: readonly string[]): string =>
  `${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}`

const sayWaiting = ({ archived, candidates, proposed }: RepoStatus): readonly string[] => [
  ...(proposed === 0 ? [] : [`${plural(proposed, 'proposal')} waiting for you: see \`ctx review\`.`]),
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
