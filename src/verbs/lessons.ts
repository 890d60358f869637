import { askCurrentIndex } from '../knowledge/current-index.ts'
import { joinInLane, toHit, toLogged } from '../knowledge/lesson-hits.ts'
import { reindexInBackground } from '../knowledge/look-later.ts'
import { candidatesOfSources, openSources, type OpenSource } from '../knowledge/source-index.ts'
import { lookUpLog } from '../learning/look-up-log.ts'
import { asksMeaning, type Meaning } from '../model/switch.ts'
import type { Ctx } from '../repo/context.ts'
import type { LogLane } from '../repo/index/log-lane.ts'
import { findStatements, statementFrequencies, statementsById, storedStatements } from '../repo/index/statements.ts'
import type { Store } from '../repo/index/store.ts'
import { noteGap } from '../repo/state/gaps.ts'
import { noteAccesses } from '../repo/state/journal.ts'
import type { Index } from '../search/index.ts'
import { lengthsOfReasons } from '../search/bearing.ts'
import { consideredLessons, rankAnswer } from '../search/lesson-answer.ts'
import type { Likeness } from '../search/likeness.ts'
import type { LessonHit } from '../search/in-words.ts'
import { onlyInDiffs } from '../search/way-on.ts'
import { oneLine } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
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
  /** Lets the model that makes vectors find what says it in other words: somebody waits for that, or takes what is there. */
  readonly meaning?: Meaning | undefined
  /** Whether to answer from what was read of the log before, where all of it would have to be read. */
  readonly isHurried?: boolean
  /** Whether to say of each hit how its score came about, as its `parts`. */
  readonly explains?: boolean
}

/**
 * Answers a question by single lessons: those of the tree, and the commits of which nothing was curated. Undefined where
 * no SQLite loads. What nothing states is noted for `ctx gaps`.
 */
export async function askLessons(ctx: Ctx, question: LessonQuestion): Promise<LessonAnswer | undefined> {
  const answer = await findLessons(ctx, question)
  if (answer === undefined) return undefined
  const isPart = (question.within ?? '') !== '' || (question.lanes ?? 'both') !== 'both'
  if (!answer.isKnown && !isPart) noteGap(ctx.place, redact(oneLine(question.text)).slice(0, longestQuestion))
  // However many of its statements answer, an entry is used once.
  noteAccesses(ctx.place, [...new Set(answer.hits.flatMap(({ entry }) => toEntryPath(entry) ?? []))])
  return answer
}

const longestQuestion = 300

/** The same, without a note of what was asked. */
export const findLessons = (ctx: Ctx, question: LessonQuestion): Promise<LessonAnswer | undefined> =>
  askCurrentIndex(ctx, async ({ store, unread }) => {
    if (store === undefined) return undefined
    const { lane, isWhole } = await lookUpLog(ctx, store, { isHurried: question.isHurried ?? false })
    const { meaning, text } = question
    const isAsked = question.lanes !== 'log' && asksMeaning(ctx, meaning)
    const { likenessTo } = isAsked ? await import('../model/meaning.ts') : {}
    const likeness = isAsked ? await likenessTo?.(ctx, store, { text, meaning }) : undefined
    const answer = await withSources(ctx, question, (sources) =>
      answerFrom({ store, lane, sources, likeness }, question),
    )
    if (!isWhole || (isAsked && likeness === undefined)) await reindexInBackground(ctx)
    return { ...answer, isWhole, isKept: store.isKept, isByMeaning: likeness !== undefined, unread }
  })

/** Opens what other repositories know, where a question may be about it. */
async function withSources<Result>(
  ctx: Ctx,
  { lanes = 'both', within = '' }: LessonQuestion,
  ask: (sources: readonly OpenSource[]) => Result,
): Promise<Result> {
  const sources = lanes === 'log' || within !== '' ? [] : await openSources(ctx)
  try {
    return ask(sources)
  } finally {
    for (const { store } of sources) store.close()
  }
}

type Lanes = {
  readonly store: Store
  readonly lane: LogLane
  readonly sources: readonly OpenSource[]
  readonly likeness: Likeness | undefined
}

function answerFrom(
  { store, lane, sources, likeness }: Lanes,
  { text, most, lanes = 'both', within = '', explains = false }: LessonQuestion,
): Omit<LessonAnswer, 'isWhole' | 'isKept' | 'isByMeaning' | 'unread'> {
  const { database } = store
  const answer = rankAnswer(text, most, {
    size: lane.state().size,
    means: lane.means(),
    likeness: likeness?.statements,
    words: wordsOf(store, lane),
    counts: (terms) => {
      const [inLog, inTree] = [lane.frequencies(terms), statementFrequencies(database, terms)]
      return new Map(terms.map((term) => [term, Math.max(inLog.get(term) ?? 0, inTree.get(term) ?? 0)]))
    },
    candidates: (terms) => {
      const logged = lanes === 'tree' || within !== '' ? [] : lane.find(terms, consideredLessons).map(toLogged)
      if (lanes === 'log') return joinInLane(lane, logged, [])
      const found = findStatements(database, terms, { most: consideredLessons, within })
      const told = storedStatements(
        database,
        logged.map(({ sha }) => sha.slice(0, 8)),
      )
      const near = nearIn(store, { found, likeness, within })
      return [...joinInLane(lane, logged, [...found, ...told, ...near]), ...candidatesOfSources(sources, terms)]
    },
  })
  const { shown, isKnown, isNear, unknown, ...question } = answer
  const lengths = lengthsOfReasons(shown, { isKnown })
  const isAsked = !isKnown && lanes !== 'tree' && within === ''
  const inDiffs = isAsked ? onlyInDiffs(unknown, lane.isInDiff) : []
  return {
    hits: shown.map((one, at) =>
      toHit(one, { most: lengths[at], isFirst: isKnown && at === 0, lane, store, explains, ...question }),
    ),
    isKnown,
    isNear,
    unknown: unknown.filter((word) => !inDiffs.includes(word)),
    inDiffs,
  }
}

/** Statements that are near in meaning and that no word of the question found. */
function nearIn(
  { database }: Store,
  { found, likeness, within }: { found: readonly { id: number }[]; likeness: Likeness | undefined; within: string },
): ReturnType<typeof statementsById> {
  if (likeness === undefined) return []
  const known = new Set(found.map(({ id }) => id))
  const others = [...likeness.statements.keys()].filter((id) => !known.has(id))
  return statementsById(database, others, { within })
}

/** The words of both lanes, to tell which of a question's nobody used, and what they may have meant. */
const wordsOf = (store: Store, lane: LogLane): Pick<Index, 'frequencies' | 'startingWith'> => ({
  frequencies: (terms) => new Map([...store.frequencies(terms), ...lane.frequencies(terms)]),
  startingWith: (prefix, most) =>
    [...new Set([...store.startingWith(prefix, most), ...lane.startingWith(prefix, most)])].slice(0, most),
})
