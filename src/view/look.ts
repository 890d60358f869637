import type { CommitKey } from '../commit.ts'
import type { Item } from '../brain/item.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import type { EntryPath } from '../tree/path.ts'

/** A commit of the code as a page names it. */
export type NamedCommit = {
  readonly commit: string
  readonly author: string
  readonly date: string
  readonly subject: string
}

/** An entry that is in the archive, and why it went there. */
export type PutAway = {
  readonly path: EntryPath
  readonly title: string
  readonly at: string
  readonly importance: number
  readonly byItself: boolean
}

/** A tree as it lies there on one day, with all that pages are made of; nothing else is read for them. */
export type TreeLook = {
  readonly name: string
  readonly branch: string
  readonly commit: string
  readonly day: Date
  readonly knowledge: Knowledge
  /** Every entry as the brain weighs it. */
  readonly items: readonly Item[]
  readonly archive: readonly PutAway[]
  /** The commits that entries name. */
  readonly commits: ReadonlyMap<CommitKey, NamedCommit>
  /** The files of the code; undefined where they are not known. */
  readonly code: ReadonlySet<string> | undefined
}
