import { Problem } from '../../problem.ts'
import { plural, short } from '../../text/words.ts'
import type { OtherRepository } from '../../verbs/source.ts'
import type { Command } from '../command.ts'
import { json, openHere } from '../context.ts'
import { requireKind } from '../require-kind.ts'
import { print, printJson, say, style } from '../print/print.ts'

/** The command `ctx source`. */
export const sourceCommand: Command = {
  name: 'source',
  words: 'add <name> <url or path> | list | update [<name>] | remove <name>',
  about: 'Answer from the knowledge of other repositories too: a shared library, a platform.',
  more: '`add` fetches what they pushed, and answers come from it offline; `update` fetches it again. Answers name the source, and put what\nthis repository knows itself first. Sources are only read, never pushed on. Their addresses stay in this clone, in git config.',
  options: [{ name: 'branch', value: '<branch>', about: 'its code branch, where that is not its main one' }, json],
  run: async (given) => {
    const what = requireKind(given, ['add', 'list', 'update', 'remove'], 'ctx source list')
    const { addSource, listSources, removeSource, updateSources } = await import('../../verbs/source.ts')
    const ctx = await openHere()
    const [, name, url] = given.words
    const extra = given.words[{ list: 1, update: 2, remove: 2, add: 3 }[what] ?? 3]
    if (extra !== undefined)
      throw new Problem('unexpected-word', `\`ctx source ${what}\` does not know what to do with "${extra}".`, {
        hint: 'One source at a time; see `ctx source --help`.',
      })
    const show = (sources: readonly OtherRepository[]): void => {
      if (given.has('json')) printJson({ sources })
      else for (const one of sources) printSource(one)
    }
    if (what === 'list') {
      const all = await listSources(ctx)
      show(all)
      if (all.length === 0 && !given.has('json'))
        say('There are no sources. Add one: ctx source add <name> <url or path>')
    } else if (what === 'update') {
      const { sources, failed } = await updateSources(ctx, name)
      show(sources)
      for (const { name: which, problem } of failed) say(`${which} was not updated: ${whyNot(problem)}`)
      return failed.length === 0 ? 0 : 2
    } else if (name === undefined || (what === 'add' && url === undefined)) throw missing(what)
    else if (what === 'add')
      show([await addSource(ctx, { name, url: url ?? '', branch: given.text('branch'), from: process.cwd() })])
    else {
      await removeSource(ctx, name)
      if (given.has('json')) printJson({ removed: name })
      else say(`Forgot ${name}.`)
    }
    return 0
  },
}

const whyNot = ({ message, hint = '' }: Problem): string =>
  `${message}${/[.!?]$/.test(message) ? '' : '.'} ${hint}`.trimEnd()

const missing = (what: string): Problem =>
  new Problem('missing-argument', `Say which source to ${what}.`, {
    hint:
      what === 'add'
        ? 'For example: ctx source add platform https://example.org/platform.git'
        : 'For example: ctx source remove platform',
  })

function printSource({ name, url, branch, commit, entries }: OtherRepository): void {
  const at = commit === '' ? 'not fetched yet' : `${plural(entries, 'entry', 'entries')}, ${short(commit)}`
  print(`${style('bold', name)}  ${url}  ${branch}  ${style('dim', at)}`)
}
