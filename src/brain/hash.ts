import { createHash } from 'node:crypto'

/** Names what is loaded by its ids and the times of their last update, whatever order they come in. */
export const brainHash = (items: readonly { readonly path: string; readonly updatedAt: string }[]): string =>
  sha256(
    items
      .map(({ path, updatedAt }) => `${path}:${updatedAt}`)
      .toSorted()
      .join('|'),
  ).slice(0, 16)

/** Names all that a document depends on: the state of every entry, the options, and who assembles it. */
export function stampOf(files: ReadonlyMap<string, string>, others: readonly string[]): string {
  const hash = createHash('sha256')
  for (const [path, text] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${text.length}\0${text}\0`)
  return hash.update(JSON.stringify(others)).digest('hex').slice(0, 16)
}

/** Joins both to an entity tag (RFC 9110, 8.8.3); the stamp alone decides whether a document is still the same. */
export const etagOf = (hash: string, stamp: string): string => `"${hash}-${stamp}"`

/** Finds the tag that an `If-None-Match` lists for this stamp: who has it, has what would be assembled now. */
export const knownTag = (listed: string, stamp: string): string | undefined =>
  listed.match(/"[0-9a-f]{16}-[0-9a-f]{16}"/g)?.find((tag) => tag.endsWith(`-${stamp}"`))

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
