import type { Commit, FileChange, Hunk } from '../commit.ts'
import { codeNames, namesIn } from './code-names.ts'
import { testTitles } from './evidence/tests.ts'
import { isFollowed, lineHash, significantPart } from './significant-lines.ts'

/** What became of the telling lines that a commit wrote, as of the last commit that was followed. */
export type Fate = {
  readonly added: number
  readonly gone: number
  /** The telling lines that it took out itself: a commit that mostly takes out does not live by what it put in. */
  readonly removed: number
  /** The commits that took lines out, most first. */
  readonly takenBy: readonly { readonly commit: string; readonly lines: number }[]
  /** The tests that it wrote, and how many of them the code still has. */
  readonly tests: { readonly added: number; readonly there: number }
  /** The names in its headline that it wrote into the code, and how many of them the code still has. */
  readonly names: { readonly added: number; readonly there: number }
}

/**
 * Follows the lines of some commits through a history: who wrote them, and which later commit took them out. Lines that
 * moved or were only laid out anew still stand; a line that was copied stands while one copy does; tests do not count.
 * Branches and merges do what no diff shows, so the code as it stands has the last word once it was met.
 */
export type Survival = {
  /** Follows one commit; commits come in order. What `isTold` commits wrote is followed. */
  readonly follow: (commit: Commit, told: { readonly isTold: boolean }) => void
  /** Meets a file of the code as it stands after the last commit; undefined is one that could not be read. */
  readonly meet: (path: string, text: string | undefined) => void
  /** Tells from all that was met: what is nowhere in it is gone, and what came back stands. */
  readonly settle: () => void
  /** Undefined for a commit that was not told of, or wrote nothing telling. */
  readonly fateOf: (sha: string) => Fate | undefined
}

/** A line of a commit that is told of; equal lines of one commit are one, with as many copies. */
type Unit = { readonly owner: Owner; readonly text: number; copies: number }
type Owner = {
  readonly added: number
  readonly removed: number
  /** Lines that a later commit took out, each by where it stood, by that commit. */
  readonly takers: Map<string, number[]>
  readonly tests: readonly number[]
  readonly names: readonly string[]
  /** Lines that no commit took out and that the code does not have. */
  missing: number
}

/** Lines by the file that they stand in and what they say. */
type Standing = Map<number, Unit[]>

/** Begins to follow lines, with an empty code base. */
export function startSurvival(): Survival {
  const standing: Standing = new Map()
  const owners = new Map<string, Owner>()
  const files = new Map<string, number>()
  const fileOf = numbering(files)
  const now: Now = { texts: new Set(), keys: new Set(), tests: new Set(), names: new Map(), isWhole: true }
  return {
    follow: (commit, { isTold }) => {
      const { added, removed } = linesOf(commit, fileOf)
      const left = takeOut(commit.sha, { added, removed, standing })
      const tests = isTold ? commit.changes.flatMap(testsIn) : []
      if (!isTold || left.length + tests.length === 0) return
      const owner: Owner = {
        added: new Set(left.map(({ text }) => text)).size,
        removed: removed.length,
        takers: new Map(),
        tests,
        names: namesOf(commit),
        missing: 0,
      }
      for (const name of owner.names) now.names.set(name, false)
      own(owner, left, standing)
      owners.set(commit.sha, owner)
    },
    meet: (path, text) => {
      if (text === undefined) now.isWhole = false
      else take(now, { path, lines: text.split('\n'), file: files.get(path) })
    },
    settle: () => {
      // Copies of a line are one.
      for (const unit of now.isWhole ? new Set([...standing.values()].flat()) : [])
        if (!now.texts.has(unit.text)) unit.owner.missing++
    },
    fateOf: (sha) => {
      const owner = owners.get(sha)
      return owner === undefined ? undefined : fateOf(owner, now)
    },
  }
}

/** Numbers files as they come; one that was renamed keeps its number. */
function numbering(files: Map<string, number>): (change: FileChange) => number {
  let known = 0
  return ({ path, from, status }) => {
    const id = files.get(status === 'renamed' ? from : path) ?? ++known
    if (status === 'renamed') files.delete(from)
    files.set(path, id)
    return id
  }
}

/** Lets lines stand as those of one commit; what it wrote twice is one line with two copies. */
function own(owner: Owner, lines: readonly Line[], standing: Standing): void {
  const units = new Map<number, Unit>()
  for (const { key, text } of lines) {
    const unit = units.get(text) ?? { owner, text, copies: 0 }
    unit.copies++
    units.set(text, unit)
    put(standing, key, unit)
  }
}

