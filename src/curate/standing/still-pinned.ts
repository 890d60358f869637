import { plural } from '../../text/words.ts'
import type { LessonNote } from '../../tree/note.ts'
import type { LineHistory } from '../lines/line-history.ts'
import type { FilesNow } from './files-now.ts'

/**
 * What still pins a lesson: tests that are gone pin nothing, nor do those of a file that is gone (hyper e455fa24, f2d464ac); one that moved
 * is named as it is.
 */
export function stillPinned(
  { pinnedBy }: Pick<LessonNote, 'pinnedBy'>,
  { files, tests }: { readonly files: FilesNow | undefined; readonly tests: LineHistory['tests'] | undefined },
): string {
  const [, count = '', file = ''] = /^(\d+) tests? in ([^ ]+)$/.exec(pinnedBy) ?? []
  if (file === '') return pinnedBy
  const left = tests === undefined || tests.added === 0 ? Number(count) : Math.min(Number(count), tests.there)
  const now = files === undefined ? file : files.testFile(file)
  return left > 0 && now !== '' ? `${plural(left, 'test')} in ${now}` : ''
}
