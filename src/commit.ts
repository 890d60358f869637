/** A file that a commit touched; blobs are git's object names, `from` is where a renamed file came from. */
export type FileChange = {
  readonly path: string
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'other'
  readonly from: string
  readonly before: string
  readonly after: string
  /** What changed in it, in order; empty when it was not read, is binary or was only moved. */
  readonly hunks: readonly Hunk[]
}

/** Lines that were taken out and put in at one place, without their marks; `section` is the function git names for it. */
export type Hunk = {
  readonly section: string
  /** The number of the first line put in. */
  readonly start: number
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** A commit as read from git, before anything is decided about it. */
export type Commit = {
  readonly sha: string
  readonly parents: readonly string[]
  readonly author: string
  /** When its author wrote it, in seconds since 1970 as git prints them; a commit that was picked elsewhere keeps it. */
  readonly authored: string
  /** The committer's time: it orders what was learned, and the same commit always gives the same. */
  readonly at: Date
  readonly message: string
  readonly changes: readonly FileChange[]
  /** The history was cut here (shallow clone): what it changed is not known. */
  readonly isBoundary: boolean
  /** Git took too long to compare what it changed: its files are known, and nothing of what changed in them. */
  readonly isDiffUnread?: boolean
}

declare const brand: unique symbol
/** The first eight characters of a commit's hash, by which entries and tables know it: a whole hash as a key finds nothing. */
export type CommitKey = string & { readonly [brand]: 'commit' }

/** Gives the key of a commit, however long its hash is spelled. */
export const commitKey = (hash: string): CommitKey => hash.slice(0, 8) as CommitKey
