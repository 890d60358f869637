import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../problem.ts'
import { clean } from '../../text/clean.ts'
import { type RepoPaths, readIfThere } from './repo-paths.ts'

/** Where HEAD is: on a branch (perhaps with no commit yet) or detached. */
export type Head =
  | { readonly kind: 'branch'; readonly branch: string; readonly commit: string | undefined }
  | { readonly kind: 'detached'; readonly commit: string }

const hash = /^[0-9a-f]{40,64}$/

/** Names the branch here that has the name of a remote's; a local branch stays what it is. */
export const localRef = (ref: string): string => ref.replace(/^refs\/remotes\/[^/]+\//, 'refs/heads/')

/** Reads HEAD without a process; a repository that keeps its refs in another format is asked through git. */
export async function readHead(place: RepoPaths): Promise<Head> {
  const text = (readIfThere(join(place.gitDir, 'HEAD')) ?? '').trim()
  if (hash.test(text)) return { kind: 'detached', commit: text }
  const ref = usesFiles(place) ? text.replace(/^ref: /, '') : await askSymbolic(place)
  if (hash.test(ref)) return { kind: 'detached', commit: ref }
  return { kind: 'branch', branch: ref.replace(/^refs\/heads\//, ''), commit: await readRef(place, ref) }
}

/**
 * When HEAD was last put on a branch or commit, in ms: commits on a branch leave the file as it is. Undefined where refs
 * are kept in another format.
 */
export const headMovedAt = (place: RepoPaths): number | undefined =>
  usesFiles(place) ? statSync(join(place.gitDir, 'HEAD'), { throwIfNoEntry: false })?.mtimeMs : undefined

/** Reads the commit that a full ref name points to, without a process where refs are files; undefined when there is none. */
export async function readRef(place: RepoPaths, ref: string, hops = 0): Promise<string | undefined> {
  if (!isRefName(ref)) return undefined
  if (!usesFiles(place)) return await askRef(place, ref)
  const loose = readLoose(place, ref)
  if (loose?.startsWith('ref: ')) return await followed(place, { from: ref, to: loose.slice(5), hops })
  if (loose !== undefined && hash.test(loose)) return loose
  return readPacked(place, ref)
}

/** Git follows no longer chain of symbolic refs either. */
const mostHops = 5

async function followed(
  place: RepoPaths,
  { from, to, hops }: { from: string; to: string; hops: number },
): Promise<string | undefined> {
  if (hops < mostHops) return await readRef(place, to, hops + 1)
  throw new Problem('ref-loop', `${clean(from)} is a symbolic ref that leads back to itself, or nowhere soon.`, {
    hint: 'Look at it with `git symbolic-ref`, and remove it.',
  })
}

/** A path that leaves the folder of refs is no name of one, and what lies there is no ref. */
const isRefName = (ref: string): boolean => !ref.split('/').includes('..') && !ref.includes('\0')

/** Names the branch that a symbolic ref such as `refs/remotes/origin/HEAD` points to. */
export const readSymbolicRef = (place: RepoPaths, ref: string): string | undefined => {
  const text = readLoose(place, ref)
  return text?.startsWith('ref: ') ? text.slice(5) : undefined
}

const usesFiles = (place: RepoPaths): boolean => !existsSync(join(place.commonDir, 'reftable'))

function readLoose(place: RepoPaths, ref: string): string | undefined {
  try {
    return readIfThere(join(place.commonDir, ref))?.trim()
  } catch {
    // A folder stands where the ref would be: there is no such ref.
    return undefined
  }
}

function readPacked(place: RepoPaths, ref: string): string | undefined {
  const packed = readIfThere(join(place.commonDir, 'packed-refs')) ?? ''
  const end = packed.indexOf(` ${ref}\n`)
  if (end === -1) return undefined
  const found = packed.slice(packed.lastIndexOf('\n', end) + 1, end)
  return hash.test(found) ? found : undefined
}

async function askRef(place: RepoPaths, ref: string): Promise<string | undefined> {
  const { askGit } = await import('./git.ts')
  const { code, out } = await askGit(place, ['rev-parse', '--verify', '--quiet', '--end-of-options', ref])
  return code === 0 ? out : undefined
}

async function askSymbolic(place: RepoPaths): Promise<string> {
  const { askGit } = await import('./git.ts')
  const { code, out } = await askGit(place, ['symbolic-ref', '--quiet', 'HEAD'])
  return code === 0 ? out : ((await askRef(place, 'HEAD')) ?? '')
}
