/** Finds the name that a mistyped one may have meant: the nearest by edit distance (Levenshtein), at most two away. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const sought = typed.toLowerCase()
  const [best] = names
    .filter((name) => Math.abs(name.length - sought.length) <= farthest)
    .map((name) => ({ name, distance: distance(sought, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return best !== undefined && best.distance <= farthest ? best.name : undefined
}

const farthest = 2

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)))
    row = next
  }
  return row[b.length] ?? 0
}
