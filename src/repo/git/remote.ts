import { Problem } from '../../problem.ts'
import { oneLine } from '../../text/clean.ts'
import { shortRef, trackingRef } from './branches.ts'
import { askGit } from './git.ts'
import { askRemote } from './network.ts'
import { listRefs } from './objects.ts'
import { fetchMissing, isPartialClone, isShallow } from './partial.ts'
import { readRef } from './refs.ts'
import type { RepoPaths } from './repo-paths.ts'

/** Chooses the remote to share with: the one named, the branch's own, the only one, or `origin`. */
export async function chooseRemote(
  place: RepoPaths,
  named: string | undefined,
  branch: string | undefined,
): Promise<string> {
  const { out } = await askGit(place, ['remote'])
  const remotes = out.split('\n').filter((name) => name !== '')
  if (named !== undefined) {
    if (remotes.includes(named)) return named
    throw new Problem('unknown-remote', `"${named}" is not a remote of this repository.`, {
      hint:
        remotes.length === 0
          ? 'Add one with `git remote add origin <url>`.'
          : `Its remotes are: ${remotes.join(', ')}.`,
    })
  }
  // A remote that is the only one is taken, whatever the branch says.
  const isAsked = branch !== undefined && remotes.length > 1
  const own = isAsked ? (await askGit(place, ['config', '--get', `branch.${branch}.remote`])).out : ''
  const chosen = [own, 'origin', remotes[0] ?? ''].find((name) => remotes.includes(name))
  if (chosen === undefined)
    throw new Problem('no-remote', 'This repository has no remote to share knowledge with.', {
      hint: 'Add one with `git remote add origin <url>`.',
    })
  return chosen
}

/** Tells a remote from an address that somebody pushes to. */
export const isRemote = async (place: RepoPaths, name: string): Promise<boolean> =>
  (await askGit(place, ['remote', 'get-url', '--', name])).code === 0

/** Tells whether `git fetch` brings every branch below a folder, as it does unless somebody cloned one branch alone. */
export async function fetchesBranches(place: RepoPaths, remote: string, folder: string): Promise<boolean> {
  const { out } = await askGit(place, ['config', '--get-all', `remote.${remote}.fetch`])
  return out.split('\n').some((refs) => {
    const [, from] = /^\+?([^*:^]*)\*:/.exec(refs) ?? []
    return from !== undefined && `refs/heads/${folder}`.startsWith(from)
  })
}

/**
 * Fetches all knowledge branches of a remote into its tracking refs, with all of their history and files, however little of
 * the code was cloned: of that, not one object is fetched.
 */
export async function fetchKnowledge(place: RepoPaths, remote: string, prefix: string): Promise<void> {
  const isPartial = await isPartialClone(place)
  const refs = `+refs/heads/${prefix}/*:refs/remotes/${remote}/${prefix}/*`
  const { code, err } = await askRemote(
    place,
    remote,
    [
      ...fetching,
      '--prune',
      '--no-tags',
      '--no-recurse-submodules',
      '--no-write-fetch-head',
      ...(isShallow(place) ? [`--depth=${deepest}`] : []),
      ...(isPartial ? ['--no-filter'] : []),
      '--',
      remote,
      refs,
    ],
    { env: fetchingLimit },
  )
  if (code !== 0) throw isTooLarge(err) ? tooLarge(remote) : unreachable(remote, err)
  if (!isPartial) return
  const tips = await listRefs(place, `refs/remotes/${remote}/${prefix}/`)
  await fetchMissing(
    place,
    tips.map(({ commit }) => commit),
  )
}

// Git refuses an object that is larger than its limit as soon as it hears of it; those that it would not hold whole it would
// unpack all the same. What it cleans up behind a fetch may need more, so that is left to the person's own git.
const fetching = ['-c', 'core.bigFileThreshold=1g', 'fetch', '--quiet', '--no-auto-maintenance']
const fetchingLimit = { GIT_ALLOC_LIMIT: '64m' }

const isTooLarge = (err: string): boolean => err.includes(' over limit ')

const tooLarge = (remote: string): Problem =>
  new Problem(
    'tree-too-large',
    `Nothing was fetched: ${withoutPassword(remote)} has something among its knowledge that is larger than anybody writes.`,
    { hint: 'Nothing changed here. Look who pushed it, and delete that branch there.' },
  )

// What git calls infinite (--unshallow) would fetch the whole history of the code as well.
const deepest = 1_000_000_000

/**
 * What a push came to. A refusal carries the server's own words; `isRace` where somebody else may have been quicker, and
 * `isBusy` where somebody may be at it this moment.
 */
export type Pushed =
  | { readonly outcome: 'pushed' | 'up to date' }
  | { readonly outcome: 'refused'; readonly words: string; readonly isRace: boolean; readonly isBusy: boolean }

