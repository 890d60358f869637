import { version } from '../../version.ts'
import type { Database } from './database.ts'
import { countedTable, tokenize } from './fts.ts'

/** Version key of the rows: with another key, all are made again. A release may know more secrets than the last one. */
const generation = `35 of ${version}`

const drops = [
  'log',
  'log_terms',
  'log_diffs_terms',
  'log_said',
  'log_diffs',
  'log_lengths',
  'log_moves',
  'log_names',
  'log_code',
  'log_needs',
  'log_state',
]
  .map((table) => `DROP TABLE IF EXISTS ${table};`)
  .join(' ')

/** Whether the tables of commits are there, and of this version. */
export function areMade(database: Database): boolean {
  const isThere = database.rows(`SELECT 1 FROM sqlite_master WHERE name = 'log_state'`).length > 0
  return isThere && database.rows(`SELECT value FROM log_state WHERE key = 'version'`)[0]?.[0] === generation
}

/** Makes the tables of commits anew, with nothing in them. */
export function makeTables(database: Database): void {
  database.transaction(() =>
    database.exec(`${drops}
      ${countedTable}
      DELETE FROM counted WHERE place LIKE 'log%';
      CREATE TABLE log_state (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
      CREATE TABLE log (id INTEGER PRIMARY KEY, sha TEXT UNIQUE, date TEXT, author TEXT, number TEXT, subject TEXT,
        body TEXT, paths TEXT, fate TEXT, in_diff TEXT, hidden INTEGER DEFAULT 0, has_diff INTEGER DEFAULT 0);
      CREATE INDEX log_by_prefix ON log (substr(sha, 1, 8));
      CREATE INDEX log_shown ON log (hidden, has_diff);
      CREATE TABLE log_moves (id INTEGER, old TEXT, new TEXT);
      CREATE INDEX log_moves_from ON log_moves (old);
      CREATE INDEX log_moves_to ON log_moves (new);
      CREATE TABLE log_names (path TEXT PRIMARY KEY, key TEXT, came INTEGER, went INTEGER, lost INTEGER DEFAULT 0) WITHOUT ROWID;
      CREATE INDEX log_names_by_key ON log_names (key);
      CREATE TABLE log_needs (platform TEXT, path TEXT, value TEXT, before TEXT, id INTEGER);
      CREATE INDEX log_needs_by_platform ON log_needs (platform);
      CREATE TABLE log_code (name TEXT PRIMARY KEY, came INTEGER, went INTEGER, there INTEGER) WITHOUT ROWID;
      CREATE TABLE log_lengths (part TEXT PRIMARY KEY, commits INTEGER, terms INTEGER) WITHOUT ROWID;
      CREATE VIRTUAL TABLE log_said USING fts5(subject, body, paths, ${tokenize});
      CREATE VIRTUAL TABLE log_diffs USING fts5(names, ${tokenize});
      CREATE VIRTUAL TABLE log_terms USING fts5vocab(log_said, row);
      CREATE VIRTUAL TABLE log_diffs_terms USING fts5vocab(log_diffs, row);
      INSERT INTO log_state VALUES ('version', '${generation}');`),
  )
}
