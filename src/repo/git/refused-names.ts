import { Problem } from '../../problem.ts'
import { oneLine } from '../../text/clean.ts'
import { shortRef } from './branches.ts'
import { streamGit } from './git.ts'
import type { RepoPaths } from './repo-paths.ts'

/** Whether a path has a name that git's own check of objects refuses: `.`, `..`, an empty one, or what some disk takes for `.git`. */
export const isRefusedPath = (path: string): boolean => path.split('/').some(isRefusedName)

const isRefusedName = (name: string): boolean =>
  name === '' || name === '.' || name === '..' || isGitOnHfs(name) || name.split('\\').some(isGitOnNtfs)

/** What HFS+ leaves out of names, as git's utf8.c has it; there, what is no UTF-8 ends a name. */
const leftOutByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
const isGitOnHfs = (name: string): boolean => /^\.git(?:\ufffd|$)/i.test(name.replace(leftOutByHfs, ''))

/** Dots and blanks at the end are nothing to Windows, behind a colon stands a stream, and `git~1` is the short name. */
const isGitOnNtfs = (name: string): boolean => /^(?:\.git|git~1)[. ]*(?::|$)/i.test(name)

type Incoming = {
  readonly ref: string
  readonly ours: string | undefined
  readonly theirs: string
  readonly home: string | undefined
}

/**
 * Refuses the knowledge of a remote whose commits have such names, be they taken out again since: a merge makes these commits
 * a part of every later push, and a server that checks objects refuses it. What the home remote has is not sent again.
 * @throws {Problem} that names the ref and the path.
 */
export async function requireNamesToShare(place: RepoPaths, { ref, ours, theirs, home }: Incoming): Promise<void> {
  const but = home === undefined ? [] : ['--not', `--remotes=${home}`, '--not']
  const how = ['-z', '-c', '--name-only', '--no-renames', '--root', '--format=']
  const tips = [theirs, ...(ours === undefined ? [] : [`^${ours}`])]
  // A chunk may end amid a character.
  const decoder = new TextDecoder('utf8', { ignoreBOM: true })
  let rest = ''
  for await (const chunk of streamGit(place, ['log', ...how, ...but, '--end-of-options', ...tips], {
    isBounded: true,
  })) {
    const paths = (rest + decoder.decode(chunk, { stream: true })).split('\0')
    rest = paths.pop() ?? ''
    const refused = paths.map((path) => path.replace(/^\n+/, '')).find((path) => path !== '' && isRefusedPath(path))
    if (refused !== undefined) throw notToShare(ref, refused)
  }
}

const notToShare = (ref: string, path: string): Problem =>
  new Problem(
    'refused-name',
    `${shortRef(ref)} was not taken: one of its commits has the path "${oneLine(path)}", and git refuses such names where it checks objects. Each of your pushes would be refused with it.`,
    {
      hint: `Nothing changed here. Look who made it: git log --stat ${shortRef(ref)}. It can be taken once its history does without.`,
    },
  )
