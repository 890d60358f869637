import { plural, short } from '../../text/words.ts'
import type { Orphan } from '../../verbs/prune.ts'
import type { Command } from '../command.ts'
import { consent } from '../consent.ts'
import { json, openHere } from '../context.ts'
import { print, printJson, say } from '../print/print.ts'

/** The command `ctx prune`. */
export const pruneCommand: Command = {
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
    const { orphans, prune } = await import('../../verbs/prune.ts')
    const ctx = await openHere()
    const found = await orphans(ctx, given.text('remote'))
    const merged = found.filter(({ isMerged }) => isMerged)
    if (!given.has('json')) show(found)
    const isWanted = merged.length > 0 && !given.has('dry-run')
    const isAgreed = isWanted && (given.has('yes') || (await consent(questionFor(merged.length))))
    if (isWanted && !isAgreed && !process.stdin.isTTY) say('Nothing was deleted: --yes deletes those that are merged.')
    const gone = isAgreed ? await prune(ctx, merged) : []
    if (given.has('json')) printJson({ found, deleted: gone.map(({ ref }) => ref) })
    else if (gone.length > 0) print(`Deleted ${plural(gone.length, 'knowledge branch', 'knowledge branches')}.`)
    return 0
  },
}

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
