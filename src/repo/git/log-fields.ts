import { isUtf8 } from 'node:buffer'
import type { Commit, FileChange } from '../../commit.ts'
import { ownText } from '../../text/own-text.ts'
import { fromSeconds } from '../../tree/meta.ts'
import { decodeText } from './decode.ts'
import { withHunks } from './with-hunks.ts'

// A patch ends with a line feed only, so each commit begins with the byte that separates its fields. A file that git takes
// for text may hold that byte too, and a file may be called like a hash: so it begins with a word besides, of each call its
// own, that nothing committed before can know.
/** What is asked of git about each commit, in fields that end with NUL; a commit begins with the word. */
export const formatWith = (word: string): string => `%x00${word}%H%x00%P%x00%an%x00%at%x00%ct%x00%B`

/** Reads the hash of a field that begins a commit; undefined for any other field. */
export const beginsCommit = (field: string, word: string): string | undefined => {
  const text = field.startsWith('\n') ? field.slice(1) : field
  return text.startsWith(word) && hash.test(text.slice(word.length)) ? text.slice(word.length) : undefined
}

const hash = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** A patch longer than this, in bytes, is read no further: nobody writes as much in one change. */
const longestField = 4 * 1024 * 1024

/** Splits a stream at NUL, as many fields at once as a piece of it ends: to wait for each alone takes longer than to read it. */
export async function* fieldListsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  let begun: Buffer[] = []
  let length = 0
  const keep = (piece: Buffer): void => {
    if (length < longestField) begun.push(piece.subarray(0, longestField - length))
    length += piece.length
  }
  for await (const chunk of stream) {
    const fields: string[] = []
    // Asked once of all; what is cut at NUL is UTF-8 where the whole is.
    const isText = chunk.length <= longestField && isUtf8(chunk)
    let at = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, at)) {
      if (begun.length > 0) {
        keep(chunk.subarray(at, end))
        fields.push(decodeText(Buffer.concat(begun)))
        ;[begun, length] = [[], 0]
      } else if (isText) fields.push(chunk.toString('utf8', at, end))
      else fields.push(decodeText(chunk.subarray(at, Math.min(end, at + longestField))))
      at = end + 1
    }
    if (at < chunk.length) keep(chunk.subarray(at))
    yield fields
  }
  if (begun.length > 0) yield [decodeText(Buffer.concat(begun))]
}

/** How many fields `formatWith` asks for. */
export const headFields = 6

const rawLine = /^\n?:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/

/** Makes commits of the fields that git printed for `formatWith` a word, with `-z --raw` and a patch or none. */
export async function* parseLog(lists: AsyncIterable<readonly string[]>, word: string): AsyncGenerator<Commit> {
  let head: string[] = []
  let changes: FileChange[] = []
  let patch: string | undefined
  let open: OpenChange | undefined
  for await (const fields of lists)
    for (const field of fields) {
      if (open !== undefined) {
        open.paths.push(field)
        if (open.paths.length < pathsOf(open)) continue
        changes.push(toChange(open))
        open = undefined
        continue
      }
      const sha = beginsCommit(field, word)
      if (sha !== undefined) {
        if (head.length === headFields) yield toCommit(head, changes, patch ?? '')
        ;[head, changes, patch] = [[sha], [], undefined]
      } else if (head.length < headFields) {
        if (head.length > 0) head.push(field)
      } else {
        // Behind the first piece of a patch, whatever looks like a change is what somebody wrote into a file.
        const raw = patch === undefined ? rawLine.exec(field) : null
        if (raw !== null) open = { raw, paths: [] }
        else if ((patch ?? '').length < longestField) patch = (patch ?? '') + field
      }
    }
  if (head.length === headFields) yield toCommit(head, changes, patch ?? '')
}

/** A change whose paths are still to come: the one that it had before it moved, and the one that it has. */
type OpenChange = { readonly raw: RegExpExecArray; readonly paths: string[] }

const isMove = ({ raw: [, , , letter] }: OpenChange): boolean => letter === 'R' || letter === 'C'
const pathsOf = (open: OpenChange): number => (isMove(open) ? 2 : 1)

function toChange(open: OpenChange): FileChange {
  const [, before = '', after = '', letter = ''] = open.raw
  const [first = '', second = ''] = open.paths
  const status = ({ A: 'added', M: 'modified', D: 'deleted', R: 'renamed' } as const)[letter] ?? 'other'
  return isMove(open)
    ? { path: second, status, from: first, before, after, hunks: [] }
    : { path: first, status, from: '', before, after, hunks: [] }
}

/** Makes a commit of its fields. */
export function toCommit(
  [sha = '', parents = '', author = '', authored = '', seconds = '', message = '']: readonly string[],
  changes: readonly FileChange[],
  patch: string,
): Commit {
  return {
    sha: ownText(sha.trim()),
    parents: parents === '' ? [] : parents.split(' '),
    author,
    authored,
    at: fromSeconds(seconds),
    message,
    changes: withHunks(changes, patch),
    isBoundary: false,
  }
}
