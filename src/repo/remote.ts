import { Problem } from '../problem.ts'
import { shortRef, trackingRef } from './branches.ts'
import { askGit } from './git.ts'
import type { Place } from './place.ts'

/** Chooses the remote to share with: the one named, the branch's own, the only one, or `origin`. */
export async function chooseRemote(
  place: Place,
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
  const own = branch === undefined ? '' : (await askGit(place, ['config', '--get', `branch.${branch}.remote`])).out
  const chosen = [own, 'origin', remotes[0] ?? ''].find((name) => remotes.includes(name))
  if (chosen === undefined)
    throw new Problem('no-remote', 'This repository has no remote to share knowledge with.', {
      hint: 'Add one with `git remote add origin <url>`.',
    })
  return chosen
}

/** Fetches all knowledge branches of a remote into its tracking refs. */
export async function fetchKnowledge(place: Place, remote: string, prefix: string): Promise<void> {
  const refs = `+refs/heads/${prefix}/*:refs/remotes/${remote}/${prefix}/*`
  const { code, err } = await askGit(
    place,
    [
      'fetch',
      '--quiet',
      '--prune',
      '--no-tags',
      '--no-recurse-submodules',
      '--no-write-fetch-head',
      '--',
      remote,
      refs,
    ],
    { network: true },
  )
  if (code !== 0) throw unreachable(remote, err)
}

export type Pushed = 'pushed' | 'up to date' | 'others were first'

/** Pushes one commit to a knowledge branch of a remote, never by force, and without running anybody's hooks. */
export async function pushKnowledge(place: Place, remote: string, ref: string, commit: string): Promise<Pushed> {
  const args = [
    '-c',
    'core.hooksPath=/dev/null',
    'push',
    '--porcelain',
    '--no-verify',
    '--',
    remote,
    `${commit}:${ref}`,
  ]
  const { code, out, err } = await askGit(place, args, { network: true, env: { CTX_HOOKS: '0' } })
  if (code === 0) {
    await askGit(place, ['update-ref', trackingRef(remote, ref), commit])
    return /^=/m.test(out) ? 'up to date' : 'pushed'
  }
  const reason = /^!\t[^\t]*\t(.*)$/m.exec(out)?.[1] ?? ''
  if (/fetch first|non-fast-forward|stale info|cannot lock ref|failed to update ref|incorrect old value/.test(reason))
    return 'others were first'
  if (reason === '') throw unreachable(remote, err)
  throw new Problem('push-rejected', `${remote} did not take ${shortRef(ref)}: ${reason}`, {
    hint: 'Nothing was lost: your knowledge is on the local branch. Mend what the remote says, then run `ctx push` again.',
  })
}

/** Lists the branches that a remote has, without `refs/heads/`. */
export async function listHeads(place: Place, remote: string): Promise<ReadonlySet<string>> {
  const { code, out, err } = await askGit(place, ['ls-remote', '--heads', '--quiet', '--', remote], { network: true })
  if (code !== 0) throw unreachable(remote, err)
  return new Set(out.split('\n').flatMap((line) => line.split('\trefs/heads/')[1] ?? []))
}

/** Deletes a knowledge branch of a remote, unless it moved since we last heard of it. */
export async function deleteKnowledge(place: Place, remote: string, ref: string, commit: string): Promise<void> {
  const args = [
    '-c',
    'core.hooksPath=/dev/null',
    'push',
    '--quiet',
    '--no-verify',
    `--force-with-lease=${ref}:${commit}`,
  ]
  const { code, out, err } = await askGit(place, [...args, '--porcelain', '--', remote, `:${ref}`], {
    network: true,
    env: { CTX_HOOKS: '0' },
  })
  if (code === 0) return
  const reason = /^!\t[^\t]*\t(.*)$/m.exec(out)?.[1]
  if (reason === undefined) throw unreachable(remote, err)
  throw new Problem('delete-refused', `${remote} did not delete ${shortRef(ref)}: ${reason}`, {
    hint: 'Ask whoever may to delete it there, or leave it.',
  })
}

/** Tells whether a remote has any branch: the first one pushed to an empty server becomes its default branch. */
export const hasBranches = async (place: Place, remote: string): Promise<boolean> =>
  (await listHeads(place, remote)).size > 0

const unreachable = (remote: string, err: string): Problem =>
  new Problem('remote-unreachable', `Git could not talk to ${remote}: ${err.trim().split('\n').at(-1) ?? ''}`, {
    hint: `Try \`git ls-remote ${remote}\`. Nothing was lost: your knowledge is on the local branch.`,
  })
