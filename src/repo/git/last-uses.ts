import { randomWord } from '../../text/quote.ts'
import { fromSeconds } from '../../tree/meta.ts'
import { git } from './git.ts'
import { records } from './objects.ts'
import type { RepoPaths } from './repo-paths.ts'

const format = (word: string): string => `--format=${word}%ct%x1f%(trailers:key=Demoted,valueonly,separator=%x1f)`

/**
 * Reads when each file of a knowledge branch was last learned, edited, added to or its accesses settled; a step down
 * that time brought by itself is no use.
 */
export async function readUses(place: RepoPaths, commit: string): Promise<ReadonlyMap<string, Date>> {
  // What stands between paths may be the beginning of a path too.
  const word = randomWord()
  const out = await git(
    place,
    ['log', '-z', '--name-only', '--no-renames', '--root', format(word), '--end-of-options', commit],
    { isBounded: true },
  )
  const uses = new Map<string, Date>()
  let [at, demoted]: [Date, readonly string[]] = [new Date(0), []]
  for (const record of records(out)) {
    const text = record.replace(/^\n/, '')
    if (text.startsWith(word)) {
      const [seconds = '', ...paths] = text.slice(word.length).split('\u001f')
      ;[at, demoted] = [fromSeconds(seconds), paths.map((path) => path.trim())]
    } else if (!demoted.includes(text) && at > (uses.get(text) ?? new Date(-1))) uses.set(text, at)
  }
  return uses
}
