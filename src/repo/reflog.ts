import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { isMissing, type Place } from './place.ts'

/** No branch was made so long ago that it matters and is not within the newest bytes of the log. */
const newest = 256 * 1024

const messages = (path: string): readonly string[] => records(path).map((line) => line.split('\t')[1] ?? '')

/** Reads the lines of a reflog, the newest first; none where git keeps no log. */
function records(path: string): readonly string[] {
  try {
    const file = openSync(path, 'r')
    try {
      const { size } = fstatSync(file)
      const length = Math.min(size, newest)
      const text = Buffer.alloc(length)
      readSync(file, text, 0, length, size - length)
      return text
        .toString('utf8')
        .split('\n')
        .filter((line) => line.includes('\t'))
        .toReversed()
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Names what a code branch was called before, newest first (git-branch(1) -m writes it to the branch's reflog). */
export function formerNames(place: Place, branch: string): readonly string[] {
  let name = branch
  return messages(join(place.commonDir, 'logs', 'refs', 'heads', branch)).flatMap((message) => {
    const [, from = '', to] = /^Branch: renamed refs\/heads\/(\S+) to refs\/heads\/(\S+)$/.exec(message) ?? []
    if (to !== name) return []
    name = from
    return [from]
  })
}

/** Names the code branch that another was made from, as far as git wrote it down; a remote's branch by its own name. */
export function madeFrom(place: Place, branch: string): string | undefined {
  const born = messages(join(place.commonDir, 'logs', 'refs', 'heads', branch)).at(-1)
  const [, start] = /^branch: Created from (.+)$/.exec(born ?? '') ?? []
  if (start !== undefined && start !== 'HEAD') return start.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, '')
  const made = madeAt(place, branch) ?? 0
  let found: string | undefined
  // Whoever comes back to a branch comes from elsewhere than the one it was made from: the oldest move since counts.
  for (const record of records(join(place.gitDir, 'logs', 'HEAD'))) {
    const [, seconds, from, to] = /> (\d+) [-+]\d{4}\tcheckout: moving from (\S+) to (\S+)$/.exec(record) ?? []
    if (to === branch && Number(seconds) >= made) found = from
  }
  return found
}

/** Whether a branch ever pointed to one of these commits, as far as git wrote it down: its log dies with it. */
export function pointedTo(place: Place, branch: string, commits: readonly string[]): boolean {
  const wanted = new Set(commits)
  return records(join(place.commonDir, 'logs', 'refs', 'heads', branch)).some((line) =>
    wanted.has(line.split(' ', 2)[1] ?? ''),
  )
}

/** When a branch was made, in seconds since 1970; undefined where git did not write that down. */
export function madeAt(place: Place, branch: string): number | undefined {
  const born = records(join(place.commonDir, 'logs', 'refs', 'heads', branch)).at(-1) ?? ''
  const [, seconds] = /> (\d+) [-+]\d{4}\tbranch: Created from /.exec(born) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}