/** The code as it stands: its lines by what they say, and by where; and its tests by their titles. */
type Now = {
  readonly texts: Set<number>
  readonly keys: Set<number>
  readonly tests: Set<number>
  /** Names that headlines spell, and whether the code has them. */
  readonly names: Map<string, boolean>
  isWhole: boolean
}

function take(
  now: Now,
  { path, lines, file }: { path: string; lines: readonly string[]; file: number | undefined },
): void {
  for (const title of testTitles(path, lines)) now.tests.add(lineHash(title, 0))
  if (!isFollowed({ path })) return
  for (const name of now.names.size === 0 ? [] : lines.flatMap(namesIn))
    if (now.names.get(name) === false) now.names.set(name, true)
  for (const said of lines.map(significantPart)) {
    if (said === '') continue
    now.texts.add(lineHash(said, 0))
    if (file !== undefined) now.keys.add(lineHash(said, file))
  }
}

/** The names in a headline that its own commit put into the code: what it took out, it is not known for. */
function namesOf({ message, changes }: Commit): readonly string[] {
  const named = codeNames(message.split('\n', 1)[0] ?? '')
  if (named.length === 0) return named
  const lines = changes.filter(isFollowed).flatMap(({ hunks }) => hunks.flatMap(({ added }) => added))
  const written = new Set(lines.flatMap(namesIn))
  return named.filter((name) => written.has(name))
}

const testsIn = ({ path, hunks }: FileChange): readonly number[] =>
  testTitles(
    path,
    hunks.flatMap(({ added }) => added),
  ).map((title) => lineHash(title, 0))

function fateOf({ added, removed, takers, tests, names, missing }: Owner, now: Now): Fate {
  const takenBy = [...takers]
    .map(([commit, keys]) => ({ commit, lines: keys.filter((key) => !now.keys.has(key)).length }))
    .filter(({ lines }) => lines > 0)
    .sort((a, b) => b.lines - a.lines || (a.commit < b.commit ? -1 : 1))
  return {
    added,
    gone: missing + takenBy.reduce((sum, { lines }) => sum + lines, 0),
    removed,
    takenBy,
    tests: { added: tests.length, there: tests.filter((title) => now.tests.has(title)).length },
    // Where some of the code is not here, nothing is missing in it.
    names: { added: names.length, there: names.filter((name) => !now.isWhole || now.names.get(name) === true).length },
  }
}

/** A line as it is looked up: by what it says in its file, and by what it says anywhere. */
type Line = { readonly key: number; readonly text: number }

/** Reads what a commit put in and took out, line by line; what says nothing by itself is left out. */
function linesOf(
  { changes }: Commit,
  fileOf: (change: FileChange) => number,
): { readonly added: readonly Line[]; readonly removed: readonly Line[] } {
  const added: Line[] = []
  const removed: Line[] = []
  for (const change of changes) {
    if (!isFollowed(change)) continue
    const file = fileOf(change)
    const read = (lines: Hunk['added'], into: Line[]): void => {
      for (const line of lines) {
        const said = significantPart(line)
        if (said !== '') into.push({ key: lineHash(said, file), text: lineHash(said, 0) })
      }
    }
    for (const hunk of change.hunks) {
      read(hunk.added, added)
      read(hunk.removed, removed)
    }
  }
  return { added, removed }
}

/** Takes lines out of where they stand, unless they only moved; gives what was put in and stood nowhere before. */
function takeOut(
  taker: string,
  { added, removed, standing }: { added: readonly Line[]; removed: readonly Line[]; standing: Standing },
): readonly Line[] {
  const arrivals = new Map<number, Line[]>()
  for (const line of added) {
    const same = arrivals.get(line.text)
    if (same === undefined) arrivals.set(line.text, [line])
    else same.push(line)
  }
  for (const line of removed) {
    const units = standing.get(line.key)
    const unit = units?.shift()
    if (units?.length === 0) standing.delete(line.key)
    const moved = arrivals.get(line.text)?.shift()
    if (unit === undefined) continue
    if (moved !== undefined) {
      put(standing, moved.key, unit)
      continue
    }
    unit.copies--
    if (unit.copies > 0) continue
    const taken = unit.owner.takers.get(taker)
    if (taken === undefined) unit.owner.takers.set(taker, [line.key])
    else taken.push(line.key)
  }
  return [...arrivals.values()].flat()
}

function put(standing: Standing, key: number, unit: Unit): void {
  const units = standing.get(key)
  if (units === undefined) standing.set(key, [unit])
  else units.push(unit)
}
