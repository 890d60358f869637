import { longestPrefix } from '../curate/authored/compact.ts'
import { explain } from '../curate/entries/knowledge-message.ts'
import { isRefusal } from '../curate/authored/refusal.ts'
import { settleEdits } from '../knowledge/edits/edits.ts'
import { commitLearned } from '../knowledge/branch/record.ts'
import { deriveLate } from '../knowledge/shown/derive.ts'
import { refresh, refreshHeld } from '../knowledge/shown/refresh.ts'
import { tipToLearnOn } from '../knowledge/branch/tip.ts'
import { mapConcurrently } from '../model/concurrently.ts'
import { ask, type Count } from '../model/converse.ts'
import { readPrompt, versionOf } from '../model/prompts.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { readModelling } from '../repo/settings/modelling.ts'
import { isKnowledgePath, listFiles, readTreeFiles } from '../repo/state/checkout.ts'
import { lock } from '../repo/state/lock.ts'
import { noteStale, readShownCommit } from '../repo/state/state.ts'
import { keepSummary, sweepSummaries, modelSummaries } from '../repo/state/summaries.ts'
import { oneLine } from '../text/clean.ts'
import { fence, quoteText, randomWord } from '../text/quote.ts'
import { redact } from '../text/redact.ts'
import { countTokens } from '../text/tokens.ts'
import { describe, isUndescribed } from '../tree/overview.ts'
import {
  depthOf,
  type FolderPath,
  folderOf,
  isSummaryPath,
  join,
  overviewFile,
  summaryFile,
  toFolderPath,
} from '../tree/path.ts'
import { bodyOf, coverOf, summaryBudget } from '../tree/summary.ts'
import { version } from '../version.ts'

/** What a model wrote: folders summarised and described; of the others the text that was there is as good, or stays. */
export type Summarised = {
  readonly summarised: readonly string[]
  readonly described: readonly string[]
  /** Folders of which the model said nothing that could be used. */
  readonly kept: readonly string[]
}

/** Tokens that a summary must cover to be worth asking for: of fewer, extraction leaves nothing out. */
const leastCovered = 400
/** Characters of one folder that a model reads, at most. */
const mostRead = 16_000
/** Share of the tokens that a second, stricter try may use (ByteRover, arXiv 2604.01599). */
const harder = 0.6

/**
 * Lets the model that is set up write the summaries (`_index.md`) of folders that changed since it last did, deepest
 * first, and say in overviews what a folder is about where nobody has. The tree is not locked while it thinks.
 * @throws {Problem} when no model is set up.
 */
export async function summariseTree(ctx: Ctx, within = ''): Promise<Summarised> {
  if (within !== '' && toFolderPath(within) === undefined)
    throw new Problem('bad-topic', `"${within}" cannot be a folder of the tree.`, { hint: '`ctx tree` lists them.' })
  await refresh(ctx)
  if (within !== '' && !listFiles(ctx.place).some((path) => path.startsWith(`${within}/`)))
    throw new Problem('bad-topic', `There is no folder ${within} in the tree.`, { hint: '`ctx tree` lists them.' })
  // A description is part of what a summary covers.
  const described = await describeFolders(ctx, within)
  const summarised: string[] = []
  const kept: string[] = []
  let read = 0
  // A folder's summary changes what the one above it covers.
  for (const depth of [3, 2, 1, 0]) {
    const due = foldersToTell(ctx, within).filter((folder) => depthOf(folder) === depth)
    const done = await mapConcurrently(
      due,
      async (folder) => {
        const told = await tellFolder(ctx, folder)
        ctx.progress(++read, due.length, `folders summarised at depth ${depth}`)
        return { folder, told }
      },
      { atOnce: 2 },
    )
    read = 0
    summarised.push(...done.flatMap(({ folder, told }) => (told ? [nameOf(folder)] : [])))
    kept.push(...done.flatMap(({ folder, told }) => (told ? [] : [nameOf(folder)])))
    if (done.some(({ told }) => told))
      await deriveAgain(
        ctx,
        done.map(({ folder }) => folder),
      )
  }
  sweepSummaries(ctx.place)
  return { summarised, described, kept }
}

const nameOf = (folder: FolderPath): string => (folder === '' ? '.' : folder)

const isWithin = (folder: string, within: string): boolean =>
  within === '' || folder === within || folder.startsWith(`${within}/`)

/** Folders whose summary is not the model's, and whose contents are worth one. */
function foldersToTell(ctx: Ctx, within: string): readonly FolderPath[] {
  const paths = listFiles(ctx.place).filter((path) => isSummaryPath(path))
  const told = modelSummaries(ctx.place)
  return [...readTreeFiles(ctx.place, new Set(paths))].flatMap(([path, text]) => {
    const cover = coverOf(text)
    const isDue = cover !== undefined && cover.tokens >= leastCovered && told?.(cover.hash) === undefined
    return isDue && isWithin(folderOf(path), within) ? [folderOf(path)] : []
  })
}

