import type { CallToolResult, McpServer, ServerContext, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { Problem } from '../problem.ts'
import { type Ctx, open } from '../repo/context.ts'
import { findBranches } from '../repo/git/branches.ts'
import { recordedPrefix } from '../repo/settings/prefix.ts'
import { writeAside } from '../terminal.ts'
import { fence, quoteText, randomWord } from '../text/quote.ts'

/** The caller: a signal that ends the call, a way to report progress, and its name. */
export type Caller = { readonly ctx: Ctx; readonly client: string }

/** One row of the table of tools: name, description, input, and the verb that it calls. */
export type Row = { readonly register: (server: McpServer, root: string) => void }

type Defined<Input> = {
  readonly name: string
  readonly title: string
  /** Written for a model: when to call it, and what comes back. */
  readonly about: string
  readonly input: z.ZodType<Input> | StandardSchemaWithJSON<unknown, Input>
  readonly isReadOnly?: boolean
  /** Whether it may take away what is there. */
  readonly isDestructive?: boolean
  /** Whether it has something to say where `ctx init` was never called. */
  readonly isForAll?: boolean
  readonly run: (caller: Caller, input: Input) => Promise<string>
}

/** An answer that says what went wrong, all of it: the model is to read it, and do better. */
export class ToolRefusal extends Error {}

/** No tool says more at once: an agent pays for every word. In characters. */
const longest = 24_000

/** Defines a tool. What a person could fix is an answer that says how; what it holds is told as data. */
export const tool = <Input>({
  name,
  title,
  about,
  input,
  isReadOnly = true,
  isDestructive = false,
  isForAll = false,
  run,
}: Defined<Input>): Row => ({
  register: (server, root) => {
    server.registerTool(
      name,
      {
        title,
        description: about,
        inputSchema: input,
        annotations: { readOnlyHint: isReadOnly, destructiveHint: isDestructive, openWorldHint: false },
      },
      async (given, request) =>
        await answered(async () => {
          // No file and no argument of a program can hold one.
          if (hasNul(given)) throw new ToolRefusal('An argument has a NUL in it.')
          const caller = await callerOf(server, root, request)
          if (!isForAll) await refuseWithoutInit(caller.ctx)
          return await run(caller, given)
        }),
    )
  },
})

const hasNul = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.values(value).some(hasNul)

/** Where ctx was never set up nothing was learned: an empty answer would read as "nothing is known". */
async function refuseWithoutInit({ place, settings }: Ctx): Promise<void> {
  if (recordedPrefix(place) !== undefined) return
  const { commit } = await findBranches(place, settings.branchPrefix)
  if (commit !== undefined) return
  throw new Problem('not-set-up', 'ctx was never set up in this repository, so nothing is known here.', {
    hint: 'A person can run `ctx init --history`, which learns from the commits there are. Go on without it.',
  })
}

async function answered(run: () => Promise<string>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: fencedForAgent(await run()) }] }
  } catch (error) {
    // An error of git's names files and branches that others called something.
    if (!(error instanceof Error)) throw error
    const hint = error instanceof Problem ? (error.hint ?? '') : ''
    // What went wrong may name what others wrote: the goal of a branch, a file.
    return { content: [{ type: 'text', text: fencedForAgent(`${error.message}\n${hint}`.trim()) }], isError: true }
  }
}

/** Fences all that tools return: most of it was written by the authors of commits. */
export const fencedForAgent = (text: string): string => fence('data', fit(text), { word: randomWord() })

/** Makes a text fit for an agent. */
export function fit(text: string): string {
  const safe = quoteText(text)
  return safe.length <= longest ? safe : `${safe.slice(0, longest)}\n[cut: ${safe.length - longest} more characters]`
}

/** Opens the repository for one call: settings and branches may have changed since the last. */
export async function callerOf(server: McpServer, root: string, { mcpReq }: ServerContext): Promise<Caller> {
  const progressToken = mcpReq._meta?.progressToken
  const progress: Ctx['progress'] = (done, all, what) => {
    if (progressToken === undefined) return
    const params = { progressToken, progress: done, total: all, message: what }
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
  const ctx = await open({
    cwd: root,
    signal: mcpReq.signal,
    progress,
    say: (line) => writeAside(`${line}\n`),
  })
  return { ctx, client: server.server.getClientVersion()?.name ?? 'agent' }
}
