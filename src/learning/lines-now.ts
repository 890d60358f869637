import type { Hunk } from '../commit.ts'
import { isFollowed, significantPart } from '../curate/lines/significant-lines.ts'
import type { Ctx } from '../repo/context.ts'
import { holdBlobs } from '../repo/git/blobs.ts'
import { readCommits } from '../repo/git/commits.ts'
import { listTree, readListed } from '../repo/git/objects.ts'
import { isPartialClone } from '../repo/git/partial.ts'
import { readHead } from '../repo/git/refs.ts'
import { quoteLine } from '../text/quote.ts'
import { terms } from '../text/terms.ts'

/** A line that a commit wrote, where the code of today has it; `line` counts from 1. */
export type LineNow = { readonly file: string; readonly line: number; readonly text: string }

/** How many telling lines of code a commit wrote, how many of these its files have today, and those that tell most. */
export type LinesNow = { readonly wrote: number; readonly stand: number; readonly shown: readonly LineNow[] }

/** A commit, what is told of it, and what its files are called today. */
type Asked = { readonly commit: string; readonly about: string; readonly files: readonly string[] }

/** Lines that are shown, and characters of each; and bytes of a file that is looked through, at most. */
const most = { shown: 4, length: 110, bytes: 1024 * 1024 }

/**
 * Looks for the lines of code that a commit wrote in the files of HEAD, as whoever is told of it would next. Undefined where
 * it wrote none, and in a partial clone, which would have to fetch them.
 */
export async function linesNow({ place, signal }: Ctx, { commit, about, files }: Asked): Promise<LinesNow | undefined> {
  const { commit: head } = await readHead(place)
  if (head === undefined || (await isPartialClone(place))) return undefined
  const wrote = new Set<string>()
  const names = new Set(files)
  for await (const { changes } of readCommits(place, [commit], signal))
    for (const change of changes.filter(isFollowed)) {
      names.add(change.path)
      for (const line of change.hunks.flatMap(({ added }: Hunk) => added)) wrote.add(significantPart(line))
    }
  wrote.delete('')
  if (wrote.size === 0) return undefined
  const code = new Set([...names].filter((path) => isFollowed({ path })))
  const listed = (await listTree(place, head)).filter(({ path }) => code.has(path))
  await using blobs = holdBlobs(place)
  const texts = await readListed(blobs, listed, code, most.bytes)
  const found = [...texts].flatMap(([file, text]) => standingIn({ file, text }, wrote))
  const stand = new Set(found.map(({ text }) => significantPart(text)))
  return { wrote: wrote.size, stand: stand.size, shown: mostTelling(found, about) }
}

const standingIn = ({ file, text }: { file: string; text: string }, wrote: ReadonlySet<string>): readonly LineNow[] =>
  text
    .split('\n')
    .flatMap((line, at) => (wrote.has(significantPart(line)) ? [{ file, line: at + 1, text: line.trim() }] : []))

/**
 * Keeps the lines that have most words of what is told of their commit, of equals the longer, in the order of the code. Of a line
 * that stands in several places nobody knows which the commit wrote.
 */
function mostTelling(found: readonly LineNow[], about: string): readonly LineNow[] {
  const told = new Set(terms(about))
  const worth = ({ text }: LineNow): number => new Set(terms(text).filter((term) => told.has(term))).size
  const times = new Map<string, number>()
  for (const { text } of found) times.set(significantPart(text), (times.get(significantPart(text)) ?? 0) + 1)
  const best = found
    .filter(({ text }) => times.get(significantPart(text)) === 1)
    .map((one) => ({ one, worth: worth(one) }))
    .toSorted((a, b) => b.worth - a.worth || b.one.text.length - a.one.text.length)
    .slice(0, most.shown)
  const chosen = new Set(best.map(({ one }) => one))
  return found.filter((one) => chosen.has(one)).map((one) => ({ ...one, text: quoteLine(one.text, most.length) }))
}
