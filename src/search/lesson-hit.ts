import type { PrintedNote, WrittenStatus } from '../tree/note.ts'
import type { ByAgent } from '../tree/unreviewed.ts'
import type { LessonText } from './lesson-text.ts'
import type { LessonParts } from './rank-lessons.ts'

/** A lesson as an answer shows it; '' and [] stand for what is not known. */
export type LessonHit = LessonText & {
  /** Why its entry holds no longer, and where an archived one stands whole. */
  readonly standing: string
  readonly archived: string
  /** Whether a person said of its entry that it is so. */
  readonly isApproved?: boolean
  /** Where it is an agent's word that nobody approved, or may be; missing elsewhere. */
  readonly isByAgent?: ByAgent
  /** The share of the question that its own words hold, by their rarity. */
  readonly covers: number
  readonly score: number
  /** `past`, `partly`, `reworked`, or '' when it holds as far as is known. */
  readonly holds: WrittenStatus
  /** Whether it holds and most lines of its commit were found in the code, so that a reader need not look there. */
  readonly isInCode: boolean
  /** Where it is, how many of those lines were taken out since. */
  readonly linesGone: number
  /** Whether its commit has a headline and says nothing else, so that a reader need not look there for a reason. */
  readonly isBare: boolean
  /** What such a commit says in its diff that bears on the question, a line each. */
  readonly inDiff: string
  readonly note: PrintedNote
  /** What its commit did to the file or folder that was asked for, where it brought it or took it away. */
  readonly didToFile?: string
  /** Its author, where a person was asked for. */
  readonly by?: string
  /** The first release that has it, as its tag is called, where a release was asked for and no changelog says it. */
  readonly release?: string
  readonly supersededBy: readonly Later[]
  /** Later commits about the same matter, by their words, whatever became of the lines of this one. */
  readonly followUps: readonly Later[]
  /** Of the first one and of reverts, what was there before: the commit that it took the place of, or took back. */
  readonly replaced: readonly Later[]
  /** How its score came about, where that was asked. */
  readonly parts?: LessonParts
}

/** Another commit of a lesson's story: the one that took its lines out or amended it, and why that did, or one that it replaced. */
export type Later = {
  readonly commit: string
  readonly date: string
  readonly headline: string
  readonly why: string
}
