import type { Ctx } from '../../repo/context.ts'
import { git } from '../../repo/git/git.ts'
import { readBlobs } from '../../repo/git/blobs.ts'
import { mostBytes } from '../../repo/git/objects.ts'
import { clean } from '../../text/clean.ts'
import { redactSecrets, secretsIn } from '../../text/redact.ts'
import { short } from '../../text/words.ts'

/** What looks like secrets in a file, or in the message of a commit, that some knowledge commits hold. */
export type Leak = { readonly blob: string; readonly path: string; readonly kinds: readonly string[] }
type ToldLeak = { readonly commit: string; readonly kinds: readonly string[] }

/**
 * Blobs that stand in memory at once while they are searched: none is larger than a mebibyte, together no more are
 * read.
 */
const atOnce = 60

/** Looks for secrets in every file that the commits of a range ever held; `range` is what `git rev-list` takes. */
export async function leaksInFiles(ctx: Ctx, range: readonly string[]): Promise<readonly Leak[]> {
  const named = (await git(ctx.place, ['rev-list', '--objects', ...range, '--'])).split('\n').flatMap((line) => {
    const at = line.indexOf(' ')
    return at === -1 || at === line.length - 1 ? [] : [{ blob: line.slice(0, at), path: line.slice(at + 1) }]
  })
  const found: Leak[] = []
  for (let at = 0; at < named.length; at += atOnce) {
    const some = named.slice(at, at + atOnce)
    const blobs = some.map(({ blob }) => blob)
    const texts = await readBlobs(ctx.place, blobs, { mostBytes })
    for (const { blob, path } of some) {
      const kinds = kindsIn(texts.get(blob) ?? '')
      if (kinds.length > 0) found.push({ blob, path, kinds })
    }
  }
  return found
}

/** Looks for secrets in the messages of the commits of a range. */
export async function leaksInMessages(ctx: Ctx, range: readonly string[]): Promise<readonly ToldLeak[]> {
  const out = await git(ctx.place, ['log', '-z', '--format=%H%n%B', ...range, '--'], { isBounded: true })
  return out.split('\0').flatMap((record) => {
    const [commit = '', ...message] = record.split('\n')
    const kinds = kindsIn(message.join('\n'))
    return kinds.length === 0 ? [] : [{ commit: short(commit), kinds }]
  })
}

// An invisible character splits a key for a search, and not for a person who copies it.
const unseen = /\p{Default_Ignorable_Code_Point}/gu

/** Names the kinds of secrets in a text, invisible characters in them ignored. */
export const kindsIn = (text: string): readonly string[] => [...new Set([...secretsIn(text), ...secretsIn(seen(text))])]

/** The same text without what looks like secrets, and without invisible characters where these split one. */
export function withoutSecrets(text: string): string {
  const redacted = redactSecrets(text)
  return kindsIn(redacted).length === 0 ? redacted : redactSecrets(seen(text))
}

const seen = (text: string): string => clean(text).replace(unseen, '')
