import { isWithin, type Period, periodIn } from '../text/dates.ts'
import { words } from '../text/terms.ts'
import { type LessonNote, readNote } from '../tree/note.ts'
import type { Rarity } from './bm25.ts'
import type { Index } from './index.ts'
import { type LessonCandidate, says } from './lesson-text.ts'
import { coverage, type LessonRanking, rankLessons, type RankedLesson } from './lessons.ts'
import { worthShowing } from './worth-showing.ts'
import {
  asksHowItWas,
  asksWhatItIs,
  asksWhatWentAway,
  type AskedTerm,
  isAboutAsking,
  readQuestion,
} from './question.ts'
import { forgive } from './spelling.ts'

/** Where lessons are looked up, on disk or in memory: those of the tree, and commits of which nothing was curated. */
export type LessonLookup = {
  /** How many commits there are. */
  readonly size: number
  readonly words: Pick<Index, 'frequencies' | 'startingWith'>
  /** In how many statements, or commits where that is more, each term stands. */
  readonly counts: (terms: readonly string[]) => ReadonlyMap<string, number>
  readonly candidates: (terms: readonly string[]) => readonly LessonCandidate[]
  /** How many terms the parts of a commit have on average. */
  readonly means: LessonRanking['means']
  /** How near statements are in meaning, by their number, where vectors were asked. */
  readonly likeness?: LessonRanking['likeness']
}

/** What a question gets before it is told: without `isKnown`, what is shown is merely the nearest, if it `isNear` at all. */
export type RankedAnswer = {
  readonly shown: readonly RankedLesson[]
  readonly isKnown: boolean
  readonly isNear: boolean
  /** Words of the question that nothing holds, or nothing near. */
  readonly unknown: readonly string[]
  /** The terms that are to be held, all that were looked for, and how much each says. */
  readonly asked: readonly string[]
  readonly found: ReadonlySet<string>
  readonly rarity: Rarity
}

/** What is worth less than this share of the first is not shown. */
const floor = 0.4
/**
 * When a question is answered: the share of it that one of the first holds, by the rarity of its words, times √n of its n
 * words, since a long question says more than any commit does, less half the share of words that nothing here uses: less
 * of it among few commits, where that says little. On 175 answered and 119 unanswered questions about eleven repositories,
 * this tells 82 % apart, and without the last part 76 %. What is `near` is asked in other words as often as it is not there:
 * of 155 questions with an answer, 22 are below the first mark and five below the second; of 109 without, 83 and 43.
 */
const least = { covered: 1, near: 0.7, unused: 0.5, many: 1_000 }

/** So many candidates of each lane are ranked. */
export const consideredLessons = 80

/** Ranks what a lookup has for a question, and decides whether that states anything. */
export function rankAnswer(text: string, most: number, lookup: LessonLookup): RankedAnswer {
  const meant = forgive(readQuestion(text), lookup.words)
  const all = [...new Set(meant.map(({ term }) => term))]
  const candidates = lookup.candidates(all)
  const during = timeAskedFor(text, candidates)
  const isTime = (said: string): boolean => during?.said.has(said.toLowerCase()) === true
  const own = meant.filter(({ isExtra, said }) => !isExtra && !isAboutAsking(said) && !isTime(said))
  const defines = asksWhatItIs(text) ? meant.flatMap(({ isExtra, term }) => (isExtra ? [term] : [])) : []
  const rarity = rarityIn(lookup, meant)
  const asked = [...new Set(own.map(({ term }) => term))]
  const { means, likeness } = lookup
  const ranked = rankLessons(candidates, {
    asked,
    found: all,
    rarity,
    means,
    defines,
    isAboutRemoval: asksWhatWentAway(text),
    during,
    likeness,
  })
  const isUsed = ({ term }: AskedTerm): boolean => rarity(term) < rarity('\0')
  const held = new Set(own.filter(isUsed).map(({ said }) => said))
  const weight = (of: readonly AskedTerm[]): number => of.reduce((sum, { term }) => sum + rarity(term), 0)
  const unused = weight(own.filter((word) => !isUsed(word))) / Math.max(Number.MIN_VALUE, weight(own))
  const saysMuch = Math.min(1, Math.log1p(lookup.size) / Math.log1p(least.many))
  const certainty = coverage(ranked) * Math.sqrt(asked.length) - least.unused * saysMuch * unused
  const shown = worthShowing(ranked, { most, floor, asked, rarity, isAboutNow: !asksHowItWas(text) })
  return {
    shown,
    isKnown: certainty >= least.covered,
    isNear: certainty >= least.near,
    unknown: [...new Set(own.map(({ said }) => said))].filter((said) => !held.has(said) && !isFormIn(said, shown[0])),
    asked,
    found: new Set(all),
    rarity,
  }
}

/** The time that a question is about; one in which nothing was done is a word like any other: "after January 2038". */
function timeAskedFor(text: string, candidates: readonly LessonCandidate[]): Period | undefined {
  const named = periodIn(text)
  return named !== undefined && candidates.some(({ date }) => isWithin(date, named)) ? named : undefined
}

