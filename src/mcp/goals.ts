import * as z from 'zod'
import { quoteLine } from '../text/quote.ts'
import { goalDone } from '../verbs/goal-done.ts'
import { goalHydrate } from '../verbs/goal-hydrate.ts'
import { goalNote } from '../verbs/goal-note.ts'
import { goalStart } from '../verbs/goal-start.ts'
import { goalStats } from '../verbs/goal-stats.ts'
import { goalTree } from '../verbs/goal-tree.ts'
import { goalUsage } from '../verbs/goal-usage.ts'
import { type Row, tool } from './tool.ts'

const texts = (what: string) => z.array(z.string().max(2_000)).max(50).default([]).describe(what)
const tokens = z.int().min(1).max(100_000_000)

/** Goals: what a piece of work must know goes down to it, and a digest of what it did comes up. A branch is a goal. */
export const goalTools: readonly Row[] = [
  tool({
    name: 'ctx_goal_start',
    title: 'Begin the goal of this branch',
    about:
      'Begin the goal of the branch that is checked out, below the goal of the branch it came from. Then call ctx_goal_hydrate.',
    input: z.strictObject({
      intent: z.string().min(1).max(2_000).describe('what this branch is for'),
      limit: tokens.default(8_192).describe('tokens at most'),
    }),
    isReadOnly: false,
    run: async ({ ctx }, { intent, limit }) => {
      const begun = await goalStart(ctx, { intent, limit })
      return `Began the goal of ${begun.branch}${begun.parent === '' ? '' : `, part of: ${begun.parentIntent}`}. At most ${begun.tokenLimit} tokens.`
    },
  }),
  tool({
    name: 'ctx_goal_hydrate',
    title: 'What this goal must know',
    about:
      'Give what the goal of this branch must know, within its token limit: project constraints, the intent above, notes made here, digests of finished goals below.',
    input: z.strictObject({ limit: tokens.optional().describe('fewer tokens than the goal allows') }),
    run: async ({ ctx }, { limit }) => (await goalHydrate(ctx, limit === undefined ? {} : { limit })).text,
  }),
  tool({
    name: 'ctx_goal_note',
    title: 'Keep something for this goal',
    about: 'Keep a thought for the goal of this branch, or a value under a key; other goals do not see it.',
    input: z.strictObject({
      text: z.string().min(1).max(8_000),
      key: z.string().max(80).optional().describe('keep it as this value'),
    }),
    isReadOnly: false,
    run: async ({ ctx }, { text, key }) =>
      `Noted for ${(await goalNote(ctx, key === undefined ? { text } : { key, value: text })).branch}.`,
  }),
  tool({
    name: 'ctx_goal_usage',
    title: 'Count tokens of this goal',
    about: 'Count tokens that work on the goal of this branch took.',
    input: z.strictObject({ tokens }),
    isReadOnly: false,
    run: async ({ ctx }, { tokens: used }) => {
      const { tokensUsed, tokenLimit, over } = await goalUsage(ctx, { tokens: used })
      return `${tokensUsed} of ${tokenLimit} tokens used${over > 0 ? `, ${over} over the limit` : ''}.`
    },
  }),
  tool({
    name: 'ctx_goal_done',
    title: 'Finish this goal',
    about:
      'Finish the goal of this branch. Its digest goes up: name decisions, files and interfaces, and what others must keep to. Without one it is made of what the branch learned; a vague one is refused with what it lacks.',
    input: z.strictObject({
      digest: z.string().max(8_000).optional(),
      decisions: texts('what was chosen'),
      artifacts: texts('files, endpoints and commands that were made'),
      constraints: texts('what others must keep to from now on'),
    }),
    isReadOnly: false,
    run: async ({ ctx }, said) => {
      const { branch, digest, digestTokens, lost, contradictions } = await goalDone(ctx, said)
      const missing = lost.length === 0 ? '' : `\nNot in it: ${lost.join(', ')}.`
      return `Finished the goal of ${branch}, ${digestTokens} tokens go up:\n${[digest + missing, ...contradictions].join('\n')}`
    },
  }),
  tool({
    name: 'ctx_goal_tree',
    title: 'All goals',
    about: 'List the goals of all branches, each below the one that it is part of, with their state and digest.',
    input: z.strictObject({}),
    run: async ({ ctx }) =>
      (await goalTree(ctx)).goals
        .map(
          ({ depth, branch, state, intent, digest }) =>
            `${'  '.repeat(depth)}${state} ${branch}: ${quoteLine(intent, 500)}${digest === '' ? '' : ` — ${quoteLine(digest, 2_000)}`}`,
        )
        .join('\n') || 'There are no goals.',
  }),
  tool({
    name: 'ctx_goal_stats',
    title: 'What goals took',
    about: 'Count what all goals took in tokens, and name those over their limit.',
    input: z.strictObject({}),
    run: async ({ ctx }) => JSON.stringify(await goalStats(ctx)),
  }),
]
