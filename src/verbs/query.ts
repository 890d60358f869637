import { askCurrentIndex } from '../knowledge/shown/current-index.ts'
import { reindexInBackground } from '../knowledge/shown/reindex-in-background.ts'
import { Problem } from '../problem.ts'
import { asksMeaning, type Meaning } from '../model/switch.ts'
import type { Ctx } from '../repo/context.ts'
import { indexReader, recallReader } from '../repo/index/index-reader.ts'
import { reindexChanged, type OpenIndex } from '../repo/index/lookup.ts'
import { rankingOf } from '../repo/index/ranking.ts'
import type { Store } from '../repo/index/store.ts'
import { stampsOf } from '../repo/state/checkout.ts'
import { noteAccesses } from '../repo/state/journal.ts'
import { answer } from '../search/answer.ts'
import type { Index } from '../search/entry-index.ts'
import type { Likeness } from '../search/likeness.ts'
import { keyOf, type Remembered, similar, termsOf, wayOf } from '../search/remembered-answers.ts'
import { type Answer, firstAnswer, type Question, type Tier } from '../search/tiers.ts'
import { toEntryPath, toFolderPath } from '../tree/path.ts'

/** An answer as `--json` prints it; `tookMs` counts from the question to the answer, opening and reading included. */
export type QueryResult = Answer & {
  readonly query: string
  /** Knowledge files that could not be read and therefore not be searched. */
  readonly unread: readonly string[]
  /** Whether it was asked of a time before anything had been learned; only where it is so. */
  readonly isTooEarly?: boolean
  readonly tookMs: number
}

/**
 * Makes of an answer what programs are printed, on the command line and over HTTP: the keys of FORMATS section 4, in
 * its order; how each score came about only with `explain`.
 */
export function queryForPrograms(result: QueryResult, { explain }: { readonly explain: boolean }): object {
  const { query: asked, tier, text, outOfDomain, hits, ...rest } = result
  const { tookMs, confidence, isSure, unknown, related, unread } = rest
  return {
    query: asked,
    tier,
    answer: text,
    outOfDomain,
    hits: hits.map(({ parts, ...hit }) => (explain ? { ...hit, parts } : hit)),
    tookMs,
    confidence,
    isSure,
    unknown,
    related,
    unread,
  }
}

/** How far to look for entries, and through what. */
export type QueryOptions = {
  /** How many hits there are at most; 5 unless said. */
  readonly limit?: number
  /** Files, as the repository names them: what is known about these comes first. */
  readonly files?: readonly string[]
  /** A folder of the tree to stay in. */
  readonly topic?: string
  /** Lists all that match, however little; an answer keeps to what is worth three tenths of the best. */
  readonly everything?: boolean
  /** Asks the knowledge as it was at a code commit, branch or date. */
  readonly at?: string
  /** Lets a model answer from what is found, or forbids it; without either, as `ctx.query.model` says. */
  readonly tier?: 'direct' | 'model' | 'agent'
  /** Lets the model that makes vectors find what says it in other words. */
  readonly meaning?: Meaning | undefined
  /** Told what a model has said for sure, all of it each time, while it goes on. */
  readonly onText?: ((text: string) => void) | undefined
}

/**
 * Share of the best relevance that an answer shows, at least. Measured: a higher one loses answers, a lower one adds
 * noise.
 */
const floor = 0.3

/**
 * Answers a question from the knowledge that is checked out. `hits` is empty, and `outOfDomain` true, when the honest
 * answer is that nothing is known. Rejects with the signal's reason when the context is aborted.
 * @throws {Problem} when a tier asks for a model and none is set up; one that fails is told of, and what was found
 * stands.
 */
export async function query(
  ctx: Ctx,
  text: string,
  { limit = 5, files = [], topic = '', everything = false, at, tier, meaning, onText }: QueryOptions = {},
): Promise<QueryResult> {
  const started = performance.now()
  const question = { text, files, within: topic.replace(/\/$/, ''), limit, floor: everything ? 0 : floor }
  if (question.within !== '' && toFolderPath(question.within) === undefined)
    throw new Problem('bad-topic', `"${topic}" cannot be a folder of the tree.`, { hint: '`ctx tree` lists them.' })
  const asked = async (lookup: OpenIndex): Promise<Omit<QueryResult, 'query' | 'tookMs'>> => {
    const use = at === undefined && !everything ? await modelUse(ctx, lookup.index, { tier, onText }) : undefined
    const isAsked = at === undefined && asksMeaning(ctx, meaning)
    const likeness = isAsked ? await likenessIn(ctx, lookup, { text, meaning }) : undefined
    const tiers = tiersFor(ctx, question, { ...lookup, tier, byModel: use, likeness })
    const found = await firstAnswer(tiers, question, ctx.signal)
    if (!lookup.isLookedThrough || (isAsked && likeness === undefined)) await reindexInBackground(ctx)
    // Of what was known before anything was learned, no word is missing more than another.
    const isTooEarly = at !== undefined && lookup.index.size === 0 && lookup.unread.length === 0
    return { ...found, unread: lookup.unread, ...(isTooEarly ? { unknown: [], isTooEarly } : {}) }
  }
  const found = at === undefined ? await askCurrentIndex(ctx, asked) : await askAsOf(ctx, at, asked)
  noteAccesses(
    ctx.place,
    found.hits.flatMap(({ path }) => toEntryPath(path) ?? []),
  )
  return { query: text, ...found, tookMs: Math.round(performance.now() - started) }
}

