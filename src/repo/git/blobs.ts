import { PassThrough } from 'node:stream'
import { streamGit } from './git.ts'
import type { RepoPaths } from './repo-paths.ts'

/** No more is read at once, in bytes: a few hundred kilobytes on the wire may be gigabytes when they are unpacked. */
export const mostInAll = 64 * 1024 * 1024

type Bounds = { readonly mostBytes: number; readonly mostInAll?: number }

/**
 * Reads blobs as text through one git process; those that are missing or larger than `mostBytes` are left out, and so are
 * all that follow `mostInAll`; bytes that are not UTF-8 become U+FFFD. What is left out never stands in memory.
 */
export async function readBlobs(
  place: RepoPaths,
  blobs: readonly string[],
  { mostBytes }: { mostBytes: number },
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for await (const { blob, text } of eachBlob(place, blobs, { mostBytes, mostInAll })) texts.set(blob, text)
  return texts
}

/** The same one after the other, each blob once, so that no more than one stands in memory; all of them, where they may be as many as they like. */
async function* eachBlob(
  place: RepoPaths,
  blobs: readonly string[],
  { mostBytes, mostInAll: left = Infinity }: Bounds,
): AsyncGenerator<{ readonly blob: string; readonly text: string }> {
  if (blobs.length === 0) return
  const room = { mostBytes, left }
  for await (const { blob, text } of repliesIn(streamGit(place, batch, { input: asLines(blobs) }), room)) {
    if (room.left < 0) return
    if (text !== undefined) yield { blob, text }
  }
}

/** A git process that reads blobs for as long as it is held: to start one takes longer than to read a hundred of them. */
export type HeldBlobs = AsyncDisposable & {
  /** The same as `eachBlob`, for who takes all of them. */
  readonly each: (blobs: readonly string[], bounds: Bounds) => ReturnType<typeof eachBlob>
  /** The same as `readBlobs`. */
  readonly read: (blobs: readonly string[], bounds: { mostBytes: number }) => ReturnType<typeof readBlobs>
}

/** Makes ready to read blobs again and again; git is started when the first are wanted. */
export function holdBlobs(place: RepoPaths): HeldBlobs {
  const names = new PassThrough()
  const room = { mostBytes: 0, left: 0 }
  const replies = repliesIn(streamGit(place, batch, { input: names }), room)
  async function* each(blobs: readonly string[], { mostBytes, mostInAll: left = Infinity }: Bounds) {
    const wanted = new Set(blobs)
    Object.assign(room, { mostBytes, left })
    if (wanted.size > 0) names.write(asLines(blobs))
    for (let at = 0; at < wanted.size; at++) {
      const { value } = await replies.next()
      if (value?.text !== undefined) yield { blob: value.blob, text: value.text }
    }
  }
  return {
    each,
    read: async (blobs, { mostBytes }) => {
      const texts = new Map<string, string>()
      for await (const { blob, text } of each(blobs, { mostBytes, mostInAll })) texts.set(blob, text)
      return texts
    },
    [Symbol.asyncDispose]: async () => void (await replies.return(undefined)),
  }
}

const batch = ['cat-file', '--batch']
const asLines = (blobs: readonly string[]): string => [...new Set(blobs)].map((blob) => `${blob}\n`).join('')

/** What git says of one name; without a text where there is no such blob, or it is too large. */
type Reply = { readonly blob: string; readonly text: string | undefined }

/** How large a blob may be, and how much of all of them is still to be kept. */
type Room = { mostBytes: number; left: number }

/** Reads the replies of `git cat-file --batch`, one for each name. */
async function* repliesIn(stream: AsyncIterable<Buffer>, room: Room): AsyncGenerator<Reply, undefined> {
  let head = ''
  let body: Body | undefined
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length;) {
      if (body === undefined) {
        const end = chunk.indexOf(lineFeed, at)
        head += chunk.toString('latin1', at, end === -1 ? undefined : end)
        at = end === -1 ? chunk.length : end + 1
        if (end === -1) continue
        body = bodyAfter(head, room)
        if (body === undefined) yield { blob: head.split(' ', 1)[0] ?? '', text: undefined }
        head = ''
      } else {
        const piece = chunk.subarray(at, at + body.left)
        body.kept?.push(piece)
        body.left -= piece.length
        at += piece.length
        if (body.left > 0) continue
        // The line feed after the body is not part of it.
        const text = body.kept && Buffer.concat(body.kept).toString('utf8', 0, body.size)
        yield { blob: body.blob, text }
        body = undefined
      }
    }
  }
}

const lineFeed = 10

/** A blob that is being read: its size, how much of it and the line feed behind it is still to come, and what came. */
type Body = { readonly blob: string; readonly size: number; left: number; readonly kept: Buffer[] | undefined }

/** Reads `<name> blob <bytes>`; nothing follows what is missing. */
function bodyAfter(head: string, room: Room): Body | undefined {
  const [blob = '', kind, size] = head.split(' ')
  const bytes = Number(size)
  if (size === undefined || !Number.isInteger(bytes)) return undefined
  const isKept = kind === 'blob' && bytes <= room.mostBytes
  if (isKept) room.left -= bytes + 1
  return { blob, size: bytes, left: bytes + 1, kept: isKept && room.left >= 0 ? [] : undefined }
}
