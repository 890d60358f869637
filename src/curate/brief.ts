import { redact } from '../text/redact.ts'
import { type Entry, writeEntry } from '../tree/entry.ts'
import type { EntryPath } from '../tree/path.ts'

/** A commit as a model reads it. */
export type Told = { readonly message: string; readonly diff: string }

/** What each part may take, in characters: together some 5,000 tokens. */
const most = { message: 4_000, diff: 11_000, known: 4_000, entry: 1_500 }

/**
 * Writes the part of a prompt that is data: the message, the diff, and the entries that the commit would touch. The
 * fence holds a word that no commit can know, so that none can end it; what was cut is said.
 */
export function brief({ message, diff }: Told, known: ReadonlyMap<EntryPath, Entry>, secret: string): string {
  const entries = [...known].map(([path, entry]) => `${path}\n${cut(writeEntry(entry), most.entry)}`).join('\n\n')
  const part = (name: string, text: string): string => `<${name} ${secret}>\n${text}\n</${name} ${secret}>`
  return [
    part('known', cut(redact(entries), most.known)),
    part('message', cut(redact(message), most.message)),
    part('diff', cut(redact(diff), most.diff)),
  ].join('\n\n')
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}\n[cut: ${text.length - length} more characters]`
