import { plural, short } from '../text/words.ts'
import type { Orphan } from '../verbs/prune.ts'
import type { Command } from './command.ts'
import { consent } from './consent.ts'
import { json, openHere, wordOf } from './context.ts'
import { print, printJson, say } from './print.ts'

export const teams: readonly Command[] = [
  {
    name: 'merge',
    words: '<branch>',
    about: 'Merge the knowledge of a branch into that of this one.',
    more: 'Done by itself when the code is merged, also as a squash that changes the same. By hand for what cannot be recognised.',
    options: [
      {
        name: 'as-attempt',
        value: '',
        about: 'the branch was dropped: keep what it learned as one entry about an attempt',
      },
      json,
    ],
    run: async (given) => {
      const { bring } = await import('../verbs/merge.ts')
      const name = wordOf(given, 'The branch', 'ctx merge feature')
      const result = await bring(await openHere(), name, { asAttempt: given.has('as-attempt') })
      if (given.has('json')) printJson(result)
      else if (result.outcome === 'up to date') print(`${result.into} has everything of ${result.from}.`)
      else if (result.outcome === 'attempt') print(`Kept ${result.from} in ${result.into} as attempted, not merged.`)
      else print(`Merged ${result.from} into ${result.into}.`)
      return 0
    },
  },
  {
    name: 'prune',
    words: '',
    about: 'Delete knowledge branches whose code branch is gone, and whose knowledge is merged.',
    more: 'Shows them first and asks; without a terminal nothing is deleted unless --yes says so.',
    options: [
      { name: 'remote', value: '<name>', optional: true, about: 'at a remote too (origin, or the one named)' },
      { name: 'yes', short: 'y', value: '', about: 'delete without asking' },
      { name: 'dry-run', short: 'n', value: '', about: 'only show them' },
      json,
    ],
    run: async (given) => {
      const { orphans, prune } = await import('../verbs/prune.ts')
      const ctx = await openHere()
      const found = await orphans(ctx, given.text('remote'))
      const merged = found.filter(({ isMerged }) => isMerged)
      if (!given.has('json')) show(found)
      const isWanted = merged.length > 0 && !given.has('dry-run')
      const isAgreed = isWanted && (given.has('yes') || (await consent(questionFor(merged.length))))
      if (isWanted && !isAgreed && !process.stdin.isTTY)
        say('Nothing was deleted: --yes deletes those that are merged.')
      const gone = isAgreed ? await prune(ctx, merged) : []
      if (given.has('json')) printJson({ found, deleted: gone.map(({ ref }) => ref) })
      else if (gone.length > 0) print(`Deleted ${plural(gone.length, 'knowledge branch', 'knowledge branches')}.`)
      return 0
    },
  },
  {
    name: 'publish',
    words: '',
    about: 'Write a plain copy of the knowledge into the code, for people and agents without ctx.',
    more: 'Entries without scores, overviews and a page that lists them. The knowledge branch stays the truth: edit there.\n--check writes nothing and exits 1 when the copy is not up to date.',
    options: [
      { name: 'to', value: '<folder>', about: 'where to write it (docs/context)' },
      { name: 'check', value: '', about: 'only tell whether the copy is up to date' },
      json,
    ],
    run: async (given) => {
      const { publish } = await import('../verbs/publish.ts')
      const isCheck = given.has('check')
      const to = given.text('to')
      const done = await publish(await openHere(), { dryRun: isCheck, ...(to === undefined ? {} : { to }) })
      const differing = done.written.length + done.removed.length
      if (given.has('json')) printJson(done)
      else if (differing === 0) print(`${done.to} is what ${done.from} says.`)
      else if (isCheck) {
        for (const path of done.written) print(`differs  ${path}`)
        for (const path of done.removed) print(`gone     ${path}`)
        say(`${done.to} is not what ${done.from} says. Run \`ctx publish\` and commit it.`)
      } else
        print(
          `Wrote ${plural(done.entries, 'entry', 'entries')} of ${done.from} to ${done.to}: ${plural(done.written.length, 'file')} written, ${done.removed.length} removed. Commit it with the code.`,
        )
      if (done.to !== 'docs/context' && !isCheck && !given.has('json'))
        say(`So that commits of it teach nothing, add "${done.to}/**" to \`ignore\` in .ctx/config.yaml.`)
      return isCheck && differing > 0 ? 1 : 0
    },
  },
]

const questionFor = (count: number): string =>
  `Delete ${plural(count, 'merged knowledge branch', 'merged knowledge branches')}?`

function show(found: readonly Orphan[]): void {
  if (found.length === 0) print('Every knowledge branch has its code branch.')
  for (const { branch, commit, isMerged, remote } of found) {
    const place = remote === '' ? branch : `${branch} at ${remote}`
    print(
      isMerged
        ? `merged      ${place} (${short(commit)})`
        : `not merged  ${place} (${short(commit)}): kept; \`ctx merge ${branch}\`, with --as-attempt if it was dropped`,
    )
  }
}
