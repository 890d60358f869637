import { fence, quoteText } from '../../text/quote.ts'
import { type Entry, writeEntry } from '../../tree/entry.ts'
import type { Tree } from '../../tree/knowledge.ts'
import type { Operation } from '../../tree/operations.ts'
import { type EntryPath, folderOf } from '../../tree/path.ts'

/** What a model is given to read: a commit's message and diff, or a document under its name. */
export type SourceText =
  | { readonly kind: 'commit'; readonly message: string; readonly diff: string }
  | { readonly kind: 'document'; readonly name: string; readonly text: string }

/** What stands around it: what was found without a model, the entries that this touches, and their neighbours. */
export type Around = {
  readonly found: readonly Operation[]
  readonly touched: ReadonlyMap<EntryPath, Entry>
  readonly near: readonly EntryPath[]
}

/** What each part may take, in characters: together some 5,500 tokens. */
const most = { message: 4_000, diff: 11_000, document: 16_000, known: 4_000, entry: 1_500, found: 1_500, near: 1_000 }

/** Tokens that a diff or a document may take; what is longer is compacted before it is told. */
export const room = { commit: Math.floor(most.diff / 4), document: Math.floor(most.document / 4) }

/** Finds what stands around an offline lesson in a tree. */
export function around(found: readonly Operation[], tree: Tree): Around {
  const paths = new Set(found.flatMap((operation) => ('entry' in operation ? [operation.path] : [])))
  const folders = new Set([...paths].map(folderOf))
  return {
    found,
    touched: new Map([...tree].filter(([path]) => paths.has(path))),
    near: [...tree.keys()].filter((path) => folders.has(folderOf(path)) && !paths.has(path)),
  }
}

/**
 * Writes the part of a prompt that is data. The fence holds a word that no commit can know, so that none can end it; what
 * was cut is said.
 */
export function brief(told: SourceText, { found, touched, near }: Around, word: string): string {
  const part = (name: string, text: string, limit: number): string =>
    text === '' ? '' : fence(name, cut(quoteText(text), limit), { word })
  const entries = [...touched].map(([path, entry]) => `${path}\n${cut(writeEntry(entry), most.entry)}`)
  return [
    part('known', entries.join('\n\n'), most.known),
    part('near', near.join('\n'), most.near),
    part('found', found.map(lessonOf).join('\n'), most.found),
    ...(told.kind === 'commit'
      ? [part('message', told.message, most.message), part('diff', told.diff, most.diff)]
      : [part('document', `${told.name}\n${told.text}`, most.document)]),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Says in a few lines what was learned without a model. */
function lessonOf(operation: Operation): string {
  if (!('entry' in operation)) return `${operation.type} ${'path' in operation ? operation.path : operation.from}`
  const { title, facts, narrative } = operation.entry
  const claims = facts.map(({ subject, value, statement }) =>
    [subject, value, statement].filter((text) => text !== '').join(' = '),
  )
  return [`${operation.path}${title === '' ? '' : `: ${title}`}`, ...narrative.rules, ...claims].join('\n- ')
}

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}\n[cut: ${text.length - length} more characters]`
