import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../state/lock.ts'
import { askGit, GitError } from './git.ts'
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

/** The ref that holds a commit and what the commit learned from; undefined for one that others hold. */
export const holderOf = (commit: string): ReturnType<(typeof held)['get']> => held.get(commit)

/** Lets go of a commit: its branch has it, or it is of no use. */
export const forgetHolder = (commit: string): void => void held.delete(commit)

/** Lets go of what killed processes held. */
export async function sweepHolders(place: RepoPaths): Promise<void> {
  for (const { ref, commit } of await listRefs(place, prefix)) {
    const pid = Number(/\/(\d+)-\d+$/.exec(ref)?.[1])
    if (pid !== process.pid && !isAlive(pid)) await askGit(place, ['update-ref', '-d', ref, commit])
  }
}

/**
 * Runs fast-import beside a `git gc --prune=now` too: that takes loose objects away which it did not see a ref to, but
 * no pack that fast-import still keeps; and half a pack, so that fast-import fails and is run again.
 */
export async function importSafely(place: RepoPaths, input: string): Promise<string> {
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
