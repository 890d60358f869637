import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Ctx } from '../../repo/context.ts'
import { cutNotice } from '../../repo/git/partial.ts'
import { findRepoPaths } from '../../repo/git/repo-paths.ts'
import { nameLesson } from '../../search/format-answer.ts'
import { quoteWords, formatUnknown } from '../../search/unknown-words.ts'
import { oneLine } from '../../text/clean.ts'
import type { LessonAnswer } from '../../verbs/answer-question.ts'
import type { QueryResult } from '../../verbs/query.ts'
import { say } from './print.ts'

/** Says that no lesson states what was asked, which words none has, and what is nearest. */
export function unstatedIn(answer: LessonAnswer): string {
  const { isNear, isByMeaning, hits } = answer
  if (isByMeaning && hits.length > 0) return 'Nothing states this in these words. Nearest in meaning:'
  const [first] = hits
  const unknown = formatUnknown(answer)
  const lacking = unknown === '' ? '' : ` ${unknown}`
  const nearest = first === undefined ? '' : isNear ? ' Nearest:' : ` Nearest: ${nameLesson(first)}.`
  return `Nothing states this${isNear ? ' for certain' : ''}.${lacking}${nearest}`
}

/** Says that not all of a history was searched, and whether that will be otherwise. */
export const sayUnfinished = ({ isKept }: Pick<LessonAnswer, 'isKept'>): void =>
  say(
    isKept
      ? 'This history is still being read; ask again for more.'
      : 'Nothing can be written to .git/ctx, so this was read anew from messages and paths; diffs were not searched.',
  )

/** Says that no entry answers, and which words none has. */
export function sayUnknown({ unknown }: QueryResult): void {
  const because = unknown.length === 0 ? '' : ` No entry that fits holds ${quoteWords(unknown)}.`
  say(`Nothing is known about this.${because} Try other words, or see \`ctx tree\` for what there is.`)
}

/** Says which files of a question are not there, and nowhere in its answer as what once was. */
export function sayMissing(ctx: Ctx, files: readonly string[], { hits }: QueryResult): void {
  const known = new Set(hits.flatMap((hit) => hit.files))
  const names = missing(
    ctx,
    files.filter((file) => !known.has(file)),
  )
  if (names !== '') say(`No file here is called ${names}, and nothing that was found is about it.`)
}

/** Says which of the files that somebody named are not there. */
export function sayNotThere(ctx: Ctx, files: readonly string[]): void {
  const names = missing(ctx, files)
  if (names !== '') say(`No file here is called ${names}.`)
}

const missing = ({ place }: Ctx, files: readonly string[]): string =>
  files
    .filter((file) => !existsSync(join(place.root, file)))
    .slice(0, 4)
    .map((file) => `"${oneLine(file)}"`)
    .join(' or ')

/** Says which knowledge files could not be read and therefore not be searched. */
export function sayUnread(unread: readonly string[]): void {
  if (unread.length > 0)
    say(`Not searched, because they cannot be read: ${unread.join(', ')}. \`ctx status\` says why.`)
}

/** Where nothing was found in a shallow clone, says that it may stand in what was not cloned. */
export function sayIfCut(): void {
  const notice = cutNotice(findRepoPaths(process.cwd()))
  if (notice !== '') say(notice)
}
