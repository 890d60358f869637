import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'

/** Offers what people ask agents to do with knowledge, by name. */
export function registerPrompts(server: McpServer): void {
  const range = z.object({ range: z.string().max(200).optional().describe('commits or branches, such as main..HEAD') })
  server.registerPrompt(
    'learn_from_this_change',
    {
      title: 'Learn from this change',
      description: 'Write down what a change teaches and its code does not show.',
      argsSchema: range,
    },
    ({ range: named = 'HEAD' }) =>
      asking(`Write down what ${quoted(named)} teaches about this codebase.

1. Read the change: \`git log -p ${quoted(named)}\`.
2. Ask ctx_query what is known about the files that it touches. What is known already is not written again.
3. Keep only what the code does not show: why, what must or must never be, limits, what was tried and dropped, names that others depend on.
4. Call ctx_curate with those commits as evidence: UPDATE an entry that is known, ADD one that is not, quote what proves each claim, give each operation its reason.
5. Correct what failed. If the change teaches nothing, say so and write nothing.`),
  )
  server.registerPrompt(
    'review_knowledge',
    {
      title: 'Review knowledge',
      description: 'Read what a branch teaches, as knowledge and not as text.',
      argsSchema: range,
    },
    ({ range: named = '' }) =>
      asking(`Review what ${named === '' ? 'this branch' : quoted(named)} teaches.

1. Call ctx_review${named === '' ? '' : ` with the range ${quoted(named)}`}.
2. Of each line that was gained or changed, ask: is it true of the code as it is, is it useful to somebody who does not know it, is it said once?
3. Check doubtful lines with ctx_why and the code. Name entries that contradict each other or repeat the README.
4. Answer with a list: keep, mend (and how), or reject, entry by entry. Change nothing unless you are told to.`),
  )
}

const asking = (text: string): GetPromptResult => ({ messages: [{ role: 'user', content: { type: 'text', text } }] })

/** A range is put into an order that an agent follows: it must stay a name. */
const quoted = (named: string): string =>
  named
    .replaceAll(/[^\w./~^@{}:-]/g, '')
    .replace(/^-+/, '')
    .slice(0, 200)
