import { diffIndices } from 'node-diff3'
import type { Line } from '../tree/markdown.ts'

/** Lines from `start` to `end` that a side replaced, and by what; undefined for a side that left them as they were. */
export type LineChange = {
  readonly start: number
  readonly end: number
  readonly ours: readonly Line[] | undefined
  readonly theirs: readonly Line[] | undefined
}

type Sides = { readonly base: readonly string[]; readonly ours: readonly Line[]; readonly theirs: readonly Line[] }

/** Finds what two sides changed, in order: changes of the same lines as one, changes of neighbouring lines as two. */
export function changesIn({ base, ours, theirs }: Sides): readonly LineChange[] {
  const changes = [
    ...hunksOf(base, ours).map((hunk) => ({ ...hunk, theirs: undefined })),
    ...hunksOf(base, theirs).map(({ ours: lines, ...hunk }) => ({ ...hunk, ours: undefined, theirs: lines })),
  ].toSorted((a, b) => a.start - b.start || a.end - b.end)
  const found: LineChange[] = []
  for (const change of changes) {
    const last = found.at(-1)
    if (last === undefined || !areOfSameLines(last, change)) found.push(change)
    else found[found.length - 1] = together(last, change)
  }
  return found
}

type Hunk = Pick<LineChange, 'start' | 'end'> & { readonly ours: readonly Line[] }

function hunksOf(base: readonly string[], side: readonly Line[]): readonly Hunk[] {
  return diffIndices(
    [...base],
    side.map(({ text }) => text),
  ).flatMap(({ buffer1: [start, length], buffer2: [at, count] }) => {
    const now = side.slice(at, at + count)
    const isList =
      length === count && [...base.slice(start, start + length), ...now.map(({ text }) => text)].every(isItem)
    // Each item of a list is a statement of its own; lines of prose are one.
    return isList
      ? now.map((line, index) => ({ start: start + index, end: start + index + 1, ours: [line] }))
      : [{ start, end: start + length, ours: now }]
  })
}

const isItem = (line: string): boolean => /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line)

/** Two that add lines at one place are of the same; who adds lines beside those that the other replaced is not. */
const areOfSameLines = (one: LineChange, next: LineChange): boolean =>
  next.start < one.end || (one.start === one.end && next.start === next.end && one.start === next.start)

const together = (one: LineChange, next: LineChange): LineChange => ({
  start: one.start,
  end: Math.max(one.end, next.end),
  ours: joined(one.ours, next.ours),
  theirs: joined(one.theirs, next.theirs),
})

const joined = (one: readonly Line[] | undefined, next: readonly Line[] | undefined): readonly Line[] | undefined =>
  one === undefined ? next : [...one, ...(next ?? [])]
