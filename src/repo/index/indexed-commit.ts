import type { PlatformVersion } from '../../curate/code/platforms.ts'

/**
 * A commit as the commit index keeps it; `paths` are the files it touched, most telling first as far as they are kept.
 */
export type IndexedCommit = {
  readonly sha: string
  readonly date: string
  readonly author: string
  readonly number: string
  readonly subject: string
  readonly body: string
  readonly paths: readonly string[]
}

/** The terms by which a commit is found: those of its subject, its message and its paths. */
export type CommitTerms = { readonly subject: string; readonly body: string; readonly paths: string }

/** Terms in each part of a commit. */
export type CommitLengths = Readonly<Record<keyof CommitTerms | 'diff', number>>

/** Words of a diff, on one line, and the file that they stand in. */
export type DiffText = { readonly path: string; readonly text: string }

/**
 * What a diff adds to a commit: the terms by which it is found, of one that says nothing but its headline, its words, the
 * line that it writes into the changelog, with its terms, undefined where it writes none or says it in its message, what
 * became of names of files, and the versions that its manifests need now.
 */
export type CommitDiff = {
  readonly terms: string
  readonly said: readonly DiffText[]
  readonly changelog: { readonly text: string; readonly terms: string } | undefined
  readonly names: NamesOfFiles
  readonly needs: readonly PlatformVersion[]
  /** Of which names it left more or fewer in the code. */
  readonly inCode: readonly (readonly [name: string, more: number])[]
}

/** The files that a commit moved, added and deleted. */
export type NamesOfFiles = {
  readonly moved: readonly (readonly [from: string, to: string])[]
  readonly added: readonly string[]
  readonly deleted: readonly string[]
}

/**
 * What became of a commit's lines: how many it wrote, how many are gone, and the commits that took most of them out; and of
 * the tests that it wrote.
 */
export type LineCounts = readonly [
  added: number,
  gone: number,
  removers: readonly (readonly [sha: string, lines: number])[],
  rewritten: number,
  tests?: { readonly added: number; readonly there: number },
]

/** A commit that was found in the index; its files have the names that they have today, as far as diffs were read. */
export type FoundCommit = IndexedCommit & {
  readonly id: number
  /** BM25 of FTS5, where more is better: enough to choose candidates, not to rank them. */
  readonly score: number
  /** Undefined until the lines of this history were followed to it. */
  readonly lineCounts: LineCounts | undefined
  /** The terms of its diff; [] where they were not asked for. */
  readonly diff: readonly string[]
  /** What it says in its diff; [] where its message says more than its headline, undefined until it is read. */
  readonly inDiff: readonly DiffText[] | undefined
  /** The terms by which it is found; undefined where they were not asked for. */
  readonly terms: CommitTerms | undefined
}
