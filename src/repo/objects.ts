import { askGit, git, streamGit } from './git.ts'
import type { Place } from './place.ts'

/** No entry is larger, in bytes; what a pulled tree holds beyond this is not read. */
export const mostBytes = 1024 * 1024

/** A file of a git tree: its path, mode and blob. */
export type TreeFile = { readonly path: string; readonly mode: string; readonly blob: string }

/** Tells a plain file from links and submodules, executable or not. */
export const isPlain = (mode: string): boolean => mode === '100644' || mode === '100755'

/** Lists all files of a commit's tree; no blob is asked for, so a partial clone fetches nothing. */
export async function listTree(place: Place, commit: string): Promise<readonly TreeFile[]> {
  const out = await git(place, ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', commit])
  return records(out).map((record) => {
    const [, mode = '', blob = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]*)$/.exec(record) ?? []
    return { path, mode, blob }
  })
}

/** Lists the refs below a prefix, each with the commit it points to. */
export async function listRefs(place: Place, prefix: string): Promise<readonly { ref: string; commit: string }[]> {
  const out = await git(place, ['for-each-ref', '--format=%(objectname) %(refname)', prefix])
  return out.split('\n').flatMap((line) => {
    const [commit = '', ref] = line.split(' ')
    return ref === undefined ? [] : [{ ref, commit }]
  })
}

/** Splits NUL-terminated output. */
export const records = (out: string): readonly string[] => out.split('\0').filter((record) => record !== '')

/**
 * Reads blobs as text through one git process; those that are missing or larger than `mostBytes` are left out, and
 * bytes that are not UTF-8 become U+FFFD.
 */
export async function readBlobs(
  place: Place,
  blobs: readonly string[],
  { mostBytes: most }: { mostBytes: number },
): Promise<ReadonlyMap<string, string>> {
  if (blobs.length === 0) return new Map()
  const wanted = await blobsWithin(place, [...new Set(blobs)], most)
  const texts = new Map<string, string>()
  const chunks: Buffer[] = []
  for await (const chunk of streamGit(place, ['cat-file', '--batch'], {
    input: wanted.map((blob) => `${blob}\n`).join(''),
  }))
    chunks.push(chunk)
  const all = Buffer.concat(chunks)
  for (let at = 0; at < all.length;) {
    const headEnd = all.indexOf(10, at)
    const [blob = '', , size = ''] = all.toString('latin1', at, headEnd).split(' ')
    const bytes = Number(size)
    if (Number.isInteger(bytes) && size !== '') {
      texts.set(blob, all.toString('utf8', headEnd + 1, headEnd + 1 + bytes))
      at = headEnd + bytes + 2
    } else at = headEnd + 1
  }
  return texts
}

async function blobsWithin(place: Place, blobs: readonly string[], most: number): Promise<readonly string[]> {
  const { out } = await askGit(place, ['cat-file', '--batch-check'], {
    input: blobs.map((blob) => `${blob}\n`).join(''),
  })
  return out.split('\n').flatMap((line) => {
    const [blob = '', kind, bytes] = line.split(' ')
    return kind === 'blob' && Number(bytes) <= most ? [blob] : []
  })
}

/** A file that differs between two trees; `blob` is undefined where it was removed. */
export type TreeDifference = { readonly path: string; readonly mode: string; readonly blob: string | undefined }

/** Compares two commits' trees: only what differs is read, whatever the size of the tree. */
export async function diffTrees(place: Place, before: string, after: string): Promise<readonly TreeDifference[]> {
  const out = await git(place, [
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    '--no-renames',
    '--full-index',
    '--end-of-options',
    before,
    after,
  ])
  const parts = records(out)
  const found: TreeDifference[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', , blob = '', status = ''] = (parts[at] ?? '').slice(1).split(' ')
    found.push({ path: parts[at + 1] ?? '', mode, blob: status === 'D' ? undefined : blob })
  }
  return found
}
