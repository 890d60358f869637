import { brainScopes } from '../brain/options.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { type BrainOptions, brain, brainUnless, entriesAbout } from '../verbs/brain.ts'
import { mark, type Mark } from '../verbs/mark.ts'
import { query, queryForPrograms } from '../verbs/query.ts'
import { show } from '../verbs/show.ts'
import { openApi } from './openapi.ts'
import { page } from './page.ts'
import { pageRoutes } from './page-routes.ts'
import { type WebQuestion, listIn, numberIn, shareIn, switchIn, textIn, wordIn } from './request.ts'
import type { Parameter, Route } from './route.ts'

const mostTokens = 1_000_000
const budget = (name: string, about: string): Parameter => ({ name, about, type: 'integer' })

/** Every route of `ctx serve`, from which `/api/v2/openapi.json` is made. */
export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: '/',
    name: 'page',
    about: 'The brain as a plain page, for people.',
    parameters: [],
    answers: '',
    run: async (ctx) => ({ status: 200, html: page((await brain(ctx)).document) }),
  },
  {
    method: 'GET',
    path: '/api/v2/brain',
    name: 'getBrain',
    about: 'What an agent should know, in one document within a budget of tokens, assembled now.',
    parameters: [
      budget('tokenBudget', 'at most so many tokens in all (6000)'),
      budget('layer0Budget', 'for the project brief (500)'),
      budget('layer1Budget', 'for what is current (1500)'),
      budget('layer2Budget', 'for what is good to know (2000)'),
      { name: 'includeProjectBrief', about: 'begin with the project brief (true)', type: 'boolean' },
      { name: 'activeFiles', about: 'files at work: what names them comes first; joined by commas', type: 'list' },
      { name: 'about', about: 'the work at hand: what concerns it comes first', type: 'string' },
      {
        name: 'scope',
        about: 'full (default), relevant (what activeFiles and about name), minimal (the brief)',
        type: 'string',
      },
      { name: 'minConfidence', about: 'only what may be believed so far, from 0 to 1 (0)', type: 'number' },
      { name: 'limit', about: 'at most so many items (0: as many as there is room for)', type: 'integer' },
    ],
    answers: 'Brain',
    isTagged: true,
    run: async (ctx, asked) => {
      const found = await brainUnless(ctx, asked.etags, await brainOptions(ctx, asked))
      if ('unchanged' in found) return { status: 304, headers: { etag: found.unchanged } }
      return { status: 200, body: found, headers: { etag: found.etag } }
    },
  },
  {
    method: 'GET',
    path: '/api/v2/search',
    name: 'search',
    about:
      'The entries that match some words, best first, archived ones included; by meaning too where `ctx.model.embeddings` is set. No other model is asked.',
    parameters: [
      { name: 'q', about: 'the words', type: 'string', isRequired: true },
      { name: 'limit', about: 'show at most this many (20)', type: 'integer' },
      { name: 'topic', about: 'stay in one folder of the tree', type: 'string' },
    ],
    answers: 'SearchResult',
    run: async (ctx, asked) => {
      const words = textIn(asked, 'q', 1_000)?.trim() ?? ''
      if (words === '') throw new Problem('no-question', 'There are no words to search for: add ?q=')
      const [limit, topic] = [numberIn(asked, 'limit', 100) ?? 20, textIn(asked, 'topic') ?? '']
      const most = Math.max(1, limit)
      const how = { limit: most, topic, everything: true, tier: 'direct', meaning: 'takes' } as const
      return { status: 200, body: queryForPrograms(await query(ctx, words, how), { explain: false }) }
    },
  },
  {
    method: 'GET',
    path: '/api/v2/openapi.json',
    name: 'getDescription',
    about: 'This description.',
    parameters: [],
    answers: 'Description',
    run: async () => ({ status: 200, body: openApi(routes) }),
  },
  ...pageRoutes,
  {
    method: 'GET',
    path: '/api/v2/entries/{path}',
    name: 'getEntry',
    about: 'An entry as it is written, with those that it names and those that name it; or the summary of a folder.',
    parameters: [],
    answers: 'Entry',
    run: async (ctx, { path }) => ({ status: 200, body: await show(ctx, path) }),
  },
  marking({
    name: 'approve',
    about: 'Say that an entry is so. One that was deprecated counts again.',
    parameters: [],
    decisionOf: () => ({ as: 'approved' }),
  }),
  marking({
    name: 'deprecate',
    about: 'Say that an entry is no longer so: agents are not given it unasked.',
    parameters: [{ name: 'supersededBy', about: 'the entry that took its place', type: 'string' }],
    decisionOf: (asked) => {
      const by = textIn(asked, 'supersededBy')
      return by === undefined ? { as: 'deprecated' } : { as: 'superseded', by }
    },
  }),
]

/** A route by which a person decides about an entry. */
type Marking = Pick<Route, 'about' | 'parameters'> & {
  readonly name: 'approve' | 'deprecate'
  readonly decisionOf: (asked: WebQuestion) => Mark
}

function marking({ name, about, parameters, decisionOf }: Marking): Route {
  return {
    method: 'POST',
    path: `/api/v2/entries/{path}/${name}`,
    name: `${name}Entry`,
    about,
    parameters,
    answers: 'Marked',
    run: async (ctx, asked) => ({ status: 200, body: await mark(ctx, asked.path, decisionOf(asked)) }),
  }
}

async function brainOptions(ctx: Ctx, asked: WebQuestion): Promise<BrainOptions> {
  const budgets = ['tokenBudget', 'layer0Budget', 'layer1Budget', 'layer2Budget'] as const
  const numbers = budgets.flatMap((name) => {
    const tokens = numberIn(asked, name, mostTokens)
    return tokens === undefined ? [] : [[name, tokens] as const]
  })
  const includeProjectBrief = switchIn(asked, 'includeProjectBrief') ?? true
  const work = textIn(asked, 'about', 1_000) ?? ''
  return {
    ...Object.fromEntries(numbers),
    includeProjectBrief,
    activeFiles: listIn(asked, 'activeFiles'),
    activeEntries: work === '' ? [] : await entriesAbout(ctx, work),
    scope: wordIn(asked, 'scope', brainScopes) ?? 'full',
    minConfidence: shareIn(asked, 'minConfidence') ?? 0,
    limit: numberIn(asked, 'limit', 100_000) ?? 0,
  }
}