/**
 * Whether the nearest says a word of the question in another form. Stems differ even so where Porter takes a double letter
 * for one of the ending ("added" is "ad", "add" is "add"), and nobody may read "nothing has "added"" beside "Add a page".
 */
function isFormIn(said: string, nearest: RankedLesson | undefined): boolean {
  const own = said.toLowerCase()
  return words(`${nearest?.headline ?? ''} ${nearest?.why ?? ''}`).some(({ text }) => {
    const [short = '', long = ''] = [text.toLowerCase(), own].toSorted((a, b) => a.length - b.length)
    return short.length >= leastForm && long.startsWith(short) && /^(?:e?[sd]|ing|er)?$/.test(long.slice(short.length))
  })
}

/** A shorter word begins too many others. */
const leastForm = 3

/**
 * A word to talk with is at most so rare, as a share of what one is that stands nowhere. Where it is what the code is about,
 * it is common and counts as ever. On 215 questions about seventeen repositories fewer are told apart at 0.3, and at 0.45
 * fewer answers found.
 */
const mostOfTalk = 0.4

/** Inverse document frequency of a word that so many of all commits have; one that none has is the rarest. */
export const rarityAmong = (all: number, holding: number): number => Math.log(1 + all / (1 + holding))

/** Inverse document frequency over both lanes; of a word that nothing holds, that of one that stands nowhere. */
function rarityIn({ counts, size }: LessonLookup, asked: readonly AskedTerm[]): Rarity {
  const known = counts(asked.map(({ term }) => term))
  const shares = new Map(asked.map(({ term, share }) => [term, share]))
  const talk = new Set(asked.flatMap(({ term, isTalk }) => (isTalk ? [term] : [])))
  const all = Math.max(1, size)
  const most = mostOfTalk * rarityAmong(all, 0)
  return (term) => {
    const rarity = rarityAmong(all, known.get(term) ?? 0)
    return (shares.get(term) ?? 1) * (talk.has(term) ? Math.min(rarity, most) : rarity)
  }
}

/** A commit that was found by its words. */
export type LoggedCommit = Pick<LessonCandidate, 'date' | 'author' | 'number' | 'diff' | 'note' | 'terms'> & {
  readonly sha: string
  readonly subject: string
  readonly body: string
  readonly paths: readonly string[]
}

/** A statement of the tree that was found by its words. */
export type StatementHit = Pick<LessonCandidate, 'kind' | 'headline' | 'why'> & {
  readonly id: number
  readonly path: string
  readonly note: string
  readonly commits: readonly string[]
  /** The terms of its words as they were stored, blanks between them. */
  readonly terms?: { readonly headline: string; readonly why: string }
}

/** Makes one candidate of a commit and the lesson that the tree has of it; `others` finds commits by their beginnings. */
export function joinLanes(
  logged: readonly LoggedCommit[],
  stated: readonly StatementHit[],
  others: (prefixes: readonly string[]) => readonly LoggedCommit[],
): readonly LessonCandidate[] {
  const found = new Map(logged.map((row) => [row.sha.slice(0, 8), row]))
  const named = stated.map(({ commits: [commit = ''] }) => commit.slice(0, 8))
  const more = others(named.filter((key) => key !== '' && !found.has(key)))
  const rows = new Map([...more.map((row) => [row.sha.slice(0, 8), row] as const), ...found])
  const once = [...new Map(stated.map((statement) => [statement.id, statement])).values()]
  const told = new Set(
    once.flatMap(({ kind, commits: [commit = ''] }) => (kind === 'lesson' ? [commit.slice(0, 8)] : [])),
  )
  return [
    ...once.map((statement) => fromTree(statement, rows.get(statement.commits[0]?.slice(0, 8) ?? ''))),
    ...logged.filter(({ sha }) => !told.has(sha.slice(0, 8))).map(fromLog),
  ]
}

function fromTree(statement: StatementHit, row: LoggedCommit | undefined): LessonCandidate {
  const { id, kind, headline, why, commits, path } = statement
  const note: LessonNote | undefined = kind === 'lesson' ? readNote(statement.note) : undefined
  const message = kind === 'lesson' ? (row?.body ?? '') : ''
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
    source: '',
    note,
    statement: id,
    message,
    terms: termsOf(statement, { row, message }),
    diff: kind === 'lesson' ? (row?.diff ?? []) : [],
  }
}

/** What is stored of a statement and its commit, as one; undefined where either has nothing stored. */
function termsOf(
  { terms, why }: StatementHit,
  { row, message }: { readonly row: LoggedCommit | undefined; readonly message: string },
): LessonCandidate['terms'] {
  if (terms === undefined || (row !== undefined && row.terms === undefined)) return undefined
  const [own, told] = [says(message, why) ? '' : terms.why, message === '' ? '' : (row?.terms?.body ?? '')]
  return {
    subject: terms.headline,
    body: [own, told].filter((part) => part !== '').join(' '),
    paths: row?.terms?.paths ?? '',
  }
}

const fromLog = ({ sha, subject, body, paths, ...row }: LoggedCommit): LessonCandidate => ({
  lane: 'log',
  kind: 'lesson',
  headline: subject,
  why: body,
  message: body,
  commit: sha,
  files: paths,
  entry: '',
  source: '',
  ...row,
})
