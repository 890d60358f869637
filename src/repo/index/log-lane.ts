import type { Database } from './database.ts'

/** A commit as the log lane keeps it; `paths` are the files it touched, most telling first as far as they are kept. */
export type LogRow = {
  readonly sha: string
  readonly date: string
  readonly author: string
  readonly number: string
  readonly subject: string
  readonly body: string
  readonly paths: readonly string[]
}

/** The terms by which a commit is found: those of its subject, its message and its paths. */
export type LogTerms = { readonly subject: string; readonly body: string; readonly paths: string }

/** What became of a commit's lines: how many it wrote, how many are gone, and who took most of them out. */
export type LogFate = readonly [added: number, gone: number, takers: readonly (readonly [sha: string, lines: number])[]]

export type LogFound = LogRow & {
  readonly id: number
  readonly score: number
  readonly fate: LogFate | undefined
  /** The terms that were looked for and stand in its diff. */
  readonly inDiff: readonly string[]
}

/** The commits of a history by their words, in the file of the index; made from git alone, and never shared. */
export type LogLane = {
  /** The commit up to which messages were read, and how many commits are kept. */
  readonly state: () => { readonly tip: string; readonly size: number; readonly followed: number }
  readonly add: (rows: Iterable<{ readonly row: LogRow; readonly terms: LogTerms }>) => void
  /** Hides what the branch no longer has, and shows again what it has again; gives those that are not kept yet. */
  readonly show: (shas: readonly string[], isShown: boolean) => readonly string[]
  readonly setTip: (sha: string) => void
  /** Commits whose diffs were not read yet, oldest first. */
  readonly unread: () => readonly string[]
  readonly addDiffs: (names: ReadonlyMap<string, string>) => void
  readonly setFates: (fates: ReadonlyMap<string, LogFate>) => void
  /** The commits that hold most of these terms, best first (BM25 of FTS5). */
  readonly find: (terms: readonly string[], most: number) => readonly LogFound[]
  /** The commits whose hashes begin with these eight characters. */
  readonly rowsOf: (prefixes: readonly string[]) => readonly LogFound[]
  /** The newest commits that touched a file, by the name that it had then. */
  readonly touching: (path: string) => readonly LogFound[]
  /** In how many commits each term stands. */
  readonly frequencies: (terms: readonly string[]) => ReadonlyMap<string, number>
  /** Finds terms by their beginning, the most frequent first. */
  readonly startingWith: (prefix: string, most: number) => readonly string[]
  readonly clear: () => void
}

/** Counts up when rows are made otherwise than before, so that all are made again. */
const generation = '1'

/** What a word counts in a subject, a message and a path, and in a diff. */
const weights = { subject: 3, body: 2, paths: 2, diff: 0.5 }

const termCharacters = '_$@./+#-%:!~*()'

export function logLane(database: Database): LogLane {
  create(database)
  const state = (key: string): string =>
    String(database.rows('SELECT value FROM log_state WHERE key = ?', key)[0]?.[0] ?? '')
  const setState = (key: string, value: string | number): void =>
    void database.run('INSERT OR REPLACE INTO log_state VALUES (?, ?)', key, value)
  return {
    state: () => ({
      tip: state('tip'),
      size: Number(database.rows('SELECT count(*) FROM log WHERE hidden = 0')[0]?.[0] ?? 0),
      followed: Number(state('followed')),
    }),
    add: (rows) => database.transaction(() => addRows(database, rows)),
    show: (shas, isShown) => database.transaction(() => show(database, shas, isShown)),
    setTip: (sha) => setState('tip', sha),
    unread: () =>
      database.rows('SELECT sha FROM log WHERE hidden = 0 AND has_diff = 0 ORDER BY id').map(([sha]) => String(sha)),
    addDiffs: (names) => database.transaction(() => addDiffs(database, names)),
    setFates: (fates) =>
      database.transaction(() => {
        for (const [sha, fate] of fates)
          database.run('UPDATE log SET fate = ? WHERE sha = ?', JSON.stringify(fate), sha)
        setState('followed', database.rows('SELECT count(*) FROM log WHERE hidden = 0')[0]?.[0] ?? 0)
      }),
    find: (terms, most) => find(database, terms, most),
    rowsOf: (prefixes) => rowsOf(database, prefixes),
    touching: (path) => touching(database, path),
    frequencies: (terms) =>
      new Map(
        database
          .rows('SELECT term, doc FROM log_terms WHERE term IN (SELECT value FROM json_each(?))', JSON.stringify(terms))
          .map(([term, count]) => [String(term), Number(count)]),
      ),
    startingWith: (prefix, most) => startingWith(database, prefix, most),
    clear: () => database.exec(drops),
  }
}

