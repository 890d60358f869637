import {
  array,
  minLength,
  nullable,
  number,
  object,
  optional,
  record,
  safeParse,
  string,
  union,
  unknown,
  type infer as Infer,
} from 'zod/mini'
import type { Entry } from '../tree/entry.ts'
import type { EntryPath } from '../tree/path.ts'
import { type ConversationTurn, conversationEntries } from './conversation-entries.ts'

/** A question whose right answer is known; '' is the right answer where nothing is known about it. */
export type GoldQuestion = {
  readonly question: string
  readonly answer: string
  readonly category: string
  /** Whether it counts in the accuracy of all, or is only listed. */
  readonly isCounted: boolean
  /** What a judge has to know about answers to its kind; '' for nothing. */
  readonly judging: string
}

/**
 * Questions that are asked of the same entries: of a conversation, on the day after which they are asked, or of the repository.
 */
export type QuestionSource = {
  readonly entries: (() => ReadonlyMap<EntryPath, Entry>) | undefined
  readonly askedAt: Date | undefined
  readonly questions: readonly GoldQuestion[]
}

/** Questions with the answers that count as right, and what they are asked of. */
export type QuestionSet = {
  readonly kind: 'questions' | 'LoCoMo' | 'LongMemEval'
  readonly sources: readonly QuestionSource[]
}

const text = string().check(minLength(1))
/** Answers may be numbers: a year, a count. */
const givenAnswer = union([string(), number()])

const ownShape = array(
  object({ question: text, answer: optional(nullable(givenAnswer)), category: optional(string()) }),
)

const locomoShape = array(
  object({
    sample_id: text,
    conversation: record(string(), unknown()),
    qa: array(object({ question: text, answer: optional(givenAnswer), category: number() })),
  }),
)
const session = array(object({ speaker: string(), text: string(), blip_caption: optional(string()) }))

const longShape = array(
  object({
    question_id: text,
    question_type: text,
    question: text,
    answer: givenAnswer,
    question_date: optional(string()),
    haystack_dates: array(string()),
    haystack_sessions: array(array(object({ role: string(), content: string() }))),
  }),
)

/**
 * Reads questions with their right answers: LoCoMo's file, LongMemEval's, or a list of one's own; undefined for
 * anything else.
 */
export function readQuestionSet(value: unknown): QuestionSet | undefined {
  const locomo = safeParse(locomoShape, value)
  if (locomo.success && locomo.data.length > 0) return { kind: 'LoCoMo', sources: locomo.data.map(fromLocomo) }
  const long = safeParse(longShape, value)
  if (long.success && long.data.length > 0) return { kind: 'LongMemEval', sources: long.data.map(fromLongMemEval) }
  const own = safeParse(ownShape, listIn(value))
  if (!own.success || own.data.length === 0) return undefined
  const questions = own.data.map(({ question, answer, category = 'questions' }): GoldQuestion => ({
    question,
    answer: String(answer ?? ''),
    category,
    isCounted: true,
    judging: '',
  }))
  return { kind: 'questions', sources: [{ entries: undefined, askedAt: undefined, questions }] }
}

const listIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'questions' in value ? value.questions : value

/** The kinds of questions, by the numbers that LoCoMo gives them; the paper leaves the fifth out of its accuracy. */
const locomoKinds = new Map([
  [4, 'single-hop'],
  [1, 'multi-hop'],
  [3, 'open-domain'],
  [2, 'temporal'],
  [5, 'adversarial'],
])

const aboutDates = 'A date in other words, or one that is off by a single day, is right.'

function fromLocomo({ sample_id: id, conversation, qa }: Infer<typeof locomoShape>[number]): QuestionSource {
  const sessions = Object.keys(conversation)
    .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
    .flatMap((count) => {
      const turns = safeParse(session, conversation[`session_${count}`])
      if (!turns.success) return []
      const at = dateIn(conversation[`session_${count}_date_time`])
      return [
        { at, turns: turns.data.map(({ speaker, ...turn }): ConversationTurn => ({ speaker, text: textOf(turn) })) },
      ]
    })
  return {
    entries: () => conversationEntries(id, sessions),
    askedAt: sessions.at(-1)?.at,
    questions: qa.map(({ question, answer, category }) => {
      const kind = locomoKinds.get(category) ?? String(category)
      const isAnswerable = kind !== 'adversarial'
      return {
        question,
        answer: isAnswerable ? String(answer ?? '') : '',
        category: kind,
        isCounted: isAnswerable,
        judging: kind === 'temporal' ? aboutDates : '',
      }
    }),
  }
}

const textOf = (turn: { text: string; blip_caption?: string | undefined }): string =>
  turn.blip_caption === undefined ? turn.text : `${turn.text} (shows a photo: ${turn.blip_caption})`

/** What LongMemEval's own judge is instructed about each kind of question, in our words. */
const longKinds: Readonly<Record<string, string>> = {
  'temporal-reasoning': `${aboutDates} So is a count of days, weeks or months that is off by one.`,
  'knowledge-update':
    'What was so earlier may be named too, as long as the answer says that the right answer is how it is now.',
  'single-session-preference':
    'The right answer describes what this person would like. An answer is right when it makes use of what is known of the person; it need not have all of it.',
}

function fromLongMemEval(one: Infer<typeof longShape>[number]): QuestionSource {
  const sessions = one.haystack_sessions.map((turns, at) => ({
    at: dateIn(one.haystack_dates[at]),
    turns: turns.map(({ role, content }): ConversationTurn => ({ speaker: role, text: content })),
  }))
  const isAnswerable = !one.question_id.endsWith('_abs')
  return {
    entries: () => conversationEntries('history', sessions),
    askedAt: dateIn(one.question_date),
    questions: [
      {
        question: one.question,
        answer: isAnswerable ? String(one.answer) : '',
        category: one.question_type,
        isCounted: true,
        judging: longKinds[one.question_type] ?? '',
      },
    ],
  }
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Reads the dates of both sets: `1:56 pm on 8 May, 2023` and `2023/05/20 (Sat) 02:21`; undefined for anything else. */
function dateIn(written: unknown): Date | undefined {
  if (typeof written !== 'string') return undefined
  const [, year, month, day, hour = '0', minute = '0'] =
    /^(\d{4})\/(\d\d)\/(\d\d)(?:[^\d]{1,12}(\d\d):(\d\d))?/.exec(written) ?? []
  if (year !== undefined) return new Date(Date.UTC(+year, Number(month) - 1, Number(day), +hour, +minute))
  const [, at, past, half, on, name = '', of] =
    /^(\d{1,2}):(\d\d) ([ap]m) on (\d{1,2}) (\w{3,9}), (\d{4})$/.exec(written) ?? []
  if (at === undefined) return undefined
  const hours = (Number(at) % 12) + (half === 'pm' ? 12 : 0)
  const which = months.indexOf(name.slice(0, 3).toLowerCase())
  return new Date(Date.UTC(Number(of), which, Number(on), hours, Number(past)))
}
