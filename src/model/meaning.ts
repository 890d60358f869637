import { createHash } from 'node:crypto'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { allStatementTexts, type StatedText } from '../repo/index/statement-index.ts'
import type { Store } from '../repo/index/store.ts'
import { openVectors, type Vectors } from '../repo/index/vectors.ts'
import { type EndpointModel, type Modelling, readModelling } from '../repo/settings/modelling.ts'
import { type Likeness, likenessOf } from '../search/likeness.ts'
import { quoteText } from '../text/quote.ts'
import { mapConcurrently } from './concurrently.ts'
import { client, counted } from './converse.ts'
import type { Meaning } from './switch.ts'

/** How many statements that are near in meaning take part in an answer. */
const considered = 80

/** So many new vectors are waited for where an agent or a program asks; more are made in the background. */
const mostWaited = 64

/** Texts of one request, and what is sent of one text, in characters. */
const batch = { texts: 64, characters: 2_000 }

/**
 * Finds what is near a question in meaning, by the vectors that the model of `ctx.model.embeddings` makes. Only texts that
 * changed are sent. Undefined where SQLite does not load, too many vectors are missing for a program that does not wait,
 * or the model does not answer, which is told: words alone answer then.
 * @throws {Problem} when no such model is set up.
 */
export async function likenessTo(
  ctx: Ctx,
  store: Store,
  { text, meaning }: { readonly text: string; readonly meaning: Meaning },
): Promise<Likeness | undefined> {
  const embedding = await openEmbedding(ctx)
  if (embedding === undefined) return undefined
  try {
    const texts = hashed(store)
    const missing = embedding.vectors.missing([...texts.keys()])
    if (missing.length > mostWaited && meaning === 'takes') return undefined
    await makeVectors(ctx, embedding, { missing, texts })
    const [vector = []] = await embed(ctx, embedding, [text])
    const near = embedding.vectors.nearest(vector, [...texts.keys()], considered)
    return likenessOf(
      near.flatMap(([hash, similarity]) => (texts.get(hash) ?? []).map(({ id, path }) => ({ id, path, similarity }))),
    )
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    ctx.say(`${error.message.replace(/\.?$/, '.')} What words alone find follows.`)
    return undefined
  } finally {
    embedding.vectors.close()
  }
}

/** Makes the vectors of all that changed; in the background, so that nobody waits for them at a question. */
export async function keepVectors(ctx: Ctx, store: Store): Promise<void> {
  const embedding = await openEmbedding(ctx)
  if (embedding === undefined) return
  try {
    const texts = hashed(store)
    await makeVectors(ctx, embedding, { missing: embedding.vectors.missing([...texts.keys()]), texts })
  } finally {
    embedding.vectors.close()
  }
}

type Embedding = { readonly modelling: Modelling; readonly model: EndpointModel; readonly vectors: Vectors }

async function openEmbedding(ctx: Ctx): Promise<Embedding | undefined> {
  const modelling = await readModelling(ctx.place, ctx.env)
  const model = modelling.embeddings
  if (model === undefined)
    throw new Problem('no-embeddings', 'No model that makes vectors is set up.', {
      hint: 'git config ctx.model.embeddings <name>, and ctx.model.embeddingsEndpoint unless it is where ctx.model.endpoint is; or `ctx model connect <provider> <model> --embeddings`.',
    })
  const vectors = await openVectors(ctx.place, `${model.endpoint} ${model.name}`)
  return vectors === undefined ? undefined : { modelling, model, vectors }
}

type Hashed = ReadonlyMap<string, readonly StatedText[]>

/** The texts of all statements by their hash; the same words in two entries have one vector. */
function hashed(store: Store): Hashed {
  const texts = new Map<string, StatedText[]>()
  for (const stated of allStatementTexts(store.database)) {
    const hash = createHash('sha256').update(textOf(stated)).digest('base64url').slice(0, 22)
    texts.set(hash, [...(texts.get(hash) ?? []), stated])
  }
  return texts
}

/** What is sent of a statement: its words, and in which folder it stands. */
const textOf = ({ path, headline, why }: StatedText): string =>
  [path.replace(/\/[^/]*$/, '').replaceAll(/[/_]/g, ' '), headline, why].filter((part) => part !== '').join('\n')

type Making = { readonly missing: readonly string[]; readonly texts: Hashed }

async function makeVectors(ctx: Ctx, embedding: Embedding, { missing, texts }: Making): Promise<void> {
  const batches = Array.from({ length: Math.ceil(missing.length / batch.texts) }, (_, at) =>
    missing.slice(at * batch.texts, (at + 1) * batch.texts),
  )
  let made = 0
  await mapConcurrently(
    batches,
    async (hashes) => {
      const told = hashes.flatMap((hash) => (texts.get(hash) ?? []).slice(0, 1).map(textOf))
      const vectors = await embed(ctx, embedding, told)
      // What was paid for is kept, whatever becomes of the next request.
      embedding.vectors.keep(
        new Map(hashes.flatMap((hash, at) => (vectors[at] === undefined ? [] : [[hash, vectors[at]]]))),
      )
      made += hashes.length
      ctx.progress(made, missing.length, 'lessons turned into vectors')
    },
    { atOnce: 2 },
  )
}

async function embed(
  ctx: Ctx,
  { modelling, model }: Embedding,
  texts: readonly string[],
): Promise<readonly (readonly number[])[]> {
  const { embedTexts } = await client()
  const safe = texts.map((text) => quoteText(text).slice(0, batch.characters))
  return (await counted(ctx, modelling, model, async () => await embedTexts(model, safe, ctx.signal))).vectors
}
