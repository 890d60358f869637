import { join } from 'node:path'
import type { RepoPaths } from '../git/repo-paths.ts'
import { removeFile } from './disk.ts'
import { readQueue, setAsideJob } from './queue.ts'
import { readStateFile, stateDir, writeStateFile } from './state.ts'

/** A job that a worker began and did not end: it was killed, or the job took it down. `countedAt` is in ms since 1970. */
export type Attempt = {
  readonly file: string
  readonly times: number
  readonly pid: number
  readonly countedAt: number
}

const name = 'attempt'

/** Reads which job no worker came to the end of, and how often one began it. */
export function readAttempt(place: RepoPaths): Attempt | undefined {
  const [, file, times, pid, countedAt] =
    /^(\S+) (\d{1,3}) (\d+) (\d+)$/.exec(readStateFile(place, name)?.trim() ?? '') ?? []
  return file === undefined ? undefined : { file, times: Number(times), pid: Number(pid), countedAt: Number(countedAt) }
}

/** Whoever kills processes does so several times in a row; a job that takes workers down does so at any time. */
const oneCountWithin = 60_000

/** Notes that this process is at a job, once however often it tries. */
export function noteAttempt(place: RepoPaths, { file }: { readonly file: string }): void {
  const before = readAttempt(place)
  const isSame = before?.file === file
  if (isSame && before.pid === process.pid) return
  const isInARow = isSame && Date.now() - before.countedAt < oneCountWithin
  const times = isSame ? before.times + (isInARow ? 0 : 1) : 1
  const countedAt = isInARow ? before.countedAt : Date.now()
  writeStateFile(place, name, `${file} ${times} ${process.pid} ${countedAt}\n`)
}

/** Forgets it: the job came to an end, good or bad. */
export const forgetAttempt = (place: RepoPaths): void =>
  removeFile(join(stateDir(place), name), { below: place.commonDir })

/** How often one job may take workers down: less often they are ended by people, shutdowns and whoever tidies up processes. */
const mostCrashes = 5

/** Sets aside the job that no worker came to the end of, so that what waits behind it is done; undefined where there is none. */
export function setAsideFatalJob(place: RepoPaths): Attempt | undefined {
  const attempt = readAttempt(place)
  if (attempt === undefined || attempt.times < mostCrashes) return undefined
  forgetAttempt(place)
  if (!readQueue(place).some(({ file }) => file === attempt.file)) return undefined
  setAsideJob(place, attempt.file)
  return attempt
}
