import { diff3Merge } from 'node-diff3'
import { type Line, lines } from '../tree/markdown.ts'
import { changesIn } from './line-changes.ts'

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
    // What both made of a line that stood twice stands once: else it would double with every merge.
    if (start === end || !keptBefore.has(kept.join('\n'))) said.push(...kept)
    keptBefore.add(kept.join('\n'))
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
