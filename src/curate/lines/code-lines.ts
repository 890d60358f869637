import type { Commit, FileChange } from '../../commit.ts'
import { namesIn, type NameNow } from '../code/code-names.ts'
import { languageOf } from '../code/language.ts'
import { testTitles } from '../evidence/tests.ts'
import { NumberTable } from './number-table.ts'
import { CoinedNames } from './coined-names.ts'
import { byLinesRemoved, type LineHistory } from './line-history.ts'
import { FollowedCommits } from './followed-commits.ts'
import { type HunkLines, linesOf, numbering } from './hunk-lines.ts'
import { namesWritten } from './names-in-diff.ts'
import { PutBack } from './put-back.ts'
import { hashLine, type HashedLine, isFollowed, lineHash } from './significant-lines.ts'
import { StandingLines } from './standing-lines.ts'
import { TakenLines } from './taken-lines.ts'
import { put, type WaitingRow, takeFirst, waiting } from './waiting-rows.ts'

/**
 * Follows the lines of some commits through a history: who wrote them, and which later commit took them out. Lines that
 * moved, or that a sweep through the code wrote anew, still stand; a line that was copied stands while one copy does; tests do not count.
 * Branches and merges do what no diff shows, so the code as it stands has the last word once it was compared.
 */
export type CodeLines = {
  /** Follows one commit; commits come in order. What `isTracked` commits wrote is followed. */
  readonly follow: (commit: Commit, tracking: { readonly isTracked: boolean }) => void
  /** Compares with a file of the code as it stands after the last commit; undefined is one that could not be read. */
  readonly compareFile: (path: string, text: string | undefined) => void
  /** Tells from all files that were compared: what is in none of them is gone, and what came back stands. */
  readonly finishComparison: () => void
  /** Frees the lines, of which a large project has millions. Call it when no line history will be asked for any more. */
  readonly forget: () => void
  /** Undefined for a commit that is not tracked, or wrote no significant line. */
  readonly lineHistoryOf: (sha: string) => LineHistory | undefined
  /** Tells of a name once all of the code was compared. */
  readonly nameNow: NameNow
}

/** The commits that are tracked, with their lines: those that stand, and those that were taken out. */
type Followed = {
  readonly owners: FollowedCommits
  readonly standing: StandingLines
  readonly taken: TakenLines
  readonly putBack: PutBack
  /** Commits that took out nearly all of the code that stood then. */
  readonly restarts: Set<string>
  readonly coined: CoinedNames
}

const nothingFollowed = (): Followed => ({
  owners: new FollowedCommits(),
  standing: new StandingLines(),
  taken: new TakenLines(),
  putBack: new PutBack(),
  restarts: new Set(),
  coined: new CoinedNames(),
})

/** Follows the lines of code, from an empty code base on. */
export function followCode(): CodeLines {
  let followed = nothingFollowed()
  const numbers = new Map<string, number>()
  const files = new Map<string, number>()
  const fileOf = numbering(files)
  let now = noCode()
  return {
    follow: (commit, { isTracked }) => {
      const hunks = linesOf(commit, fileOf)
      const { left, cut } = takeOut(commit.sha, hunks, followed)
      followed.putBack.put(commit.sha, left)
      const coined = followed.coined.coinedBy(commit)
      const tests = isTracked ? commit.changes.flatMap(testsIn) : []
      if (!isTracked) return
      const names = namesWritten(commit).map((name) => lineHash(name, 0))
      if (left.length + tests.length + names.length === 0) return
      for (const name of names) now.names.set(name, spelled.once)
      numbers.set(commit.sha, followed.owners.count)
      followed.putBack.take(followed.owners.count, cut)
      const lines = own(followed.owners.count, left, followed.standing)
      const removed = hunks.reduce((sum, hunk) => sum + hunk.removed.length, 0)
      followed.owners.add({ added: lines, removed, tests, names, coined })
    },
    compareFile: (path, text) => {
      if (text === undefined) now.isWhole &&= !isCodeOfLanguage(path)
      else take(now, { path, lines: text.split('\n'), file: files.get(path) }, followed)
    },
    finishComparison: () => {
      if (now.isWhole) compare(followed, now)
    },
    forget: () => void ([followed, now] = [nothingFollowed(), noCode()]),
    lineHistoryOf: (sha) => {
      const number = numbers.get(sha)
      return number === undefined ? undefined : lineHistoryOf(number, followed, now)
    },
    nameNow: (name) => (now.isWhole ? followed.coined.nameNow(name) : 'unknown'),
  }
}

/**
 * Whether a file that could not be read leaves unknown what the code has: a repository that tests unpack, too large or not here,
 * has no name (restic 885b27fd).
 */
const isCodeOfLanguage = (path: string): boolean => isFollowed({ path }) && languageOf(path) !== 'other'

/** Looks for each line that stands in the code as it is: it is in one file, in several, or missing. */
function compare({ standing, owners }: Followed, { texts }: Now): void {
  standing.forEach((number, text) => {
    const file = texts.get(text)
    if (file === 0) owners.miss(number)
    else if (file !== inSeveral) owners.stand(number, file)
  })
}