const startingWith = (database: Database, prefix: string, most: number): readonly string[] =>
  database
    .rows(
      'SELECT term FROM log_terms WHERE term >= ? AND term < ? ORDER BY doc DESC, term LIMIT ?',
      prefix,
      `${prefix}\u{10FFFF}`,
      most,
    )
    .map(([term]) => String(term))

const columns = 'id, sha, date, author, number, subject, body, paths, fate'

const drops = `DROP TABLE IF EXISTS log; DROP TABLE IF EXISTS log_terms; DROP TABLE IF EXISTS log_said;
  DROP TABLE IF EXISTS log_diffs; DROP TABLE IF EXISTS log_state;`

function create(database: Database): void {
  const isThere = database.rows(`SELECT 1 FROM sqlite_master WHERE name = 'log_state'`).length > 0
  if (isThere && database.rows(`SELECT value FROM log_state WHERE key = 'version'`)[0]?.[0] === generation) return
  const tokens = `tokenize = "ascii tokenchars '${termCharacters}'''"`
  database.transaction(() =>
    database.exec(`${drops}
      CREATE TABLE log_state (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
      CREATE TABLE log (id INTEGER PRIMARY KEY, sha TEXT UNIQUE, date TEXT, author TEXT, number TEXT, subject TEXT,
        body TEXT, paths TEXT, fate TEXT, hidden INTEGER DEFAULT 0, has_diff INTEGER DEFAULT 0);
      CREATE INDEX log_by_prefix ON log (substr(sha, 1, 8));
      CREATE VIRTUAL TABLE log_said USING fts5(subject, body, paths, content = '', ${tokens});
      CREATE VIRTUAL TABLE log_diffs USING fts5(names, content = '', ${tokens});
      CREATE VIRTUAL TABLE log_terms USING fts5vocab(log_said, row);
      INSERT INTO log_state VALUES ('version', '${generation}');`),
  )
}

function addRows(database: Database, rows: Iterable<{ readonly row: LogRow; readonly terms: LogTerms }>): void {
  for (const { row, terms } of rows) {
    const { sha, date, author, number, subject, body, paths } = row
    const isKnown = database.rows('SELECT 1 FROM log WHERE sha = ?', sha).length > 0
    if (isKnown) continue
    const id = database.run(
      'INSERT INTO log (sha, date, author, number, subject, body, paths) VALUES (?, ?, ?, ?, ?, ?, ?)',
      sha,
      date,
      author,
      number,
      subject,
      body,
      JSON.stringify(paths),
    )
    const { subject: first, body: second, paths: third } = terms
    database.run('INSERT INTO log_said (rowid, subject, body, paths) VALUES (?, ?, ?, ?)', id, first, second, third)
  }
}

function show(database: Database, shas: readonly string[], isShown: boolean): readonly string[] {
  const list = JSON.stringify(shas)
  database.run('UPDATE log SET hidden = ? WHERE sha IN (SELECT value FROM json_each(?))', isShown ? 0 : 1, list)
  const known = new Set(
    database
      .rows('SELECT sha FROM log WHERE sha IN (SELECT value FROM json_each(?))', list)
      .map(([sha]) => String(sha)),
  )
  return shas.filter((sha) => !known.has(sha))
}

