import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Problem } from '../../problem.ts'
import { plural } from '../../text/words.ts'
import type { Command, Given } from '../command.ts'
import { json, openHere } from '../context.ts'
import { print, printJson, say } from '../print/print.ts'

/** The command `ctx publish`. */
export const publishCommand: Command = {
  name: 'publish',
  words: '',
  about: 'Write a plain copy of the knowledge into the code, for people and agents without ctx.',
  more: 'With --site, the page of `ctx web` as files for GitHub or GitLab Pages: to read and search, without a server.\nEntries without scores, overviews and a page that lists them. The knowledge branch stays the truth: edit there.\n--check writes nothing and exits 1 when the copy is not up to date.',
  options: [
    { name: 'to', value: '<folder>', about: 'where to write it (docs/context)' },
    { name: 'site', value: '<folder>', about: 'write a page to be served, instead of a copy to be read' },
    { name: 'check', value: '', about: 'only tell whether the copy is up to date' },
    json,
  ],
  run: async (given) => {
    if (given.has('site')) return await publishPage(given)
    const { publish } = await import('../../verbs/publish.ts')
    const isCheck = given.has('check')
    const to = given.text('to')
    const ctx = await openHere()
    const done = await publish(ctx, { dryRun: isCheck, ...(to === undefined ? {} : { to }) })
    const differing = done.written.length + done.removed.length
    if (given.has('json')) printJson(done)
    else if (differing === 0) print(`${done.to} is what ${done.from} says.`)
    else if (isCheck) {
      printDiffering(done, ctx.place.root)
      say(`${done.to} is not what ${done.from} says. Run \`ctx publish\` and commit it.`)
    } else
      print(
        `Wrote ${plural(done.entries, 'entry', 'entries')} of ${done.from} to ${done.to}: ${plural(done.written.length, 'file')} written, ${done.removed.length} removed. Commit it with the code.`,
      )
    return isCheck && differing > 0 ? 1 : 0
  },
}

type Differing = { readonly written: readonly string[]; readonly removed: readonly string[] }

/** Prints what a copy lacks, what it has otherwise, and what it has still; at most so many. */
function printDiffering({ written, removed }: Differing, below: string, most = Number.POSITIVE_INFINITY): void {
  const lines = [
    ...written.map((path) => `${existsSync(resolve(below, path)) ? 'differs' : 'missing'}  ${path}`),
    ...removed.map((path) => `gone     ${path}`),
  ]
  for (const line of lines.slice(0, most)) print(line)
}

async function publishPage(given: Given): Promise<number> {
  if (given.has('to')) throw new Problem('two-folders', '`--to` writes a copy and `--site` a page: name one of them.')
  const { publishSite } = await import('../../verbs/publish-site.ts')
  const isCheck = given.has('check')
  const ctx = await openHere()
  const done = await publishSite(ctx, given.text('site') ?? '', { dryRun: isCheck })
  const differing = done.written.length + done.removed.length
  if (given.has('json')) printJson(done)
  else if (differing === 0) print(`${done.to} is what ${done.from} says.`)
  else if (isCheck) {
    printDiffering(done, resolve(ctx.place.root, done.to), 20)
    say(`${done.to} is not what ${done.from} says. Run \`ctx publish --site ${done.to}\` again.`)
  } else
    print(
      `Wrote a page of ${plural(done.entries, 'entry', 'entries')} of ${done.from} to ${done.to}: ${plural(done.written.length, 'file')} written, ${done.removed.length} removed.`,
    )
  return isCheck && differing > 0 ? 1 : 0
}
