import { outcomeOf } from '../curate/outcomes.ts'
import { askCurrentIndex } from '../knowledge/current-index.ts'
import { lookUpLog } from '../learning/log-lane.ts'
import type { Ctx } from '../repo/context.ts'
import { indexReader } from '../repo/index/index-reader.ts'
import type { LogFound, LogLane } from '../repo/index/log-lane.ts'
import {
  findStatements,
  type FoundStatement,
  statementFrequencies,
  storedStatements,
} from '../repo/index/statements.ts'
import type { Store } from '../repo/index/store.ts'
import { noteGap } from '../repo/state/gaps.ts'
import { noteAccesses } from '../repo/state/journal.ts'
import type { Index } from '../search/index.ts'
import {
  bearingOn,
  coverage,
  type LessonCandidate,
  rankLessons,
  type RankedLesson,
  type Rarity,
  worthShowing,
} from '../search/lessons.ts'
import { asksWhatItIs, type AskedTerm, isAboutAsking, readQuestion } from '../search/question.ts'
import { forgive } from '../search/spelling.ts'
import type { Later, LessonHit } from '../search/told.ts'
import { oneLine } from '../text/clean.ts'
import { redact } from '../text/redact.ts'
import { noNote, type LessonNote, readNote } from '../tree/note.ts'
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

const considered = 80
/** What is worth less than this share of the first is not shown. */
const floor = 0.55
/** The least share of a question, by the rarity of its words, that one of the first holds where it is answered. */
const leastCovered = 0.45

const lengths = { first: 700, others: 260, later: 200 }

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
  question: LessonQuestion,
): Omit<LessonAnswer, 'isWhole' | 'unread'> {
  const meant = forgive(readQuestion(question.text), wordsOf(store, lane))
  const asked = meant.filter(({ isExtra, said }) => !isExtra && !isAboutAsking(said))
  const termsAsked = [...new Set(asked.map(({ term }) => term))]
  const all = [...new Set(meant.map(({ term }) => term))]
  const defines = asksWhatItIs(question.text) ? meant.flatMap(({ isExtra, term }) => (isExtra ? [term] : [])) : []
  const rarity = rarityIn(store, lane, asked)
  const { lanes = 'both', within = '', most } = question
  const logged = lanes === 'tree' || within !== '' ? [] : lane.find(all, considered)
  const stated = lanes === 'log' ? [] : findStatements(store.database, all, { most: considered, within })
  const told = storedStatements(
    store.database,
    logged.map(({ sha }) => sha.slice(0, 8)),
  )
  const candidates = join(logged, lanes === 'log' ? [] : [...stated, ...told], lane)
  const ranked = rankLessons(candidates, { asked: termsAsked, rarity, defines })
  const shown = worthShowing(ranked, { most, floor })
  const isKnown = coverage(ranked) >= leastCovered
  const hits = shown.map((one, at) => toHit(one, { at, lane, store, asked: new Set(all), rarity }))
  const held = new Set(asked.filter(({ term }) => rarity(term) < rarity('\0')).map(({ said }) => said))
  const missing = [...new Set(asked.map(({ said }) => said))].filter((said) => !held.has(said))
  return { hits, isKnown, missing }
}

/** Inverse document frequency over both lanes; of a word that nothing holds, that of one that stands nowhere. */
function rarityIn({ database }: Store, lane: LogLane, asked: readonly AskedTerm[]): Rarity {
  const terms = asked.map(({ term }) => term)
  const [inLog, inTree] = [lane.frequencies(terms), statementFrequencies(database, terms)]
  const shares = new Map(asked.map(({ term, share }) => [term, share]))
  const size = Math.max(1, lane.state().size)
  return (term) =>
    (shares.get(term) ?? 1) * Math.log(1 + size / (1 + Math.max(inLog.get(term) ?? 0, inTree.get(term) ?? 0)))
}

/** The words of both lanes, to tell which of a question's nobody used, and what they may have meant. */
const wordsOf = (store: Store, lane: LogLane): Pick<Index, 'frequencies' | 'startingWith'> => ({
  frequencies: (terms) => new Map([...store.frequencies(terms), ...lane.frequencies(terms)]),
  startingWith: (prefix, most) =>
    [...new Set([...store.startingWith(prefix, most), ...lane.startingWith(prefix, most)])].slice(0, most),
})

/** Makes one candidate of a commit and the lesson that the tree has of it. */
function join(
  logged: readonly LogFound[],
  stated: readonly FoundStatement[],
  lane: LogLane,
): readonly LessonCandidate[] {
  const found = new Map(logged.map((row) => [row.sha.slice(0, 8), row]))
  const named = stated.map(({ commits: [commit = ''] }) => commit.slice(0, 8))
  const others = lane.rowsOf(named.filter((key) => key !== '' && !found.has(key)))
  const rows = new Map([...others.map((row) => [row.sha.slice(0, 8), row] as const), ...found])
  const once = [...new Map(stated.map((statement) => [statement.id, statement])).values()]
  const told = new Set(
    once.flatMap(({ kind, commits: [commit = ''] }) => (kind === 'lesson' ? [commit.slice(0, 8)] : [])),
  )
  return [
    ...once.map((statement) => fromTree(statement, rows.get(statement.commits[0]?.slice(0, 8) ?? ''))),
    ...logged.filter(({ sha }) => !told.has(sha.slice(0, 8))).map(fromLog),
  ]
}

function fromTree(statement: FoundStatement, row: LogFound | undefined): LessonCandidate {
  const { kind, headline, why, commits, path, score } = statement
  const note = kind === 'lesson' ? readNote(statement.note) : undefined
  return {
    lane: 'tree',
    kind,
    headline,
    why,
    commit: row?.sha ?? commits[0] ?? '',
    date: note?.date ?? row?.date ?? '',
    author: row?.author ?? '',
    number: note?.number ?? row?.number ?? '',
    files: row?.paths ?? [],
    entry: path,
    note,
    inDiff: row?.inDiff ?? [],
    score: kind === 'lesson' ? Math.max(score, row?.score ?? 0) : score,
  }
}

function fromLog({ sha, subject, body, date, author, number, paths, fate, inDiff, score }: LogFound): LessonCandidate {
  const note = fate === undefined ? undefined : noteOf(fate)
  return {
    lane: 'log',
    kind: 'lesson',
    headline: subject,
    why: body,
    commit: sha,
    date,
    author,
    number,
    files: paths,
    entry: '',
    note,
    inDiff,
    score,
  }
}

const noteOf = ([added, gone, takers]: NonNullable<LogFound['fate']>): LessonNote => ({
  ...noNote,
  ...outcomeOf({
    added,
    gone,
    removed: 0,
    takenBy: takers.map(([commit, lines]) => ({ commit, lines })),
    tests: { added: 0, there: 0 },
  }),
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
    why: bearingOn(why, asked, { most: at === 0 ? lengths.first : lengths.others, rarity }),
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
  const why = bearingOn(statement?.why ?? row.body, asked, { most: lengths.later, rarity })
  return [{ commit: row.sha, date: row.date, headline: statement?.headline ?? row.subject, why }]
}
