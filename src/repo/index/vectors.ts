import { join } from 'node:path'
import type { RepoPaths } from '../git/repo-paths.ts'
import { stateDir } from '../state/state.ts'
import { type Database, isDamaged, openDatabase, removeDatabase } from './database.ts'

/** Vectors of texts, by a hash of the text, as one model makes them; kept beside the index, and never shared. */
export type Vectors = {
  /** Picks the hashes of which no vector is kept. */
  readonly missing: (hashes: readonly string[]) => readonly string[]
  readonly keep: (vectors: ReadonlyMap<string, readonly number[]>) => void
  /** The nearest of these hashes by the cosine, best first. */
  readonly nearest: (
    vector: readonly number[],
    hashes: readonly string[],
    most: number,
  ) => readonly (readonly [hash: string, similarity: number])[]
  readonly close: () => void
}

/** More than this many times what a tree needs is kept for other branches; what is more was of texts that are gone. */
const spare = { times: 4, least: 2_000 }

/**
 * Opens the vectors that a model made; undefined where SQLite does not load. A damaged file is replaced by an empty
 * one.
 */
export async function openVectors(place: RepoPaths, model: string): Promise<Vectors | undefined> {
  const path = join(stateDir(place), 'vectors.db')
  try {
    return await open(path, model)
  } catch (error) {
    if (!isDamaged(error)) throw error
    removeDatabase(path)
    return await open(path, model)
  }
}

async function open(path: string, model: string): Promise<Vectors | undefined> {
  const database = await openDatabase(path, { vectors: true })
  if (database === undefined) return undefined
  try {
    // The index alone tells what is there; rows are wide, and reading them all takes as long as comparing them.
    database.exec(`CREATE TABLE IF NOT EXISTS vectors (id INTEGER PRIMARY KEY, model TEXT, hash TEXT, dimensions INTEGER,
        vector BLOB);
      CREATE UNIQUE INDEX IF NOT EXISTS vectors_there ON vectors (model, dimensions, hash)`)
  } catch (error) {
    database.close()
    throw error
  }
  return {
    missing: (hashes) => missing(database, model, hashes),
    keep: (vectors) => keep(database, model, vectors),
    nearest: (vector, hashes, most) => nearest(database, { model, vector, hashes, most }),
    close: () => database.close(),
  }
}

function missing(database: Database, model: string, hashes: readonly string[]): readonly string[] {
  const rows = database.rows('SELECT hash FROM vectors WHERE model = ?', model)
  const there = new Set(rows.map(([hash]) => String(hash)))
  const lacking = hashes.filter((hash) => !there.has(hash))
  if (lacking.length === 0) forgetOthers(database, model, hashes)
  return lacking
}

function forgetOthers(database: Database, model: string, hashes: readonly string[]): void {
  const kept = Number(database.rows('SELECT count(*) FROM vectors')[0]?.[0] ?? 0)
  if (kept <= hashes.length * spare.times + spare.least) return
  database.run(
    'DELETE FROM vectors WHERE model <> ? OR hash NOT IN (SELECT value FROM json_each(?))',
    model,
    JSON.stringify(hashes),
  )
}

function keep(database: Database, model: string, vectors: ReadonlyMap<string, readonly number[]>): void {
  database.transaction(() => {
    for (const [hash, vector] of vectors)
      database.run(
        // A byte for each number takes a quarter of the room and changes nothing in the order of what is found.
        'INSERT OR REPLACE INTO vectors (model, hash, dimensions, vector) VALUES (?, ?, ?, vector8(?))',
        model,
        hash,
        vector.length,
        JSON.stringify(vector),
      )
  })
}

type Looking = {
  readonly model: string
  readonly vector: readonly number[]
  readonly hashes: readonly string[]
  readonly most: number
}

function nearest(
  database: Database,
  { model, vector, hashes, most }: Looking,
): readonly (readonly [hash: string, similarity: number])[] {
  // A model may answer under an old name with vectors of another length: then all are made again.
  database.run('DELETE FROM vectors WHERE model = ? AND dimensions <> ?', model, vector.length)
  const there = Number(database.rows('SELECT count(*) FROM vectors WHERE model = ?', model)[0]?.[0] ?? 0)
  const live = new Set(hashes)
  // All are compared in one pass: looking each one up takes eight times as long. Those of other trees are dropped after
  // it.
  return database
    .rows(
      `SELECT hash, vector_distance_cos(vector, vector8(?)) AS distance FROM vectors
       WHERE model = ? AND distance IS NOT NULL ORDER BY distance LIMIT ?`,
      JSON.stringify(vector),
      model,
      most + Math.max(0, there - live.size),
    )
    .flatMap(([hash, distance]) => (live.has(String(hash)) ? [[String(hash), 1 - Number(distance)] as const] : []))
    .slice(0, most)
}
