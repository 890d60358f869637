import type { Commit } from '../../commit.ts'
import { spelledNames } from '../code/code-names.ts'
import { touchesOnlyWords } from '../code/touches-no-code.ts'
import { type Lesson, lessonsIn } from '../message/split-message.ts'
import type { CommitReading } from './types.ts'

/** The lessons of a message, and of those steps of a squash that are in what was merged. */
export function landedLessons({ commit, message }: CommitReading): readonly Lesson[] {
  const isLanded = landedIn(commit)
  return lessonsIn(message, { changesCode: !touchesOnlyWords(commit.changes) }).filter(
    (step, at) => at === 0 || isLanded(step),
  )
}

/** One name may be another project's; of two, one is the code's. */
const leastNames = 2

/**
 * Whether a step of a squash is in what was merged: of most names that it speaks of the diff says nothing where a later step
 * took another way, as of `parseIntWithDefault` (fiber 9a56a1bf), or where it came with a merge of what had landed before, as
 * "Removes `dto_for` from `DTOConfig`" (litestar fb0e98a0).
 */
function landedIn({ changes, isDiffUnread = false }: Commit): (step: Lesson) => boolean {
  if (isDiffUnread) return () => true
  let written: string | undefined
  return ({ headline, why }) => {
    const names = spelledNames(`${headline}. ${why}`)
    if (names.length === 0 || (names.length < leastNames && spelledNames(headline).length === 0)) return true
    written ??= changes
      .flatMap(({ path, hunks }) => [
        path,
        ...hunks.flatMap(({ section, added, removed }) => [section, ...added, ...removed]),
      ])
      .join('\n')
      .toLowerCase()
    const text = written
    return names.filter((name) => text.includes(name.toLowerCase())).length * 2 >= names.length
  }
}
