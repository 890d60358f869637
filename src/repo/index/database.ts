import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { createOnce, makeFolders, nearestFolder, openAsAround, removeFile } from '../state/disk.ts'
import { type CompiledSql, type Engine, loadEngine, type SqlValue } from './engines.ts'

export type { SqlValue } from './engines.ts'
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

/**
 * Opens a SQLite file, and creates a missing one; undefined where no SQLite loads. Only some engines compare vectors.
 */
export async function openDatabase(path: string, { vectors = false } = {}): Promise<Database | undefined> {
  const open = await loadEngine({ vectors })
  if (open === undefined) return undefined
  makeFolders(dirname(path), { below: nearestFolder(dirname(path)) })
  // SQLite opens files for their owner alone, and gives those beside it the mode of this one.
  if (!existsSync(path)) createOnce(path, '')
  // It would open what it can only read, and refuse the first thing that is new.
  accessSync(path, constants.W_OK)
  openAsAround(path, dirname(dirname(path)))
  return databaseOf(open(path))
}

/** Opens an empty database in memory, which is gone when it is closed; undefined where no SQLite loads. */
export async function openDatabaseInMemory(): Promise<Database | undefined> {
  const open = await loadEngine({ vectors: false })
  return open === undefined ? undefined : databaseOf(open(':memory:'))
}

function databaseOf(db: Engine): Database {
  // Readers go on while somebody writes (WAL). What is in here can be made again, so it need not survive a power
  // failure, only a killed process.
  db.exec(
    `PRAGMA busy_timeout = ${patience}; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000; PRAGMA mmap_size = 1073741824`,
  )
  const prepared = new Map<string, CompiledSql>()
  const prepare = (sql: string): CompiledSql => {
    const statement = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  let isOpen = true
  return {
    rows: (sql, ...values) => prepare(sql).all(...values),
    run: (sql, ...values) => prepare(sql).run(...values),
    exec: db.exec,
    transaction: (act) => transact(db.exec, act),
    close: () => {
      if (isOpen) db.close()
      isOpen = false
    },
  }
}

function transact<Result>(exec: (sql: string) => void, act: () => Result): Result {
  exec('BEGIN IMMEDIATE')
  try {
    const result = act()
    exec('COMMIT')
    return result
  } catch (error) {
    try {
      exec('ROLLBACK')
    } catch {
      // Where the disk is full, SQLite has done so itself: what it says then would hide why.
    }
    throw error
  }
}

/** Tells an error that says "not here, not now" from one that says something is wrong. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  /EACCES|EROFS|EPERM|ENOSPC|EDQUOT|^read-only |SQLITE_(?:READONLY|CANTOPEN|BUSY|FULL)|disk is full|Unable to open|readonly database/.test(
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
