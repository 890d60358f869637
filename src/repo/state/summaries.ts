import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'
import { removeFile } from './disk.ts'
import { stateDir, writeStateFile } from './state.ts'

/** So many summaries are kept; those that no tree needs any more are the oldest. */
const most = 2_000

const folder = 'summaries'
const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text)

/** Reads the summaries that a model wrote, by the hash of what they cover; undefined where there are none at all. */
export function modelSummaries(place: RepoPaths): ((hash: string) => string | undefined) | undefined {
  const dir = join(stateDir(place), folder)
  return existsSync(dir) ? (hash) => (isHash(hash) ? readIfThere(join(dir, hash)) : undefined) : undefined
}

/** Keeps a summary. It is local state like the index: without it, the extracted text stands again. */
export function keepSummary(place: RepoPaths, hash: string, text: string): void {
  if (isHash(hash)) writeStateFile(place, join(folder, hash), text)
}

/** Drops the oldest summaries where there are too many. */
export function sweepSummaries(place: RepoPaths): void {
  const dir = join(stateDir(place), folder)
  const names = existsSync(dir) ? readdirSync(dir) : []
  if (names.length <= most) return
  const byAge = names.toSorted((a, b) => statSync(join(dir, a)).mtimeMs - statSync(join(dir, b)).mtimeMs)
  for (const name of byAge.slice(0, names.length - most)) removeFile(join(dir, name), { below: dir })
}
