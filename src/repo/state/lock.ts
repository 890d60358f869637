import { accessSync, constants, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Problem } from '../../problem.ts'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'
import { beating, createOnce, linkOnce, move, nameBeside, removeFile, touch } from './disk.ts'
import { makeStateDir, stateDir } from './state.ts'

/**
 * `tree`: whoever writes knowledge or its checkout. `worker`: the one background worker, and `share`: the one that shares
 * after a push; the hooks read their pids. `log`: whoever reads the diffs of the log.
 */
type LockName = 'tree' | 'worker' | 'share' | 'log'

const heartbeat = 5_000
// Process ids are used again: a lock whose holder has not touched it for this long is nobody's, whoever has its number.
const abandonedAfter = 10 * 60_000
// Who waits looks again at least this often (ms), and says so; who has not said it for three times as long waits no more.
const longestPause = 200
const goneAfter = 3 * longestPause

type Lock = AsyncDisposable

/** Takes a lock if it is free or its holder is gone; undefined while somebody holds it. */
export function tryLock(place: RepoPaths, name: LockName): Lock | undefined {
  const path = join(stateDir(place), `${name}.lock`)
  requireWritable(place)
  if (!create(path)) {
    if (isHeld(path) || !takeAway(path) || !create(path)) return undefined
  }
  const stop = name === 'worker' ? beatBeside(place) : beatHere(path)
  return {
    [Symbol.asyncDispose]: async () => {
      stop()
      if (readIfThere(path)?.startsWith(`${process.pid}\n`)) removeFile(path, { below: dirname(path) })
    },
  }
}

/** @throws {Problem} where whoever runs this may not write what is known of the repository. */
function requireWritable(place: RepoPaths): void {
  const dir = stateDir(place)
  try {
    makeStateDir(place)
    accessSync(dir, constants.W_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!/^(?:EACCES|EPERM|EROFS)$/.test(code)) throw error
    throw new Problem('read-only', `Nothing can be written to ${dir}, so nothing is learned, set up or shared here.`, {
      hint: 'Let yourself write there, or ask as you are: `ctx query` and `ctx status` only read.',
    })
  }
}

function beatHere(path: string): () => void {
  const timer = setInterval(() => beat(path), heartbeat).unref()
  return () => clearInterval(timer)
}

/** Touches what we hold from a thread of its own: one commit that takes long must not look like a worker that is gone. */
function beatBeside(place: RepoPaths): () => void {
  const paths = ['worker', 'tree'].map((name) => join(stateDir(place), `${name}.lock`))
  const thread = new Worker(beating, {
    eval: true,
    execArgv: [],
    workerData: { paths, mark: `${process.pid}\n`, every: heartbeat },
  })
  thread.unref()
  thread.on('error', () => undefined)
  return () => void thread.terminate()
}

type Waiting = {
  readonly waitMs: number
  /** Lets those go first who wait already: for one that takes the lock again and again, as a worker does for each job. */
  readonly isLast?: boolean
}

/** Waits for a lock; a `Problem` names who holds it when it does not become free in time. */
export async function lock(place: RepoPaths, name: LockName, { waitMs, isLast = false }: Waiting): Promise<Lock> {
  const deadline = Date.now() + waitMs
  const wanted = join(stateDir(place), `${name}.wanted`)
  for (let pause = 5; ; pause = Math.min(longestPause, pause * 2)) {
    const isLate = Date.now() >= deadline
    const held = isLast && !isLate && isWanted(wanted) ? undefined : tryLock(place, name)
    if (held !== undefined) return held
    if (isLate) break
    // It is left to age, for others may wait beside us.
    if (!isLast && !createOnce(wanted, '')) beat(wanted)
    await sleep(pause)
  }
  const holder = readIfThere(join(stateDir(place), `${name}.lock`))?.split('\n')[0]
  throw new Problem(
    'busy',
    `Another ctx process${holder === undefined ? '' : ` (${holder})`} is writing to this repository's knowledge.`,
    {
      hint: 'Wait a moment and try again; `ctx status` shows what is going on.',
    },
  )
}

function isWanted(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) < goneAfter
}

/** Tells whether somebody alive holds a lock. */
export const isLocked = (place: RepoPaths, name: LockName): boolean => isHeld(join(stateDir(place), `${name}.lock`))

const create = (path: string): boolean => createOnce(path, `${process.pid}\n${hostname()}\n`)

/** Removes an abandoned lock; false when somebody else was quicker, and what we got hold of is their new one. */
function takeAway(path: string): boolean {
  const aside = nameBeside(path)
  try {
    move(path, aside)
  } catch {
    return false
  }
  const isTheirs = isHeld(aside)
  if (isTheirs) putBack(aside, path)
  removeFile(aside, { below: dirname(aside) })
  return !isTheirs
}

/** Gives a lock back unless a third one has taken it meanwhile; a link never overwrites. */
function putBack(aside: string, path: string): void {
  try {
    linkOnce(aside, path)
  } catch {
    // The disk knows no second names, or the folder was deleted under us.
  }
}

function isHeld(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return false
  const age = Date.now() - stat.mtimeMs
  const [pid = '', host] = (readIfThere(path) ?? '').split('\n')
  // A holder that was killed between creating and writing left half a file.
  if (!/^[1-9]\d*$/.test(pid) || host === undefined || host === '') return Math.abs(age) < 2_000
  // A clock that was wrong wrote a time that is still to come.
  if (Math.abs(age) > abandonedAfter) return false
  return host !== hostname() || isAlive(Number(pid))
}

/** Tells whether a process runs; one that was killed, and whose parent has not noticed yet, does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Its state stands behind its name, in brackets, in which anything may stand (proc(5)); only Linux has such a file. */
const isZombie = (pid: number): boolean =>
  process.platform === 'linux' && /\) [ZX] [^)]*$/.test(readIfThere(`/proc/${pid}/stat`) ?? '')

function beat(path: string): void {
  try {
    touch(path)
  } catch {
    // The folder was deleted under us: local state may be deleted at any time.
  }
}
