import type { NameOfCode } from '../../search/names-asked.ts'
import type { Database, SqlValue } from './database.ts'

/** So many names are kept in all: a clone may have any number of them. */
const mostKept = 200_000

/** How many names of the code there is room for. */
export const roomForCode = (database: Database): number =>
  mostKept - Number(database.rows('SELECT count(*) FROM log_code')[0]?.[0] ?? 0)

/** Notes of which names a commit left more or fewer in the code; of new ones only where there is room. */
export function addNamesInCode(
  database: Database,
  id: string | number,
  { counts, hasRoom }: { readonly counts: readonly (readonly [string, number])[]; readonly hasRoom: boolean },
): void {
  for (const [name, more] of counts)
    void database.run(
      `INSERT INTO log_code (name, came, went, there) SELECT ?1, iif(?3 > 0, ?2, NULL), iif(?3 < 0, ?2, NULL), ?3
        WHERE ?4 OR EXISTS (SELECT 1 FROM log_code WHERE name = ?1)
        ON CONFLICT (name) DO UPDATE SET there = there + excluded.there, went = coalesce(excluded.went, went),
          came = iif(came IS NULL OR (SELECT hidden FROM log WHERE id = came) > 0, coalesce(excluded.came, came), came)`,
      name,
      id,
      more,
      hasRoom ? 1 : 0,
    )
}

/** Finds names as the code spells them, with the commits of this history that brought the first and took the last of each. */
export const namesOfCode = (database: Database, names: readonly string[]): readonly NameOfCode[] =>
  names.flatMap((name) =>
    database
      .rows(
        `SELECT came, a.sha, went, b.sha, there FROM log_code LEFT JOIN log AS a ON a.id = came AND a.hidden = 0
          LEFT JOIN log AS b ON b.id = went AND b.hidden = 0 WHERE name = ?`,
        name,
      )
      .map(([came, bringer, went, taker, there]) => ({
        name,
        came: placed(bringer, came),
        went: isGone(came, there) ? placed(taker, went) : undefined,
      })),
  )

/** Some names were never seen to come: what merges bring is not read. Where some were seen, and more went, one may be left. */
const isGone = (came: SqlValue | undefined, there: SqlValue | undefined): boolean =>
  there === 0 || (came === null && Number(there) < 0)

const placed = (commit: SqlValue | undefined, place: SqlValue | undefined): NameOfCode['came'] =>
  typeof commit === 'string' ? { commit, place: Number(place) } : undefined
