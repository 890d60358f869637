import { readTreeFiles, listFiles } from '../repo/checkout.ts'
import { noteAccesses } from '../repo/journal.ts'
import { toDocument } from '../search/documents.ts'
import { excerpt } from '../search/excerpt.ts'
import type { Index } from '../search/index.ts'
import { type Answer, climb, type Hit, type Tier } from '../search/ladder.ts'
import { memoryIndex } from '../search/memory.ts'
import { rank, type Ranked, type Signals } from '../search/rank.ts'
import { terms } from '../text/terms.ts'
import type { Entry } from '../tree/entry.ts'
import { type Knowledge, readKnowledge } from '../tree/knowledge.ts'
import { importanceAt, recencyAt } from '../tree/lifecycle.ts'
import { type EntryPath, toEntryPath } from '../tree/path.ts'
import type { Ctx } from './open.ts'
import { refreshIfMoved } from './notice.ts'

/** An answer as `--json` prints it; `tookMs` counts from the question to the answer, opening and reading included. */
export type QueryResult = Answer & { readonly query: string; readonly tookMs: number }

export type QueryOptions = { readonly limit?: number; readonly files?: readonly string[] }

/**
 * Answers a question from the knowledge that is checked out. `hits` is empty, and `outOfDomain` true, when the honest
 * answer is that nothing is known. Rejects with the signal's reason when the context is aborted.
 */
export async function query(
  ctx: Ctx,
  text: string,
  { limit = 5, files = [] }: QueryOptions = {},
): Promise<QueryResult> {
  const started = performance.now()
  await refreshIfMoved(ctx)
  const knowledge = knowledgeOnDisk(ctx)
  const index = await memoryIndex([...knowledge.entries].map(([path, entry]) => toDocument(path, entry)))
  const answer = await climb([direct(ctx, knowledge, index)], { text, files, limit }, ctx.signal)
  noteAccesses(
    ctx.place,
    answer.hits.map(({ path }) => path),
  )
  return { query: text, ...answer, tookMs: Math.round(performance.now() - started) }
}

/** Reads the knowledge as it lies in `.ctx/tree`, edits not committed yet included. */
export const knowledgeOnDisk = (ctx: Ctx): Knowledge =>
  readKnowledge(
    readTreeFiles(
      ctx.place,
      listFiles(ctx.place).filter((path) => toEntryPath(path) !== undefined),
    ),
  )

/** The tier that answers from ranked entries alone; entries about a file in question come first. */
function direct(ctx: Ctx, knowledge: Knowledge, index: Index): Tier {
  const signalsOf = signalsAt(knowledge, ctx.now())
  return {
    name: 'direct',
    answer: async (question) => {
      const asked = terms(question.text)
      const named = entriesAbout(question.files, knowledge)
      const found = await index.search(asked)
      const others = [...named].filter((path) => !found.some((match) => match.path === path))
      const matches = [...found, ...others.map((path) => ({ path, score: 0, matched: [] }))]
      const ranked = rank(matches, asked, index, { signalsOf, isNamed: ({ path }) => named.has(path) })
      const ordered = [
        ...ranked.filter(({ path }) => named.has(path)),
        ...ranked.filter(({ path }) => !named.has(path)),
      ]
      const hits = ordered.slice(0, question.limit).flatMap((match) => {
        const entry = knowledge.entries.get(match.path)
        return entry === undefined ? [] : [toHit(match, entry, new Set(asked))]
      })
      return hits.length === 0 ? undefined : { tier: 'direct', text: say(hits), hits, outOfDomain: false }
    },
  }
}

const signalsAt =
  (knowledge: Knowledge, now: Date) =>
  ({ path }: { path: EntryPath }): Signals => {
    const entry = knowledge.entries.get(path)
    if (entry === undefined) return { importance: 0, recency: 0, maturity: 'draft' }
    return { importance: importanceAt(entry, now), recency: recencyAt(entry, now), maturity: entry.maturity }
  }

function entriesAbout(files: readonly string[], knowledge: Knowledge): ReadonlySet<EntryPath> {
  const wanted = new Set(files)
  const about = [...knowledge.entries].filter(([, { raw }]) => raw.files.some((file) => wanted.has(file)))
  return new Set(about.map(([path]) => path))
}

const round = (value: number): number => Math.round(value * 1000) / 1000

function toHit(match: Ranked, entry: Entry, asked: ReadonlySet<string>): Hit {
  return {
    path: match.path,
    title: entry.title,
    score: round(match.rank),
    text: round(match.text),
    importance: round(match.signals.importance),
    recency: round(match.signals.recency),
    maturity: entry.maturity,
    matched: match.matched,
    excerpt: excerpt(entry, asked),
    sources: entry.raw.sources.map(({ commit }) => commit),
    files: entry.raw.files,
  }
}

/** Says an answer in plain text: per entry its lines, and where they come from. */
const say = (hits: readonly Hit[]): string =>
  hits
    .map(({ title, path, excerpt: lines }) => [`${title} [${path}]`, ...lines.map((line) => `- ${line}`)].join('\n'))
    .join('\n\n')
