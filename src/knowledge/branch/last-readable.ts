import { askGit } from '../../repo/git/git.ts'
import { mostBytes } from '../../repo/git/objects.ts'
import { readOurBlobs } from '../../repo/git/our-blobs.ts'
import type { RepoPaths } from '../../repo/git/repo-paths.ts'
import { readEntry } from '../../tree/entry.ts'
import type { EntryPath } from '../../tree/path.ts'

/** Versions that are tried, the newest first. */
const most = 50

/** The newest version of an entry that can be read as one, in the history of a knowledge commit; undefined where none can. */
export async function lastReadable(place: RepoPaths, commit: string, path: EntryPath): Promise<string | undefined> {
  const how = ['--raw', '--no-abbrev', '--no-renames', '--format=', `--max-count=${most}`]
  const { out } = await askGit(place, ['log', ...how, '--end-of-options', commit, '--', path])
  const blobs = [...out.matchAll(/^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [AM]\t/gm)].map(([, blob = '']) => blob)
  const texts = await readOurBlobs(place, blobs, { mostBytes })
  return blobs.flatMap((blob) => texts.get(blob) ?? []).find((text) => 'entry' in readEntry(text))
}
