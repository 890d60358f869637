import { basename } from 'node:path/posix'
import { isFollowed, significantPart } from '../curate/lines/significant-lines.ts'
import type { Ctx } from '../repo/context.ts'
import { holdBlobs } from '../repo/git/blobs.ts'
import { readCommits } from '../repo/git/commits.ts'
import { listTree, readListed } from '../repo/git/objects.ts'
import { isPartialClone } from '../repo/git/partial.ts'
import { readHead } from '../repo/git/refs.ts'
import { shorten } from '../text/clean.ts'
import { redactLines } from '../text/redact.ts'
import { terms } from '../text/terms.ts'

/** A line of code that a commit wrote, where its file has it today; `line` counts from 1. */
export type LineNow = { readonly file: string; readonly line: number; readonly text: string }

/** A commit, what is told of it, and what its files are called today, as far as that is known. */
type Asked = { readonly commit: string; readonly about: string; readonly today: readonly string[] }

/**
 * Lines that are shown and characters of each; files of a commit that are looked through, the first, and bytes of each; and
 * milliseconds that git may compare for, at most.
 */
const most = { shown: 4, length: 110, files: 20, bytes: 1024 * 1024, ms: 1_000 }

/**
 * Finds lines of code that a commit wrote in its files as HEAD has them, those that tell most of what is told of it: where whoever
 * asks would look next. None in a partial clone, which would have to fetch them.
 */
export async function linesNow({ place, signal }: Ctx, { commit, about, today }: Asked): Promise<readonly LineNow[]> {
  const { commit: head } = await readHead(place)
  if (head === undefined || (await isPartialClone(place))) return []
  const wrote = new Map<string, ReadonlySet<string>>()
  for await (const { changes } of readCommits(place, [commit], signal, { mostMs: most.ms }))
    for (const { path, hunks } of changes.filter(isFollowed).slice(0, most.files))
      wrote.set(path, new Set(hunks.flatMap(({ added }) => added.map(significantPart)).filter((said) => said !== '')))
  const listed = wrote.size === 0 ? [] : await listTree(place, head)
  const there = new Set(listed.map(({ path }) => path))
  const byFile = new Map(
    [...wrote].flatMap(([path, lines]) => namesNow(path, { there, today }).map((name) => [name, lines])),
  )
  await using blobs = holdBlobs(place)
  const texts = await readListed(blobs, listed, new Set(byFile.keys()), most.bytes)
  return mostTelling(
    [...texts].flatMap(([file, text]) => standingIn({ file, text }, byFile.get(file))),
    about,
  )
}

/** What a file is called today: as then, or as the one file of that name among those of the commit, elsewhere; [] where nobody knows. */
function namesNow(
  path: string,
  { there, today }: { readonly there: ReadonlySet<string>; readonly today: readonly string[] },
): readonly string[] {
  if (there.has(path)) return [path]
  const moved = today.filter((name) => there.has(name) && basename(name) === basename(path))
  return moved.length === 1 ? moved : []
}

/** The lines of a file that a commit wrote; those with a secret, of which a part may be on several lines, are left out. */
function standingIn(
  { file, text }: { readonly file: string; readonly text: string },
  wrote: ReadonlySet<string> = new Set(),
): readonly LineNow[] {
  const lines = text.split('\n')
  const found = lines.flatMap((line, at) =>
    wrote.has(significantPart(line)) ? [{ file, line: at + 1, text: line }] : [],
  )
  if (found.length === 0) return []
  const safe = redactLines(lines)
  return found.filter(({ line, text: said }) => safe[line - 1] === said)
}

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
  return found.filter((one) => chosen.has(one)).map((one) => ({ ...one, text: shorten(one.text.trim(), most.length) }))
}
