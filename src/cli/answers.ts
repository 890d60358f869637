import { Problem } from '../problem.ts'
import { mostNear, formatLessons } from '../search/format-answer.ts'
import type { LessonAnswer } from '../verbs/answer-question.ts'
import type { QueryOptions, QueryResult } from '../verbs/query.ts'
import type { Neighbour } from '../verbs/related.ts'
import type { Command, Given, Option } from './command.ts'
import { filesHere, json, limit, numberOf, openHere } from './context.ts'
import { printExplained, printExplainedLessons } from './explained.ts'
import { print, printJson, say, style } from './print.ts'
import { sayIfCut, sayMissing, sayUnfinished, sayUnknown, sayUnstated } from './unanswered.ts'

const choosing: readonly Option[] = [
  limit,
  { name: 'paths', value: '<file,…>', about: 'put what is known about these files first' },
  {
    name: 'staged',
    value: '',
    about: 'ask about what is staged: its files come first, and its words where you ask nothing',
  },
  { name: 'topic', value: '<folder>', about: 'stay in one folder of the tree' },
  { name: 'at', value: '<rev>', about: 'ask the knowledge as of a commit, branch or date of the code' },
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

type Way = Pick<Command, 'name' | 'words' | 'about' | 'more'> & {
  readonly most: number
  readonly everything: boolean
  readonly say: (answer: QueryResult) => void
}

/** A question is asked in two ways, which differ in how many hits they show and how. */
export const questionCommand = ({ most, everything, say: sayAnswer, ...row }: Way): Command => ({
  ...row,
  options: [...choosing, ...(everything ? [] : lessonOptions), explained, json],
  run: async (given) => {
    const lessons = everything ? undefined : await askForLessons(given)
    if (lessons?.hits.length === 0) await requireTopic(given)
    if (lessons !== undefined) return await sayLessons(given, lessons)
    const answer = await ask(given, { most, everything })
    if (answer.hits.length === 0) await requireTopic(given)
    if (given.has('json')) printJson(await forPrograms(answer, given.has('explain')))
    else if (answer.hits.length === 0) sayUnknown(answer)
    else if (given.has('explain')) printExplained(answer)
    else sayAnswer(answer)
    if (given.has('related') && !given.has('json')) await printNeighbours(answer.hits.map(({ path }) => path))
    if (answer.hits.length === 0 && !given.has('json')) sayIfCut()
    if (!given.has('json')) sayUnread(answer.unread)
    return answer.hits.length === 0 ? 1 : 0
  },
})

/** Where nothing was found in a folder of the tree, refuses one that is not there: it may be misspelled. */
async function requireTopic(given: Given): Promise<void> {
  const topic = given.text('topic')
  if (topic === undefined || given.has('at')) return
  const { tree } = await import('../verbs/tree.ts')
  await tree(await openHere(), topic)
}

function sayUnread(unread: readonly string[]): void {
  if (unread.length > 0)
    say(`Not searched, because they cannot be read: ${unread.join(', ')}. \`ctx status\` says why.`)
}

const isPlain = (given: Given): boolean =>
  given.words.join(' ').trim() !== '' &&
  ['paths', 'staged', 'at'].every((name) => !given.has(name)) &&
  (tierOf(given).tier ?? 'direct') === 'direct'

/** Lessons answer a plain question; about files, another revision or through a model, entries do. */
async function askForLessons(given: Given): Promise<LessonAnswer | undefined> {
  if (!isPlain(given)) return undefined
  const { tier } = tierOf(given)
  const [ctx, { askLessons }, { answersWhenUnsure }] = await Promise.all([
    openHere(),
    import('../verbs/answer-question.ts'),
    import('../model/switch.ts'),
  ])
  if (tier === undefined && lessonOption(given) === undefined && answersWhenUnsure(ctx)) return undefined
  return await askLessons(ctx, {
    text: given.words.join(' ').trim(),
    most: numberOf(given, 'limit', given.has('more') ? 8 : 3),
    within: (given.text('topic') ?? '').replace(/\/$/, ''),
    lanes: given.has('log-only') ? 'log' : given.has('tree-only') ? 'tree' : 'both',
    explains: given.has('explain'),
    ...meaningOf(given),
  })
}

const meaningOf = (given: Given): Pick<QueryOptions, 'meaning'> => (given.has('meaning') ? { meaning: 'waits' } : {})

function printLessons(given: Given, hits: LessonAnswer['hits']): void {
  if (given.has('explain')) return printExplainedLessons(hits)
  const more = given.has('more')
  const blocks = formatLessons(hits, { more }).map((lines) =>
    lines.map(({ text, as }) => (as === undefined ? text : style(as, text))).join('\n'),
  )
  print(blocks.join('\n\n'))
}

async function sayLessons(given: Given, answer: LessonAnswer): Promise<number> {
  const { hits, isKnown, isNear, unknown, inDiffs, isWhole, isKept, isByMeaning, unread } = answer
  const how = { ...(isByMeaning ? { isByMeaning } : {}), ...(inDiffs.length > 0 ? { inDiffs } : {}) }
  const query = given.words.join(' ').trim()
  const near = isKnown ? hits.map(({ entry }) => entry) : []
  if (given.has('json')) {
    const related = given.has('related') ? { related: await neighboursOf(near) } : {}
    printJson({ query, outOfDomain: !isKnown, isNear, unknown, isWhole, hits, unread, ...how, ...related })
  } else if (isKnown) {
    printLessons(given, hits)
    if (given.has('related')) await printNeighbours(near)
  } else if (isByMeaning && hits.length > 0) {
    say('Nothing states this in these words. Nearest in meaning:')
    printLessons(given, hits)
  } else {
    sayUnstated(answer)
    if (isNear) printLessons(given, given.has('more') ? hits : hits.slice(0, mostNear))
  }
  if (!isWhole && !given.has('json')) sayUnfinished({ isKept })
  if (!isKnown && !given.has('json')) sayIfCut()
  if (!given.has('json')) sayUnread(unread)
  return isKnown ? 0 : 1
}

async function neighboursOf(paths: readonly string[]): Promise<readonly Neighbour[]> {
  const { neighbours } = await import('../verbs/related.ts')
  return await neighbours(await openHere(), paths, { withText: true })
}

async function printNeighbours(paths: readonly string[]): Promise<void> {
  for (const { path, title, to, text } of await neighboursOf(paths))
    print(`\n${style('bold', title)}  ${style('cyan', path)}  ${style('dim', `related to ${to}`)}\n${text}`)
}

async function ask(given: Given, { most, everything }: Pick<Way, 'most' | 'everything'>): Promise<QueryResult> {
  const ctx = await openHere()
  const words = given.words.join(' ').trim()
  const { stagedQuestion } = given.has('staged') ? await import('../repo/git/staged.ts') : {}
  const staged = (await stagedQuestion?.(ctx)) ?? { text: '', files: [] }
  const named = filesHere(ctx, given.text('paths'))
  const files = [...named, ...staged.files]
  if (words === '' && files.length === 0) throw noQuestion(given, everything ? 'search' : 'query')
  refuseLessonOption(given)
  const at = given.text('at')
  const { tier } = tierOf(given)
  if ((tier === 'model' || tier === 'agent') && (everything || at !== undefined))
    throw new Problem('bad-option', `--tier ${tier} answers a question about what is known now.`, {
      hint: `Use \`ctx query\` without --at, or leave out --tier.`,
    })
  const { query } = await import('../verbs/query.ts')
  const answer = await query(ctx, words === '' ? staged.text : words, {
    limit: numberOf(given, 'limit', most),
    everything,
    files,
    topic: given.text('topic') ?? '',
    ...(at === undefined ? {} : { at }),
    ...tierOf(given),
    ...meaningOf(given),
    ...(process.stdout.isTTY && !given.has('json') ? { onText: stream } : {}),
  })
  if (answer.hits.length === 0) {
    const { requireGit } = await import('../repo/git/git.ts')
    await requireGit(ctx.place)
  }
  sayMissing(ctx, named, answer)
  return answer
}

const lessonOption = (given: Given): string | undefined => lessonOptions.find(({ name }) => given.has(name))?.name

/** Entries answer here; what would choose among lessons is not dropped without a word. */
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

const noQuestion = (given: Given, command: 'query' | 'search'): Problem =>
  given.has('staged')
    ? new Problem('nothing-staged', 'Nothing is staged, and there is no question.', {
        hint: 'Stage a change with `git add`, or ask in words.',
      })
    : new Problem('no-question', 'There is no question.', {
        hint: `For example: ctx ${command} ${command === 'search' ? 'refresh tokens' : 'why are refresh tokens single-use'}`,
      })

/** What a model said so far stands on the terminal already. */
export let streamed = ''

/** Prints what came since the last time; only a terminal is spoken to before the answer is whole. */
export function stream(text: string): void {
  if (!text.startsWith(streamed) || text === streamed) return
  print(text.slice(streamed.length).replace(/^\n/, ''))
  streamed = text
}

async function forPrograms(answer: QueryResult, explain: boolean): Promise<object> {
  const { queryForPrograms } = await import('../verbs/query.ts')
  return queryForPrograms(answer, { explain })
}
