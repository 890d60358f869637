import type { Command } from '../command.ts'
import { json, openHere } from '../context.ts'
import { print, printJson, say } from '../print/print.ts'

/** The command `ctx prequery`. */
export const prequeryCommand: Command = {
  name: 'prequery',
  words: '',
  about: 'Show what is known about the staged changes.',
  more: 'The prepare-commit-msg hook asks this before a commit message is written.',
  options: [{ name: 'message-file', value: '<file>', about: 'write it into this commit message, as comments' }, json],
  run: async (given) => {
    const file = given.text('message-file')
    if (file !== undefined) return await runInto(file)
    const { prequery, prequeryLines } = await import('../../verbs/prequery.ts')
    const hits = await prequery(await openHere())
    if (given.has('json')) printJson({ hits })
    else if (hits.length > 0) for (const line of prequeryLines(hits)) print(line)
    else if (!isAskedByGit()) say('Nothing is staged, or nothing is known about it.')
    return 0
  },
}

/** Git names the index to whatever its hooks start (githooks(5)); there, silence is the answer. */
const isAskedByGit = (): boolean => process.env['GIT_INDEX_FILE'] !== undefined

/** No commit waits longer than this for what we know; past it, the message stays as it was. */
const prequeryLimit = 1_000

async function runInto(file: string): Promise<number> {
  setTimeout(() => process.exit(0), prequeryLimit).unref()
  const { prequeryInto } = await import('../../verbs/prequery.ts')
  const ctx = await openHere({ signal: AbortSignal.timeout(prequeryLimit), say: () => undefined })
  try {
    await prequeryInto(ctx, file)
  } catch {
    // A commit never fails, and is never delayed, for our sake: `ctx prequery` by hand says what is wrong.
  }
  return 0
}
