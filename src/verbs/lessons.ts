import { outcomeOf } from '../curate/outcomes.ts'
import { askCurrentIndex } from '../knowledge/current-index.ts'
import { lookUpLog } from '../learning/log-lane.ts'
import type { Ctx } from '../repo/context.ts'
import { indexReader } from '../repo/index/index-reader.ts'
import type { LogFound, LogLane } from '../repo/index/log-lane.ts'
import { findStatements, statementFrequencies, storedStatements } from '../repo/index/statements.ts'
import type { Store } from '../repo/index/store.ts'
import { noteGap } from '../repo/state/gaps.ts'
import { noteAccesses } from '../repo/state/journal.ts'
import type { Index } from '../search/index.ts'
import { consideredLessons, joinLanes, type LoggedCommit, rankAnswer, toldLengths } from '../search/lesson-answer.ts'
import { bearingOn, type RankedLesson, type Rarity } from '../search/lessons.ts'
import type { Later, LessonHit } from '../search/told.ts'
import { oneLine } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import { noNote, type LessonNote } from '../tree/note.ts'
import { toEntryPath } from '../tree/path.ts'
import { reindexInBackground } from './look.ts'

export type LessonAnswer = {
  readonly hits: readonly LessonHit[]
  /** Whether any row states what is asked; without it, `hits` are merely the nearest. */
  readonly isKnown: boolean
  /** Words of the question that nothing holds, or nothing near. */
  readonly missing: readonly string[]
  /** Whether diffs were read too; until then only messages and paths are searched. */
  readonly isWhole: boolean
  /** Knowledge files that could not be read and therefore not be searched. */
  readonly unread: readonly string[]
}

export type LessonQuestion = {
  readonly text: string
  readonly most: number
  readonly within?: string
  readonly lanes?: 'both' | 'tree' | 'log'
  /** How many characters the reasons may have together. */
  readonly budget?: number
}

/**
 * Answers a question by single lessons: those of the tree, and the commits of which nothing was curated. Undefined where
 * there is no index on disk to ask. What nothing states is noted for `ctx gaps`.
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
    const { lane, isWhole } = await lookUpLog(ctx, store)
    const answer = answerFrom({ store, lane }, question)
    if (!isWhole) await reindexInBackground(ctx)
    return { ...answer, isWhole, unread }
  })

function answerFrom(
  { store, lane }: { store: Store; lane: LogLane },
  { text, most, lanes = 'both', within = '' }: LessonQuestion,
): Omit<LessonAnswer, 'isWhole' | 'unread'> {
  const { database } = store
  const answer = rankAnswer(text, most, {
    size: lane.state().size,
    words: wordsOf(store, lane),
    counts: (terms) => {
      const [inLog, inTree] = [lane.frequencies(terms), statementFrequencies(database, terms)]
      return new Map(terms.map((term) => [term, Math.max(inLog.get(term) ?? 0, inTree.get(term) ?? 0)]))
    },
    candidates: (terms) => {
      const logged = lanes === 'tree' || within !== '' ? [] : lane.find(terms, consideredLessons)
      const stated = lanes === 'log' ? [] : findStatements(database, terms, { most: consideredLessons, within })
      const told = lanes === 'log' ? [] : storedStatements(database, logged.map(shortSha))
      return joinLanes(logged.map(toLogged), [...stated, ...told], (prefixes) => lane.rowsOf(prefixes).map(toLogged))
    },
  })
  const { shown, isKnown, missing, asked, rarity } = answer
  return { hits: shown.map((one, at) => toHit(one, { at, lane, store, asked, rarity })), isKnown, missing }
}

const shortSha = ({ sha }: LogFound): string => sha.slice(0, 8)

const toLogged = ({ fate, ...row }: LogFound): LoggedCommit => {
  const { sha, subject, body, date, author, number, paths, inDiff, score } = row
  const note = fate === undefined ? undefined : noteOf(fate)
  return { sha, subject, body, date, author, number, paths, inDiff, score, note }
}

/** The words of both lanes, to tell which of a question's nobody used, and what they may have meant. */
const wordsOf = (store: Store, lane: LogLane): Pick<Index, 'frequencies' | 'startingWith'> => ({
  frequencies: (terms) => new Map([...store.frequencies(terms), ...lane.frequencies(terms)]),
  startingWith: (prefix, most) =>
    [...new Set([...store.startingWith(prefix, most), ...lane.startingWith(prefix, most)])].slice(0, most),
})

const noteOf = ([added, gone, takers]: NonNullable<LogFound['fate']>): LessonNote => ({
  ...noNote,
  ...outcomeOf({ added, gone, takenBy: takers.map(([commit, lines]) => ({ commit, lines })) }),
})

type Showing = {
  readonly at: number
  readonly lane: LogLane
  readonly store: Store
  readonly asked: ReadonlySet<string>
  readonly rarity: Rarity
}

function toHit(one: RankedLesson, { at, lane, store, asked, rarity }: Showing): LessonHit {
  const { rank, note = noNote, why, commit } = one
  const [row] = commit === '' ? [] : lane.rowsOf([commit.slice(0, 8)])
  const now = row?.fate === undefined ? note : { ...note, ...worse(note, noteOf(row.fate)) }
  const card = one.entry === '' ? undefined : indexReader(store).cards([one.entry]).get(one.entry)
  const later = [...new Set(now.supersededBy)]
    .slice(0, 2)
    .flatMap((sha) => laterOf(sha, { lane, store, asked, rarity }))
  return {
    lane: one.lane,
    kind: one.kind,
    headline: one.headline,
    why: bearingOn(why, asked, { most: at === 0 ? toldLengths.first : toldLengths.others, rarity }),
    commit,
    date: one.date,
    author: one.author,
    number: one.number,
    // A commit that is not in this clone's history still has the files of its entry.
    files: (one.files.length === 0 ? (card?.files ?? []) : one.files).slice(0, 4),
    entry: one.entry,
    standing: card?.standing ?? '',
    archived: card?.archived ?? '',
    covers: one.covers,
    score: Math.round(rank * 1000) / 1000,
    holds: now.holds,
    note: now,
    supersededBy: later,
  }
}

/** What the tree says and what the log lane counted, whichever says that less is left. */
const worse = (told: LessonNote, counted: LessonNote): Pick<LessonNote, 'holds' | 'supersededBy'> =>
  told.holds === 'past' || counted.holds === '' ? told : counted

function laterOf(sha: string, { lane, store, asked, rarity }: Omit<Showing, 'at'>): readonly Later[] {
  const [row] = lane.rowsOf([sha.slice(0, 8)])
  const [statement] = storedStatements(store.database, [sha.slice(0, 8)])
  if (row === undefined) return []
  const why = bearingOn(statement?.why ?? row.body, asked, { most: toldLengths.later, rarity })
  return [{ commit: row.sha, date: row.date, headline: statement?.headline ?? row.subject, why }]
}
