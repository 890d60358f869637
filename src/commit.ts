/** A file that a commit touched; blobs are git's object names, `from` is where a renamed file came from. */
export type FileChange = {
  readonly path: string
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'other'
  readonly from: string
  readonly before: string
  readonly after: string
}

/** A commit as read from git, before anything is decided about it. */
export type Commit = {
  readonly sha: string
  readonly parents: readonly string[]
  readonly author: string
  /** The committer's time: it orders what was learned, and the same commit always gives the same. */
  readonly at: Date
  readonly message: string
  readonly changes: readonly FileChange[]
  /** The history was cut here (shallow clone): what it changed is not known. */
  readonly isBoundary: boolean
}
