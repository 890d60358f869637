import { deriveLate } from '../knowledge/shown/derive.ts'
import type { AskedAhead } from '../learning/ask-ahead.ts'
import { doJob } from '../learning/do-job.ts'
import { forgetReadJobs } from '../learning/forget-read-jobs.ts'
import { worksByItself } from '../model/switch.ts'
import { Problem } from '../problem.ts'
import type { Ctx } from '../repo/context.ts'
import { knowledgeRefOf } from '../repo/git/branches.ts'
import { whyNotMoved } from '../repo/git/checked-out.ts'
import { sweepHolders } from '../repo/git/holder-refs.ts'
import { forgetAttempt, noteAttempt, readAttempt, setAsideFatalJob } from '../repo/state/attempts.ts'
import { lock, tryLock } from '../repo/state/lock.ts'
import { noteInLog } from '../repo/state/log.ts'
import { finishJob, type Job, readQueue, setAsideJob } from '../repo/state/queue.ts'
import { renewVectors } from './look.ts'

/** How the queue was drained: jobs done, jobs set aside because they failed, or that another worker is at it. */
export type Worked = { readonly done: number; readonly failed: number; readonly isBusy: boolean }

/**
 * Drains the queue that the hooks fill. One worker runs in a repository; a job is gone only when its work is committed.
 */
export async function drainQueue(ctx: Ctx): Promise<Worked> {
  const worked = await drain(ctx)
  if (worked.done > 0) {
    await attended(ctx, 'summaries', summariseByItself)
    await attended(ctx, 'vectors', renewVectors)
  }
  return worked
}

async function drain(ctx: Ctx): Promise<Worked> {
  let [done, failed] = [0, 0]
  const waiting = new Set<string>()
  // Jobs may come between the last look and the release of the lock, when their hook saw a worker: so look once more.
  do {
    await using held = tryLock(ctx.place, 'worker')
    if (held === undefined) return { done, failed, isBusy: true }
    const fatal = setAsideFatalJob(ctx.place)
    if (fatal !== undefined) {
      failed++
      noteInLog(
        ctx,
        `${fatal.file}: workers ended ${fatal.times} times while they were at this job, so it was set aside`,
      )
    }
    for (let jobs = readQueue(ctx.place); jobs.length > 0; jobs = jobsBut(ctx, waiting)) {
      // What a model was paid for is written down before it is asked about the rest. A job that took a worker down is
      // done alone, so that no other is blamed.
      const some = jobs.slice(0, readAttempt(ctx.place) === undefined ? atOnce : 1)
      const next = await mayBeDone(ctx, some, waiting)
      const [first] = next
      if (first !== undefined) noteAttempt(ctx.place, first)
      const prepared = await askAhead(ctx, next)
      for (const job of next) {
        const end = await attempt(ctx, job, { prepared })
        if (end === 'done') done++
        else if (end === 'failed') failed++
        else waiting.add(job.file)
      }
    }
    if (done > 0) await tidyUp(ctx)
  } while (jobsBut(ctx, waiting).length > 0)
  return { done, failed, isBusy: false }
}

const jobsBut = ({ place }: Ctx, waiting: ReadonlySet<string>): readonly Job[] =>
  readQueue(place).filter(({ file }) => !waiting.has(file))

/** Leaves out, and notes, the jobs whose knowledge branch somebody has checked out and changes: they wait. */
async function mayBeDone(ctx: Ctx, jobs: readonly Job[], waiting: Set<string>): Promise<readonly Job[]> {
  const may: Job[] = []
  for (const job of jobs) {
    const isBound = job.kind !== 'moved' && job.branch !== ''
    const why = isBound ? await whyNotMoved(ctx.place, knowledgeOf(ctx, job.branch)) : undefined
    if (why === undefined) may.push(job)
    else {
      waiting.add(job.file)
      noteInLog(ctx, `waits: ${why}`)
    }
  }
  return may
}

/** Jobs that are looked ahead at: as many as there are calls to a model at once. */
const atOnce = 2

/** Asks the model about the commits that wait, where one curates, before anything is locked. */
async function askAhead(ctx: Ctx, jobs: readonly Job[]): Promise<AskedAhead> {
  if (!jobs.some(({ kind }) => kind === 'commit') || !(await worksByItself(ctx, 'curate'))) return new Map()
  const { askModelForJobs } = await import('../learning/ask-ahead.ts')
  try {
    return await askModelForJobs(ctx, jobs)
  } catch (error) {
    // What cannot be read ahead fails again, and is reported, when the job is done.
    noteInLog(ctx, `asking ahead: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return new Map()
  }
}

/** Does what can wait: makes the derived files that were left behind, and tends the tree once a day. */
async function tidyUp(ctx: Ctx): Promise<void> {
  try {
    await using _held = await lock(ctx.place, 'tree', { waitMs: 60_000 })
    await sweepHolders(ctx.place)
    await forgetReadJobs(ctx)
    await deriveLate(ctx)
    const { tendDaily } = await import('./tend.ts')
    await tendDaily(ctx)
  } catch (error) {
    noteInLog(ctx, `tidying up: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
}

/**
 * Lets the model write summaries where somebody wants it to; nothing is locked while it does, and new jobs are done.
 */
async function summariseByItself(ctx: Ctx): Promise<void> {
  if (!(await worksByItself(ctx, 'summaries'))) return
  const { summariseTree } = await import('./summarise.ts')
  await summariseTree(ctx)
}

/** Does what a model may fail at, and notes it where it does. */
async function attended(ctx: Ctx, what: string, work: (ctx: Ctx) => Promise<void>): Promise<void> {
  try {
    await work(ctx)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    noteInLog(ctx, `${what}: ${error.message}`)
  }
}

/** How often a job is tried again when the branch was moved under it. */
const mostTries = 5

type Trying = { readonly prepared: AskedAhead; readonly tries?: number }

async function attempt(ctx: Ctx, job: Job, { prepared, tries = 1 }: Trying): Promise<'done' | 'failed' | 'waits'> {
  try {
    noteAttempt(ctx.place, job)
    await using _held = await lock(ctx.place, 'tree', { waitMs: 60_000, isLast: true })
    await doJob(ctx, job, prepared)
    finishJob(ctx.place, job)
    return 'done'
  } catch (error) {
    noteInLog(
      ctx,
      `${job.kind} ${'commit' in job ? job.commit : ''}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
    if (error instanceof Problem && error.code === 'busy') throw error
    if ((error instanceof Problem && error.code === 'branch-checked-out') || isOutOfRoom(error)) return 'waits'
    if (error instanceof Problem && error.code === 'branch-keeps-moving' && tries < mostTries)
      return await attempt(ctx, job, { prepared, tries: tries + 1 })
    setAsideJob(ctx.place, job.file)
    return 'failed'
  } finally {
    // A job that throws does not end the worker: it is reported, and the others follow.
    forgetAttempt(ctx.place)
  }
}

/** Whether the disk was full, which is not the job's fault: it waits for the next worker. */
const isOutOfRoom = (error: unknown): boolean =>
  error instanceof Error &&
  /ENOSPC|EDQUOT|SQLITE_FULL|disk is full|[Nn]o space left|[Oo]ut of disk/.test(messageOf(error))

const messageOf = (error: Error): string => `${'code' in error ? String(error.code) : ''} ${error.message}`

const knowledgeOf = ({ settings }: Ctx, branch: string): string => knowledgeRefOf(settings.branchPrefix, branch)