/** Lets lines stand as those of one commit, and counts them; what it wrote twice is one line with two copies. */
function own(owner: number, lines: readonly HashedLine[], standing: StandingLines): number {
  const numbers = new Map<number, number>()
  for (const { where, text } of lines) {
    const line = numbers.get(text) ?? standing.begin(owner, text)
    numbers.set(text, line)
    standing.put(line, where)
  }
  return numbers.size
}

/** The code as it stands: its lines by what they say, and by where; and its tests by their titles. */
type Now = {
  /** The number of the only file that has a line, or `inSeveral`. */
  readonly texts: NumberTable
  /** The files by their numbers, of which the first stands for none. */
  readonly files: string[]
  readonly places: NumberTable
  readonly tests: Set<number>
  /** Names that headlines spell, as numbers, and whether the code has them. */
  readonly names: NumberTable
  isWhole: boolean
}

const inSeveral = 1

const spelled = { once: 1, now: 2 } as const

const noCode = (): Now => ({
  texts: new NumberTable(),
  files: ['', ''],
  places: new NumberTable('small'),
  tests: new Set(),
  names: new NumberTable('small'),
  isWhole: true,
})

function take(
  now: Now,
  { path, lines, file }: { path: string; lines: readonly string[]; file: number | undefined },
  { coined, taken }: Followed,
): void {
  for (const title of testTitles(path, lines)) now.tests.add(lineHash(title, 0))
  if (!isFollowed({ path })) return
  const here = now.files.push(path) - 1
  const language = languageOf(path)
  for (const line of lines) {
    coined.see(line, language)
    for (const name of now.names.isEmpty ? [] : namesIn(line)) {
      const number = lineHash(name, 0)
      if (now.names.get(number) === spelled.once) now.names.set(number, spelled.now)
    }
    const hashed = hashLine(line, file ?? 0)
    if (hashed === undefined) continue
    const other = now.texts.get(hashed.text)
    now.texts.set(hashed.text, other === 0 || other === here ? here : inSeveral)
    // Where none was taken, nobody will ask.
    if (file !== undefined && taken.mayHold(hashed.where)) now.places.set(hashed.where, 1)
  }
}

const testsIn = ({ path, hunks }: FileChange): readonly number[] =>
  hunks.flatMap(({ added }) => testTitles(path, added)).map((title) => lineHash(title, 0))

function lineHistoryOf(
  number: number,
  { owners, taken, putBack, restarts, coined }: Followed,
  now: Now,
): LineHistory | undefined {
  const owner = owners.get(number)
  if (owner === undefined) return undefined
  const { added, removed, tests, names, missing } = owner
  const counts = [...taken.countBy(number, (where) => now.places.get(where) === 0)]
  const removers = byLinesRemoved(counts.map(([commit, { lines }]) => [commit, lines]))
  return {
    added,
    gone: missing + removers.reduce((sum, { lines }) => sum + lines, 0),
    rewritten: counts.reduce((sum, [, { rewritten }]) => sum + rewritten, 0),
    isNonCode: false,
    standsIn: now.files[owners.homeOf(number)] ?? '',
    isFromBeforeRestart: counts.some(([commit]) => restarts.has(commit)),
    removed,
    removers,
    putBack: putBack.sharesOf(number),
    tests: { added: tests.length, there: tests.filter((title) => now.tests.has(title)).length },
    // Where some of the code is not here, nothing is missing in it, and nobody knows what is there.
    coined: now.isWhole
      ? { added: owner.coined.length, there: coined.countThere(owner.coined) }
      : { added: 0, there: 0 },
    names: {
      added: names.length,
      there: names.filter((name) => !now.isWhole || now.names.get(name) === spelled.now).length,
    },
  }
}

/** A commit that takes out so much of the code, of at least so many lines, begins it again. */
const restart = { share: 0.4, lines: 500 }

/** Takes lines out of where they stand, unless they only moved; gives what was put in and stood nowhere before, and where what went had stood. */
function takeOut(
  remover: string,
  hunks: readonly HunkLines[],
  { standing, taken, restarts }: Followed,
): { readonly left: readonly HashedLine[]; readonly cut: ReadonlySet<number> } {
  const cut = new Set<number>()
  const arrivals = new Map<number, WaitingRow<HashedLine>>()
  for (const { added } of hunks) for (const line of added) put(arrivals, line.text, line)
  const before = standing.count
  let ended = 0
  for (const { removed, isSwept } of hunks)
    for (const { where, text, anew } of removed) {
      const line = standing.take(where)
      const moved = takeFirst(arrivals, text)
      if (moved === undefined) cut.add(where)
      if (line === 0) continue
      if (moved !== undefined) standing.put(line, moved.where)
      else if (isSwept && anew !== undefined && standing.rewrite(line, anew.text)) {
        standing.put(line, takeFirst(arrivals, anew.text)?.where ?? anew.where)
      } else {
        const owner = standing.end(line)
        if (owner === undefined) continue
        taken.add(owner, where, { remover, isRewritten: anew !== undefined })
        ended++
      }
    }
  if (ended >= restart.lines && ended >= before * restart.share) restarts.add(remover)
  return { left: [...arrivals.values()].flatMap(waiting), cut }
}
