import type { Database } from './database.ts'

/** The name that a file has today which the commit with this number in the index calls so. */
export type NameToday = (path: string, said: number) => string

/** A name that a file of today has or had, and the number of the commit from which on another file has it. */
export type NameThen = { readonly name: string; readonly until: number }

/**
 * What happened to a name, by the number of the commit: the file that had it got another (`to`), or was deleted (''), or a
 * new file got it (undefined).
 */
type Event = { readonly by: number; readonly to: string | undefined }

/** Moves that one file is followed through: a history that moves it to and fro is nobody's. */
const mostMoves = 20

/** Names by which the commits of a file are looked for: for each, all commits are gone through. */
const mostNames = 6

/**
 * Follows files of these names through the moves of this history. Who says a name that was moved away means the file that
 * moved: before the move, and behind it on a parallel branch, until a new file gets the name. Where the moved file is gone
 * and a file with the old name is there, that one is meant.
 */
export function namesToday(database: Database, paths: Iterable<string>): NameToday {
  const events = eventsOf(database, paths)
  const isGone = (path: string): boolean => events.get(path)?.at(-1)?.to !== undefined
  return (path, said) => {
    const names = [path]
    // The commit that moved it names it by both names.
    let by = said - 1
    for (let step = 0; step < mostMoves; step++) {
      const next = moveOf(events.get(names.at(-1) ?? '') ?? [], by)
      if (next === undefined) break
      names.push(next.to)
      by = next.by
    }
    const last = names.at(-1) ?? path
    return isGone(last) ? (names.findLast((name) => !isGone(name)) ?? last) : last
  }
}

/** The move by which a file left its name after a commit, or before it, where no new file had got the name by then. */
function moveOf(events: readonly Event[], after: number): { readonly to: string; readonly by: number } | undefined {
  const isLater = ({ by }: Event): boolean => by > after
  const [next, before] = [events.find(isLater), events.findLast((event) => !isLater(event))]
  return [next, next?.to === undefined ? before : undefined].find(isMove)
}

const isMove = (event: Event | undefined): event is Event & { readonly to: string } => (event?.to ?? '') !== ''

/** What happened to these names, and to those that their files got, in order. */
function eventsOf(database: Database, paths: Iterable<string>): ReadonlyMap<string, readonly Event[]> {
  const events = new Map<string, Event[]>()
  let asked = [...new Set(paths)]
  for (let step = 0; step < mostMoves && asked.length > 0; step++) {
    const news = new Set<string>()
    const rows = database.rows(
      `SELECT old, new, log.id FROM json_each(?) CROSS JOIN log_moves ON old = value CROSS JOIN log ON log.id = log_moves.id
        WHERE hidden = 0 ORDER BY log.id`,
      JSON.stringify(asked),
    )
    for (const [name, to, by] of rows) {
      const known = events.get(String(name)) ?? []
      if (known.length === 0) events.set(String(name), known)
      // The commit that gives a name to a new file speaks of that one: it has the name from before.
      known.push(to === null ? { by: Number(by) - 1, to: undefined } : { by: Number(by), to: String(to) })
      if (to !== null && to !== '') news.add(String(to))
    }
    asked = [...news].filter((path) => !events.has(path))
  }
  return events
}

/** The names that a file of today has and had, the newest first. */
export function namesOfFile(database: Database, path: string): readonly NameThen[] {
  const names: NameThen[] = [{ name: path, until: Number.MAX_SAFE_INTEGER }]
  const seen = new Set([path])
  for (const { name, until } of names) {
    const moves = database.rows(
      `SELECT old, log.id FROM log_moves CROSS JOIN log ON log.id = log_moves.id
        WHERE new = ? AND log.id < ? AND hidden = 0 ORDER BY log.id DESC LIMIT ${mostNames}`,
      name,
      until,
    )
    for (const [old, by] of moves) {
      if (seen.has(String(old)) || names.length >= mostNames) continue
      seen.add(String(old))
      names.push({ name: String(old), until: nextFile(database, String(old), Number(by)) })
    }
  }
  return names
}

/** The number of the first commit behind a move away from a name by which a new file got it. */
function nextFile(database: Database, name: string, after: number): number {
  const [row] = database.rows(
    `SELECT min(log.id) FROM log_moves CROSS JOIN log ON log.id = log_moves.id
      WHERE old = ? AND new IS NULL AND log.id > ? AND hidden = 0`,
    name,
    after,
  )
  return Number(row?.[0] ?? Number.MAX_SAFE_INTEGER)
}
