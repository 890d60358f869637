import type { Commit } from '../../commit.ts'
import type { Category } from '../../tree/facts.ts'
import type { LessonNote } from '../../tree/note.ts'
import type { Message } from '../message/commit-message.ts'

/**
 * What one commit proves, verbatim. `about` and `value` are the fact's subject and value, '' where there is none. What
 * `isGone` was so before this commit, and is no longer.
 */
export type Evidence = {
  readonly kind:
    | 'lesson'
    | 'reason'
    | 'rule'
    | 'decision'
    | 'rejected'
    | 'tested'
    | 'revert'
    | 'rename'
    | 'dependency'
    | 'constant'
    | 'test'
    | 'suppression'
    | 'document'
  readonly about: string
  readonly value: string
  readonly text: string
  readonly category: Category
  readonly at: { readonly commit: string; readonly path: string; readonly line?: number }
  readonly grade: 'observed' | 'inferred'
  /** How much it tells, from 0 to 1; where there is too much, the heavier stays. */
  readonly weight: number
  readonly isGone?: boolean
  /** The line of code that a comment stands at, '' where that is a declaration. */
  readonly code?: string
  /** The function or type that a lesson is about which names nothing. */
  readonly place?: string
  /** A sentence about the values that the commit of a lesson changed. */
  readonly changed?: string
  /** Whether its words are a changelog's, and its message gives none. */
  readonly isOfChangelog?: boolean
  /** The line that its commit wrote into a changelog, which stands under a release by now. */
  readonly ownLine?: string
  /** What is known of a lesson beside its words. */
  readonly note?: LessonNote
}

/** A commit with its message read and the texts of the blobs that `blobsWanted` named, secrets taken out of both. */
export type CommitReading = {
  readonly commit: Commit
  readonly message: Message
  readonly texts: ReadonlyMap<string, string>
  /** Whether files of the diff are left out: those of a wide commit, those that are ignored, or that a program wrote. */
  readonly isPart?: boolean
  /** Whether somebody asked to learn from this document: all of its rules are told then. */
  readonly isAskedFor?: boolean
}
