import { resolve } from 'node:path'
import { learnDocument, documentTitle } from '../curate/authored/from-document.ts'
import { settleEdits } from '../knowledge/edits/edits.ts'
import { record } from '../knowledge/branch/record.ts'
import { refreshAgentFiles } from '../knowledge/shown/refresh-agent-files.ts'
import { refreshHeld } from '../knowledge/shown/refresh.ts'
import { tipToLearnOn } from '../knowledge/branch/tip.ts'
import type { Modelled } from '../learning/curate-with-model.ts'
import { type Reader, readerFor } from '../learning/read-commits.ts'
import { type DocumentRead, sourceLimits, readSources, type DocumentSource } from '../learning/sources.ts'
import { mapConcurrently } from '../model/concurrently.ts'
import { worksByItself } from '../model/switch.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { lock } from '../repo/state/lock.ts'
import { emptyEntry } from '../tree/entry.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import { apply, type Applied, type Operation } from '../tree/operations.ts'

/** What learning from documents did. */
export type DocumentsLearned = Applied & { readonly documents: readonly DocumentRead[] }

/**
 * Learns from documents: without a model their rules, reasons and decisions, word for word; with one, what it can
 * quote. `paths` are as the person wrote them, seen from `from`.
 * @throws {Problem} when there are too many, or none can be read.
 */
export async function learnDocuments(
  ctx: Ctx,
  paths: readonly string[],
  { from = process.cwd(), dryRun = false }: { readonly from?: string; readonly dryRun?: boolean } = {},
): Promise<DocumentsLearned> {
  if (paths.length > sourceLimits.files)
    throw new Problem(
      'too-many-documents',
      `At most ${sourceLimits.files} documents are read at once; these are ${paths.length}.`,
      {
        hint: 'Name those that matter most, and the others after them.',
      },
    )
  const { sources, unread } = await readSources(
    ctx,
    paths.map((path) => ({ path: resolve(from, path), typed: path })),
  )
  const { knowledge } = await tipToLearnOn(ctx)
  const reader = await readerFor(ctx)
  const lessons = await mapConcurrently(sources, async (source) => await readOne(ctx, source, { knowledge, reader }), {
    atOnce: 2,
  })
  const documents = [...unread, ...lessons.map(({ document }) => document)]
  const operations = lessons.flatMap((lesson) => lesson.operations)
  if (dryRun || operations.length === 0) {
    const { applied, summary } = apply(knowledge, operations, ctx.now())
    return { applied, summary, documents }
  }
  return { ...(await write(ctx, lessons)), documents }
}

async function write(ctx: Ctx, lessons: readonly Lesson[]): Promise<Applied> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 15_000 })
  await settleEdits(ctx)
  const by = [...new Set(lessons.flatMap((lesson) => lesson.made?.by ?? []))].join('; ')
  const names = lessons.map(({ document }) => document.path)
  const done = await record(ctx, await tipToLearnOn(ctx), {
    operations: lessons.flatMap((lesson) => lesson.operations),
    title: `what ${names.join(', ')} ${names.length === 1 ? 'says' : 'say'}`,
    ...(by === '' ? {} : { by }),
    tokens: lessons.reduce((sum, { made }) => sum + (made?.tokens ?? 0), 0),
  })
  await refreshHeld(ctx)
  await refreshAgentFiles(ctx)
  return done
}

type Lesson = { readonly document: DocumentRead; readonly operations: readonly Operation[]; readonly made?: Modelled }

async function readOne(
  ctx: Ctx,
  source: DocumentSource,
  { knowledge, reader }: { knowledge: Knowledge; reader: Reader },
): Promise<Lesson> {
  const { path, text, cuts } = source
  const found = learnDocument(source, knowledge, reader)
  const made = (await worksByItself(ctx, 'curate')) ? await askAbout(ctx, source, { found, knowledge }) : undefined
  const operations = made?.operations ?? found
  const nothing =
    operations.length > 0 ? '' : text.trim() === '' ? 'it holds no text' : 'it gives no rule, reason or decision'
  return { document: { path, cuts, nothing }, operations, ...(made === undefined ? {} : { made }) }
}

type Asking = { readonly found: readonly Operation[]; readonly knowledge: Knowledge }

async function askAbout(
  ctx: Ctx,
  { path, text, commit }: DocumentSource,
  { found, knowledge }: Asking,
): Promise<Modelled> {
  const { curateWithModel } = await import('../learning/curate-with-model.ts')
  const [first] = found.flatMap((operation) => ('entry' in operation ? [operation] : []))
  const told = { kind: 'document' as const, name: `${path}: ${documentTitle({ path, text })}`, text }
  return await curateWithModel(ctx, {
    told,
    found,
    before: knowledge,
    commit,
    base: first?.entry ?? { ...emptyEntry, raw: { ...emptyEntry.raw, files: [path] } },
  })
}
