import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { removeFile } from '../state/disk.ts'
import { isAlive } from '../state/lock.ts'
import { askGit, GitError, type Pieces } from './git.ts'
import { listRefs } from './objects.ts'
import type { RepoPaths } from './repo-paths.ts'

// `git gc --prune=now` removes what no ref leads to, a commit that is just being written too. So each is held by a ref of
// its own from the moment it exists until its branch has it.

const prefix = 'refs/ctx/writing/'

let count = 0
const held = new Map<string, { readonly ref: string; readonly sources: readonly string[] }>()

/** Names a ref to hold the next commit by. */
export const nextHolder = (): string => `${prefix}${process.pid}-${++count}`

/** Remembers which ref holds a commit, and from which commits of the code it learned. */
export const holdCommit = (commit: string, ref: string, message: string): void =>
  void held.set(commit, {
    ref,
    sources: [...message.matchAll(/^Source-Commit: ([0-9a-f]{40,64})$/gm)].map(([, sha = '']) => sha),
  })

/** The commits of the code that a commit of ours learned from. */
export const learnedFrom = (commit: string): readonly string[] => held.get(commit)?.sources ?? []

/**
 * Lets go of a commit: its branch has it, or it is of no use. Apart from the move of the branch, and at the first try or
 * not now: git locks all packed refs to delete one, so that in one transaction a `packed-refs.lock` which a killed git
 * left behind kept the branch from moving. What stays is swept later.
 */
export async function letGo(place: RepoPaths, commit: string): Promise<void> {
  const holder = held.get(commit)
  if (holder !== undefined) await removeHolder(place, holder.ref, commit)
  held.delete(commit)
}

const removeHolder = async (place: RepoPaths, ref: string, commit: string): Promise<void> =>
  void (await askGit(place, ['-c', 'core.packedRefsTimeout=0', 'update-ref', '-d', ref, commit]))

/**
 * Lets go of what nobody holds any more, and takes away the locks with which a git of a killed process was killed. Called
 * under the tree's lock: nobody here is just writing a commit.
 */
export async function sweepHolders(place: RepoPaths): Promise<void> {
  removeStaleLocks(place)
  for (const { ref, commit } of await listRefs(place, prefix)) {
    if (isAbandoned(ref)) await removeHolder(place, ref, commit)
  }
}

const isAbandoned = (ref: string): boolean => {
  const pid = Number(/(?<!\d)(\d{1,10})-\d{1,10}(?:\.lock)?$/.exec(ref)?.[1])
  return pid === process.pid ? ![...held.values()].some((holder) => holder.ref === ref) : !isAlive(pid)
}

/**
 * A git that is killed while it deletes a holder leaves its lock and that of all packed refs, made within a moment of
 * each other; nobody could delete a branch or pack refs any more. Only such a pair is ours to take away.
 */
function removeStaleLocks(place: RepoPaths): void {
  const madeAt = (path: string): number | undefined =>
    statSync(join(place.commonDir, path), { throwIfNoEntry: false })?.mtimeMs
  const folder = join(place.commonDir, prefix)
  const packed = madeAt(packedLock)
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const made = madeAt(prefix + name)
    if (!name.endsWith('.lock') || !isAbandoned(name) || made === undefined || Date.now() - made < lockStaleAfter)
      continue
    if (packed !== undefined && Math.abs(packed - made) < sameMoment)
      removeFile(join(place.commonDir, packedLock), { below: place.commonDir })
    removeFile(join(folder, name), { below: place.commonDir })
  }
}

const packedLock = 'packed-refs.lock'

/** In ms: git holds such locks for milliseconds, and makes both of a deletion one right after the other. */
const [lockStaleAfter, sameMoment] = [5_000, 50]

/**
 * Runs fast-import beside a `git gc --prune=now` too: that takes loose objects away which it did not see a ref to, but
 * no pack that fast-import still keeps; and half a pack, so that fast-import fails and is run again.
 */
export async function importSafely(place: RepoPaths, input: Pieces): Promise<string> {
  const args = ['fast-import', '--quiet', '--done', '--force', '--date-format=raw']
  for (let tries = 1; ; tries++) {
    const asPack = isCollecting(place)
    const how = asPack ? ['-c', 'fastimport.unpackLimit=0', ...args] : args
    const { code, out, err } = await askGit(place, how, { input })
    if (code === 0 && (asPack || !isCollecting(place))) return out
    const mayBeCollected = asPack || isCollecting(place) || tries === 1
    if (code !== 0 && (tries === mostTries || !mayBeCollected)) throw new GitError(how, code, err)
    await sleep(20 * tries)
  }
}

const mostTries = 20

/** Git itself takes a `gc.pid` for one that was left behind after this long, in ms. */
const staleAfter = 12 * 60 * 60 * 1000

/** Tells whether `git gc` runs. What it found of refs may be older than any that is made now. */
function isCollecting(place: RepoPaths): boolean {
  const begun = statSync(join(place.commonDir, 'gc.pid'), { throwIfNoEntry: false })?.mtimeMs
  return begun !== undefined && Date.now() - begun < staleAfter
}
