import { type Context, createContext, Script } from 'node:vm'
import type { Commit } from '../commit.ts'
import { type CommitAnalysis, analyseCommit } from '../curate/commit-analysis.ts'
import { readMessage } from '../curate/message/commit-message.ts'
import { planOperations, type ProjectNow } from '../curate/plan-operations.ts'
import type { CommitReading } from '../curate/evidence/types.ts'
import type { Ctx } from '../repo/context.ts'
import { noteInLog } from '../repo/state/log.ts'
import type { Knowledge } from '../tree/knowledge.ts'
import type { Operation } from '../tree/operations.ts'

/** Reading one commit may take this long, in ms, as git may to compare it; people's commits take some thousandths of it. */
export const longestReading = 10_000

/**
 * Does what only computes; undefined where it is not done in time. Nothing else ends a computation than V8 itself, which
 * does so for what it runs as a script.
 */
export function inTime<Result>(work: () => Result, ms: number): { readonly result: Result } | undefined {
  let done: { readonly result: Result } | undefined
  waiting = () => {
    done = { result: work() }
  }
  try {
    call.runInContext((realm ??= createContext({ work: () => waiting() })), { timeout: ms })
  } catch (error) {
    if (!isTimeout(error)) throw error
  } finally {
    // What it reads is large, and nobody's any more.
    waiting = idle
  }
  return done
}

const call = new Script('work()')
// One for all: to make one takes a millisecond, and it weighs half a megabyte.
let realm: Context | undefined
const idle = (): void => undefined
let waiting = idle

// It comes from the other realm, and is no Error of ours.
const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'

type Patience = { readonly ignore: readonly string[]; readonly mostMs: number }

/** Analyses a commit; of one that takes too long, only its message, and where that does too, nothing. */
export function analyseInTime(ctx: Ctx, reading: CommitReading, { ignore, mostMs }: Patience): CommitAnalysis {
  const { commit, texts } = reading
  const without = { ...commit, changes: [], isDiffUnread: true }
  const analysis = (read: Commit, message = reading.message): CommitAnalysis =>
    analyseCommit({ commit: read, message, texts }, { ignore })
  if (!isLarge(commit)) return analysis(commit)
  const whole = inTime(() => analysis(commit), mostMs)
  if (whole !== undefined) return whole.result
  noteInLog(ctx, `${commit.sha}: what it changed takes too long to read, so only its message was read`)
  const told = inTime(() => analysis(without), mostMs)
  if (told !== undefined) return told.result
  noteInLog(ctx, `${commit.sha}: its message takes too long to read, so nothing was learned from it`)
  return analysis(without, readMessage(''))
}

/** Smaller ones are never slow, and a watch costs more than reading them. */
const isLarge = ({ message, changes }: Commit): boolean =>
  message.length > 10_000 ||
  changes.length > 100 ||
  changes.some(({ hunks }) => hunks.some(({ added, removed }) => added.length + removed.length > 500)) ||
  changes.reduce((sum, { hunks }) => sum + hunks.length, 0) > 100

type Planning = { readonly knowledge: Knowledge; readonly project: ProjectNow; readonly mostMs?: number }

/** Plans what commits teach; one that takes too long is left out with a note, and the others are planned without it. */
export function planInTime(ctx: Ctx, analyses: readonly CommitAnalysis[], given: Planning): readonly Operation[] {
  const { knowledge, project, mostMs = longestReading } = given
  const made = inTime(
    () => planOperations(analyses, knowledge, project),
    mostMs + Math.ceil((analyses.length * mostMs) / 100),
  )
  if (made !== undefined) return made.result
  const [only] = analyses
  if (only !== undefined && analyses.length === 1)
    noteInLog(ctx, `${only.sha}: it takes too long to say what this commit teaches, so nothing was learned from it`)
  if (analyses.length <= 1) return []
  const half = Math.ceil(analyses.length / 2)
  return [analyses.slice(0, half), analyses.slice(half)].flatMap((some) => planInTime(ctx, some, given))
}
