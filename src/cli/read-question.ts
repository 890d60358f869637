import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { lessonsShown } from '../search/format-answer.ts'
import type { LessonQuestion } from '../verbs/answer-question.ts'
import type { QueryOptions } from '../verbs/query.ts'
import type { Given, Option } from './command.ts'
import { filesHere, json, limit, numberOf, openHere } from './context.ts'

/** A question as it was typed: lessons answer one in words alone, entries everything else. */
export type TypedQuestion = LessonsTyped | EntriesTyped

type LessonsTyped = { readonly kind: 'lessons'; readonly ctx: Ctx; readonly question: LessonQuestion }

type EntriesTyped = {
  readonly kind: 'entries'
  readonly ctx: Ctx
  readonly text: string
  /** The files that it names, staged ones left out. */
  readonly named: readonly string[]
  readonly options: QueryOptions
}

/** Which of the two commands asks, and how many entries it shows. */
export type AskingCommand = { readonly name: 'query' | 'search'; readonly most: number }

/** How an answer is printed. */
export type Printing = {
  readonly query: string
  readonly isJson: boolean
  readonly explains: boolean
  readonly more: boolean
  readonly isRelatedShown: boolean
}

/** Reads what the command line says of how to print. */
export const readPrinting = (given: Given): Printing => ({
  query: wordsOf(given),
  isJson: given.has('json'),
  explains: given.has('explain'),
  more: given.has('more'),
  isRelatedShown: given.has('related'),
})

const paths: Option = { name: 'paths', value: '<file,…>', about: 'put what is known about these files first' }
const staged: Option = {
  name: 'staged',
  value: '',
  about: 'ask about what is staged: its files come first, and its words where you ask nothing',
}
const at: Option = { name: 'at', value: '<rev>', about: 'ask the knowledge as of a commit, branch or date of the code' }

const choosing: readonly Option[] = [
  limit,
  paths,
  staged,
  { name: 'topic', value: '<folder>', about: 'stay in one folder of the tree' },
  at,
  {
    name: 'tier',
    value: '<tier>',
    about: 'model: let a model answer from what is found; agent: let it look around; direct: ask none',
  },
  { name: 'offline', value: '', about: 'the same as --tier direct' },
  {
    name: 'meaning',
    value: '',
    about: 'also find what says it in other words, by vectors (`ctx model connect --embeddings`)',
  },
]

/** What only an answer of lessons can do. */
const lessonOptions: readonly Option[] = [
  { name: 'more', value: '', about: 'show more lessons, in full, each with its entry and the tests that pin it' },
  { name: 'tree-only', value: '', about: 'answer only from what was curated' },
  { name: 'log-only', value: '', about: 'answer only from the commits themselves' },
  { name: 'related', value: '', about: 'also show what the entries say that these name, or that name these' },
]

const explained: Option = { name: 'explain', value: '', about: 'show how each score came about' }

/** The options of a command that asks; `search` lists entries alone. */
export const questionOptions = (name: AskingCommand['name']): readonly Option[] => [
  ...choosing,
  ...(name === 'search' ? [] : lessonOptions),
  explained,
  json,
]

/** Reads a question, and by what it is answered: `search` asks entries, `query` lessons where they can answer it. */
export const readTypedQuestion = async (given: Given, asking: AskingCommand): Promise<TypedQuestion> =>
  (asking.name === 'query' ? await readLessonQuestion(given) : undefined) ?? (await readEntryQuestion(given, asking))

