import { readMessage } from '../curate/message/commit-message.ts'
import { isWorthReading } from '../curate/skip-filter.ts'
import { startSurvival } from '../curate/lines/survival.ts'
import { likelyFiles } from '../learning/likely-files.ts'
import { commitIndexAt } from '../learning/sync-commit-index.ts'
import { teach } from '../learning/teach.ts'
import { readNow } from '../learning/read-code.ts'
import { type Reader, readerFor, readAnalyses } from '../learning/read-commits.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { readCommits, sizeOfHistory } from '../repo/git/commits.ts'
import { commitsSince, resolveCommits } from '../repo/git/history.ts'
import { readFiles } from '../repo/git/objects.ts'
import { rankingOf } from '../repo/index/ranking.ts'
import { byChanges, byMessages, byPaths, type Ranker, type PlainCommit } from '../eval/baselines.ts'
import { toDocument } from '../search/documents.ts'
import { memoryIndex } from '../search/memory.ts'
import { fold } from '../text/clean.ts'
import { countTokens } from '../text/tokens.ts'
import { writeEntry } from '../tree/entry.ts'
import { type Knowledge, noKnowledge } from '../tree/knowledge.ts'

/** Shares, from 0 to 1, of what hidden commits touched that was named among the first 1, 5 and 10. */
export type Recall = { readonly at1: number; readonly at5: number; readonly at10: number }

/** The same of files and of the folders they lie in. */
export type RecallShares = { readonly files: Recall; readonly folders: Recall }

/** How well a tree, and what it is measured against, names the files that later commits touched. */
export type Backtest = {
  readonly from: string
  /** Commits that were learned from, and those hidden that touched files which were there. */
  readonly learned: number
  readonly asked: number
  readonly recall: Readonly<Record<'ctx' | 'messages' | 'paths' | 'mostChanged', RecallShares>>
  readonly tree: Measured & { readonly historyTokens: number }
}

type Measured = {
  readonly entries: number
  readonly entriesPerCommit: number
  readonly factsPerEntry: number
  /** The share of entries with a rule or a reason. */
  readonly withReason: number
  /** Facts and rules that are said more than once. */
  readonly duplicates: number
  readonly tokens: number
}

/** Commits that are hidden unless said otherwise; in a short history, a quarter of it. */
const hiddenByDefault = 200

/**
 * Hides the newest commits, learns from what came before, and asks with each hidden commit's subject which files to open,
 * as `ctx where` does; beside it, three baselines are asked the same. Nothing is written.
 * @throws {Problem} when there is too little history to hide some of it.
 */
export async function backtest(ctx: Ctx, { from }: { from?: string } = {}): Promise<Backtest> {
  const { base, before, hidden } = await divide(ctx, from)
  const reader = await readerFor(ctx, base)
  const onRead = (done: number): void => ctx.progress(done, before.length, 'commits read')
  const survival = startSurvival()
  const analyses = await readAnalyses(ctx, before, { reader, survival, onRead })
  const now = await readNow(ctx, analyses, { reader, commit: base, survival, isLast: true })
  const { knowledge } = teach(analyses, noKnowledge, { ...reader, ...now })
  const texts = await readFiles(ctx.place, base)
  const told = await readTold(ctx, before)
  const questions = await questionsOf(ctx, hidden, { reader, there: texts })
  // A file that is gone cannot be opened.
  const foundBy = (rank: Ranker): RecallShares =>
    measureFound(questions, (text) => rank(text).filter((path) => texts.has(path)))
  return {
    from: base,
    learned: before.length,
    asked: questions.length,
    recall: {
      ctx: foundBy(await asWhere(ctx, knowledge, base)),
      messages: foundBy(byMessages(told)),
      paths: foundBy(byPaths([...texts].map(([path, text]) => ({ path, text })))),
      mostChanged: foundBy(byChanges(told)),
    },
    tree: {
      ...measureTree(knowledge, before.length),
      historyTokens: Math.ceil((await sizeOfHistory(ctx.place, before)) / 4),
    },
  }
}

type Divided = { readonly base: string; readonly before: readonly string[]; readonly hidden: readonly string[] }

async function divide(ctx: Ctx, from: string | undefined): Promise<Divided> {
  const [head = ''] = await resolveCommits(ctx.place, ['HEAD'])
  const [named] = from === undefined ? [] : await resolveCommits(ctx.place, [from])
  const all = await commitsSince(ctx.place, head, [])
  const base = named ?? all.at(-1 - Math.min(hiddenByDefault, Math.floor(all.length / 4))) ?? head
  const before = await commitsSince(ctx.place, base, [])
  const hidden = await commitsSince(ctx.place, head, [base])
  if (before.length >= 10 && hidden.length > 0) return { base, before, hidden }
  const counted = `${before.length} commits before and ${hidden.length} after`
  throw new Problem('too-little-history', `${counted} are too few to tell anything.`, {
    hint: 'Name an earlier commit with --from, in a repository with a longer history.',
  })
}

