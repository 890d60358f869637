import { mergeTrees } from '../../merge/three-way.ts'
import type { Ctx } from '../../repo/context.ts'
import { isPlainFile, mostBytes, type TreeDifference } from '../../repo/git/objects.ts'
import { trackedInTree } from '../../repo/git/tracked.ts'
import { readOurBlobs } from '../../repo/git/our-blobs.ts'
import {
  isKnowledgePath,
  lookAtFile,
  type Overtaken,
  readTreeFiles,
  statOf,
  writeKnowledge,
} from '../../repo/state/checkout.ts'
import { blobName } from '../../repo/state/edits.ts'
import { excludeTree } from '../../repo/state/exclude.ts'
import { noteFiles, type Stat, writeMoving } from '../../repo/state/state.ts'
import type { Change } from '../../tree/knowledge.ts'
import type { Settled } from '../edits/edits.ts'

type Writing = {
  readonly from: string
  readonly target: string
  readonly differences: readonly TreeDifference[]
  /** Leaves files alone that are as they should be. */
  readonly compare: boolean
  /** The files as they were last written, and those that differ from that though nobody edited them. */
  readonly known: ReadonlyMap<string, Stat>
  readonly ours: Settled['ours']
}

/** What was written, by its paths; what the record of the tree must say of the files; and what people had changed. */
type Written = Disposable & {
  readonly paths: readonly string[]
  readonly stats: ReadonlyMap<string, Stat | undefined>
  /** Files that somebody saved after their edits were last looked for: left as they are. */
  readonly kept: readonly string[]
  /** Puts back what was saved while a file was being replaced; true where there was any, which is an edit now. */
  readonly putBack: () => boolean
}

/** Writes the knowledge files that differ; what is no plain file of fitting size is left out. */
export async function writeDifferences(ctx: Ctx, writing: Writing): Promise<Written> {
  const { from, target, differences, known, ours } = writing
  for (const { path, mode } of differences)
    if (!isPlainFile(mode) && mode !== '000000') ctx.say(`Left out ${path}: it is not a plain file.`)
  const wanted = differences.filter(
    ({ path, blob, mode }) => isKnowledgePath(path) && (blob === undefined || isPlainFile(mode)),
  )
  const { changes, equal } = await changesFor(ctx, wanted, writing)
  const blobs = new Map(wanted.map(({ path, blob }) => [path, blob]))
  // Reading without `ctx init` makes a checkout, too, which the code branch must not track.
  excludeTree(ctx.place)
  writeMoving(ctx.place, from, target)
  const mayGo = (path: string, bytes: Buffer): boolean => {
    const found = blobName(bytes, target)
    return [known.get(path)?.blob, ours.get(path), blobs.get(path)].includes(found)
  }
  const { stats, kept, lookAgain } = writeKnowledge(ctx.place, changes, mayGo)
  const written = [...stats].map(([path, stat]): readonly [string, Stat | undefined] => [
    path,
    stat === undefined ? undefined : statOf(stat, blobs.get(path) ?? ''),
  ])
  const record = new Map([...equal, ...written])
  // The tree is still on its way, but what was written of it is known.
  if (kept.length > 0) noteFiles(ctx.place, record)
  return {
    paths: [...stats.keys()],
    stats: record,
    kept,
    putBack: () => putBack(ctx, lookAgain()),
    [Symbol.dispose]: () => void putBack(ctx, lookAgain()),
  }
}

type Wanted = { readonly changes: readonly Change[]; readonly equal: ReadonlyMap<string, Stat | undefined> }

async function changesFor(
  ctx: Ctx,
  wanted: readonly TreeDifference[],
  { compare }: { compare: boolean },
): Promise<Wanted> {
  const paths = compare ? wanted.map(({ path }) => path) : []
  // Looked at before it is read: what is saved in between is then seen to be newer.
  const looks = new Map(paths.map((path) => [path, lookAtFile(ctx.place, path)]))
  const present = readTreeFiles(ctx.place, paths)
  const equal = new Map<string, Stat | undefined>()
  const tracked = trackedInTree(ctx.place)
  const differing = wanted.filter(({ path, blob }) => {
    if (tracked.has(path)) equal.set(path, undefined)
    if (tracked.has(path)) return false
    const [text, look] = [present.get(path), looks.get(path)]
    const isGone = blob === undefined && compare && text === undefined
    if (isGone) equal.set(path, undefined)
    if (blob === undefined) return !isGone
    if (text === undefined || look === undefined || blobName(text, blob) !== blob) return true
    equal.set(path, statOf(look, blob))
    return false
  })
  const texts = await readOurBlobs(
    ctx.place,
    differing.flatMap(({ blob }) => blob ?? []),
    { mostBytes },
  )
  const leftOut: string[] = []
  const changes = differing.flatMap(({ path, blob }): readonly Change[] => {
    if (blob === undefined) return [{ path, text: undefined }]
    const text = texts.get(blob)
    if (text === undefined) leftOut.push(path)
    return text === undefined ? [] : [{ path, text }]
  })
  if (leftOut.length > 0)
    ctx.say(`Left out ${named(leftOut)}: larger than 1 MiB, or together more than anybody writes.`)
  return { changes, equal }
}

const named = ([first = '', ...more]: readonly string[]): string =>
  more.length === 0 ? first : `${first} and ${more.length} more`

/** Merges what was saved to a file that we had just replaced into what stands there now. */
function putBack(ctx: Ctx, overtaken: readonly Overtaken[]): boolean {
  for (const { path, before, after } of overtaken) while (!mergeInto(ctx, { path, before, after })) continue
  return overtaken.length > 0
}

function mergeInto(ctx: Ctx, { path, before, after }: Overtaken): boolean {
  const ours = readTreeFiles(ctx.place, [path])
  const { changes } = mergeTrees({ base: new Map([[path, before]]), ours, theirs: new Map([[path, after]]) })
  const mayGo = (_: string, bytes: Buffer): boolean => bytes.toString('utf8') === ours.get(path)
  const written = writeKnowledge(ctx.place, changes, mayGo)
  putBack(ctx, written.lookAgain())
  return written.kept.length === 0
}
