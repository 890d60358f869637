import type { Place } from './place.ts'
import { type Head, readHead, readRef, readSymbolicRef } from './refs.ts'

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
export async function findBranches(place: Place, prefix: string): Promise<Branches> {
  return await branchesFor(place, prefix, await readHead(place))
}

/** The same for a branch that need not be checked out: the one that a hook told about, say. */
export async function branchesFor(place: Place, prefix: string, head: Head): Promise<Branches> {
  // A knowledge branch that somebody checked out has no knowledge of its own.
  const learns = head.kind === 'branch' && !head.branch.startsWith(`${prefix}/`)
  const own = learns ? knowledgeRef(prefix, head.branch) : undefined
  for (const shown of await candidates(place, prefix, own)) {
    const commit = await readRef(place, shown)
    if (commit !== undefined) return { head, own, shown, commit }
  }
  return { head, own, shown: undefined, commit: undefined }
}

const knowledgeRef = (prefix: string, branch: string): string => `refs/heads/${prefix}/${branch}`

/** Names the ref that a remote's branch has here. */
export const trackingRef = (remote: string, ref: string): string =>
  ref.replace(/^refs\/heads\//, `refs/remotes/${remote}/`)

/** Names the knowledge branch of the default branch, as it would be here. */
export const defaultKnowledgeRef = async (place: Place, prefix: string): Promise<string> =>
  knowledgeRef(prefix, await defaultBranch(place))

async function candidates(place: Place, prefix: string, own: string | undefined): Promise<readonly string[]> {
  const parent = await defaultKnowledgeRef(place, prefix)
  const refs = own === undefined ? [parent] : [own, trackingRef('origin', own), parent]
  return [...new Set([...refs, trackingRef('origin', parent)])]
}

/** Names the branch that new branches come from: the remote's, else `main` or `master` where they exist. */
async function defaultBranch(place: Place): Promise<string> {
  const remote = readSymbolicRef(place, 'refs/remotes/origin/HEAD')
  if (remote !== undefined) return remote.replace('refs/remotes/origin/', '')
  for (const branch of ['main', 'master', 'trunk', 'develop']) {
    if ((await readRef(place, `refs/heads/${branch}`)) !== undefined) return branch
  }
  return 'main'
}

/** Spells a ref as a person would: without `refs/heads/` or `refs/remotes/`. */
export const shortRef = (ref: string): string => ref.replace(/^refs\/(?:heads|remotes)\//, '')
