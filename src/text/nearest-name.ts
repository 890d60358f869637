/** Finds the name that a mistyped one may have meant: the nearest by edit distance (Levenshtein), at most two away. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const sought = typed.toLowerCase()
  let best: string | undefined
  let most = farthest
  for (const name of names) {
    if (Math.abs(name.length - sought.length) > most) continue
    const away = distance(sought, name.toLowerCase(), most)
    if (away > most) continue
    best = name
    if (away === 0) break
    // Of names that are as near, the first counts.
    most = away - 1
  }
  return best
}

const farthest = 2

/** How far two names are from each other, where that is not more than `most`; else any number above it. */
function distance(a: string, b: string, most: number): number {
  const [one, other] = withoutCommon(a, b)
  const longer = Math.max(one.length, other.length)
  const shorter = Math.min(one.length, other.length)
  if (shorter === 0 || most === 0 || longer - shorter > most) return longer
  const [shortOne, shortOther] = [one.slice(1), other.slice(1)]
  const less = most - 1
  const ways = [distance(shortOne, other, less), distance(one, shortOther, less), distance(shortOne, shortOther, less)]
  return 1 + Math.min(...ways)
}

/** Leaves out how both begin and end; what is left differs at its first and last letter. */
function withoutCommon(a: string, b: string): readonly [string, string] {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)]
}
