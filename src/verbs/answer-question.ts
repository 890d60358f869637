import { askCurrentIndex } from '../knowledge/shown/current-index.ts'
import type { CandidateLookup } from '../knowledge/answers/lesson-candidates.ts'
import { toHit } from '../knowledge/answers/lesson-hits.ts'
import { lessonLookup, type Lookups } from '../knowledge/answers/lesson-lookup.ts'
import { lessonsNamed } from '../knowledge/answers/named-commits.ts'
import { newestLessons } from '../knowledge/answers/newest-lessons.ts'
import { withReleases } from '../knowledge/answers/with-releases.ts'
import { reindexInBackground } from '../knowledge/shown/reindex-in-background.ts'
import { openSources, type OpenSource } from '../knowledge/answers/source-index.ts'
import { noteDropped, syncCommitIndex } from '../learning/sync-commit-index.ts'
import { asksMeaning, type Meaning } from '../model/switch.ts'
import type { Ctx } from '../repo/context.ts'
import { noteGap } from '../repo/state/gaps.ts'
import { noteAccesses } from '../repo/state/journal.ts'
import { lengthsOfReasons, reasonLengths } from '../search/bearing.ts'
import { rankAnswer } from '../search/lesson-answer.ts'
import type { LessonHit } from '../search/lesson-hit.ts'
import { asksForPerson, asksForRelease, asksOnlyForNews } from '../search/what-is-asked.ts'
import { onlyInDiffs } from '../search/unknown-words.ts'
import { oneLine } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import { termText } from '../text/terms.ts'
import { toEntryPath } from '../tree/path.ts'

/** What states the answer, lesson by lesson, the best first. */
export type LessonAnswer = {
  readonly hits: readonly LessonHit[]
  /** Whether any row states what is asked; without it, `hits` are merely the nearest. */
  readonly isKnown: boolean
  /** Whether `hits` are near enough that what is asked may stand there in other words. */
  readonly isNear: boolean
  /** Words of the question that nothing holds, or nothing near; and those that only diffs hold. */
  readonly unknown: readonly string[]
  /** Those of `unknown` that words like them were looked for in place of. */
  readonly guessed: readonly string[]
  readonly inDiffs: readonly string[]
  /** Whether diffs were read too; until then only messages and paths are searched. */
  readonly isWhole: boolean
  /** Whether what is read is kept for the next question, or nothing can be written here. */
  readonly isKept: boolean
  /** Whether meaning took part, by vectors: then `hits` may be what is asked in other words. */
  readonly isByMeaning: boolean
  /** Knowledge files that could not be read and therefore not be searched. */
  readonly unread: readonly string[]
}

/** A question in words, and how much of an answer it wants. */
export type LessonQuestion = {
  readonly text: string
  readonly most: number
  /** A folder of the tree to stay in; then the log is not asked. */
  readonly within?: string
  /** Whether to ask what was curated, the commits themselves, or both as is usual. */
  readonly lanes?: 'both' | 'tree' | 'log'
  /**
   * Lets the model that makes vectors find what says it in other words: somebody waits for that, or takes what is
   * there.
   */
  readonly meaning?: Meaning | undefined
  /** Whether to answer from what was read of the log before, where all of it would have to be read. */
  readonly isHurried?: boolean
  /** Whether to say of each hit how its score came about, as its `parts`. */
  readonly explains?: boolean
}

/**
 * Answers a question by single lessons: those of the tree, and the commits of which nothing was curated. Undefined
 * where no SQLite loads. What nothing states is noted for `ctx gaps`.
 */
export async function askLessons(ctx: Ctx, question: LessonQuestion): Promise<LessonAnswer | undefined> {
  const found = await findLessons(ctx, question)
  if (found === undefined) return undefined
  const isOfRelease = found.isKnown && asksForRelease(question.text)
  const hits = isOfRelease ? await withReleases(ctx, found.hits) : found.hits
  const answer = {
    ...found,
    hits: asksForPerson(question.text) ? hits.map((hit) => ({ ...hit, by: hit.author })) : hits,
  }
  // To “???” nobody could write the answer, and what is still being read may state it.
  if (!answer.isKnown && answer.isWhole && !isPartOf(question) && termText(question.text) !== '')
    noteGap(ctx.place, redact(oneLine(question.text)).slice(0, longestQuestion))
  // However many of its statements answer, an entry is used once.
  noteAccesses(ctx.place, [...new Set(answer.hits.flatMap(({ entry }) => toEntryPath(entry) ?? []))])
  return answer
}

