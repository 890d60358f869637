import type { Database } from './database.ts'

/** The name that a file has today which the commit with this number in the index calls so. */
export type NameToday = (path: string, said: number) => string

/** Moves that one file is followed through: a history that moves it to and fro is nobody's. */
const mostMoves = 20

/** Follows files of these names through the moves that later commits of this history made. */
export function namesToday(database: Database, paths: Iterable<string>): NameToday {
  const leaving = movesFrom(database, paths)
  return (path, said) => {
    // The commit that moved it names it by both names.
    let file = { to: path, by: said - 1 }
    for (let step = 0; step < mostMoves; step++) {
      const next = leaving.get(file.to)?.find(({ by }) => by > file.by)
      if (next === undefined) break
      file = next
    }
    return file.to
  }
}

type Move = { readonly to: string; readonly by: number }

/** Where files of these names went, and from there, by the name that they left; the moves of one name in their order. */
function movesFrom(database: Database, paths: Iterable<string>): ReadonlyMap<string, readonly Move[]> {
  const leaving = new Map<string, Move[]>()
  let asked = [...new Set(paths)]
  for (let step = 0; step < mostMoves && asked.length > 0; step++) {
    const moves = database.rows(
      `SELECT old, new, log.id FROM json_each(?) CROSS JOIN log_moves ON old = value CROSS JOIN log ON log.id = log_moves.id
        WHERE hidden = 0 ORDER BY log.id`,
      JSON.stringify(asked),
    )
    for (const [from, to, by] of moves) {
      const known = leaving.get(String(from)) ?? []
      if (known.length === 0) leaving.set(String(from), known)
      known.push({ to: String(to), by: Number(by) })
    }
    asked = [...new Set(moves.map(([, to]) => String(to)))].filter((path) => !leaving.has(path))
  }
  return leaving
}

/** The names that a file of today has and had; other files may have had them, too. */
export const namesOfFile = (database: Database, path: string): readonly string[] =>
  database
    .rows(
      `WITH RECURSIVE names(name) AS (SELECT ? UNION SELECT old FROM names JOIN log_moves ON new = name)
        SELECT name FROM names LIMIT ${mostMoves}`,
      path,
    )
    .map(([name]) => String(name))
