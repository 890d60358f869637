import type { Commit } from '../../commit.ts'
import { randomWord } from '../../text/quote.ts'
import { streamGit, TooMuch } from './git.ts'
import { eachInOrder } from './each-in-order.ts'
import { beginsCommit, fieldListsOf, formatWith, headFields, toCommit } from './log-fields.ts'
import { findObjects } from './objects.ts'
import type { RepoPaths } from './repo-paths.ts'

/** A commit's message and the files that it touched, without its diff. */
export type MessageWithPaths = Pick<Commit, 'sha' | 'author' | 'at' | 'message'> & { readonly paths: readonly string[] }

/**
 * Reads messages and paths in the given order through one git process: a tenth of what the diffs take. A commit that has
 * more files than git can list has none here, and one whose message is too large for it is left out.
 */
export async function* readMessages(
  place: RepoPaths,
  shas: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<MessageWithPaths> {
  yield* eachInOrder(shas, {
    read: (some) => readThese(place, some, { how: ['--name-only', '--no-renames', '--root'], signal }),
    isMendable: (error) => error instanceof TooMuch,
    less: (sha) => withoutPaths(place, sha, signal),
  })
}

async function* withoutPaths(
  place: RepoPaths,
  sha: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<MessageWithPaths> {
  try {
    yield* readThese(place, [sha], { how: ['--no-patch'], signal })
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error
  }
}

type How = { readonly how: readonly string[]; readonly signal: AbortSignal | undefined }

async function* readThese(
  place: RepoPaths,
  shas: readonly string[],
  { how, signal }: How,
): AsyncGenerator<MessageWithPaths> {
  if (shas.length === 0) return
  const word = randomWord()
  const args = ['log', '--stdin', '--no-walk=unsorted', '-z', ...how, '--no-color', '--no-mailmap']
  const shaped = [...args, '--no-show-signature', '--encoding=UTF-8', `--format=${formatWith(word)}%x00`]
  const input = shas.map((sha) => `${sha}\n`).join('')
  // Git writes after each commit into a pipe unless it is told not to: five thousand small pieces take longer to receive.
  const stream = streamGit(place, shaped, { input, signal, isBounded: true, env: { GIT_FLUSH: '0' } })
  let head: string[] = []
  let paths: string[] = []
  const told = (): MessageWithPaths => {
    const { sha, author, at, message } = toCommit(head, [], '')
    return { sha, author, at, message, paths }
  }
  for await (const fields of fieldListsOf(stream))
    for (const field of fields) {
      const sha = beginsCommit(field, word)
      if (sha !== undefined) {
        if (head.length === headFields) yield told()
        ;[head, paths] = [[sha], []]
      } else if (head.length < headFields) {
        if (head.length > 0) head.push(field)
      } else if (field.trim() !== '') paths.push(field.replace(/^\n/, ''))
    }
  if (head.length === headFields) yield told()
}

/** Reads which files commits touched; those that git does not know are left out. */
export async function filesTouched(
  place: RepoPaths,
  commits: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const there = (await findObjects(place, 'commit', [...new Set(commits)])).flatMap((commit) => commit ?? [])
  const touched = new Map<string, readonly string[]>()
  for await (const { sha, paths } of readMessages(place, there)) touched.set(sha, paths)
  return touched
}
