import { loggedSince, madeFrom, namesBefore } from './reflog.ts'
import { type Head, readHead, readRef, readSymbolicRef } from './refs.ts'
import type { RepoPaths } from './repo-paths.ts'

/** Which knowledge a work tree shows, and where what is learned there goes. */
export type Branches = {
  readonly head: Head
  /** The code branch's own knowledge branch; undefined where nothing is learned: on a detached HEAD or a knowledge branch. */
  readonly own: string | undefined
  /** The ref that is shown: the own branch, or its parent's until something is learned; undefined when there is none. */
  readonly shown: string | undefined
  readonly commit: string | undefined
}

/** Finds the knowledge branch of the code branch that is checked out (FORMATS section 1). */
export async function findBranches(place: RepoPaths, prefix: string): Promise<Branches> {
  return await branchesFor(place, prefix, await readHead(place))
}

/** The same for a branch that need not be checked out: the one that a hook told about, say. */
export async function branchesFor(place: RepoPaths, prefix: string, head: Head): Promise<Branches> {
  // A knowledge branch that somebody checked out has no knowledge of its own.
  const learns = head.kind === 'branch' && !head.branch.startsWith(`${prefix}/`)
  const own = learns ? knowledgeRef(prefix, head.branch) : undefined
  const ownCommit = own === undefined ? undefined : await readRef(place, own)
  if (own !== undefined && ownCommit !== undefined) return { head, own, shown: own, commit: ownCommit }
  const branch = own === undefined || head.kind === 'detached' ? undefined : head.branch
  for (const shown of await parentRefs(place, prefix, branch)) {
    const commit = await readRef(place, shown)
    if (commit !== undefined) return { head, own, shown, commit }
  }
  return { head, own, shown: undefined, commit: undefined }
}

/**
 * Names the knowledge branch that a renamed code branch left behind under its old name; undefined where there is none, or
 * where a code branch of that name is there again and the knowledge may be of that one.
 */
export async function leftBehind(place: RepoPaths, prefix: string, branch: string): Promise<string | undefined> {
  for (const { name, until } of namesBefore(place, branch)) {
    const old = knowledgeRef(prefix, name)
    if ((await readRef(place, old)) === undefined) continue
    const isTaken = (await readRef(place, `refs/heads/${name}`)) !== undefined
    const learnedSince = loggedSince(place, `${prefix}/${name}`)
    if (!isTaken || (learnedSince !== undefined && learnedSince < until)) return old
  }
  return undefined
}

/** Names the knowledge branch of a code branch, both as full refs. */
export const knowledgeRefOf = (prefix: string, code: string): string =>
  code.replace(/^refs\/heads\//, knowledgeRef(prefix, ''))

/** Names the code branch of a knowledge branch, both as full refs. */
export const codeRefOf = (prefix: string, knowledge: string): string =>
  knowledge.replace(knowledgeRef(prefix, ''), 'refs/heads/')

const knowledgeRef = (prefix: string, branch: string): string => `refs/heads/${prefix}/${branch}`

/** Names the ref that a remote's branch has here. */
export const trackingRef = (remote: string, ref: string): string =>
  ref.replace(/^refs\/heads\//, `refs/remotes/${remote}/`)

/** Names the knowledge branch of the default branch, as it would be here. */
export const defaultKnowledgeRef = async (place: RepoPaths, prefix: string): Promise<string> =>
  knowledgeRef(prefix, await defaultBranch(place))

/**
 * Names where a branch without knowledge of its own finds some, the nearest first: under the name it had before, at the
 * remote, with the branch that it was made from, with the default branch.
 */
export async function parentRefs(
  place: RepoPaths,
  prefix: string,
  branch: string | undefined,
): Promise<readonly string[]> {
  const main = await defaultKnowledgeRef(place, prefix)
  const last = [main, trackingRef('origin', main)]
  if (branch === undefined) return last
  const old = await leftBehind(place, prefix, branch)
  const from = madeFrom(place, branch)
  const born = from === undefined || from === branch ? [] : [knowledgeRef(prefix, from)]
  return [...(old === undefined ? [] : [old]), trackingRef('origin', knowledgeRef(prefix, branch)), ...born, ...last]
}

/** Names the branch that new branches come from: the remote's, else `main` or `master` where they exist. */
async function defaultBranch(place: RepoPaths): Promise<string> {
  const remote = readSymbolicRef(place, 'refs/remotes/origin/HEAD')
  if (remote !== undefined) return remote.replace('refs/remotes/origin/', '')
  for (const branch of ['main', 'master', 'trunk', 'develop']) {
    if ((await readRef(place, `refs/heads/${branch}`)) !== undefined) return branch
  }
  return 'main'
}

/** Spells a ref as a person would: without `refs/heads/` or `refs/remotes/`. */
export const shortRef = (ref: string): string => ref.replace(/^refs\/(?:heads|remotes)\//, '')
