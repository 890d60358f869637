import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../problem.ts'
import { askGit, git, GitError } from './git.ts'
import { askRemote } from './network.ts'
import { readIfThere, type RepoPaths } from './repo-paths.ts'

/** Tells a clone whose objects are fetched on demand: there, nothing may read a blob of the code in the background. */
export const isPartialClone = async (place: RepoPaths): Promise<boolean> => (await promisors(place)).length > 0

/** Tells a clone in which histories may be cut (git-clone(1) --depth). */
export const isShallow = (place: RepoPaths): boolean => existsSync(join(place.commonDir, 'shallow'))

/** The commits at which a shallow clone cuts its history: git shows each as if it had added all that is there. */
export const cutsIn = (place: RepoPaths): ReadonlySet<string> =>
  new Set((readIfThere(join(place.commonDir, 'shallow')) ?? '').split('\n').filter((line) => line !== ''))

/** The same as one text, '' for a whole history: what was read of a history that was cut elsewhere has to be read again. */
export const cutsOf = (place: RepoPaths): string => [...cutsIn(place)].toSorted().join(' ')

/** Says what is not known of something that was there when history was cut, at this commit. */
export const cutAtNotice = (commit: string): string =>
  `The history of this clone is cut at ${commit.slice(0, 8)}: what was there by then is from that commit or from any before it. \`git fetch --unshallow\`, then \`ctx curate --all\`, brings the rest.`

/** Says what is not known in a shallow clone, and how the rest is read; '' in any other. */
export const cutNotice = (place: RepoPaths): string =>
  isShallow(place)
    ? 'This clone is shallow: the history is cut, so what older commits teach is not known here. `git fetch --unshallow`, then `ctx curate --all`, brings the rest.'
    : ''

const asked = new WeakMap<RepoPaths, Promise<readonly string[]>>()

/** Names the remotes that a partial clone left objects at; git is asked once, as each commit that is read wants to know. */
function promisors(place: RepoPaths): Promise<readonly string[]> {
  const remotes = asked.get(place) ?? askPromisors(place)
  asked.set(place, remotes)
  return remotes
}

async function askPromisors(place: RepoPaths): Promise<readonly string[]> {
  const { out } = await askGit(place, [
    'config',
    '--get-regexp',
    String.raw`^remote\..*\.promisor$|^extensions\.partialclone$`,
  ])
  return out.split('\n').flatMap((line) => {
    const [, remote, named] = /^remote\.(.+)\.promisor true$|^extensions\.partialclone (.+)$/.exec(line) ?? []
    return remote ?? named ?? []
  })
}

/** Tells that git would have had to fetch what it was to read. */
export const isNotHere = (error: unknown): boolean => error instanceof GitError && error.isLeftAtRemote

/**
 * Fetches, in one batch, what a partial clone left at its remote of some knowledge commits and of all before them. Never
 * for commits of the code: whoever made such a clone wants to decide about those.
 */
export async function fetchMissing(place: RepoPaths, commits: readonly string[]): Promise<void> {
  const input = commits.map((commit) => `${commit}\n`).join('')
  const out = await git(place, ['rev-list', '--objects', '--missing=print', '--stdin'], { input })
  const missing = out.split('\n').flatMap((line) => (line.startsWith('?') ? line.slice(1) : []))
  await fetchObjects(place, missing)
}

/** Fetches objects of knowledge by their names, all in one batch. */
export async function fetchObjects(place: RepoPaths, objects: readonly string[]): Promise<void> {
  const [remote] = await promisors(place)
  if (objects.length === 0 || remote === undefined) return
  // As git itself fetches what is missing (promisor-remote.c): it has nothing to tell the server of what is here.
  const how = ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch', '--quiet', '--no-filter', '--no-tags']
  const { code, err } = await askRemote(
    place,
    remote,
    [...how, '--no-recurse-submodules', '--no-write-fetch-head', '--stdin', '--', remote],
    { input: objects.map((object) => `${object}\n`).join('') },
  )
  if (code === 0) return
  throw new Problem('knowledge-not-here', `Some of the knowledge is still at ${remote}, and git could not fetch it.`, {
    hint: `This is a partial clone. Run \`ctx pull\` once \`git ls-remote ${remote}\` works.`,
    cause: new GitError(['fetch'], code, err),
  })
}
