import type { Ctx } from '../repo/context.ts'
import type { Hit } from '../search/tiers.ts'
import type { LessonHit } from '../search/lesson-hit.ts'
import { noNote, printedNote } from '../tree/note.ts'
import { askLessons, findLessons, type LessonAnswer } from './answer-question.ts'
import { query } from './query.ts'

/**
 * Answers a question by lessons, and where no SQLite loads by entries. A question that is only
 * being typed leaves no trace: neither what it shows is used, nor what it misses a gap.
 */
export async function askForPage(
  ctx: Ctx,
  { text, most, isTyping }: { text: string; most: number; isTyping: boolean },
): Promise<LessonAnswer> {
  const lessons = await (isTyping ? findLessons : askLessons)(ctx, { text, most })
  if (lessons !== undefined) return lessons
  const { hits, outOfDomain, unknown, unread } = await query(ctx, text, { limit: most, tier: 'direct' })
  return {
    hits: hits.map(lessonFrom),
    isKnown: !outOfDomain,
    isNear: false,
    unknown: unknown,
    guessed: [],
    inDiffs: [],
    isWhole: true,
    isKept: false,
    isByMeaning: false,
    unread,
  }
}

const lessonFrom = ({ path, title, excerpt, sources, files, standing, archived, score }: Hit): LessonHit => ({
  lane: 'tree',
  kind: 'prose',
  headline: title,
  why: excerpt.join(' '),
  commit: sources.at(-1) ?? '',
  date: '',
  author: '',
  number: '',
  files: files.slice(0, 4),
  entry: path,
  standing,
  source: '',
  archived,
  covers: 0,
  score,
  holds: '',
  isInCode: false,
  linesGone: 0,
  isBare: false,
  inDiff: '',
  note: printedNote(noNote),
  supersededBy: [],
  followUps: [],
  replaced: [],
})
