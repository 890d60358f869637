import { isPlainFile, type TreeDifference, type TreeFile } from '../../repo/git/objects.ts'
import { oneLine } from '../../text/clean.ts'
import type { Change } from '../../tree/knowledge.ts'

/** Whose file stands where both sides of a merge changed one that cannot be read; a stranger's is not taken at all. */
type Standing = 'ours' | 'theirs' | 'never theirs'

type Sides = {
  /** By what each side differs from what both come from. */
  readonly ours: readonly TreeDifference[]
  readonly theirs: readonly TreeDifference[]
  readonly standing: Standing
  /** Whether our side has files below a path, which a file of that name would take away; and whether git has a blob. */
  readonly isFolder: (path: string) => boolean
  readonly isThere: (blob: string) => boolean
  /** The commit of our side, and what the other is called. */
  readonly commit: string
  readonly name: string
}

/** By which files, as git has them, a merge differs from our side, and what is said of them. */
type UnreadFiles = {
  readonly unread: readonly TreeFile[]
  readonly removed: readonly Change[]
  readonly told: readonly string[]
}

/**
 * Merges files that cannot be read, as a whole: where only one side has or changed one, that side's stands. Links and
 * submodules of the other side are left out.
 */
export function mergeUnread(paths: ReadonlySet<string>, sides: Sides): UnreadFiles {
  const [ours, theirs] = [sides.ours, sides.theirs].map((side) => new Map(side.map((one) => [one.path, one])))
  const merged = [...paths].sort().map((path) => mergeOne({ our: ours?.get(path), their: theirs?.get(path) }, sides))
  return {
    unread: merged.flatMap(({ file }) => file ?? []),
    removed: merged.flatMap(({ gone }) => (gone === undefined ? [] : [{ path: gone, text: undefined }])),
    told: merged.map(({ path, what }) => `${oneLine(path)}: it is a link, too large or not there, and ${what}`),
  }
}

type Differences = { readonly our: TreeDifference | undefined; readonly their: TreeDifference | undefined }

type MergedOne = {
  readonly path: string
  readonly what: string
  readonly file?: TreeFile
  readonly gone?: string
}

function mergeOne({ our, their }: Differences, { standing, isFolder, isThere, commit, name }: Sides): MergedOne {
  const path = our?.path ?? their?.path ?? ''
  const asItIs = { path, what: 'was left as it is.' }
  if (their === undefined || (our !== undefined && our.blob === their.blob)) return asItIs
  const { mode, blob } = their
  if (standing === 'never theirs') return { path, what: `was not taken from ${name}.` }
  if (blob !== undefined && !isPlainFile(mode)) return { path, what: `was left out of what ${name} brings.` }
  if (blob === undefined)
    return our === undefined ? { path, gone: path, what: `was deleted, as ${name} has it no more.` } : asItIs
  if (!isThere(blob)) return asItIs
  if (isFolder(path)) return { path, what: `was left out: what you have is below a folder of that name.` }
  const file = { path, mode, blob }
  if (our?.blob === undefined) return { path, file, what: `was taken from ${name} as it is.` }
  return standing === 'theirs'
    ? {
        path,
        file,
        what: `both sides changed it: that of ${name} stands, yours is ${commit.slice(0, 12)}:${oneLine(path)}`,
      }
    : { path, what: `both sides changed it: yours stands, the other is in ${name}.` }
}
