import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type libsqlTypes from 'libsql'
import { createOnce, makeFolders, nearestFolder, openAsAround, removeFile } from '../state/disk.ts'

/** What a column holds; the index keeps no blobs. */
export type SqlValue = string | number | null
type Row = readonly SqlValue[]

/** One SQLite file. `rows` and `run` prepare each text once; all calls are synchronous. */
export type Database = {
  readonly rows: (sql: string, ...values: readonly SqlValue[]) => readonly Row[]
  readonly run: (sql: string, ...values: readonly SqlValue[]) => number
  readonly exec: (sql: string) => void
  /** Does all of it or nothing; only one process writes at a time. */
  readonly transaction: <Result>(act: () => Result) => Result
  readonly close: () => void
}

/** How long to wait for another process to finish its transaction, in ms. */
const patience = 3_000

/** Opens a SQLite file, made anew where it is missing; undefined where the native module does not load. */
export async function openDatabase(path: string): Promise<Database | undefined> {
  const libsql = await loadLibsql()
  if (libsql === undefined) return undefined
  makeFolders(dirname(path), { below: nearestFolder(dirname(path)) })
  // SQLite opens files for their owner alone, and gives those beside it the mode of this one.
  if (!existsSync(path)) createOnce(path, '')
  openAsAround(path, dirname(dirname(path)))
  const db = new libsql(path)
  // Readers go on while somebody writes (WAL). What is in here can be made again, so it need not survive a power
  // failure, only a killed process.
  db.exec(
    `PRAGMA busy_timeout = ${patience}; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000; PRAGMA mmap_size = 1073741824`,
  )
  const prepared = new Map<string, ReturnType<typeof db.prepare<SqlValue[]>>>()
  const prepare = (sql: string): ReturnType<typeof db.prepare<SqlValue[]>> => {
    const statement = prepared.get(sql) ?? db.prepare<SqlValue[]>(sql)
    prepared.set(sql, statement)
    return statement
  }
  const exec = (sql: string): void => void db.exec(sql)
  let isOpen = true
  return {
    rows: (sql, ...values) =>
      asRows(
        prepare(sql)
          .raw()
          .all(...values),
      ),
    run: (sql, ...values) => Number(prepare(sql).run(...values).lastInsertRowid),
    exec,
    transaction: (act) => transact(exec, act),
    close: () => {
      if (isOpen) db.close()
      isOpen = false
    },
  }
}

// SQLite holds nothing but these values, and `raw` gives each row as a list of them.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const asRows = (found: readonly unknown[]): readonly Row[] => found as readonly Row[]

function transact<Result>(exec: (sql: string) => void, act: () => Result): Result {
  exec('BEGIN IMMEDIATE')
  try {
    const result = act()
    exec('COMMIT')
    return result
  } catch (error) {
    exec('ROLLBACK')
    throw error
  }
}

/** Tells an error that says "not here, not now" from one that says something is wrong. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  /EACCES|EROFS|EPERM|ENOSPC|EDQUOT|SQLITE_(?:READONLY|CANTOPEN|BUSY|FULL)|disk is full|Unable to open|readonly database/.test(
    `${'code' in error ? String(error.code) : ''} ${error.message}`,
  )

/** Tells whether the file itself is at fault: damaged, or not a database at all. */
export const isDamaged = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && /^SQLITE_(?:CORRUPT|NOTADB|MISMATCH|IOERR)/.test(String(error.code))) ||
    /no such (?:table|column)|vtable constructor/.test(error.message))

/** Removes a SQLite file with what an interrupted writer may have left beside it. */
export function removeDatabase(path: string): void {
  for (const name of [path, `${path}-journal`, `${path}-wal`, `${path}-shm`]) removeFile(name, { below: dirname(path) })
}

type Libsql = typeof libsqlTypes

/** Loads the native module; it is an optional dependency, and not built for every machine. */
async function loadLibsql(): Promise<Libsql | undefined> {
  for (const load of [bundled, installed]) {
    try {
      return await load()
    } catch {
      // Not there, or not for this machine.
    }
  }
  return undefined
}

/** Its few lines of JavaScript are part of our bundle, and find the native package where npm puts it … */
const bundled = async (): Promise<Libsql> => (await import('libsql')).default

/** … or it finds that itself, where packages see only what they ask for (pnpm). */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const installed = async (): Promise<Libsql> => createRequire(import.meta.url)('libsql') as Libsql