async function likenessIn(
  ctx: Ctx,
  { store }: OpenIndex,
  asked: { readonly text: string; readonly meaning: Meaning },
): Promise<Likeness | undefined> {
  const { likenessTo } = await import('../model/meaning.ts')
  return store === undefined || asked.text.trim() === '' ? undefined : await likenessTo(ctx, store, asked)
}

async function askAsOf<Result>(ctx: Ctx, at: string, ask: (lookup: OpenIndex) => Promise<Result>): Promise<Result> {
  const { openIndexAsOf } = await import('../knowledge/branch/revision.ts')
  return await ask(await openIndexAsOf(ctx, at))
}

/** How a model takes part in a question; nothing of it is loaded where none does. */
async function modelUse(
  ctx: Ctx,
  index: Index,
  { tier, onText }: { tier: QueryOptions['tier'] | undefined; onText: QueryOptions['onText'] },
): Promise<((found: Tier) => Tier) | undefined> {
  if (tier === 'direct') return undefined
  if (tier === undefined) {
    const { answersWhenUnsure } = await import('../model/switch.ts')
    if (!answersWhenUnsure(ctx)) return undefined
  } else {
    const { requireModelHere } = await import('../model/converse.ts')
    await requireModelHere(ctx)
  }
  const { byModel } = await import('../model/answer-tier.ts')
  const uses = { model: 'asked', agent: 'agent' } as const
  const search = (words: string): Answer['hits'] =>
    answer({ text: words, files: [], within: '', limit: 8, floor: 0 }, index, rankingOf(ctx)).hits
  return (found) => byModel(ctx, found, { use: tier === undefined ? 'unsure' : uses[tier], search, onText })
}

type AnsweringBy = OpenIndex & {
  readonly tier?: string | undefined
  readonly byModel: ((found: Tier) => Tier) | undefined
  readonly likeness: Likeness | undefined
}

/** The tiers in their order; a tree at another revision remembers nothing. */
function tiersFor(
  ctx: Ctx,
  question: Question,
  { index, store, tier = 'auto', byModel, likeness }: AnsweringBy,
): readonly Tier[] {
  // What is near in meaning may be another entry tomorrow, without any change of those that were found.
  const mayRecall = store !== undefined && likeness === undefined
  const memory = mayRecall ? recallReader(store, ctx.settings.search.recall) : undefined
  const ranked = direct(ctx, { index, store, likeness })
  const last = byModel === undefined ? ranked : byModel(ranked)
  if (store === undefined || memory === undefined) return [last]
  const settings = JSON.stringify([ctx.settings.search, byModel === undefined ? '' : tier])
  const way = wayOf(question, settings, ctx.now())
  const [key, terms] = [keyOf(question, way), termsOf(question)]
  const recalling = (name: 'same' | 'similar', recall: () => Remembered | undefined): Tier => ({
    name,
    answer: async () => {
      const found = recall()?.answer()
      const stands = found !== undefined && !(await indexEdits(ctx, store, found))
      return stands ? { ...found, tier: name } : undefined
    },
  })
  return [
    recalling('same', () => memory.same(key)),
    recalling('similar', () => similar(terms, memory.all(way), index)),
    remembering(last, (found) => memory.keep(key, { way, terms, answer: found })),
  ]
}

/** Keeps what a tier answers; what nothing knows is not kept, because any commit may change that. */
const remembering = (tier: Tier, keep: (found: Answer) => void): Tier => ({
  name: tier.name,
  answer: async (question, signal) => {
    const found = await tier.answer(question, signal)
    if (found !== undefined && found.hits.length > 0) keep(found)
    return found
  },
})

type Directly = Pick<AnsweringBy, 'index' | 'store' | 'likeness'>

/** The tier that answers from ranked entries alone. A file that was edited since it was indexed is looked at again. */
const direct = (ctx: Ctx, { index, store, likeness }: Directly): Tier => ({
  name: 'direct',
  answer: async (question) => {
    const ranking = { ...rankingOf(ctx), likeness: likeness?.entries }
    const found = answer(question, index, ranking)
    const isEdited = store !== undefined && (await indexEdits(ctx, store, found))
    return isEdited ? answer(question, indexReader(store), ranking) : found
  },
})

async function indexEdits(ctx: Ctx, store: Store, { hits }: Answer): Promise<boolean> {
  // One in memory was made for this question, of what there is on the branch where that is not on disk.
  if (!store.isKept) return false
  const paths = hits.map(({ path }) => path)
  const [indexed, now] = [store.stamps(paths), stampsOf(ctx.place, paths)]
  const edited = paths.filter((path) => indexed.get(path) !== now.get(path))
  return edited.length > 0 && (await reindexChanged(ctx, store, edited)) > 0
}
