import { createHash } from 'node:crypto'
import { type EntryPath, type FolderPath, isReserved, join, toEntryPath } from './path.ts'

/** Spells a title or scope as a file or folder name (snake_case, ASCII, at most 72 characters, cut at a word). */
export function toName(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  let spelled = (words[0] ?? '').slice(0, 72)
  for (const word of words.slice(1)) {
    if (spelled.length + word.length >= 72) break
    spelled = `${spelled}_${word}`
  }
  const safe = spelled === '' ? `entry_${createHash('sha256').update(text).digest('hex').slice(0, 8)}` : spelled
  return isReserved(safe) ? `${safe}_` : safe
}

/** Finds the path for a new entry: its title in snake_case, with `_2`, `_3` … while the name is taken. */
export function freePath(folder: FolderPath, title: string, isTaken: (path: EntryPath) => boolean): EntryPath {
  // A folder's overview has this name.
  const base = toName(title) === 'context' ? 'the_context' : toName(title)
  for (let count = 1; ; count++) {
    const path = toEntryPath(join(folder, `${count === 1 ? base : `${base}_${count}`}.md`))
    if (path === undefined) throw new Error(`not an entry path: ${join(folder, base)}`)
    if (!isTaken(path)) return path
  }
}
