import type { Commit } from '../commit.ts'
import { comments } from './evidence/comments.ts'
import { constants } from './evidence/constants.ts'
import { documents } from './evidence/documents.ts'
import { lesson } from './evidence/lesson.ts'
import { dependencies, manifestBlobs } from './evidence/manifests.ts'
import { reverts } from './evidence/reverts.ts'
import { suppressions } from './evidence/suppressions.ts'
import { trailers } from './evidence/trailers.ts'
import type { Evidence, CommitReading } from './evidence/types.ts'
import { generatedBlobs } from './code/generated-blocks.ts'

const kinds: readonly ((reading: CommitReading) => readonly Evidence[])[] = [
  lesson,
  trailers,
  reverts,
  dependencies,
  constants,
  comments,
  documents,
  suppressions,
]

/** Collects all that a commit proves, kind by kind. */
export const collect = (reading: CommitReading): readonly Evidence[] => kinds.flatMap((kind) => kind(reading))

/** Names the blobs that must be read before evidence can be collected. */
export const blobsWanted = (commit: Commit): readonly string[] => [...manifestBlobs(commit), ...generatedBlobs(commit)]
