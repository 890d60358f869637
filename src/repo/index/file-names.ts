import { nameKey } from '../../text/words.ts'
import type { FileOfName } from '../../search/files-asked.ts'
import type { Database, SqlValue } from './database.ts'
import type { NamesOfFiles } from './indexed-commit.ts'

/** Paths of the same name that are told, at most: every folder may have an index, and nobody asks for these. */
const mostOfName = 60

/**
 * A commit that brings or takes more at once is told by its largest folders; a longer path is nobody's question; and so many names are
 * kept in all. A small clone may name any number of them: 800 files, each below 400 folders of its own, were two gigabytes.
 */
const mostAtOnce = 400
const longestPath = 200
const mostKept = 200_000

/** How many names there is room for. */
export const roomForNames = (database: Database): number =>
  mostKept - Number(database.rows('SELECT count(*) FROM log_names')[0]?.[0] ?? 0)

/** Notes which files and folders a commit brought first, and which it took away, most files at once; says how many names these are. */
export function addFileNames(database: Database, id: string | number, names: NamesOfFiles): number {
  const added = countWithFolders(names.added)
  for (const [path] of added)
    void database.run(
      `INSERT INTO log_names (path, key, came) VALUES (?, ?, ?) ON CONFLICT (path) DO UPDATE SET came = excluded.came
        WHERE came IS NULL OR (SELECT hidden FROM log WHERE id = came) > 0`,
      path,
      keyOf(path),
      id,
    )
  const left = countWithFolders([...names.deleted, ...names.moved.map(([from]) => from)])
  for (const [path, lost] of left)
    void database.run(
      `INSERT INTO log_names (path, key, went, lost) VALUES (?, ?, ?, ?)
        ON CONFLICT (path) DO UPDATE SET went = excluded.went, lost = excluded.lost
        WHERE went IS NULL OR excluded.lost >= lost OR (SELECT hidden FROM log WHERE id = went) > 0`,
      path,
      keyOf(path),
      id,
      lost,
    )
  return added.length + left.length
}

/** Finds files and folders by keys of their names (`nameKey`), with the commits of this history that brought and took them. */
export const filesNamed = (database: Database, keys: readonly string[]): readonly FileOfName[] =>
  keys.flatMap((key) =>
    database
      .rows(
        `SELECT path, came, a.sha, went, b.sha, lost FROM log_names LEFT JOIN log AS a ON a.id = came AND a.hidden = 0
          LEFT JOIN log AS b ON b.id = went AND b.hidden = 0 WHERE key = ? LIMIT ${mostOfName}`,
        key,
      )
      .map(([path, came, bringer, went, taker, files]) => ({
        path: String(path),
        came: placed(bringer, came),
        went: taker === null ? undefined : { commit: String(taker), place: Number(went), files: Number(files) },
      })),
  )

const placed = (commit: SqlValue | undefined, place: SqlValue | undefined): FileOfName['came'] =>
  typeof commit === 'string' ? { commit, place: Number(place) } : undefined

/** The key of a file without its extension, of a folder whole. */
const keyOf = (path: string): string =>
  nameKey(path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.[a-z]\w{0,4}$/i, ''))

/** How many of these files each of them, and each folder around them, is or holds; the largest first. */
function countWithFolders(paths: readonly string[]): readonly (readonly [path: string, files: number])[] {
  const counts = new Map<string, number>()
  for (const path of paths.filter(({ length }) => length <= longestPath))
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const part = path.slice(0, end)
      counts.set(part, (counts.get(part) ?? 0) + 1)
    }
  return [...counts].toSorted(([, a], [, b]) => b - a).slice(0, mostAtOnce)
}
