import * as z from 'zod'
import { brainSummary } from '../knowledge/shown/brain-summary.ts'
import type { Ctx } from '../repo/context.ts'
import { cutNotice } from '../repo/git/partial.ts'
import { formatFiles } from '../search/format-file.ts'
import { entryToRead } from '../search/read-entry.ts'
import { quoteLine, quoteText } from '../text/quote.ts'
import { readEntry } from '../tree/entry.ts'
import { byAgentIn, markedByAgent } from '../tree/unreviewed.ts'
import { brain } from '../verbs/brain.ts'
import { askLessons } from '../verbs/answer-question.ts'
import { query } from '../verbs/query.ts'
import { connectedTo, neighbours } from '../verbs/related.ts'
import { review } from '../verbs/review.ts'
import { show } from '../verbs/show.ts'
import { status } from '../verbs/status.ts'
import { where } from '../verbs/where.ts'
import { why } from '../verbs/why.ts'
import { whyText } from '../verbs/why-text.ts'
import { curateTool } from './curate.ts'
import {
  formatAnswer,
  formatConnections,
  formatHits,
  formatLessonAnswer,
  formatNeighbours,
  formatReview,
  formatStatus,
  formatWhy,
  formatWhyText,
  mostConnected,
} from './format-results.ts'
import { type Row, tool, ToolRefusal } from './tool.ts'

const limit = (otherwise: number, most: number) =>
  z.int().min(1).max(most).default(otherwise).describe(`at most so many (${otherwise})`)
const paths = z.array(z.string().max(1_000)).max(50).default([]).describe('files of the repository, as git names them')
const topic = z.string().max(400).default('').describe('a folder of the tree to stay in, such as auth/tokens')

/** Where nothing was found, what a shallow clone may lack. */
const cutIn = ({ place }: Ctx): string => cutNotice(place).replace(/^(?=.)/, '\n\n')

