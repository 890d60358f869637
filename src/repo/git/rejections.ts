import { type CommitKey, commitKey } from '../../commit.ts'
import { fromSeconds, toDay } from '../../tree/meta.ts'
import { git, streamGit } from './git.ts'
import { fieldsOfEach, findObjects } from './objects.ts'
import type { RepoPaths } from './repo-paths.ts'

/** The commits of which people rejected what they teach, newest first, each with the day on which they last did. */
export type Rejections = ReadonlyMap<CommitKey, string>

/**
 * Names the commits behind a knowledge commit that say what was rejected, or rewritten since, newest first; none where nothing
 * was rejected.
 */
export async function rejectingCommits(place: RepoPaths, commit: string): Promise<readonly string[]> {
  const named = async (...which: readonly string[]): Promise<readonly string[]> => {
    const out = await git(place, ['log', '--format=%H', rejectedOnes, ...which, '--end-of-options', commit])
    return out.split('\n').filter((sha) => sha !== '')
  }
  // People amend often and reject seldom.
  return (await named('--max-count=1')).length === 0 ? [] : await named('--grep=^Source-Rewritten: ')
}

const rejectedOnes = '--grep=^Rejected-Source: '

/** Rejected commits that are known, at most: more than anybody rejects by hand, and read with every question. */
const mostRejected = 10_000

/** Characters of trailers that are read, at most: who names a million commits does not mean any of them. */
const mostRead = 4 * 1024 * 1024

const format =
  '--format=%ct%x00%(trailers:key=Rejected-Source,valueonly,separator=%x20)%x00%(trailers:key=Source-Rewritten,valueonly,separator=%x1f)'
const fieldCount = 3

/**
 * Reads the trailers `Rejected-Source: <commit>` of these commits, newest first, as far as this repository has what they name;
 * a commit that was rewritten since is rejected under its new name, too.
 */
export async function readRejections(place: RepoPaths, commits: readonly string[]): Promise<Rejections> {
  const days = new Map<CommitKey, string>()
  const images = new Map<CommitKey, CommitKey>()
  const said = fieldsOfEach(await trailersOf(place, commits), fieldCount)
  for (const [seconds = '0', rejected = '', rewritten = ''] of said) {
    const day = toDay(fromSeconds(seconds))
    for (const key of keysIn(rejected)) if (!days.has(key)) days.set(key, day)
    for (const line of rewritten.split('\u001f')) {
      const [from, to] = keysIn(line)
      if (from !== undefined && to !== undefined && !images.has(from)) images.set(from, to)
    }
  }
  const named = underAllNames(days, images)
  const found = await findObjects(
    place,
    'commit',
    [...named.keys()].map((key) => `${key}^{commit}`),
  )
  return new Map([...named].filter((_, at) => found[at] !== undefined))
}

async function trailersOf(place: RepoPaths, commits: readonly string[]): Promise<string> {
  if (commits.length === 0) return ''
  let out = ''
  const args = ['log', '-z', '--no-walk=unsorted', '--stdin', format]
  for await (const chunk of streamGit(place, args, { input: commits.map((commit) => `${commit}\n`).join('') })) {
    out += chunk.toString('latin1')
    if (out.length > mostRead) break
  }
  return out
}

const keysIn = (text: string): readonly CommitKey[] =>
  text.split(' ').flatMap((name) => (/^[0-9a-f]{8,64}$/.test(name) ? [commitKey(name)] : []))

/** Adds the names that commits have had since; no name is looked at twice, so commits that were rewritten into each other end it. */
function underAllNames(days: Rejections, images: ReadonlyMap<CommitKey, CommitKey>): Rejections {
  const named = new Map<CommitKey, string>()
  for (const [key, day] of days)
    for (
      let name: CommitKey | undefined = key;
      name !== undefined && !named.has(name) && named.size < mostRejected;
      name = images.get(name)
    )
      named.set(name, day)
  return named
}
