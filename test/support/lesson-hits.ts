import type { LessonHit } from '../../src/search/lesson-hit.ts'
import { noNote, printedNote } from '../../src/tree/note.ts'

/** A lesson as an answer has it, with what a test says of it. */
export const lessonHit = (more: Partial<LessonHit> = {}): LessonHit => ({
  lane: 'tree',
  kind: 'lesson',
  headline: 'Sort goods',
  why: '',
  commit: 'a'.repeat(40),
  date: '2026-01-02',
  author: 'Ada',
  number: '',
  files: [],
  entry: 'shop/goods/sort.md',
  source: '',
  standing: '',
  archived: '',
  covers: 1,
  score: 1,
  holds: '',
  isInCode: false,
  linesGone: 0,
  isBare: false,
  followUps: [],
  replaced: [],
  inDiff: '',
  note: printedNote(noNote),
  supersededBy: [],
  ...more,
})