function addDiffs(database: Database, names: ReadonlyMap<string, string>): void {
  for (const [sha, text] of names) {
    const [row] = database.rows('SELECT id FROM log WHERE sha = ? AND has_diff = 0', sha)
    if (row === undefined) continue
    database.run('INSERT INTO log_diffs (rowid, names) VALUES (?, ?)', row[0] ?? 0, text)
    database.run('UPDATE log SET has_diff = 1 WHERE id = ?', row[0] ?? 0)
  }
}

function find(database: Database, terms: readonly string[], most: number): readonly LogFound[] {
  if (terms.length === 0) return []
  const match = terms.map(quoted).join(' OR ')
  const { subject, body, paths, diff } = weights
  const scores = new Map<number, number>()
  const add = (table: string, rank: string, share: number): void => {
    const sql = `SELECT rowid, ${rank} AS worth FROM ${table} WHERE ${table} MATCH ? ORDER BY worth LIMIT ?`
    for (const [id, worth] of database.rows(sql, match, most * 2))
      scores.set(Number(id), (scores.get(Number(id)) ?? 0) - Number(worth) * share)
  }
  add('log_said', `bm25(log_said, ${subject}, ${body}, ${paths})`, 1)
  add('log_diffs', 'bm25(log_diffs)', diff)
  const best = [...scores].toSorted(([, a], [, b]) => b - a).slice(0, most)
  const rows = database.rows(
    `SELECT ${columns} FROM log WHERE hidden = 0 AND id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(best.map(([id]) => id)),
  )
  const inDiff = termsInDiffs(database, terms, { ids: best.map(([id]) => id) })
  return rows
    .map((row) => ({
      ...toFound(row, scores.get(Number(row[0])) ?? 0),
      inDiff: terms.filter((term) => inDiff.get(term)?.has(Number(row[0])) === true),
    }))
    .toSorted((a, b) => b.score - a.score || b.id - a.id)
}

/** Which of these rows have a term in their diff, by term. */
const termsInDiffs = (
  database: Database,
  terms: readonly string[],
  { ids }: { readonly ids: readonly number[] },
): ReadonlyMap<string, ReadonlySet<number>> =>
  new Map(
    terms.map((term) => [
      term,
      new Set(
        database
          .rows(
            'SELECT rowid FROM log_diffs WHERE log_diffs MATCH ? AND rowid IN (SELECT value FROM json_each(?))',
            quoted(term),
            JSON.stringify(ids),
          )
          .map(([id]) => Number(id)),
      ),
    ]),
  )

const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`

const rowsOf = (database: Database, prefixes: readonly string[]): readonly LogFound[] =>
  prefixes.length === 0
    ? []
    : database
        .rows(
          `SELECT ${columns} FROM log WHERE substr(sha, 1, 8) IN (SELECT value FROM json_each(?))`,
          JSON.stringify(prefixes),
        )
        .map((row) => toFound(row, 0))

const touching = (database: Database, path: string): readonly LogFound[] =>
  database
    .rows(
      `SELECT ${columns} FROM log WHERE hidden = 0 AND instr(paths, ?) > 0 ORDER BY id DESC LIMIT 200`,
      JSON.stringify(path),
    )
    .map((row) => toFound(row, 0))

function toFound(row: readonly (string | number | null)[], score: number): LogFound {
  const [id, sha, date, author, number, subject, body, paths, fate] = row
  return {
    id: Number(id),
    sha: String(sha),
    date: String(date),
    author: String(author),
    number: String(number ?? ''),
    subject: String(subject),
    body: String(body),
    // What we wrote ourselves into our own file.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    paths: JSON.parse(String(paths ?? '[]')) as readonly string[],
    score,
    inDiff: [],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    fate: typeof fate === 'string' ? (JSON.parse(fate) as LogFate) : undefined,
  }
}
