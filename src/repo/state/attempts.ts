import { join } from 'node:path'
import type { RepoPaths } from '../git/repo-paths.ts'
import { removeFile } from './disk.ts'
import { readQueue, setAsideJob } from './queue.ts'
import { readStateFile, stateDir, writeStateFile } from './state.ts'

/** A job that a worker began and did not end: it was killed, or the job took it down. */
export type Attempt = { readonly file: string; readonly times: number }

const name = 'attempt'

/** Reads which job no worker came to the end of, and how often one began it. */
export function readAttempt(place: RepoPaths): Attempt | undefined {
  const [, file = '', times = '0'] = /^(\S+) (\d{1,3}) \d+$/.exec(readStateFile(place, name)?.trim() ?? '') ?? []
  return file === '' ? undefined : { file, times: Number(times) }
}

/** Notes that this process is at a job, once however often it tries. */
export function noteAttempt(place: RepoPaths, { file }: { readonly file: string }): void {
  const before = readAttempt(place)
  const isNoted = before?.file === file && readStateFile(place, name)?.endsWith(` ${process.pid}\n`) === true
  const times = before?.file === file ? before.times + 1 : 1
  if (!isNoted) writeStateFile(place, name, `${file} ${times} ${process.pid}\n`)
}

/** Forgets it: the job came to an end, good or bad. */
export const forgetAttempt = (place: RepoPaths): void =>
  removeFile(join(stateDir(place), name), { below: place.commonDir })

/** How many workers one job may take down: fewer are ended by people, shutdowns and whoever tidies up processes. */
const mostCrashes = 12

/** Sets aside the job that no worker came to the end of, so that what waits behind it is done; undefined where there is none. */
export function setAsideFatalJob(place: RepoPaths): Attempt | undefined {
  const attempt = readAttempt(place)
  if (attempt === undefined || attempt.times < mostCrashes) return undefined
  forgetAttempt(place)
  if (!readQueue(place).some(({ file }) => file === attempt.file)) return undefined
  setAsideJob(place, attempt.file)
  return attempt
}