/** Pushes one commit to a knowledge branch of a remote, never by force, and without running anybody's hooks. */
export async function pushKnowledge(place: RepoPaths, remote: string, to: string, commit: string): Promise<Pushed> {
  const args = ['-c', 'core.hooksPath=/dev/null', 'push', '--porcelain', '--no-verify', '--', remote, `${commit}:${to}`]
  const tracking = trackingRef(remote, to)
  const before = await readRef(place, tracking)
  const { code, out, err } = await askRemote(place, remote, args, { env: { CTX_HOOKS: '0' } })
  if (code === 0) {
    // Whoever fetched meanwhile knows better.
    await askGit(place, ['update-ref', tracking, commit, before ?? '0'.repeat(commit.length)])
    return { outcome: /^=/m.test(out) ? 'up to date' : 'pushed' }
  }
  const reason = /^!\t[^\t]*\t(.*)$/m.exec(out)?.[1]
  if (reason === undefined) throw unreachable(remote, err)
  return { outcome: 'refused', words: wordsOf(reason, err), ...judge(`${reason}\n${err}`) }
}

/** Tells a lost race from what will be refused again: a rule of the server, or a branch where ours needs a folder. */
function judge(said: string): { isRace: boolean; isBusy: boolean } {
  const isLost = /fetch first|non-fast-forward|stale info|but expected|incorrect old value/.test(said)
  const isBusy = !isLost && /cannot lock ref|failed to update ref/.test(said) && !/exists; cannot create/.test(said)
  return { isRace: isLost || isBusy, isBusy }
}

/** Joins git's reason and what the server said beside it. */
const wordsOf = (reason: string, err: string): string => {
  const said = [...err.matchAll(/^remote: (.*)$/gm)].map(([, line = '']) => oneLine(line)).filter((line) => line !== '')
  return withoutPassword([oneLine(reason), ...said.slice(0, 6)].join('; '))
}

/** Where a remote is pushed to, if that is another place than it is fetched from (`remote.<name>.pushurl`). */
export async function pushPlace(place: RepoPaths, remote: string): Promise<string | undefined> {
  const urls = await Promise.all(
    [[], ['--push']].map(async (how) => (await askGit(place, ['remote', 'get-url', ...how, '--', remote])).out),
  )
  return urls[0] === urls[1] ? undefined : urls[1]
}

/** Lists the branches that a remote, or the place of an address, has: their commits by their names without `refs/heads/`. */
export async function listHeads(place: RepoPaths, remote: string): Promise<ReadonlyMap<string, string>> {
  const { code, out, err } = await askRemote(place, remote, ['ls-remote', '--heads', '--quiet', '--', remote])
  if (code !== 0) throw unreachable(remote, err)
  return new Map(
    out.split('\n').flatMap((line): readonly [string, string][] => {
      const [commit = '', branch] = line.split('\trefs/heads/')
      return branch === undefined ? [] : [[branch, commit]]
    }),
  )
}

/** Names the branch that a clone of a repository begins with; undefined where it does not say. */
export async function remoteHead(place: RepoPaths, url: string): Promise<string | undefined> {
  const { code, out, err } = await askRemote(place, url, ['ls-remote', '--symref', '--quiet', '--', url, 'HEAD'])
  if (code !== 0) throw unreachable(url, err)
  return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(out)?.[1]
}

/** Fetches one branch of another repository into a ref of our own, with its history and nothing else; gives its commit. */
export async function fetchSource(
  place: RepoPaths,
  url: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<string> {
  const quiet = ['--no-tags', '--no-recurse-submodules', '--no-write-fetch-head']
  const args = [...fetching, ...quiet, '--', url, `+refs/heads/${from}:${to}`]
  const { code, err } = await askRemote(place, url, args, { env: fetchingLimit })
  if (isTooLarge(err)) throw tooLarge(url)
  const commit = code === 0 ? await readRef(place, to) : undefined
  if (commit === undefined) throw unreachable(url, err)
  return commit
}

/** Deletes a knowledge branch of a remote, unless it moved since we last heard of it. */
export async function deleteKnowledge(place: RepoPaths, remote: string, ref: string, commit: string): Promise<void> {
  const args = [
    '-c',
    'core.hooksPath=/dev/null',
    'push',
    '--quiet',
    '--no-verify',
    `--force-with-lease=${ref}:${commit}`,
  ]
  const { code, out, err } = await askRemote(place, remote, [...args, '--porcelain', '--', remote, `:${ref}`], {
    env: { CTX_HOOKS: '0' },
  })
  if (code === 0) return
  const reason = /^!\t[^\t]*\t(.*)$/m.exec(out)?.[1]
  if (reason === undefined) throw unreachable(remote, err)
  throw new Problem('delete-refused', `${remote} did not delete ${shortRef(ref)}: ${reason}`, {
    hint: 'Ask whoever may to delete it there, or leave it.',
  })
}

const unreachable = (remote: string, err: string): Problem =>
  new Problem('remote-unreachable', `Git could not talk to ${withoutPassword(remote)}: ${complaint(err)}`, {
    hint: `Try \`git ls-remote ${withoutPassword(remote)}\`. Nothing was lost: your knowledge is on the local branch.`,
  })

/** What git complained of first; what follows it is advice that fits every failure. */
function complaint(err: string): string {
  const lines = err.split('\n').map(oneLine)
  const found = lines.find((line) => /^(?:fatal|error|remote|ssh): /i.test(line)) ?? lines.find((line) => line !== '')
  return withoutPassword((found ?? 'it said nothing').replace(/^fatal: /, ''))
}

/** A person's own terminal may say all but this; whole addresses are what they look for. */
const withoutPassword = (text: string): string => text.replace(/(:\/\/[^\s:/@]*):[^\s/@]+@/g, '$1:…@')