/** What agents ask and write. */
export const tools: readonly Row[] = [
  tool({
    name: 'ctx_query',
    title: 'Ask what the history taught',
    about:
      'Ask before you change code you did not write: why it is so, what must or must never be, what was tried, why a file or name came or went, what changed recently. Answers from the commits, which it names; says so if nothing is known.',
    input: z.strictObject({
      question: z.string().min(1).max(4_000).describe('in plain words; names in code help'),
      paths,
      topic,
      at: z.string().max(400).default('').describe('a commit, branch or date: what was known then'),
      limit: limit(3, 20),
      related: z.boolean().default(false).describe('with the text of related entries'),
    }),
    run: async ({ ctx }, { question, paths: files, topic: within, at, limit: most, related: withText }) => {
      const lessons =
        files.length > 0 || at !== ''
          ? undefined
          : await askLessons(ctx, { text: question, most, within, meaning: 'takes' })
      if (lessons !== undefined) {
        const near = lessons.isKnown ? lessons.hits.map(({ entry }) => entry) : []
        return (
          formatLessonAnswer(lessons) +
          (lessons.isKnown ? '' : cutIn(ctx)) +
          formatNeighbours(await neighbours(ctx, near, { withText }))
        )
      }
      const options = { files, topic: within, limit: most, tier: 'direct' as const }
      const answer = await query(ctx, question, { ...options, ...(at === '' ? {} : { at }) })
      const near = answer.hits.map(({ path }) => path)
      const cut = near.length === 0 ? `${at === '' ? '' : whatWasKnown}${cutIn(ctx)}` : ''
      return formatAnswer(answer) + cut + formatNeighbours(at === '' ? await neighbours(ctx, near, { withText }) : [])
    },
  }),
  tool({
    name: 'ctx_search',
    title: 'List entries that match',
    about: 'List all entries that match some words, best first, one line each: score, path, title.',
    input: z.strictObject({ words: z.string().min(1).max(4_000), paths, topic, limit: limit(10, 100) }),
    run: async ({ ctx }, { words, paths: files, topic: within, limit: most }) =>
      formatHits(
        await query(ctx, words, {
          files,
          topic: within,
          limit: most,
          everything: true,
          tier: 'direct',
          meaning: 'takes',
        }),
      ),
  }),
  tool({
    name: 'ctx_read',
    title: 'Read an entry or a folder',
    about: 'Give the whole text of an entry by its path, or the summary of a folder; "" is the summary of everything.',
    input: z.strictObject({
      path: z.string().max(400).describe('as ctx_query gives it'),
      full: z.boolean().default(false).describe('of an archived entry, the text it had'),
      from: z.int().min(0).default(0).describe('character to go on from'),
    }),
    run: async ({ ctx }, { path, full, from }) => {
      const { text, backlinks } = await show(ctx, path, { full })
      const once = entryToRead(text)
      const said = backlinks.length === 0 ? once : `${once.trimEnd()}\n\nNamed by: ${backlinks.join(', ')}`
      const reading = readEntry(text)
      const isByAgent = 'entry' in reading && byAgentIn(reading.entry)
      return `${markedByAgent(`entry ${quoteLine(path, 400)}`, isByAgent)}\n${partOf(setIn(quoteText(said)), from)}`
    },
  }),
  tool({
    name: 'ctx_related',
    title: 'Find what is connected',
    about:
      'List what is connected to an entry; of a file: rules and lessons that hold, tests that change with it, entries.',
    input: z.strictObject({
      path: z.string().max(400).describe('of an entry or a file'),
      limit: z.int().min(1).max(mostConnected).optional().describe('so many of each'),
    }),
    run: async ({ ctx }, { path, limit: most }) =>
      formatConnections(await connectedTo(ctx, path, { limit: most ?? 20 }), { more: most !== undefined }),
  }),
  tool({
    name: 'ctx_why',
    title: 'Why is this line as it is',
    about:
      'Tell why a file, a line of it or a commit is as it is; or which commits brought a text into the code and took it out.',
    input: z.strictObject({
      file: z.string().max(1_000).default('').describe('from the root of the repository; or a commit'),
      line: z.int().min(1).optional().describe('without it, the whole file'),
      text: z.string().max(200).default('').describe('a name as code spells it, of the file or anywhere'),
      more: z.boolean().default(false).describe('tell all'),
    }),
    run: async ({ ctx }, { file, line, text, more }) => {
      if (text === '' && file === '') throw new ToolRefusal('Name a file, a commit, or a text to look for.')
      return text !== ''
        ? formatWhyText(await whyText(ctx, text, { file: file === '' ? undefined : file }))
        : formatWhy(await why(ctx, line === undefined ? file : `${file}:${line}`), { more })
    },
  }),
  tool({
    name: 'ctx_where',
    title: 'Find the files to change',
    about:
      'Name the files to open for a change, best first: the commit that speaks for each, its tests, what changes with it, who knows it.',
    input: z.strictObject({
      change: z.string().min(1).max(4_000).describe('what is to change'),
      limit: limit(5, 20),
    }),
    run: async ({ ctx }, { change, limit: most }) =>
      formatFiles(await where(ctx, change, { limit: most }))
        .map((lines) => `file ${lines.join('\n')}`)
        .join('\n\n') || 'Nothing is known of where that is.',
  }),
  curateTool,
  tool({
    name: 'ctx_brain',
    title: 'What to know before you begin',
    about:
      'Give one document about this project within a budget of tokens: brief, current knowledge, reference. Call it once, when you begin; name the files you will touch.',
    input: z.strictObject({
      budget: z.int().min(200).max(50_000).default(3_000).describe('tokens in all (3000)'),
      paths,
      summary: z
        .boolean()
        .default(false)
        .describe('only what the project is, its rules, what broke, what was decided and what is open'),
    }),
    run: async ({ ctx }, { budget, paths: files, summary }) => {
      if (summary) return (await brainSummary(ctx, { tokenBudget: Math.min(budget, 800) })) || nothingYet
      const { document, tree } = await brain(ctx, { tokenBudget: budget, activeFiles: files })
      return tree.length === 0 ? nothingYet : document
    },
  }),
  tool({
    name: 'ctx_review',
    title: 'Review what a branch teaches',
    about:
      'Show what a branch teaches: entries and facts gained, lost or changed, and what is wrong with them. Without a range: what is here and not shared yet.',
    input: z.strictObject({ range: z.string().max(400).default('').describe('such as main..feature') }),
    run: async ({ ctx }, { range }) => formatReview(await review(ctx, range)),
  }),
  tool({
    name: 'ctx_status',
    title: 'How the knowledge stands',
    about: 'Tell which knowledge is shown, how much there is, what waits to be read or shared, and what needs a look.',
    input: z.strictObject({}),
    isForAll: true,
    run: async ({ ctx }) => formatStatus(await status(ctx)),
  }),
]

/** A text is read in such parts, in characters. */
const longestPart = 20_000

/** Gives a part of a text, from a character on up to the end of a line, with where to go on. It was made fit before: half a secret is none. */
function partOf(text: string, from: number): string {
  const most = text.slice(from, from + longestPart)
  const isRest = from + most.length >= text.length
  const part = isRest || !most.includes('\n') ? most : most.slice(0, most.lastIndexOf('\n') + 1)
  const end = from + part.length
  return isRest ? part : `${part.trimEnd()}\n[${text.length - end} more characters: go on with from ${end}]`
}

/** Sets in what an entry says: no line of it may pass for one of ours. */
const setIn = (text: string): string => text.replace(/^(?=.)/gm, '  ')

/** A history that was read at once taught nothing before its end. */
const whatWasKnown =
  ' "at" asks what had been learned by then; of a history that was read at once, that is nothing before its newest commit. Ask without it.'

const nothingYet = 'Nothing was learned here yet. `ctx curate --all` reads the history there is.'
