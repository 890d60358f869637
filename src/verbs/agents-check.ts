import { agents } from '../brain/agents/agents.ts'
import type { Ctx } from '../repo/context.ts'
import { findProgram } from '../repo/find-program.ts'
import { runProgram } from '../repo/run-program.ts'
import { clean } from '../text/clean.ts'

/** Whether an agent would start our server here: it says so, it waits for a person, or it does not know of it. */
export type AgentCheck = {
  readonly agent: string
  readonly program: string
  readonly outcome: 'sees' | 'waits' | 'unknown' | 'failed'
  /** What a person can do, '' where there is nothing to do. */
  readonly todo: string
}

/** An agent that starts all of its servers to list them takes its time. */
const patience = 60_000

/** Asks each agent of this machine that can list its servers whether it would start ours in this repository. */
export async function checkAgents(ctx: Ctx): Promise<readonly AgentCheck[]> {
  const found: AgentCheck[] = []
  for (const { name, check } of agents) {
    const program = check === undefined ? undefined : findProgram(check.program, ctx.env)
    if (check === undefined || program === undefined) continue
    const { text, code } = await runProgram(program, check.args, {
      cwd: ctx.place.root,
      env: ctx.env,
      timeoutMs: patience,
    })
    found.push({ agent: name, program, ...judge(clean(text), code === undefined, { name, trust: check.trust }) })
  }
  return found
}

type Judged = Pick<AgentCheck, 'outcome' | 'todo'>

function judge(text: string, isStopped: boolean, { name, trust }: { name: string; trust: string }): Judged {
  if (isStopped) return { outcome: 'failed', todo: 'it did not answer; ask it yourself' }
  const line = text.split('\n').find((one) => /(?:^|[\s●○✓✗•])ctx\b/.test(one) && !/ctx-/.test(one))
  if (line === undefined)
    return { outcome: 'unknown', todo: `\`ctx agents --${name}\` writes its settings; if they are there, ${trust}` }
  return /pending|disabled|untrusted|needs|fail|error|✗|disconnected/i.test(line)
    ? { outcome: 'waits', todo: trust }
    : { outcome: 'sees', todo: '' }
}
