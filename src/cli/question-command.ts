import type { QueryResult } from '../verbs/query.ts'
import type { Command, Given } from './command.ts'
import { openHere } from './context.ts'
import { printExplained } from './print/print-explained.ts'
import { printJson } from './print/print.ts'
import { printLessons, printLessonsAsJson, printNeighbours } from './print/print-lessons.ts'
import {
  type AskingCommand,
  type Printing,
  questionOptions,
  readEntryQuestion,
  readPrinting,
  readTypedQuestion,
  type TypedQuestion,
} from './read-question.ts'
import { streamPrinter, type StreamPrinter } from './print/stream-printer.ts'
import { sayIfCut, sayMissing, sayUnknown, sayUnread } from './print/say-unanswered.ts'

type PrintEntries = (answer: QueryResult, printer: StreamPrinter) => void

type Way = Pick<Command, 'words' | 'about' | 'more'> & AskingCommand & { readonly printEntries: PrintEntries }

/** A question is asked in two ways, which differ in how many hits they show and how. */
export const questionCommand = ({ most, printEntries, ...row }: Way): Command => ({
  ...row,
  options: questionOptions(row.name),
  run: async (given) => {
    const asking = { name: row.name, most }
    const typed = await readTypedQuestion(given, asking)
    const code = typed.kind === 'lessons' ? await answerByLessons(given, typed) : undefined
    if (code !== undefined) return code
    return await answerByEntries(given, {
      question: typed.kind === 'entries' ? typed : await readEntryQuestion(given, asking),
      printEntries,
    })
  },
})

/**
 * Prints what lessons answer, and gives the exit code; undefined where no SQLite loads, so that entries must be asked.
 */
async function answerByLessons(
  given: Given,
  { ctx, question }: Extract<TypedQuestion, { kind: 'lessons' }>,
): Promise<number | undefined> {
  const { askLessons } = await import('../verbs/answer-question.ts')
  const answer = await askLessons(ctx, question)
  if (answer === undefined) return undefined
  if (answer.hits.length === 0) await requireTopic(given)
  const how = readPrinting(given)
  await (how.isJson ? printLessonsAsJson : printLessons)(answer, how)
  return answer.isKnown ? 0 : 1
}

/** Prints what entries answer, and gives the exit code. */
async function answerByEntries(
  given: Given,
  how: { readonly question: Extract<TypedQuestion, { kind: 'entries' }>; readonly printEntries: PrintEntries },
): Promise<number> {
  const { ctx, text, named, options } = how.question
  const printing = readPrinting(given)
  const printer = streamPrinter()
  const { query } = await import('../verbs/query.ts')
  // Only a terminal is spoken to before the answer is whole.
  const onText = process.stdout.isTTY && !printing.isJson ? { onText: printer.onText } : {}
  const answer = await query(ctx, text, { ...options, ...onText })
  const isNone = answer.hits.length === 0
  if (isNone) {
    const { requireGit } = await import('../repo/git/git.ts')
    await requireGit(ctx.place)
  }
  sayMissing(ctx, named, answer)
  if (isNone) await requireTopic(given)
  if (printing.isJson) await printEntriesAsJson(answer, printing)
  else {
    if (isNone) {
      // That nothing had been learned by then was said already.
      if (answer.isTooEarly !== true) sayUnknown(answer)
    } else if (printing.explains) printExplained(answer)
    else how.printEntries(answer, printer)
    if (printing.isRelatedShown) await printNeighbours(answer.hits.map(({ path }) => path))
    if (isNone) sayIfCut()
    sayUnread(answer.unread)
  }
  return isNone ? 1 : 0
}

/** Where nothing was found in a folder of the tree, refuses one that is not there: it may be misspelled. */
async function requireTopic(given: Given): Promise<void> {
  const topic = given.text('topic')
  if (topic === undefined || given.has('at')) return
  const { tree } = await import('../verbs/tree.ts')
  await tree(await openHere(), topic)
}

async function printEntriesAsJson(answer: QueryResult, { explains }: Printing): Promise<void> {
  const { queryForPrograms } = await import('../verbs/query.ts')
  printJson(queryForPrograms(answer, { explain: explains }))
}
