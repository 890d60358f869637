import { join } from 'node:path'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'
import { removeFile } from './disk.ts'
import { listHookNotes, readHookNote } from './hook-notes.ts'
import { readStateFile, stateDir, writeStateFile } from './state.ts'

/** A branch that git was about to push: its name here as it was given, the commit, and its full ref at the remote. */
export type PushedBranch = { readonly from: string; readonly commit: string; readonly to: string }

/** What the pre-push hook was told, in the work tree `root`; `pusher` is the process id of the git that pushes. */
export type GitPush = {
  readonly file: string
  readonly root: string
  readonly remote: string
  readonly pusher: number
  readonly branches: readonly PushedBranch[]
}

const pushesDir = (place: RepoPaths): string => join(stateDir(place), 'pushes')

/** Reads the pushes whose knowledge has yet to be shared; a damaged note is forgotten, the next push makes up for it. */
export function readPushes(place: RepoPaths): readonly GitPush[] {
  return listHookNotes(pushesDir(place)).flatMap((file) => {
    const text = readIfThere(join(pushesDir(place), file))
    // It got its own name, or was dealt with, since the folder was listed.
    if (text === undefined) return []
    const push = readPush(file, text)
    if (push === undefined) forgetPush(place, { file })
    return push ?? []
  })
}

/** Forgets a push that was dealt with. */
export const forgetPush = (place: RepoPaths, { file }: Pick<GitPush, 'file'>): void =>
  removeFile(join(pushesDir(place), file), { below: place.commonDir })

const hash = /^(?!0+$)[0-9a-f]{40,64}$/

function readPush(file: string, text: string): GitPush | undefined {
  const lines = readHookNote(text)
  if (lines === undefined) return undefined
  const valuesOf = (key: string): readonly string[] => lines.flatMap(([name, value]) => (name === key ? [value] : []))
  const [root = ''] = valuesOf('root')
  const [remote = ''] = valuesOf('remote')
  const branches = valuesOf('pushed').flatMap((value): readonly PushedBranch[] => {
    const [from = '', commit = '', to = ''] = value.split(' ')
    return hash.test(commit) && to.startsWith('refs/heads/') ? [{ from, commit, to }] : []
  })
  if (root === '' || remote === '') return undefined
  return { file, root, remote, pusher: Number(valuesOf('pusher')[0]), branches }
}

/** How sharing one knowledge branch with one remote ended last. */
export type Shared = {
  readonly remote: string
  readonly branch: string
  readonly at: string
  readonly isShared: boolean
  /** Why it was not shared, and how to go on; '' where it was. */
  readonly detail: string
}

const sharedFile = 'shared'
const mostShared = 20

/** Reads how sharing ended, the newest first. */
export const readShared = (place: RepoPaths): readonly Shared[] =>
  (readStateFile(place, sharedFile) ?? '').split('\n').flatMap((line) => {
    const [at = '', how = '', remote = '', branch = '', detail = ''] = line.split('\t')
    return branch === '' ? [] : [{ at, isShared: how === 'shared', remote, branch, detail }]
  })

/** Notes how sharing ended, in the place of what was known of that branch and remote before. */
export function noteShared(place: RepoPaths, shared: Shared): void {
  const others = readShared(place).filter(({ remote, branch }) => remote !== shared.remote || branch !== shared.branch)
  const lines = [shared, ...others]
    .slice(0, mostShared)
    .map(({ at, isShared, remote, branch, detail }) =>
      [at, isShared ? 'shared' : 'kept', remote, branch, detail].join('\t'),
    )
  writeStateFile(place, sharedFile, `${lines.join('\n')}\n`)
}
