import { createRequire } from 'node:module'
import type libsqlTypes from 'libsql'

/** What a column holds; the index keeps no blobs. */
export type SqlValue = string | number | null

/**
 * SQLite as whatever there is of it: Node's own, or the native module libsql. Errors have SQLite's names as their code.
 */
export type Engine = {
  readonly prepare: (sql: string) => CompiledSql
  readonly exec: (sql: string) => void
  readonly close: () => void
}

/** A text of SQL that is compiled; rows are lists of their values. */
export type CompiledSql = {
  readonly all: (...values: readonly SqlValue[]) => readonly (readonly SqlValue[])[]
  /** Gives the number of the row that was put in last. */
  readonly run: (...values: readonly SqlValue[]) => number
}

/** Loads what opens a file that is there; undefined where no SQLite loads. What compares vectors is libsql's alone. */
export async function loadEngine({ vectors }: { readonly vectors: boolean }): Promise<Opener | undefined> {
  const sqlite = vectors ? undefined : nodeSqlite()
  if (sqlite !== undefined) return (path) => openWithNode(sqlite, path)
  const libsql = await loadLibsql()
  return libsql === undefined ? undefined : (path) => openWithLibsql(libsql, path)
}

type Opener = (path: string) => Engine

/** The part of `node:sqlite` that is used; Node has had all of it since 22.16 (https://nodejs.org/api/sqlite.html). */
type NodeSqlite = { readonly DatabaseSync: new (path: string) => NodeDatabase }
type NodeDatabase = {
  readonly prepare: (sql: string) => NodeStatement
  readonly exec: (sql: string) => void
  readonly close: () => void
}
type NodeStatement = {
  readonly setReturnArrays?: (isSo: boolean) => void
  readonly all: (...values: readonly SqlValue[]) => readonly (readonly SqlValue[])[]
  readonly run: (...values: readonly SqlValue[]) => { readonly lastInsertRowid: number | bigint }
}

/** Node's own SQLite, where it gives rows as lists and was built with full-text search. */
function nodeSqlite(): NodeSqlite | undefined {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 22 || (major === 22 && minor < 16)) return undefined
  // Node 22 says with each process that this part of it may change; it is tried for what is used of it.
  const warn = process.emitWarning.bind(process)
  process.emitWarning = (): void => undefined
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return process.getBuiltinModule('node:sqlite') as unknown as NodeSqlite | undefined
  } finally {
    process.emitWarning = warn
  }
}

function openWithNode({ DatabaseSync }: NodeSqlite, path: string): Engine {
  const db = named(() => new DatabaseSync(path))
  return {
    prepare: (sql) => {
      const statement = named(() => db.prepare(sql))
      statement.setReturnArrays?.(true)
      return {
        all: (...values) => named(() => statement.all(...values)),
        run: (...values) => Number(named(() => statement.run(...values)).lastInsertRowid),
      }
    },
    exec: (sql) => named(() => db.exec(sql)),
    close: () => db.close(),
  }
}

/** SQLite's result codes by their numbers (https://www.sqlite.org/rescode.html), as far as anybody asks for them. */
const codes: Readonly<Record<number, string>> = {
  5: 'BUSY',
  8: 'READONLY',
  10: 'IOERR',
  11: 'CORRUPT',
  13: 'FULL',
  14: 'CANTOPEN',
  20: 'MISMATCH',
  26: 'NOTADB',
}

/**
 * Gives errors of Node's SQLite the names that libsql gives them; the lowest byte says what an extended code is about.
 */
function named<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    const number = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
    if (error instanceof Error && codes[number] !== undefined) Object.assign(error, { code: `SQLITE_${codes[number]}` })
    throw error
  }
}

type Libsql = typeof libsqlTypes

function openWithLibsql(libsql: Libsql, path: string): Engine {
  const db = new libsql(path)
  return {
    prepare: (sql) => {
      const statement = db.prepare<SqlValue[]>(sql)
      return {
        all: (...values) => asRows(statement.raw().all(...values)),
        run: (...values) => Number(statement.run(...values).lastInsertRowid),
      }
    },
    exec: (sql) => void db.exec(sql),
    close: () => void db.close(),
  }
}

// SQLite holds nothing but these values, and `raw` gives each row as a list of them.
const asRows = (found: readonly unknown[]): readonly (readonly SqlValue[])[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  found as readonly (readonly SqlValue[])[]

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