/** Asks for a summary, and once more for a shorter one; gives whether one of them can be used. */
async function tellFolder(ctx: Ctx, folder: FolderPath): Promise<boolean> {
  const own = join(folder, summaryFile)
  const cover = coverOf(readTreeFiles(ctx.place, new Set([own])).get(own) ?? '')
  if (cover === undefined) return false
  const text = readFolder(ctx, folder)
  const budget = summaryBudget(cover.tokens)
  for (const tokens of [budget, Math.floor(budget * harder)]) {
    const reply = await askFor(ctx, 'summarise', { text, tokens })
    const lines = reply.split('\n').filter((line) => line.startsWith('- '))
    const summary = quoteText(lines.join('\n'))
    if (isRefusal(summary) || isRefusal(reply) || countTokens(summary) > budget) continue
    keepSummary(ctx.place, cover.hash, summary)
    return true
  }
  return false
}

/** The entries of a folder and the summaries of those below it, without what is only for programs. */
function readFolder(ctx: Ctx, folder: FolderPath): string {
  const files = listFiles(ctx.place).filter(
    (path) =>
      (folderOf(path) === folder && isKnowledgePath(path)) ||
      (isSummaryPath(path) && folderOf(path) !== folder && folderOf(folderOf(path)) === folder),
  )
  return [...readTreeFiles(ctx.place, new Set(files))].map(([path, text]) => `# ${path}\n${bodyOf(text)}`).join('\n')
}

type Asking = { readonly text: string; readonly tokens: number; readonly count?: Count }

const askFor = async (ctx: Ctx, what: 'summarise' | 'describe', { text, tokens, count }: Asking): Promise<string> =>
  await ask(
    ctx,
    {
      system: `${readPrompt(what)}- At most ${tokens * 3} characters.\n`,
      user: fence('notes', quoteText(longestPrefix(text, mostRead / 4)), { word: randomWord() }),
      mostTokens: tokens,
      temperature: 0.2,
    },
    count === undefined ? {} : { count },
  )

async function deriveAgain(ctx: Ctx, folders: readonly FolderPath[]): Promise<void> {
  await using _held = await lock(ctx.place, 'tree', { waitMs: 60_000 })
  noteStale(
    ctx.place,
    folders.map((folder) => join(folder, overviewFile)),
    readShownCommit(ctx.place),
  )
  await deriveLate(ctx)
}

/** Says in overviews what their folders are about; those are knowledge, so they are committed. */
async function describeFolders(ctx: Ctx, within: string): Promise<readonly string[]> {
  const { knowledge } = await tipToLearnOn(ctx)
  const due = [...knowledge.overviews].filter(([folder, text]) => isUndescribed(text) && isWithin(folder, within))
  let tokens = 0
  const count = (took: number): void => void (tokens += took)
  const usable: Described[] = []
  try {
    await mapConcurrently(
      due,
      async ([folder]) => {
        const text = redact(
          oneLine(await askFor(ctx, 'describe', { text: readFolder(ctx, folder), tokens: 120, count })),
        )
        if (isSentence(text)) usable.push({ folder, text })
      },
      { atOnce: 2 },
    )
  } finally {
    // What was said before a model failed was paid for.
    if (usable.length > 0) await commitDescriptions(ctx, usable, tokens)
  }
  return usable.map(({ folder }) => folder)
}

/** A list, a page or a refusal is not what was asked for. */
const isSentence = (text: string): boolean =>
  /^[^-#*<]/.test(text) && text.length <= mostDescription && !isRefusal(text)

/** In characters; the prompt asks for 300. */
const mostDescription = 400

type Described = { readonly folder: FolderPath; readonly text: string }

async function commitDescriptions(ctx: Ctx, described: readonly Described[], tokens: number): Promise<void> {
  const name = (await readModelling(ctx.place, ctx.env)).model?.name ?? ''
  await using _held = await lock(ctx.place, 'tree', { waitMs: 60_000 })
  await settleEdits(ctx)
  const tip = await tipToLearnOn(ctx)
  const overviews = new Map(tip.knowledge.overviews)
  for (const { folder, text } of described) {
    const known = overviews.get(folder)
    if (known !== undefined) overviews.set(folder, describe(known, text))
  }
  const message = explain({
    title: `Curate: say what ${described.length === 1 ? 'a folder is' : `${described.length} folders are`} about`,
    applied: described.map(({ folder }) => ({ type: 'UPDATE', path: join(folder, overviewFile), status: 'success' })),
    reasons: described.map(() => 'Nobody had said what it is about'),
    commits: [],
    by: `ctx ${version} (${name}, prompt ${versionOf(readPrompt('describe'))})`,
    tokens,
  })
  await commitLearned(ctx, tip, { knowledge: { ...tip.knowledge, overviews }, message })
  await refreshHeld(ctx)
}
