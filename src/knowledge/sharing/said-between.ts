import type { Ctx } from '../../repo/context.ts'
import { git } from '../../repo/git/git.ts'
import { oneLine } from '../../text/clean.ts'
import { randomWord } from '../../text/quote.ts'

/**
 * Who changed entries between two commits of knowledge without a commit of the code to learn from, by path: people by the
 * author of the knowledge commit, agents by the name that they gave themselves (`robot (agent)`).
 */
export async function saidBetween(ctx: Ctx, from: string, to: string): Promise<Readonly<Record<string, string>>> {
  // What stands between the fields may be a part of one, and a path may look like the beginning of the next.
  const word = randomWord()
  const trailer = (key: string): string => `%(trailers:key=${key},valueonly,separator=%x2C)`
  const format = `--format=${word}%an%x00${trailer('Curated-By')}%x00${trailer('Source-Commit')}%x00`
  const args = ['log', '-z', '--no-merges', '--name-only', '--no-renames', format, '--end-of-options', `${from}..${to}`]
  const fields = (await git(ctx.place, args, { isBounded: true })).split('\0').map((field) => field.replace(/^\n+/, ''))
  const found = new Map<string, Set<string>>()
  let by = ''
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? ''
    if (field.startsWith(word)) {
      const [curator = '', sources = ''] = fields.slice(at + 1, at + 3)
      const [, agent] = /\(agent ([^()]{1,80})\)/.exec(curator) ?? []
      by = sources !== '' ? '' : agent === undefined ? field.slice(word.length) : `${agent} (agent)`
      at += 2
    } else if (field !== '' && by !== '') found.set(field, (found.get(field) ?? new Set()).add(oneLine(by)))
  }
  return Object.fromEntries([...found].map(([path, names]) => [path, [...names].sort().join(', ')]))
}