/** A hidden commit as a question: its subject, and which of the files that were there it touched. */
type Asked = { readonly text: string; readonly files: readonly string[] }

async function questionsOf(
  ctx: Ctx,
  hidden: readonly string[],
  { reader, there }: { reader: Reader; there: ReadonlyMap<string, string> },
): Promise<readonly Asked[]> {
  const questions: Asked[] = []
  for await (const commit of readCommits(ctx.place, hidden, ctx.signal)) {
    const judged = isWorthReading(commit, readMessage(commit.message), reader.ignore)
    if (judged.kind !== 'read') continue
    const files = judged.changes.map(({ path, from }) => (from === '' ? path : from)).filter((path) => there.has(path))
    const [text = ''] = commit.message.split('\n')
    if (files.length > 0) questions.push({ text, files })
  }
  return questions
}

/** Reads commits with their files by the names that these have at last. */
async function readTold(ctx: Ctx, shas: readonly string[]): Promise<readonly PlainCommit[]> {
  const told: PlainCommit[] = []
  const renamed = new Map<string, string>()
  for await (const { message, changes } of readCommits(ctx.place, shas, ctx.signal)) {
    for (const { path, from, status } of changes) if (status === 'renamed' && from !== path) renamed.set(from, path)
    told.push({ message, paths: changes.map(({ path }) => path) })
  }
  const nameOf = (path: string): string => {
    let name = path
    for (let moves = 0; moves < 20 && renamed.has(name); moves++) name = renamed.get(name) ?? name
    return name
  }
  return told.map((one) => ({ ...one, paths: [...new Set(one.paths.map(nameOf))] }))
}

/** Ranks files as `ctx where` does, at a commit and with what was learned up to it. */
async function asWhere(ctx: Ctx, { entries }: Knowledge, commit: string): Promise<Ranker> {
  const index = await memoryIndex([...entries].map(([path, entry]) => toDocument(path, entry)))
  const commitIndex = await commitIndexAt(ctx, commit)
  if (commitIndex === undefined)
    throw new Problem('no-sqlite', 'No SQLite loads here, and files are looked up in it.', {
      hint: 'ctx doctor says why it does not load.',
    })
  return (text) => likelyFiles(text, { commitIndex, index, ranking: rankingOf(ctx) }).files
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const foldersOf = (paths: readonly string[]): readonly string[] => [...new Set(paths.map(folderOf))]

function measureFound(questions: readonly Asked[], rank: Ranker): RecallShares {
  const ranked = questions.map(({ text, files }) => ({ files, found: rank(text) }))
  return {
    files: recallOf(ranked),
    folders: recallOf(ranked.map(({ files, found }) => ({ files: foldersOf(files), found: foldersOf(found) }))),
  }
}

/** The mean share of what was touched that stands among the first k. */
function recallOf(ranked: readonly { files: readonly string[]; found: readonly string[] }[]): Recall {
  const at = (k: number): number => {
    const shares = ranked.map(({ files, found }) => {
      const first = new Set(found.slice(0, k))
      return files.filter((path) => first.has(path)).length / files.length
    })
    return round(shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length))
  }
  return { at1: at(1), at5: at(5), at10: at(10) }
}

const round = (value: number): number => Math.round(value * 10_000) / 10_000

function measureTree({ entries, overviews }: Knowledge, commits: number): Measured {
  const all = [...entries.values()]
  const facts = all.flatMap((entry) => entry.facts)
  const said = [
    ...facts.map(({ subject, value, statement }) => fold(`${subject} ${value} ${statement}`)),
    ...all.flatMap(({ narrative }) => narrative.rules.map(fold)),
  ]
  const isReason = ({ subject, statement }: (typeof facts)[number]): boolean => subject === '' && statement !== ''
  const telling = all.filter(({ narrative, facts: own }) => narrative.rules.length > 0 || own.some(isReason))
  return {
    entries: all.length,
    entriesPerCommit: round(all.length / commits),
    factsPerEntry: round(facts.length / Math.max(1, all.length)),
    withReason: round(telling.length / Math.max(1, all.length)),
    duplicates: said.length - new Set(said).size,
    tokens: [...all.map(writeEntry), ...overviews.values()].reduce((sum, text) => sum + countTokens(text), 0),
  }
}
