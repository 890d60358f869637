import type { Deed } from './deed.ts'
import { withoutKeys } from '../text/decided.ts'
import { termsFrom } from '../text/stored-terms.ts'
import { terms } from '../text/terms.ts'
import { pathInWords } from '../text/words.ts'
import type { LessonNote } from '../tree/note.ts'
import { isOfThePast } from '../tree/path.ts'
import type { ByAgent } from '../tree/unreviewed.ts'
import { isSpelledLikeCode } from './unknown-words.ts'

// What may answer a question: what it says, in words and as terms, and what its words tell of its commit.

/** A lesson or statement of the tree, or a commit of which nothing was curated; '' and [] where nothing is known. */
export type LessonText = {
  /** Where it is from: what was curated, or the commits themselves. Part of what `--json` prints, so the name stays. */
  readonly lane: 'tree' | 'log'
  readonly kind: 'lesson' | 'rule' | 'fact' | 'prose'
  readonly headline: string
  readonly why: string
  readonly commit: string
  readonly date: string
  readonly author: string
  readonly number: string
  readonly files: readonly string[]
  readonly entry: string
  /** The name of the other repository whose knowledge it is, '' where it is this one's. */
  readonly source: string
}

/** What may answer a question. */
export type LessonCandidate = LessonText & {
  readonly note: LessonNote | undefined
  /** The place of its commit in the history, where an index knows it: what came later has a greater one. */
  readonly place?: number | undefined
  /**
   * Whether its commit touches nothing but tests, examples and jobs: "cleanup: replace Dial with NewClient" in tests (grpc-go
   * 8528f438) is not why Dial was deprecated.
   */
  readonly isBesideCode?: boolean
  /** Whether all its commits were reset, or left out by a rebase, and are in no branch any more. */
  readonly isDropped?: boolean
  /** The day on which a person rejected what its commit teaches, of which no entry tells anything. */
  readonly rejectedOn?: string | undefined
  /** The day on which a person deleted the last of what the tree told of its commit. */
  readonly deletedOn?: string | undefined
  /** Lines of its commit by which something was decided that people took out of the tree since: the message is without them. */
  readonly gone?: readonly string[]
  /** What its commit did to what is asked for. */
  readonly deed?: Deed
  /** The message of its commit, of which the reason may be a part. */
  readonly message: string
  /** The terms of its commit's diff. */
  readonly diff: readonly string[]
  /** The terms of its parts as they were stored; where they were not, they are taken from its words. */
  readonly terms?: PartTerms | undefined
  /** Whether it is an agent's word that nobody approved, where its entry is another repository's. */
  readonly isByAgent?: ByAgent
  /** The number of its statement, where it is one of the tree. */
  readonly statement?: number | undefined
}

/** The terms of a commit's or statement's parts, blanks between them. */
export type PartTerms = { readonly subject: string; readonly body: string; readonly paths: string }

/** The parts of a commit whose terms count each by a weight of its own. */
export const partNames = ['subject', 'body', 'paths', 'diff'] as const

/** The terms of each part; what a message says again is not counted again. */
export function partTermsOf(one: LessonCandidate): Readonly<Record<(typeof partNames)[number], readonly string[]>> {
  const { headline, number, files, entry, diff, terms: stored } = one
  if (stored !== undefined)
    return {
      subject: [...termsFrom(stored.subject), ...terms(number)],
      body: termsFrom(stored.body),
      paths: [...termsFrom(stored.paths), ...terms(placeOf(entry))],
      diff,
    }
  return {
    subject: terms(`${headline}\n${number}`),
    body: terms(reasonOf(one)),
    paths: terms([...files.map(pathInWords), placeOf(entry)].join('\n')),
    diff,
  }
}

/** Where an entry stands, in words that say something of what stands there. */
const placeOf = (entry: string): string => (isOfThePast(entry) ? '' : pathInWords(entry))

/** All that a lesson and the message of its commit say, its headline as a paragraph of its own. */
export const wholeTextOf = (one: LessonCandidate): string => `${one.headline}\n\n${reasonOf(one)}`

const reasonOf = ({ message, why }: LessonCandidate): string =>
  withoutKeys(says(message, why) ? message : `${why}\n${message}`)

/** Whether a message says a reason, as far as one can see at its beginning. */
export const says = (message: string, why: string): boolean => message.includes(why.slice(0, 40))

/** Whether a person did not want what its commit teaches to be told. */
export const isTurnedDown = ({ rejectedOn, deletedOn }: Pick<LessonCandidate, 'rejectedOn' | 'deletedOn'>): boolean =>
  rejectedOn !== undefined || deletedOn !== undefined

/** A commit of the log that changes no file brings those of others. */
export const bringsOthers = ({ lane, files }: LessonText): boolean => lane === 'log' && files.length === 0

/** Whether it is a comment that stands at a name of the code: what a person states is about words, or has no commit. */
export const isCommentAtName = ({ kind, commit, headline }: LessonText): boolean =>
  kind === 'fact' && commit !== '' && /^\S+$/.test(headline) && isSpelledLikeCode(headline)

/** Heads what a trailer says by its commit: "rejected", and "a queue, because …", do not say of what that is said. */
export const headed = (
  { headline, why }: Pick<LessonText, 'headline' | 'why'>,
  subject = '',
): Pick<LessonText, 'headline' | 'why'> =>
  subject !== '' && /^(?:decision|rejected)$/.test(headline)
    ? { headline: subject, why: `${headline === 'rejected' ? 'Rejected' : 'Decision'}: ${why}` }
    : { headline, why }
