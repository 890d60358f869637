import { type CommitKey, commitKey } from '../../commit.ts'
import { fromSeconds, toTime } from '../../tree/meta.ts'
import { git } from './git.ts'
import { fieldsOfEach } from './objects.ts'
import type { RepoPaths } from './repo-paths.ts'
import { strangersIn } from './strangers.ts'

/** The commits of which people rejected what they teach, each with the day on which they last did. */
export type Rejections = ReadonlyMap<CommitKey, string>

const format =
  '--format=%H%x00%ct%x00%(trailers:key=Rejected-Source,valueonly,separator=%x20)%x00%(trailers:key=Source-Rewritten,valueonly,separator=%x1f)'
const fieldCount = 4

/**
 * Reads the trailers `Rejected-Source: <commit>` of a knowledge branch, but for those of strangers; a commit that was
 * rewritten since is rejected under its new name, too.
 */
export async function readRejections(place: RepoPaths, commit: string): Promise<Rejections> {
  const args = ['log', '-z', format, '--grep=^Rejected-Source: ', '--grep=^Source-Rewritten: ']
  const out = await git(place, [...args, '--end-of-options', commit])
  if (!out.includes('\0')) return new Map()
  const strangers = await strangersIn(place, commit)
  const days = new Map<CommitKey, string>()
  const images = new Map<CommitKey, CommitKey>()
  for (const [sha = '', seconds = '0', rejected = '', rewritten = ''] of fieldsOfEach(out, fieldCount)) {
    if (strangers.has(sha)) continue
    const day = toTime(fromSeconds(seconds)).slice(0, 10)
    for (const key of keysIn(rejected)) if (day > (days.get(key) ?? '')) days.set(key, day)
    for (const line of rewritten.split('\u001f')) {
      const [from, to] = keysIn(line)
      if (from !== undefined && to !== undefined) images.set(from, to)
    }
  }
  return new Map([...days].flatMap(([key, day]) => namesSince(key, images).map((name) => [name, day] as const)))
}

const keysIn = (text: string): readonly CommitKey[] =>
  text.split(' ').flatMap((name) => (/^[0-9a-f]{8,64}$/.test(name) ? [commitKey(name)] : []))

/** The names that a commit has had from this one on; commits that were rewritten into each other end it. */
function namesSince(key: CommitKey, images: ReadonlyMap<CommitKey, CommitKey>): readonly CommitKey[] {
  const names = [key]
  for (let next = images.get(key); next !== undefined && !names.includes(next); next = images.get(next))
    names.push(next)
  return names
}
