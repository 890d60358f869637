import { Problem } from '../../problem.ts'
import { shortRef } from './branches.ts'
import { git } from './git.ts'
import { mostInAll, readBlobs } from './blobs.ts'
import { listKnowledge, mostBytes } from './objects.ts'
import { fetchObjects, isNotHere } from './partial.ts'
import type { RepoPaths } from './repo-paths.ts'

// A few hundred kilobytes on the wire may be gigabytes when they are unpacked, and each is read by every reader we have.

/** Bytes of a blob, and of what git keeps of it. */
type Weight = { readonly bytes: number; readonly packed: number }

/** What is written by people and by ctx takes git half of its bytes, or a third; an eighth is repetition. */
const unpackedBytes = (packed: number): number => Math.min(mostInAll, 1024 * 1024 + 8 * packed)

/**
 * Asks git what blobs weigh, without reading one. Those that a partial clone left at its remote are fetched first, all in one
 * batch; those that are nowhere are left out.
 */
async function weigh(place: RepoPaths, blobs: readonly string[]): Promise<ReadonlyMap<string, Weight>> {
  if (blobs.length === 0) return new Map()
  const wanted = [...new Set(blobs)]
  const format = '--batch-check=%(objecttype) %(objectname) %(objectsize) %(objectsize:disk)'
  const input = wanted.map((blob) => `${blob}\n`).join('')
  const ask = async (): Promise<string> => await git(place, ['cat-file', format], { input })
  const out = await ask().catch(async (error: unknown) => {
    if (!isNotHere(error)) throw error
    await fetchObjects(place, wanted)
    return await ask()
  })
  return new Map(
    out.split('\n').flatMap((line): readonly [string, Weight][] => {
      const [kind, blob = '', bytes, packed] = line.split(' ')
      return kind === 'blob' ? [[blob, { bytes: Number(bytes), packed: Number(packed) }]] : []
    }),
  )
}

/** Picks the blobs that are read of some, in their order: each no larger than `most`, and together no more than anybody writes. */
function fitting(weights: ReadonlyMap<string, Weight>, most: number): readonly string[] {
  const readable = [...weights].filter(([, { bytes }]) => bytes <= most)
  let room = unpackedBytes(readable.reduce((sum, [, { packed }]) => sum + packed, 0))
  return readable.flatMap(([blob, { bytes }]) => {
    room -= bytes
    return room < 0 ? [] : [blob]
  })
}

/**
 * Reads blobs of knowledge as `readBlobs` does, wherever they are. What is larger than `mostBytes` is not unpacked, and of
 * what unpacks to more than anybody writes only the first.
 */
export async function readOurBlobs(
  place: RepoPaths,
  blobs: readonly string[],
  how: { mostBytes: number },
): Promise<ReadonlyMap<string, string>> {
  return await readBlobs(place, fitting(await weigh(place, blobs), how.mostBytes), how)
}

/** Tells whether every file of a knowledge commit can be read: git may then unpack all of it. */
export async function isReadable(place: RepoPaths, commit: string): Promise<boolean> {
  const weights = await weighFiles(place, commit)
  return fitting(weights, mostBytes).length === weights.size
}

/**
 * Refuses knowledge that unpacks to more than anybody writes: once a branch held it, every reader would have to deal with it.
 * @throws {Problem} that names how much it is; or where its files are too many to be listed.
 */
export async function requireFitting(place: RepoPaths, ref: string, commit: string): Promise<void> {
  const weights = await weighFiles(place, commit)
  const readable = [...weights.values()].filter(({ bytes }) => bytes <= mostBytes)
  if (fitting(weights, mostBytes).length === readable.length) return
  const [bytes, packed] = (['bytes', 'packed'] as const).map((key) =>
    readable.reduce((sum, weight) => sum + weight[key], 0),
  )
  throw new Problem(
    'tree-too-large',
    `${shortRef(ref)} was not taken: its ${readable.length} files unpack from ${inKilobytes(packed)} to ${inKilobytes(bytes)}, which nobody writes.`,
    { hint: `Nothing changed here. Look who made it: git log -3 ${shortRef(ref)}` },
  )
}

async function weighFiles(place: RepoPaths, commit: string): Promise<ReadonlyMap<string, Weight>> {
  const files = (await listKnowledge(place, commit)).filter(({ mode }) => mode !== submodule)
  return await weigh(
    place,
    files.map(({ blob }) => blob),
  )
}

const submodule = '160000'

/** Why a file of a knowledge commit is none of the knowledge. */
export const notRead =
  'It is a link, a submodule or larger than 1 MiB, or stands in a tree that unpacks to more than anybody writes, and is not read.'

const inKilobytes = (bytes = 0): string => `${Math.ceil(bytes / 1000)} kB`
