import { createHash } from 'node:crypto'
import type { Commit } from '../commit.ts'

/** What a rewrite of commits came to. */
export type Replayed = {
  /** The image of each original that was rewritten. */
  readonly images: ReadonlyMap<string, string>
  /** Commits that say something else than any original: reworded, squashed, resolved or new. */
  readonly changed: readonly string[]
}

/**
 * Finds out which commits a rewrite only replayed: those say and do what an original did. Git's own list names for a
 * commit at which a rebase stopped whatever stood on top when it went on, so an equal commit counts before the list.
 */
export function pairReplays(
  listed: ReadonlyMap<string, string>,
  made: readonly string[],
  contents: ReadonlyMap<string, string>,
): Replayed {
  const equals = new Map<string, string[]>()
  for (const commit of made) {
    const content = contents.get(commit)
    if (content !== undefined) equals.set(content, [...(equals.get(content) ?? []), commit])
  }
  const replays = new Set<string>()
  const images = new Map(listed)
  for (const [from, to] of listed) {
    const same = equals.get(contents.get(from) ?? '') ?? []
    const image = same.includes(to) ? to : same.find((commit) => !replays.has(commit))
    if (image === undefined) continue
    if (image === from) images.delete(from)
    else images.set(from, image)
    replays.add(image)
  }
  return { images, changed: made.filter((commit) => !replays.has(commit)) }
}

/** Hashes what a commit says and does, wherever it stands: author, message and diff, line numbers left aside. */
export function contentOf({ author, message, changes }: Commit): string {
  const hash = createHash('sha1').update(JSON.stringify([author, message]))
  for (const { path, from, status, hunks } of changes)
    hash.update(JSON.stringify([path, from, status, hunks.map(({ added, removed }) => [removed, added])]))
  return hash.digest('hex')
}