const longestQuestion = 300

const isPartOf = ({ within = '', lanes = 'both' }: LessonQuestion): boolean => within !== '' || lanes !== 'both'

/** The same, without a note of what was asked. */
export const findLessons = (ctx: Ctx, question: LessonQuestion): Promise<LessonAnswer | undefined> =>
  askCurrentIndex(ctx, async ({ store, unread }) => {
    if (store === undefined) return undefined
    const { isHurried = false } = question
    const { commitIndex, isWhole } = await syncCommitIndex(ctx, store, {
      isHurried,
      takesNewest: isHurried || store.isKept,
    })
    const { meaning, text } = question
    const isAsked = question.lanes !== 'log' && asksMeaning(ctx, meaning)
    const { likenessTo } = isAsked ? await import('../model/meaning.ts') : {}
    const likeness = isAsked ? await likenessTo?.(ctx, store, { text, meaning }) : undefined
    const ask = (): Promise<Found> =>
      withSources(ctx, question, (sources) =>
        answerFrom({ place: ctx.place, store, commitIndex, sources, likeness }, question),
      )
    const told = isPartOf(question) ? [] : await toldAtOnce({ place: ctx.place, store, commitIndex }, question)
    if (told.length > 0)
      return { ...answeredBy(told.slice(0, question.most)), isWhole, isKept: store.isKept, isByMeaning: false, unread }
    const first = await ask()
    const commits = first.hits.flatMap(({ commit, source, note }) =>
      source === '' ? [commit, ...note.supersededBy, ...note.amendedBy] : [],
    )
    const isOther = question.isHurried !== true && (await noteDropped(ctx, commitIndex, commits))
    const answer = isOther ? await ask() : first
    if (!isWhole || (isAsked && likeness === undefined)) await reindexInBackground(ctx)
    return { ...answer, isWhole, isKept: store.isKept, isByMeaning: likeness !== undefined, unread }
  })

/** What is told whatever the words: the commits that a question names, or the newest where it asks for no more than that. */
const toldAtOnce = async (lookup: CandidateLookup, { text, most }: LessonQuestion): Promise<readonly LessonHit[]> =>
  asksOnlyForNews(text) ? newestLessons(lookup, most) : await lessonsNamed(lookup, text)

/** Opens what other repositories know, where a question may be about it. */
async function withSources<Result>(
  ctx: Ctx,
  { lanes = 'both', within = '', isHurried = false }: LessonQuestion,
  ask: (sources: readonly OpenSource[]) => Result,
): Promise<Result> {
  const sources = lanes === 'log' || within !== '' ? [] : await openSources(ctx, { isHurried })
  try {
    return ask(sources)
  } finally {
    for (const { store } of sources) store.close()
  }
}

/** What a question by name is answered with, whatever else its words are. */
const answeredBy = (hits: readonly LessonHit[]): Found => ({
  hits,
  isKnown: true,
  isNear: true,
  unknown: [],
  guessed: [],
  inDiffs: [],
})

/** What ranking alone finds of an answer. */
type Found = Omit<LessonAnswer, 'isWhole' | 'isKept' | 'isByMeaning' | 'unread'>

function answerFrom(lookups: Lookups, question: LessonQuestion): Found {
  const { text, most, lanes = 'both', within = '', explains = false } = question
  const { store, commitIndex } = lookups
  const answer = rankAnswer(text, most, lessonLookup(lookups, question))
  const { shown, isKnown, isNear, unknown, guessed, ...ranking } = answer
  const lengths = lengthsOfReasons(shown, { isKnown })
  const isAsked = !isKnown && lanes !== 'tree' && within === ''
  const inDiffs = isAsked ? [...onlyInDiffs(unknown, commitIndex.isInDiff), ...answer.namesInDiffs] : []
  return {
    hits: shown.map((one, at) =>
      toHit(one, {
        most: lengths[at],
        isFirst: isKnown && at === 0,
        isLeading: (lengths[at] ?? 0) > reasonLengths.others,
        commitIndex,
        store,
        explains,
        ...ranking,
      }),
    ),
    isKnown,
    isNear,
    unknown: unknown.filter((word) => !inDiffs.includes(word)),
    guessed,
    inDiffs,
  }
}
