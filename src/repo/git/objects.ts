import { Problem } from '../../problem.ts'
import { mostEntryBytes } from '../../tree/entry.ts'
import { type HeldBlobs, readBlobs } from './blobs.ts'
import { decodeText } from './decode.ts'
import { askGit, git, streamGit } from './git.ts'
import { fetchMissing, isNotHere } from './partial.ts'
import type { RepoPaths } from './repo-paths.ts'

/** No file of knowledge is read that is larger, in bytes. */
export const mostBytes = mostEntryBytes

/** A file of a git tree: its path, mode and blob. */
export type TreeFile = { readonly path: string; readonly mode: string; readonly blob: string }

/** Tells a plain file from links and submodules, executable or not. */
export const isPlainFile = (mode: string): boolean => mode === '100644' || mode === '100755'

/**
 * The longest list of files, in bytes: ten small trees, each holding the next ten times, have more files than anybody can.
 * Two modes and two hashes stand before a path that differs, one of each before one that is listed: what was listed when
 * it arrived can be compared.
 */
const longestList = { code: 96 * 1024 * 1024, knowledge: 6 * 1024 * 1024, difference: 12 * 1024 * 1024 }

/**
 * Lists all files of a commit's tree, by the names that its history has them under; no blob is asked for, so a partial
 * clone fetches nothing.
 */
export const listTree = async (place: RepoPaths, commit: string): Promise<readonly TreeFile[]> =>
  filesIn(decodeText(await readList(place, listArgs(commit), longestList.code)))

const filesIn = (out: string): readonly TreeFile[] =>
  records(out).map((record) => {
    const [, mode = '', blob = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]*)$/.exec(record) ?? []
    return { path, mode, blob }
  })

const listArgs = (commit: string): readonly string[] => [
  'ls-tree',
  '-r',
  '-z',
  '--full-tree',
  '--end-of-options',
  commit,
]

/**
 * The same for a knowledge commit, or a folder of one, which has some ten thousand files at most. A name there that is not
 * UTF-8 is nobody's, and U+FFFD says so.
 */
export const listKnowledge = async (place: RepoPaths, commit: string): Promise<readonly TreeFile[]> =>
  filesIn((await readList(place, listArgs(commit), longestList.knowledge)).toString('utf8'))

/**
 * Runs a git that lists files, each ended by NUL.
 * @throws {Problem} where the list is longer than `most` bytes; git is ended then.
 */
async function readList(place: RepoPaths, args: readonly string[], most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of streamGit(place, args, { isBounded: true })) {
    bytes += chunk.length
    if (bytes > most)
      throw new Problem(
        'tree-too-large',
        `A commit has more files than ctx reads: their list is longer than ${most >> 20} MiB.`,
        {
          hint: `Look who made it: git log -3 ${args.at(-1) ?? ''}`,
        },
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Finds the objects of knowledge that names such as `ctx/main:.goals/a.json` mean, in their order, through one git process;
 * undefined for what is not there, or of another kind.
 */
export async function findObjects(
  place: RepoPaths,
  kind: 'blob' | 'tree' | 'commit',
  names: readonly string[],
): Promise<readonly (string | undefined)[]> {
  if (names.length === 0) return []
  const input = names.map((name) => `${name}\n`).join('')
  const ask = async (): Promise<string> =>
    await git(place, ['cat-file', '--batch-check=%(objecttype) %(objectname)'], { input })
  const out = await ask().catch(async (error: unknown) => {
    if (!isNotHere(error)) throw error
    await fetchMissing(place, [...new Set(names.map((name) => name.split(':')[0] ?? ''))])
    return await ask()
  })
  return out.split('\n').map((line) => (line.startsWith(`${kind} `) ? line.slice(kind.length + 1) : undefined))
}

/** Lists the refs below a prefix, each with the commit it points to. */
export async function listRefs(place: RepoPaths, prefix: string): Promise<readonly { ref: string; commit: string }[]> {
  const out = await git(place, ['for-each-ref', '--format=%(objectname) %(refname)', prefix])
  return out.split('\n').flatMap((line) => {
    const [commit = '', ref] = line.split(' ')
    return ref === undefined ? [] : [{ ref, commit }]
  })
}

/** Splits NUL-terminated output. */
export const records = (out: string): readonly string[] => out.split('\0').filter((record) => record !== '')

/**
 * Splits what `git log -z` printed for a format of so many fields that are parted by %x00. They are counted: no text that
 * a commit holds can hold NUL, while any other byte between them could be a part of one.
 */
export function fieldsOfEach(out: string, count: number): readonly (readonly string[])[] {
  const fields = out.split('\0')
  const found: (readonly string[])[] = []
  for (let at = 0; at + count <= fields.length; at += count) found.push(fields.slice(at, at + count))
  return found
}

/** A file that differs between two trees; `blob` is undefined where it was removed. */
export type TreeDifference = { readonly path: string; readonly mode: string; readonly blob: string | undefined }

/** Compares the trees of two knowledge commits: only what differs is read, whatever the size of the tree. */
export async function diffTrees(place: RepoPaths, before: string, after: string): Promise<readonly TreeDifference[]> {
  const how = ['-r', '-z', '--raw', '--no-renames', '--full-index', '--end-of-options']
  const out = await readList(place, ['diff-tree', ...how, before, after], longestList.difference)
  const parts = records(out.toString('utf8'))
  const found: TreeDifference[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', , blob = '', status = ''] = (parts[at] ?? '').slice(1).split(' ')
    found.push({ path: parts[at + 1] ?? '', mode, blob: status === 'D' ? undefined : blob })
  }
  return found
}

/**
 * Reads text files of a commit of the code that are no larger than 200 kB, all of them or those in `only`. What a partial
 * clone left at its remote is not fetched: it is as good as not there.
 */
export const readFiles = async (
  place: RepoPaths,
  commit: string,
  only?: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> => {
  const read: HeldBlobs['read'] = async (blobs, bounds) =>
    await readBlobs(place, blobs, bounds).catch((error: unknown) => {
      if (!isNotHere(error)) throw error
      return new Map<string, string>()
    })
  return await readListed({ read }, await listTree(place, commit), only)
}

/** The same for who lists the files of a commit once, and reads some of them several times, or larger ones. */
export async function readListed(
  { read }: Pick<HeldBlobs, 'read'>,
  listed: readonly TreeFile[],
  only?: ReadonlySet<string>,
  largest = 200_000,
): Promise<ReadonlyMap<string, string>> {
  const wanted = listed.filter(({ mode, path }) => isPlainFile(mode) && (only?.has(path) ?? true))
  const found = new Map<string, string>()
  for (let at = 0; at < wanted.length; at += 1_000) {
    const some = wanted.slice(at, at + 1_000)
    const texts = await read(
      some.map(({ blob }) => blob),
      { mostBytes: largest },
    )
    for (const { path, blob } of some) {
      const text = texts.get(blob) ?? ''
      found.set(path, text.includes('\0') ? '' : text)
    }
  }
  return found
}

/** Tells which of some blobs git has, wherever they came from. */
export async function knownBlobs(place: RepoPaths, blobs: readonly string[]): Promise<ReadonlySet<string>> {
  if (blobs.length === 0) return new Set()
  const { out } = await askGit(place, ['cat-file', '--batch-check'], {
    input: blobs.map((blob) => `${blob}\n`).join(''),
  })
  return new Set(out.split('\n').flatMap((line) => (line.endsWith(' missing') ? [] : (line.split(' ')[0] ?? []))))
}
