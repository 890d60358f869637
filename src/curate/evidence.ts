import type { Commit } from '../commit.ts'
import type { Category } from '../tree/facts.ts'
import { dependencies, manifestBlobs } from './evidence/manifests.ts'
import { reasons } from './evidence/reasons.ts'
import { reverts } from './evidence/reverts.ts'
import { trailers } from './evidence/trailers.ts'
import type { Message } from './message.ts'

/** What one commit proves. `about` and `value` are the fact's subject and value, '' where there is none. */
export type Evidence = {
  readonly kind:
    | 'reason'
    | 'rule'
    | 'decision'
    | 'rejected'
    | 'breaking'
    | 'tested'
    | 'revert'
    | 'rename'
    | 'dependency'
  readonly about: string
  readonly value: string
  readonly text: string
  readonly category: Category
  readonly at: { readonly commit: string; readonly path: string }
  readonly grade: 'observed' | 'inferred'
  readonly weight: number
}

/** A commit with its message read and the texts of the blobs that `blobsWanted` named. */
export type Reading = {
  readonly commit: Commit
  readonly message: Message
  readonly texts: ReadonlyMap<string, string>
}

const kinds: readonly ((reading: Reading) => readonly Evidence[])[] = [trailers, reasons, reverts, dependencies]

/** Collects all that a commit proves, kind by kind. */
export const collect = (reading: Reading): readonly Evidence[] => kinds.flatMap((kind) => kind(reading))

/** Names the blobs that must be read before evidence can be collected. */
export const blobsWanted = (commit: Commit): readonly string[] => manifestBlobs(commit)
