import { diff3Merge } from 'node-diff3'

type Three = { readonly base: string; readonly ours: string; readonly theirs: string }

/**
 * Merges prose line by line (diff3). Where both sides changed the same lines, both are kept, ours first: no marker is
 * ever written, and a line that one side took out stays when the other changed it.
 */
export function mergeProse({ base, ours, theirs }: Three): string {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  const lines = (text: string): string[] => (text === '' ? [] : text.split('\n'))
  return diff3Merge(lines(ours), lines(base), lines(theirs), { excludeFalseConflicts: true })
    .flatMap(({ ok, conflict }) => {
      if (conflict === undefined) return ok ?? []
      return [...conflict.a, ...conflict.b.filter((line) => !isSaid(line, conflict.a))]
    })
    .join('\n')
}

/** Blank lines and the marks of code blocks are said as often as they are needed. */
const isSaid = (line: string, lines: readonly string[]): boolean =>
  line.trim() !== '' && !/^\s*(?:```|~~~)/.test(line) && lines.includes(line)
