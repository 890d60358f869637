import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../problem.ts'
import { readPersonal } from '../settings/settings.ts'
import { askGit, type Call, type GitReply } from './git.ts'
import type { RepoPaths } from './repo-paths.ts'

/**
 * Runs a git that talks to a remote, and gives up on one that does not end in time: a server that accepts and then says
 * nothing would keep us for ever. Two of ours may fetch at once; git lets one of them write a ref, and the other tries again.
 * @throws {Problem} when the time is over.
 */
export async function askRemote(
  place: RepoPaths,
  remote: string,
  args: readonly string[],
  call: Pick<Call, 'input' | 'env'> = {},
): Promise<GitReply> {
  const { networkTimeout } = await readPersonal(place, process.env)
  const signal = AbortSignal.timeout(networkTimeout * 1000)
  try {
    for (let tries = 1; ; tries++) {
      const reply = await askGit(place, args, { ...call, network: true, signal, onTimeout: endWithItsOwn })
      const isTaken = reply.code !== 0 && args.includes('fetch') && /cannot lock ref/.test(reply.err)
      if (!isTaken || tries === mostTries) return reply
      await sleep(100 * tries)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    throw new Problem('remote-silent', `${remote} did not answer within ${networkTimeout} seconds.`, {
      hint: 'Nothing was lost: your knowledge is on the local branch. Try again later, or wait longer: git config ctx.networkTimeout <seconds>',
      cause: error,
    })
  }
}

const mostTries = 5

/**
 * Ends a git and all that it runs: a connection that hangs does not notice that git is gone. Git is ended first, since it
 * opens another where its first one ends: to learn which ssh it has, it runs `ssh -G` before it connects.
 */
function endWithItsOwn(pid: number): void {
  for (const one of [pid, ...below(pid)]) {
    try {
      process.kill(one)
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}

/** The processes that one has started, and they in turn; none where there is no ps, as on Windows and in small containers. */
function below(pid: number): readonly number[] {
  try {
    const table = execFileSync('ps', ['-A', '-o', 'pid=', '-o', 'ppid='], { encoding: 'utf8', stdio: 'pipe' })
    const pairs = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
    const under = (parent: number): readonly number[] =>
      pairs.flatMap(([child = 0, above]) => (above === parent ? [child, ...under(child)] : []))
    return under(pid)
  } catch {
    return []
  }
}
