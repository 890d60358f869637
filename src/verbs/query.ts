import { readTreeFiles, listFiles } from '../repo/checkout.ts'
import { noteAccesses } from '../repo/journal.ts'
import { toDocument } from '../search/documents.ts'
import { excerpt } from '../search/excerpt.ts'
import type { Index } from '../search/index.ts'
import { type Answer, climb, type Hit, type Question, type Tier } from '../search/ladder.ts'
import { memoryIndex } from '../search/memory.ts'
import { rank, type Ranked } from '../search/rank.ts'
import { terms } from '../text/terms.ts'
import type { Entry } from '../tree/entry.ts'
import { type Knowledge, readKnowledge } from '../tree/knowledge.ts'
import { importanceAt, recencyAt } from '../tree/lifecycle.ts'
import { toEntryPath } from '../tree/path.ts'
import type { Ctx } from './open.ts'
import { refreshIfMoved } from './refresh.ts'

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

/** The tier that answers from ranked entries alone. */
function direct(ctx: Ctx, knowledge: Knowledge, index: Index): Tier {
  return {
    name: 'direct',
    answer: async (question) => {
      const asked = [...terms(question.text), ...question.files.flatMap((file) => terms(file))]
      const now = ctx.now()
      const ranked = rank(await index.search(asked), asked, index, ({ path }) => {
        const entry = knowledge.entries.get(path)
        return entry === undefined
          ? unknown
          : { importance: importanceAt(entry, now), recency: recencyAt(entry, now), maturity: entry.maturity }
      })
      const hits = preferFiles(ranked, knowledge, question)
        .slice(0, question.limit)
        .flatMap((match) => {
          const entry = knowledge.entries.get(match.path)
          return entry === undefined ? [] : [toHit(match, entry, new Set(asked))]
        })
      return hits.length === 0 ? undefined : { tier: 'direct', text: say(hits), hits, outOfDomain: false }
    },
  }
}

const unknown = { importance: 0, recency: 0, maturity: 'draft' as const }

/** Puts entries that name a file in question first; their order among themselves stays. */
function preferFiles(ranked: readonly Ranked[], knowledge: Knowledge, { files }: Question): readonly Ranked[] {
  if (files.length === 0) return ranked
  const wanted = new Set(files)
  const isAbout = ({ path }: Ranked): boolean =>
    knowledge.entries.get(path)?.raw.files.some((file) => wanted.has(file)) ?? false
  return [...ranked.filter(isAbout), ...ranked.filter((match) => !isAbout(match))]
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