/** Lessons answer a plain question, unless a model is to be asked whenever the answer is not sure. */
async function readLessonQuestion(given: Given): Promise<LessonsTyped | undefined> {
  if (!isPlain(given)) return undefined
  const { tier } = tierOf(given)
  const [ctx, { answersWhenUnsure }] = await Promise.all([openHere(), import('../model/switch.ts')])
  if (tier === undefined && lessonOption(given) === undefined && answersWhenUnsure(ctx)) return undefined
  const question: LessonQuestion = {
    text: wordsOf(given),
    most: numberOf(given, 'limit', given.has('more') ? lessonsShown.more : lessonsShown.usual),
    within: (given.text('topic') ?? '').replace(/\/$/, ''),
    lanes: given.has('log-only') ? 'log' : given.has('tree-only') ? 'tree' : 'both',
    explains: given.has('explain'),
    ...meaningOf(given),
  }
  return { kind: 'lessons', ctx, question }
}

/** Reads a question for entries: about files, another revision, through a model, or where lessons cannot be asked. */
export async function readEntryQuestion(given: Given, { name, most }: AskingCommand): Promise<EntriesTyped> {
  const ctx = await openHere()
  const words = wordsOf(given)
  const isSearch = name === 'search'
  const { stagedQuestion } = given.has(staged.name) ? await import('../repo/git/staged.ts') : {}
  const index = (await stagedQuestion?.(ctx)) ?? { text: '', files: [] }
  const named = filesHere(ctx, given.text(paths.name))
  const files = [...named, ...index.files]
  if (words === '' && files.length === 0) throw noQuestion(given, name)
  refuseLessonOption(given)
  const revision = given.text(at.name)
  const { tier } = tierOf(given)
  if ((tier === 'model' || tier === 'agent') && (isSearch || revision !== undefined))
    throw new Problem('bad-option', `--tier ${tier} answers a question about what is known now.`, {
      hint: `Use \`ctx query\` without --at, or leave out --tier.`,
    })
  const options: QueryOptions = {
    limit: numberOf(given, 'limit', most),
    everything: isSearch,
    files,
    topic: given.text('topic') ?? '',
    ...(revision === undefined ? {} : { at: revision }),
    ...tierOf(given),
    ...meaningOf(given),
  }
  return { kind: 'entries', ctx, text: words === '' ? index.text : words, named, options }
}

const wordsOf = (given: Given): string => given.words.join(' ').trim()

const isPlain = (given: Given): boolean =>
  wordsOf(given) !== '' &&
  [paths, staged, at].every(({ name }) => !given.has(name)) &&
  (tierOf(given).tier ?? 'direct') === 'direct'

const meaningOf = (given: Given): Pick<QueryOptions, 'meaning'> => (given.has('meaning') ? { meaning: 'waits' } : {})

const lessonOption = (given: Given): string | undefined => lessonOptions.find(({ name }) => given.has(name))?.name

/** Rejects lesson options, which an answer of entries would ignore. */
function refuseLessonOption(given: Given): void {
  const lost = lessonOption(given)
  if (lost === undefined) return
  if (isPlain(given))
    throw new Problem('no-sqlite', `--${lost} needs SQLite, which does not load here.`, {
      hint: '`ctx doctor` says more. Without it, only what was curated is searched.',
    })
  throw new Problem('bad-option', `--${lost} goes with a question in words alone, which lessons answer.`, {
    hint: 'Entries answer with --paths, --staged, --at, or a model: leave it out, or leave those out.',
  })
}

function tierOf(given: Given): Pick<QueryOptions, 'tier'> {
  const tier = given.has('offline') ? 'direct' : given.text('tier')
  if (tier === undefined) return {}
  if (tier === 'direct' || tier === 'model' || tier === 'agent') return { tier }
  throw new Problem('bad-tier', `--tier is direct, model or agent, not "${tier}".`)
}

const noQuestion = (given: Given, command: AskingCommand['name']): Problem =>
  given.has(staged.name)
    ? new Problem('nothing-staged', 'Nothing is staged, and there is no question.', {
        hint: 'Stage a change with `git add`, or ask in words.',
      })
    : new Problem('no-question', 'There is no question.', {
        hint: `For example: ctx ${command} ${command === 'search' ? 'refresh tokens' : 'why are refresh tokens single-use'}`,
      })
