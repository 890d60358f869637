import { Problem } from '../problem.ts'
import { archive } from '../verbs/archive.ts'
import { askForPage } from '../verbs/ask-for-page.ts'
import { edit, readSource } from '../verbs/edit.ts'
import { log } from '../verbs/log.ts'
import { reject } from '../verbs/reject.ts'
import { restore } from '../verbs/restore.ts'
import { review } from '../verbs/review.ts'
import { unknownPath } from '../tree/unknown-path.ts'
import { fieldOf, numberIn, switchIn, textIn } from './request.ts'
import type { Parameter, Route } from './route.ts'
import { attentionNow, pageOfEntry, viewReply, type CachedView } from './views.ts'

const range: Parameter = { name: 'range', about: 'base..head, as `ctx review` takes it', type: 'string' }

const view = (name: CachedView, answers: Route['answers'], about: string): Route => ({
  method: 'GET',
  path: `/api/v2/${name}`,
  name: `get${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`,
  about,
  parameters: [],
  answers,
  isTagged: true,
  run: (ctx, { etags }) => viewReply(ctx, name, etags),
})

/** What the page of `ctx web` asks for beside what programs do; programs may too. */
export const pageRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v2/lessons',
    name: 'askLessons',
    about: 'The lessons that answer a question, best first, as `ctx query` gives them.',
    parameters: [
      { name: 'q', about: 'the question', type: 'string', isRequired: true },
      { name: 'limit', about: 'show at most this many (10)', type: 'integer' },
      { name: 'typing', about: 'it is only being typed: nothing is noted of it (false)', type: 'boolean' },
    ],
    answers: 'Lessons',
    run: async (ctx, asked) => {
      const text = textIn(asked, 'q', 1_000)?.trim() ?? ''
      if (text === '') throw new Problem('no-question', 'There is no question: add ?q=')
      const most = Math.max(1, numberIn(asked, 'limit', 50) ?? 10)
      const answer = await askForPage(ctx, { text, most, isTyping: switchIn(asked, 'typing') ?? false })
      return { status: 200, body: { query: text, ...answer } }
    },
  },
  view('catalogue', 'Catalogue', 'Every entry with its state, layer and what of it still holds.'),
  view('timeline', 'Timeline', 'The lessons of the tree, newest first.'),
  view('graph', 'Graph', 'Entries and what connects them: relations, commits and files in common.'),
  {
    method: 'GET',
    path: '/api/v2/attention',
    name: 'getAttention',
    about: 'What somebody should look at: disagreements, stale lessons, dead references, drafts, gaps, the archive.',
    parameters: [],
    answers: 'Attention',
    run: async (ctx) => ({ status: 200, body: await attentionNow(ctx) }),
  },
  {
    method: 'GET',
    path: '/api/v2/review',
    name: 'getReview',
    about: 'What a branch teaches, entry by entry, with findings; as `ctx review --json`.',
    parameters: [range],
    answers: 'Review',
    run: async (ctx, asked) => ({ status: 200, body: await review(ctx, textIn(asked, 'range') ?? '') }),
  },
  ...entryRoutes(),
]

function entryRoutes(): readonly Route[] {
  const below = '/api/v2/entries/{path}'
  const row = { method: 'GET', parameters: [] } as const
  return [
    {
      ...row,
      path: `${below}/page`,
      name: 'getEntryPage',
      about: 'An entry taken apart: lessons with commit, author and what replaced them, rules, facts, neighbours.',
      answers: 'EntryPage',
      run: async (ctx, { path }) => {
        const body = await pageOfEntry(ctx, path)
        if (body === undefined) throw unknownPath(path, [])
        return { status: 200, body }
      },
    },
    {
      ...row,
      path: `${below}/history`,
      name: 'getHistory',
      about: 'The knowledge commits that changed an entry, newest first, and the code commits that taught them.',
      answers: 'History',
      run: async (ctx, { path }) => ({ status: 200, body: await log(ctx, path, { limit: 50 }) }),
    },
    {
      ...row,
      path: `${below}/source`,
      name: 'getSource',
      about: 'The text of an entry to be edited, with the version to send back.',
      answers: 'Source',
      run: async (ctx, { path }) => ({ status: 200, body: readSource(ctx, path) }),
    },
    editing(below),
    ...writingRoutes(below),
  ]
}

/** A declaration, because the table above is made while this file is loaded. */
function editing(path: string): Route {
  return {
    method: 'PUT',
    path,
    name: 'editEntry',
    about: 'Save an edited entry, as an edit by hand; where somebody else changed it, nothing is, and theirs is given.',
    parameters: [],
    body: { text: 'the whole entry', version: 'the version that was edited' },
    answers: 'Edited',
    run: async (ctx, { path: entry, body }) => {
      const edited = await edit(ctx, entry, { text: fieldOf(body, 'text'), version: fieldOf(body, 'version') })
      return { status: edited.how === 'conflict' ? 409 : 200, body: edited }
    },
  }
}

function writingRoutes(below: string): readonly Route[] {
  const row = { method: 'POST', parameters: [] } as const
  return [
    {
      ...row,
      path: `${below}/archive`,
      name: 'archiveEntry',
      about: 'Put an entry into the archive; a stub of it is searched in its place.',
      answers: 'Moved',
      run: async (ctx, { path }) => ({ status: 200, body: { paths: await archive(ctx, path) } }),
    },
    {
      ...row,
      path: `${below}/restore`,
      name: 'restoreEntry',
      about: 'Bring an archived entry back, byte for byte.',
      answers: 'Moved',
      run: async (ctx, { path }) => ({ status: 200, body: { paths: await restore(ctx, path) } }),
    },
    {
      ...row,
      path: `${below}/reject`,
      name: 'rejectEntry',
      about: 'Reject what the branch taught about an entry: what stood there before stands there again.',
      parameters: [range],
      answers: 'Moved',
      run: async (ctx, asked) => {
        const between = textIn(asked, 'range') ?? ''
        const change = (await review(ctx, between)).changes.find(({ path }) => path === asked.path)
        if (change === undefined)
          throw new Problem('no-such-entry', `The branch changes nothing at ${asked.path} any more.`)
        await reject(ctx, change, between)
        return { status: 200, body: { paths: [asked.path] } }
      },
    },
  ]
}
