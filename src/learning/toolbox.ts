import { quotedSchema } from '../curate/authored/shape.ts'
import { type Draft, draftAuthored } from '../curate/authored/authored.ts'
import { around, brief, type SourceText } from '../curate/authored/brief.ts'
import { proofFrom } from '../curate/authored/claims.ts'
import { type Tool, textTool } from '../model/tools.ts'
import type { Ctx } from '../repo/context.ts'
import { readFiles } from '../repo/git/objects.ts'
import { rankingOf } from '../repo/index/ranking.ts'
import { answer } from '../search/answer.ts'
import { toDocument } from '../search/documents.ts'
import { memoryIndex } from '../search/memory.ts'
import { quoteLine, quoteText, randomWord } from '../text/quote.ts'
import { type Entry, writeEntry } from '../tree/entry.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import type { Operation } from '../tree/operations.ts'
import { toEntryPath } from '../tree/path.ts'

/** What a model is to curate: what there is to read, what was found in it without a model, and the tree that it is for. */
export type Material = {
  readonly told: SourceText
  readonly found: readonly Operation[]
  readonly before: Knowledge
  /** The commit whose files may be read; '' where there is none. */
  readonly commit: string
  /** Files, names and sources that every entry begins with. */
  readonly base: Entry
}

/** What lies before a model: what it reads, the tools it has, and what it has written. */
export type Toolbox = {
  readonly user: string
  readonly tools: readonly Tool[]
  /** Takes operations; gives what was wrong with them, '' when nothing was. */
  readonly curate: (asked: unknown) => Promise<string>
  readonly written: () => readonly Operation[]
}

/** What a tool shows at most, in characters and in hits. */
const shown = { entry: 5_000, file: 8_000, hits: 8 }

/**
 * Lays out what a model works with: tools that can name nothing but entries of the tree and tracked files of the commit.
 * `given` is what it reads, shortened perhaps; its quotes are held against the whole.
 */
export function curationTools(ctx: Ctx, { given, ...material }: Material & { readonly given: SourceText }): Toolbox {
  const { before, told, base, found } = material
  const surroundings = around(found, before.entries)
  const source = base.raw.sources.at(-1)?.commit.slice(0, 8) ?? ''
  const proof =
    told.kind === 'commit'
      ? [proofFrom(told.message, { source, from: 'words' }), proofFrom(told.diff, { source, from: 'code' })]
      : [proofFrom(told.text, { source, from: 'words' })]
  const seen = new Set(surroundings.touched.keys())
  const files = new Set<string>()
  let draft: Draft = { knowledge: before, operations: [] }
  const curate = async (asked: unknown): Promise<string> => {
    const done = draftAuthored(asked, draft, { proof, seen, base, isByModel: true, files, at: ctx.now() })
    if (done === undefined) return 'It is not a list of operations.'
    draft = done.draft
    return done.applied.every(({ status }) => status === 'success') ? '' : JSON.stringify({ applied: done.applied })
  }
  const open = async (path: string): Promise<string> => {
    const known = toEntryPath(path)
    const entry = known === undefined ? undefined : draft.knowledge.entries.get(known)
    if (known === undefined || entry === undefined) return 'There is no entry of that path.'
    seen.add(known)
    return quoteText(writeEntry(entry)).slice(0, shown.entry)
  }
  const readFile = async (path: string): Promise<string> => {
    const text =
      material.commit === '' ? undefined : (await readFiles(ctx.place, material.commit, new Set([path]))).get(path)
    if (text === undefined) return 'No file of that path is tracked at this commit, or it is no text.'
    proof.push(proofFrom(text, { source, from: 'code' }))
    files.add(path)
    return quoteText(text).slice(0, shown.file)
  }
  return {
    user: brief(given, surroundings, randomWord()),
    tools: toolsFor({ search: searchIn(ctx, before), open, readFile, curate }),
    curate,
    written: () => draft.operations,
  }
}

/** Finds entries of a tree by words. The index is built when the first question comes. */
function searchIn(ctx: Ctx, { entries }: Knowledge): (words: string) => Promise<string> {
  let index: ReturnType<typeof memoryIndex> | undefined
  return async (words) => {
    index ??= memoryIndex([...entries].map(([path, entry]) => toDocument(path, entry)))
    const question = { text: words, files: [], within: '', limit: shown.hits, floor: 0 }
    const { hits } = answer(question, await index, rankingOf(ctx))
    return hits.map(({ path, title }) => `${path}  ${quoteLine(title)}`).join('\n') || 'Nothing.'
  }
}

type Hands = {
  readonly search: (words: string) => Promise<string>
  readonly open: (path: string) => Promise<string>
  readonly readFile: (path: string) => Promise<string>
  readonly curate: (asked: unknown) => Promise<string>
}

const toolsFor = ({ search, open, readFile, curate }: Hands): readonly Tool[] => [
  textTool({
    name: 'search_knowledge',
    about: 'Finds entries by words. Gives their paths and titles, best first.',
    parameters: { words: 'what to look for' },
    run: async ({ words = '' }) => await search(words),
  }),
  textTool({
    name: 'read_entry',
    about: 'Gives the text of an entry.',
    parameters: { path: 'its path, as search_knowledge gives it' },
    run: async ({ path = '' }) => await open(path),
  }),
  textTool({
    name: 'read_file',
    about: 'Gives the text of a tracked file as it is at this commit.',
    parameters: { path: 'its path in the repository' },
    run: async ({ path = '' }) => await readFile(path),
  }),
  {
    name: 'curate',
    about: 'Writes knowledge. Says of each operation whether it succeeded; correct what failed.',
    parameters: quotedSchema,
    run: async (asked) => {
      const wrong = await curate(asked)
      return wrong === '' ? { says: 'All done.', ends: true } : { says: wrong }
    },
  },
  {
    name: 'done',
    about: 'Ends the work: nothing, or nothing more, is to be written.',
    parameters: { type: 'object', properties: {} },
    run: async () => ({ says: '', ends: true }),
  },
]
