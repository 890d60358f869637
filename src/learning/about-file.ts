import { anyOf } from '../text/alternatives.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type CommitKey, commitKey } from '../commit.ts'
import { fileKindOf } from '../curate/code/files.ts'
import { noteOf } from '../knowledge/answers/outcome-now.ts'
import { rejectedAmong } from '../knowledge/removed/rejections.ts'
import { deletedAmong } from '../knowledge/removed/removed.ts'
import type { Ctx } from '../repo/context.ts'
import type { CommitIndex } from '../repo/index/commit-index.ts'
import type { OpenIndex } from '../repo/index/lookup.ts'
import type { FoundCommit } from '../repo/index/indexed-commit.ts'
import { statementsOfEntries } from '../repo/index/statement-index.ts'
import type { StatementRow } from '../search/candidates.ts'
import { changedWith } from '../search/files.ts'
import { type AboutFile, rankHolding } from '../search/holding.ts'
import { type Card, type Index, link } from '../search/entry-index.ts'
import { type LessonNote, noNote, readNote } from '../tree/note.ts'
import { syncCommitIndex } from './sync-commit-index.ts'

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
  const { commitIndex, isWhole } = await syncCommitIndex(ctx, store, { isHurried })
  const touching = commitIndex.touching(path)
  const cards = entriesAbout(index, path)
  const curated = statementsOfEntries(store.database, [...cards.keys()])
  const rows = rowsFor(commitIndex, curated)
  const told = curated.map((statement) => ({
    ...fromTree(statement, rows),
    isByAgent: statement.commits.length === 0 && (cards.get(statement.path)?.isByAgent ?? false),
  }))
  const known = new Set(told.map(({ commit }) => commitKey(commit)))
  const shas = touching.map(({ sha }) => sha)
  const lookup = { place: ctx.place, database: store.database }
  const turnedDown = new Set([...rejectedAmong(shas, lookup).keys(), ...deletedAmong(shas, lookup).keys()])
  const isLeftOut = (key: CommitKey): boolean => known.has(key) || turnedDown.has(key)
  const logged = touching.filter(({ sha }) => !isLeftOut(commitKey(sha))).map(fromLog)
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

const noCode = anyOf()`
  (?:^|/)(?:\.[^/]+|[A-Z_]+|go\.(?:mod|sum)|(?:Make|Docker)file|requirements[^/]*)$
  \.(?:
    json\w?|ya?ml|toml|ini|cfg|lock|mdx?|rst|txt|csv|snap|html?|css|svg|png|jpe?g|gif|pem|crt|cer|key
    der|p12
  )$
`

/** The entries about a file that still hold; the index does not tell case in links, so the cards decide. */
function entriesAbout(index: Index, path: string): ReadonlyMap<string, Card> {
  const found = index.find([link('file', path)], most.entries).map((candidate) => candidate.path)
  return new Map(
    [...index.cards(found)].filter(
      ([, { files, standing, archived }]) => files.includes(path) && standing === '' && archived === '',
    ),
  )
}

const rowsFor = (commitIndex: CommitIndex, statements: readonly StatementRow[]): ReadonlyMap<string, FoundCommit> => {
  const commits = [
    ...new Set(statements.flatMap(({ commits: [commit = ''] }) => (commit === '' ? [] : [commitKey(commit)]))),
  ]
  return new Map(commitIndex.rowsOf(commits).map((row) => [commitKey(row.sha), row]))
}

function fromTree(statement: StatementRow, rows: ReadonlyMap<string, FoundCommit>): AboutFile {
  const [commit = ''] = statement.commits
  const row = rows.get(commitKey(commit))
  const note = statement.kind === 'lesson' ? (readNote(statement.note) ?? noteOfRow(row)) : undefined
  return {
    kind: statement.kind === 'rule' ? 'rule' : 'lesson',
    lane: 'tree',
    headline: statement.headline,
    why: statement.why,
    commit: row?.sha ?? commit,
    date: note?.date || (row?.date ?? ''),
    note,
    touched: row?.paths ?? [],
  }
}

const noteOfRow = (row: FoundCommit | undefined): LessonNote =>
  row?.lineCounts === undefined ? noNote : noteOf(row.lineCounts, row)

const fromLog = (row: FoundCommit): AboutFile => ({
  kind: 'lesson',
  lane: 'log',
  headline: row.subject,
  why: row.body,
  commit: row.sha,
  date: row.date,
  note: noteOfRow(row),
  touched: row.paths,
})
