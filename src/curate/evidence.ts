import type { Commit } from '../commit.ts'
import type { Category } from '../tree/facts.ts'
import type { Note } from '../tree/note.ts'
import { comments } from './evidence/comments.ts'
import { constants } from './evidence/constants.ts'
import { documents } from './evidence/documents.ts'
import { dependencies, manifestBlobs } from './evidence/manifests.ts'
import { lesson } from './evidence/lesson.ts'
import { reverts } from './evidence/reverts.ts'
import { settings, settingsBlobs } from './evidence/settings.ts'
import { suppressions } from './evidence/suppressions.ts'
import { trailers } from './evidence/trailers.ts'
import type { Message } from './commit-message.ts'
import { ownBlobs } from './generated-blocks.ts'

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
    | 'breaking'
    | 'tested'
    | 'revert'
    | 'rename'
    | 'dependency'
    | 'command'
    | 'setting'
    | 'constant'
    | 'test'
    | 'todo'
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
  /** What is known of a lesson beside its words. */
  readonly note?: Note
}

/** A commit with its message read and the texts of the blobs that `blobsWanted` named, secrets taken out of both. */
export type Reading = {
  readonly commit: Commit
  readonly message: Message
  readonly texts: ReadonlyMap<string, string>
}

const kinds: readonly ((reading: Reading) => readonly Evidence[])[] = [
  lesson,
  trailers,
  reverts,
  dependencies,
  settings,
  constants,
  comments,
  documents,
  suppressions,
]

/** Collects all that a commit proves, kind by kind. */
export const collect = (reading: Reading): readonly Evidence[] => kinds.flatMap((kind) => kind(reading))

/** Settings, commands and dependencies have one value at a time, for each file that gives it. */
export const isState = ({ kind }: Evidence): boolean =>
  kind === 'dependency' || kind === 'command' || kind === 'setting'

/** Names the blobs that must be read before evidence can be collected. */
export const blobsWanted = (commit: Commit): readonly string[] => [
  ...manifestBlobs(commit),
  ...settingsBlobs(commit),
  ...ownBlobs(commit),
]
