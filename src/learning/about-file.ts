import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileKindOf } from '../curate/code/files.ts'
import { noteOf } from '../knowledge/lesson-hits.ts'
import type { Ctx } from '../repo/context.ts'
import type { LogLane } from '../repo/index/log-lane.ts'
import type { OpenIndex } from '../repo/index/lookup.ts'
import type { LogFound } from '../repo/index/log-row.ts'
import { type FoundStatement, statementsAbout } from '../repo/index/statements.ts'
import { changedWith } from '../search/files.ts'
import { type AboutFile, rankHolding } from '../search/holding.ts'
import { type Index, link } from '../search/index.ts'
import { type LessonNote, noNote, readNote } from '../tree/note.ts'
import { lookUpLog } from './look-up-log.ts'

/** What holds about a file, best first, and the tests that changed with it. */
export type HeldFile = {
  readonly held: readonly AboutFile[]
  readonly tests: readonly string[]
  /** Whether all of the log was read before. */
  readonly isWhole: boolean
}

const most = { entries: 60, tests: 3 }

/**
 * Finds what is known about a file by the index alone: no file of the tree is opened; in a hurry, what was read of the log
 * before is enough.
 */
export async function aboutFile(
  ctx: Ctx,
  { index, store }: Pick<OpenIndex, 'index' | 'store'>,
  { path, isHurried = false }: { readonly path: string; readonly isHurried?: boolean },
): Promise<HeldFile> {
  if (store === undefined) return { held: [], tests: [], isWhole: true }
  const { lane, isWhole } = await lookUpLog(ctx, store, { isHurried })
  const touching = lane.touching(path)
  const curated = statementsAbout(store.database, entriesAbout(index, path))
  const rows = rowsFor(lane, curated)
  const told = curated.map((statement) => fromTree(statement, rows))
  const known = new Set(told.map(({ commit }) => commit.slice(0, 8)))
  const logged = touching.filter(({ sha }) => !known.has(sha.slice(0, 8))).map(fromLog)
  const held = rankHolding(
    // An entry is about several files; a lesson of it may be about another one.
    [...told, ...logged].filter(({ touched }) => touched.length === 0 || touched.includes(path)),
  )
  const tests = changedWith(path, touching)
    .filter((other) => isTestOfCode(other) && existsSync(join(ctx.place.root, other)))
    .slice(0, most.tests)
  return { held, tests: fileKindOf(path) === 'test' ? [] : tests, isWhole }
}

/** Whether a file is a test in code: the settings and the list of packages in a folder of tests test nothing. */
export const isTestOfCode = (path: string): boolean => fileKindOf(path) === 'test' && !noCode.test(path)

const noCode =
  /(?:^|\/)(?:\.[^/]+|[A-Z_]+|go\.(?:mod|sum)|(?:Make|Docker)file|requirements[^/]*)$|\.(?:json\w?|ya?ml|toml|ini|cfg|lock|mdx?|rst|txt|csv|snap|html?|css|svg|png|jpe?g|gif)$/

/** The entries about a file that still hold; the index does not tell case in links, so the cards decide. */
function entriesAbout(index: Index, path: string): readonly string[] {
  const found = index.find([link('file', path)], most.entries).map((candidate) => candidate.path)
  return [...index.cards(found)].flatMap(([entry, { files, standing, archived }]) =>
    files.includes(path) && standing === '' && archived === '' ? [entry] : [],
  )
}

const rowsFor = (lane: LogLane, statements: readonly FoundStatement[]): ReadonlyMap<string, LogFound> => {
  const commits = [
    ...new Set(statements.flatMap(({ commits: [commit = ''] }) => (commit === '' ? [] : [commit.slice(0, 8)]))),
  ]
  return new Map(lane.rowsOf(commits).map((row) => [row.sha.slice(0, 8), row]))
}

function fromTree(statement: FoundStatement, rows: ReadonlyMap<string, LogFound>): AboutFile {
  const [commit = ''] = statement.commits
  const row = rows.get(commit.slice(0, 8))
  const note = statement.kind === 'lesson' ? (readNote(statement.note) ?? noteOfRow(row)) : undefined
  return {
    kind: statement.kind === 'rule' ? 'rule' : 'lesson',
    headline: statement.headline,
    why: statement.why,
    commit: row?.sha ?? commit,
    date: note?.date || (row?.date ?? ''),
    note,
    touched: row?.paths ?? [],
  }
}

const noteOfRow = (row: LogFound | undefined): LessonNote =>
  row?.fate === undefined ? noNote : noteOf(row.fate, row.subject)

const fromLog = (row: LogFound): AboutFile => ({
  kind: 'lesson',
  headline: row.subject,
  why: row.body,
  commit: row.sha,
  date: row.date,
  note: noteOfRow(row),
  touched: row.paths,
})
