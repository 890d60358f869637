import { diff3Merge, diffIndices } from 'node-diff3'
import { type Line, lines } from '../tree/markdown.ts'

type Three = { readonly base: string; readonly ours: string; readonly theirs: string }

/** Prose of two sides in one, and the lines of before that both changed, each in another way. */
export type MergedProse = { readonly text: string; readonly bothChanged: readonly string[] }

/**
 * Merges prose line by line (diff3), lines that stand side by side too. Where both sides changed the same lines, both are
 * kept, ours first: no marker is ever written, and a line that one side took out stays when the other changed it.
 */
export function mergeProse({ base, ours, theirs }: Three): MergedProse {
  if (ours === theirs || theirs === base) return { text: ours, bothChanged: [] }
  if (ours === base) return { text: theirs, bothChanged: [] }
  const [before, our, their] = [base, ours, theirs].map((text) => (text === '' ? [] : lines(text)))
  const textsOf = (side: readonly Line[] = []): string[] => side.map(({ text }) => text)
  const parts = diff3Merge(textsOf(our), textsOf(before), textsOf(their), { excludeFalseConflicts: true })
  const merged = parts.map(({ ok, conflict }): Region => {
    if (conflict === undefined) return { said: ok ?? [], bothChanged: [] }
    const { a, aIndex, o, b, bIndex } = conflict
    return mergeRegion({
      base: o,
      ours: (our ?? []).slice(aIndex, aIndex + a.length),
      theirs: (their ?? []).slice(bIndex, bIndex + b.length),
    })
  })
  return {
    text: merged.flatMap(({ said }) => said).join('\n'),
    bothChanged: merged.flatMap(({ bothChanged }) => bothChanged),
  }
}

type Region = { readonly said: readonly string[]; readonly bothChanged: readonly string[] }

/** Merges lines in which both sides changed something: what touches no change of the other side is taken as it is. */
function mergeRegion({
  base,
  ...sides
}: {
  base: readonly string[]
  ours: readonly Line[]
  theirs: readonly Line[]
}): Region {
  const said: string[] = []
  const bothChanged: string[] = []
  const keptBefore = new Set<string>()
  let at = 0
  for (const { start, end, ours, theirs } of changesIn({ base, ...sides })) {
    said.push(...base.slice(at, start))
    at = end
    if (ours === undefined || theirs === undefined || isAlike(ours, theirs)) {
      said.push(...(ours ?? theirs ?? []).map(({ text }) => text))
      continue
    }
    bothChanged.push(...base.slice(start, end).filter((line) => line.trim() !== ''))
    const kept = bothKeptOf(ours, theirs)
    // What both made of a line that stood twice stands once: else it would double with every merge. Code says things twice.
    const made = kept.join('\n')
    const isCode = [...ours, ...theirs].some(({ fenced }) => fenced)
    if (isCode || start === end || !keptBefore.has(made)) said.push(...kept)
    keptBefore.add(made)
  }
  return { said: [...said, ...base.slice(at)], bothChanged }
}

function bothKeptOf(ours: readonly Line[], theirs: readonly Line[]): readonly string[] {
  const [our, their] = [withoutRepeats(ours), withoutRepeats(theirs)]
  return [...our, ...their.filter((line) => !isSaid(line, our))]
}

/** Lines of prose that repeat the one before them word for word are one. */
const withoutRepeats = (side: readonly Line[]): readonly string[] =>
  side
    .filter(({ text, fenced }, at) => fenced || text.trim() === '' || text !== side[at - 1]?.text)
    .map(({ text }) => text)

const isAlike = (ours: readonly Line[], theirs: readonly Line[]): boolean =>
  ours.length === theirs.length && ours.every(({ text }, at) => text === theirs[at]?.text)

/** Blank lines and the marks of code blocks are said as often as they are needed. */
const isSaid = (line: string, among: readonly string[]): boolean =>
  line.trim() !== '' && !/^\s*(?:```|~~~)/.test(line) && among.includes(line)

/** Lines from `start` to `end` that a side replaced, and by what; undefined for a side that left them as they were. */
type Replaced = {
  readonly start: number
  readonly end: number
  readonly ours: readonly Line[] | undefined
  readonly theirs: readonly Line[] | undefined
}

type Sides = { readonly base: readonly string[]; readonly ours: readonly Line[]; readonly theirs: readonly Line[] }

/** Finds what two sides changed, in order: changes of the same lines as one, changes of neighbouring lines as two. */
function changesIn({ base, ours, theirs }: Sides): readonly Replaced[] {
  const changes = [
    ...hunksOf(base, ours).map(({ now, ...at }) => ({ ...at, ours: now, theirs: undefined })),
    ...hunksOf(base, theirs).map(({ now, ...at }) => ({ ...at, ours: undefined, theirs: now })),
  ].toSorted((a, b) => a.start - b.start || a.end - b.end)
  const found: Replaced[] = []
  for (const change of changes) {
    const last = found.at(-1)
    if (last === undefined || !areOfSameLines(last, change)) found.push(change)
    else found[found.length - 1] = together(last, change)
  }
  return found
}

type Hunk = Pick<Replaced, 'start' | 'end'> & { readonly now: readonly Line[] }

function hunksOf(base: readonly string[], side: readonly Line[]): readonly Hunk[] {
  return diffIndices(
    [...base],
    side.map(({ text }) => text),
  ).flatMap(({ buffer1: [start, length], buffer2: [at, count] }) => {
    const now = side.slice(at, at + count)
    const isList =
      length === count &&
      now.every(({ fenced }) => !fenced) &&
      [...base.slice(start, start + length), ...now.map(({ text }) => text)].every(isItem)
    // Each item of a list is a statement of its own; lines of prose are one.
    return isList
      ? now.map((line, index) => ({ start: start + index, end: start + index + 1, now: [line] }))
      : [{ start, end: start + length, now }]
  })
}

const isItem = (line: string): boolean => /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(line)

/** Two that add lines at one place are of the same; who adds lines beside those that the other replaced is not. */
const areOfSameLines = (one: Replaced, next: Replaced): boolean =>
  next.start < one.end || (one.start === one.end && next.start === next.end && one.start === next.start)

const together = (one: Replaced, next: Replaced): Replaced => ({
  start: one.start,
  end: Math.max(one.end, next.end),
  ours: joined(one.ours, next.ours),
  theirs: joined(one.theirs, next.theirs),
})

const joined = (one: readonly Line[] | undefined, next: readonly Line[] | undefined): readonly Line[] | undefined =>
  one === undefined ? next : [...one, ...(next ?? [])]
