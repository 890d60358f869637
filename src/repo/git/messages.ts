import type { Commit } from '../../commit.ts'
import { randomWord } from '../../text/quote.ts'
import { streamGit } from './git.ts'
import { beginsCommit, fieldsOf, formatWith, headFields, toCommit } from './log-fields.ts'
import type { RepoPaths } from './repo-paths.ts'

/** A commit's message and the files that it touched, without its diff. */
export type MessageWithPaths = Pick<Commit, 'sha' | 'author' | 'at' | 'message'> & { readonly paths: readonly string[] }

/** Reads messages and paths in the given order through one git process: a tenth of what the diffs take. */
export async function* readMessages(
  place: RepoPaths,
  shas: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<MessageWithPaths> {
  if (shas.length === 0) return
  const word = randomWord()
  const args = ['log', '--stdin', '--no-walk=unsorted', '-z', '--name-only', '--no-renames', '--root', '--no-color']
  const shaped = [
    ...args,
    '--no-mailmap',
    '--no-show-signature',
    '--encoding=UTF-8',
    `--format=${formatWith(word)}%x00`,
  ]
  const stream = streamGit(place, shaped, { input: shas.map((sha) => `${sha}\n`).join(''), signal })
  let head: string[] = []
  let paths: string[] = []
  const told = (): MessageWithPaths => {
    const { sha, author, at, message } = toCommit(head, [], '')
    return { sha, author, at, message, paths }
  }
  for await (const field of fieldsOf(stream)) {
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
