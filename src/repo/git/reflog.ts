import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join, relative } from 'node:path'
import { localRef } from './refs.ts'
import { isMissing, type RepoPaths } from './repo-paths.ts'

/** No branch was made so long ago that it matters and is not within the newest bytes of the log. */
const newest = 256 * 1024

const messages = (path: string): readonly string[] => records(path).map((line) => line.split('\t')[1] ?? '')

/** Reads the lines of a reflog, the newest first; none where git keeps no log. */
function records(path: string): readonly string[] {
  try {
    const file = openSync(path, 'r')
    try {
      const stat = fstatSync(file)
      // Where `feature` is gone, `logs/refs/heads/feature` may be the folder of `feature/x`.
      if (!stat.isFile()) return []
      const length = Math.min(stat.size, newest)
      const text = Buffer.alloc(length)
      readSync(file, text, 0, length, stat.size - length)
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

/** A name that a code branch had until a moment, in seconds since 1970. */
type FormerName = { readonly name: string; readonly until: number }

/** Names what a code branch was called before, newest first (git-branch(1) -m writes it to the branch's reflog). */
export function namesBefore(place: RepoPaths, branch: string): readonly FormerName[] {
  let name = branch
  return records(logOf(place, branch)).flatMap((record) => {
    const [, seconds, from = '', to] = renaming.exec(record) ?? []
    if (to !== name) return []
    name = from
    return [{ name: from, until: Number(seconds) }]
  })
}

const renaming = /> (\d+) [-+]\d{4}\tBranch: renamed refs\/heads\/(\S+) to refs\/heads\/(\S+)$/
const logOf = (place: RepoPaths, branch: string): string => join(place.commonDir, 'logs', 'refs', 'heads', branch)

/** The names alone. */
export const formerNames = (place: RepoPaths, branch: string): readonly string[] =>
  namesBefore(place, branch).map(({ name }) => name)

/** Names the code branches that had a name before. */
export function renamedFrom(place: RepoPaths, name: string): readonly string[] {
  const logs = join(place.commonDir, 'logs', 'refs', 'heads')
  const branches = readFolder(logs).map((path) => path.replaceAll('\\', '/'))
  return branches.filter((branch) => formerNames(place, branch).includes(name))
}

function readFolder(dir: string): readonly string[] {
  try {
    return readdirSync(dir, { recursive: true, withFileTypes: true }).flatMap((item) =>
      item.isFile() ? [relative(dir, join(item.parentPath, item.name))] : [],
    )
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** When the log of a branch begins, in seconds since 1970; undefined where git keeps none. */
export function loggedSince(place: RepoPaths, branch: string): number | undefined {
  const [, seconds] = /> (\d+) [-+]\d{4}\t/.exec(records(logOf(place, branch)).at(-1) ?? '') ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

/** Names the code branch that another was made from, as far as git wrote it down; a remote's branch by its own name. */
export function madeFrom(place: RepoPaths, branch: string): string | undefined {
  const born = messages(logOf(place, branch)).at(-1)
  const [, start] = /^branch: Created from (.+)$/.exec(born ?? '') ?? []
  if (start !== undefined && start !== 'HEAD') return localRef(start).replace(/^refs\/heads\//, '')
  const made = madeAt(place, branch) ?? 0
  let found: string | undefined
  // Whoever comes back to a branch comes from elsewhere than the one it was made from: the oldest move since counts.
  for (const record of records(join(place.gitDir, 'logs', 'HEAD'))) {
    const [, seconds, from, to] = /> (\d+) [-+]\d{4}\tcheckout: moving from (\S+) to (\S+)$/.exec(record) ?? []
    if (to === branch && Number(seconds) >= made) found = from
  }
  return found
}

/** Names the commit that another is the amended form of, as far as the work tree's log says so. */
export function amendedFrom(place: RepoPaths, commit: string): string | undefined {
  const line = records(join(place.gitDir, 'logs', 'HEAD')).find(
    (record) => record.split(' ', 2)[1] === commit && record.includes('\tcommit (amend)'),
  )
  const from = line?.split(' ', 1)[0]
  return from === commit ? undefined : from
}

/** Whether a merge was made on a branch, by its full ref, and did not come there by moving it forward, as a pull may. */
export const isMergedOn = (place: RepoPaths, ref: string, commit: string): boolean =>
  records(join(place.commonDir, 'logs', ref)).some((record) => {
    const [moved = '', why = ''] = record.split('\t')
    return moved.split(' ', 2)[1] === commit && /^(?:merge|pull)\b/.test(why) && why.includes(': Merge made by ')
  })

/** Names the commits that were made in a work tree since it was at `head` at a time; of amended ones the last form. */
export function committedSince(
  place: RepoPaths,
  { begun, head }: { readonly begun: string; readonly head: string },
): readonly string[] {
  const since = Math.floor(Date.parse(begun) / 1000)
  const made: string[] = []
  const amended = new Set<string>()
  for (const record of records(join(place.gitDir, 'logs', 'HEAD'))) {
    const [from = '', to = ''] = record.split(' ', 2)
    const [, seconds] = /> (\d+) [-+]\d{4}\t/.exec(record) ?? []
    // Git dates its log by the second.
    if (Number(seconds) < since || (Number(seconds) === since && to === head)) break
    const [, how] = committed.exec(record) ?? []
    if (how === undefined) continue
    if (how === ' (amend)') amended.add(from)
    made.push(to)
  }
  return [...new Set(made)].filter((commit) => !amended.has(commit))
}

const committed = /\tcommit( \(amend\)| \(initial\)|(?=:))/

/** Whether a branch ever pointed to one of these commits, as far as git wrote it down: its log dies with it. */
export function pointedTo(place: RepoPaths, branch: string, commits: readonly string[]): boolean {
  const wanted = new Set(commits)
  return records(logOf(place, branch)).some((line) => wanted.has(line.split(' ', 2)[1] ?? ''))
}

/** When a branch was made, in seconds since 1970; undefined where git did not write that down. */
export function madeAt(place: RepoPaths, branch: string): number | undefined {
  const born = records(logOf(place, branch)).at(-1) ?? ''
  const [, seconds] = /> (\d+) [-+]\d{4}\tbranch: Created from /.exec(born) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

/** Reads how a knowledge branch moved, the newest first: what git notes of it, and which commits of the code it learned from. */
export const movesOf = (
  place: RepoPaths,
  ref: string,
): readonly {
  readonly from: string
  readonly to: string
  readonly sources: readonly string[]
  readonly why: string
}[] =>
  records(join(place.commonDir, 'logs', ref)).map((line) => {
    const [from = '', to = ''] = line.split(' ', 2)
    const why = line.slice(line.indexOf('\t') + 1)
    const [, named = ''] = /^ctx ([0-9a-f ]+)$/.exec(why) ?? []
    return { from, to, sources: named.split(' ').filter((sha) => sha !== ''), why }
  })
