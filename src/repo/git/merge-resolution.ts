import type { FileChange } from '../../commit.ts'
import { commonAncestor } from './descent.ts'
import { diffTrees, readFiles } from './objects.ts'
import type { RepoPaths } from './repo-paths.ts'

/**
 * Reads what the resolution of a merge itself did to the files that both sides changed, or that are as on neither: the lines
 * that it left out though no side had taken them out, and those that no side had. Whoever takes one side as it is leaves
 * out what the other wrote; git lists such a file as none that was merged.
 */
export async function readResolution(
  place: RepoPaths,
  { sha, parents }: { readonly sha: string; readonly parents: readonly string[] },
): Promise<readonly FileChange[]> {
  const [ours, theirs, ...more] = parents
  if (ours === undefined || theirs === undefined || more.length > 0) return []
  const base = await commonAncestor(place, ours, theirs)
  if (base === undefined) return []
  const differing = async (before: string, after: string): Promise<ReadonlySet<string>> =>
    new Set((await diffTrees(place, before, after)).map(({ path }) => path))
  const [ourWork, theirWork] = [await differing(base, ours), await differing(base, theirs)]
  const [fromOurs, fromTheirs] = [await differing(ours, sha), await differing(theirs, sha)]
  const paths = new Set([...inBoth(ourWork, theirWork), ...inBoth(fromOurs, fromTheirs)])
  if (paths.size === 0) return []
  const texts = await Promise.all(
    [base, ours, theirs, sha].map(async (commit) => await readFiles(place, commit, paths)),
  )
  // Of a file that is nearly too large to be read, a side or two may not have been.
  const isRead = (path: string): boolean => texts.every((of) => (of.get(path) ?? '').length <= longestFile)
  return [...paths].filter(isRead).flatMap((path) => {
    const [before, one, other, now] = texts.map((of) => linesIn(of.get(path)))
    return before && one && other && now ? changeOf(path, { before, one, other, now }) : []
  })
}

const longestFile = 100_000

const inBoth = (one: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] =>
  [...one].filter((path) => other.has(path))

type Lines = ReadonlySet<string>
type Sides = Readonly<Record<'before' | 'one' | 'other' | 'now', Lines>>

const linesIn = (text = ''): Lines => new Set(text.split('\n').map((line) => line.trim()))

function changeOf(path: string, { before, one, other, now }: Sides): readonly FileChange[] {
  const wasTaken = (line: string): boolean => before.has(line) && !(one.has(line) && other.has(line))
  const removed = [...new Set([...one, ...other])].filter((line) => !now.has(line) && !wasTaken(line))
  const added = [...now].filter((line) => !one.has(line) && !other.has(line))
  const hunk = { section: '', start: 1, removed, added }
  return removed.length + added.length === 0
    ? []
    : [{ path, status: 'modified', from: '', before: '', after: '', hunks: [hunk] }]
}
