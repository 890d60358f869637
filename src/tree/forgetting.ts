import { type Entry, newScores } from './entry.ts'
import type { Tree } from './knowledge.ts'
import { daysSince, lifecycle } from './lifecycle.ts'
import type { EntryPath } from './path.ts'
import { statusOf } from './standing.ts'

/** What the code has at a commit, as far as the entries of a tree were asked about. */
export type Code = {
  readonly files: ReadonlySet<string>
  /** Which of the entries' names stand in it; undefined where it cannot be searched. */
  readonly names: ReadonlySet<string> | undefined
  /** The files that a source touched, for entries that name no file any more. */
  readonly touched: ReadonlyMap<string, readonly string[]>
}

/**
 * An entry that may be archived: it no longer holds, as somebody said of it (`retired`) or the code does (`gone`), nobody
 * used it for long, or both.
 */
export type ForgettingCandidate = {
  readonly path: EntryPath
  readonly why: 'retired' | 'gone' | 'unused' | 'retired and unused' | 'gone and unused'
}

/**
 * Decides whether an entry still holds: something that it names is in the code. A person's word stands above that, and
 * of what names no file the code says nothing.
 */
export function holds(entry: Entry, code: Code): boolean {
  if (statusOf(entry) !== 'active') return false
  if (entry.approvedAt !== '') return true
  const files = filesOf(entry, code)
  if (files.length === 0 || files.some((file) => code.files.has(file))) return true
  const names = namesOf(entry)
  return code.names === undefined ? names.length > 0 : names.some((name) => code.names?.has(name))
}

/** The files that an entry is about: those that it names, else those that its sources touched. */
export const filesOf = ({ raw }: Entry, { touched }: Pick<Code, 'touched'>): readonly string[] =>
  raw.files.length > 0 ? raw.files : raw.sources.flatMap(({ commit }) => touched.get(commit) ?? [])

/** The names out of the code that an entry is known by; plain words stand everywhere and tell nothing. */
export const namesOf = ({ keywords, facts }: Entry): readonly string[] =>
  [...new Set([...keywords, ...facts.map(({ subject }) => subject)])].filter((name) => identifier.test(name))

const identifier = /^(?=.*(?:[a-z0-9][A-Z]|\w_\w))[\w$]{4,}$/

/** Decides whether nobody used an entry for so long that what is new would be below the bound by now. */
export const isUnused = ({ importance }: Entry, usedAt: Date, now: Date): boolean =>
  Math.max(importance, newScores.importance) * lifecycle.keptPerDay ** daysSince(usedAt, now) < lifecycle.archivedBelow

/** Finds the candidates of a tree, those that nobody used for longest first; what git knows no use of was used now. */
export function candidatesIn(
  entries: Tree,
  { code, usedAt, now }: { code: Code; usedAt: ReadonlyMap<string, Date>; now: Date },
): readonly ForgettingCandidate[] {
  const found = [...entries].flatMap(([path, entry]): readonly ForgettingCandidate[] => {
    const isGone = !holds(entry, code)
    const isOld = isUnused(entry, usedAt.get(path) ?? now, now)
    if (!isGone && !isOld) return []
    if (!isGone) return [{ path, why: 'unused' }]
    const why = statusOf(entry) === 'active' ? 'gone' : 'retired'
    return [{ path, why: isOld ? `${why} and unused` : why }]
  })
  const at = ({ path }: ForgettingCandidate): number => (usedAt.get(path) ?? now).getTime()
  return found.sort((a, b) => at(a) - at(b) || (a.path < b.path ? -1 : 1))
}

/** Tells how many entries may still be archived without being asked for: a twentieth of a tree in thirty days. */
export const roomToArchive = (entries: number, archived: number): number =>
  Math.max(0, Math.floor((entries + archived) / 20) - archived)
