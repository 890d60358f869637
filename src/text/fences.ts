/** Tells which lines are code between fences (CommonMark 0.31, 4.5), or the fences; one that nothing closes opens nothing. */
export function insideFences(lines: readonly string[]): (at: number) => boolean {
  const fences = [...lines.entries()].flatMap(([at, line]) => (/^\s*```/.test(line) ? [at] : []))
  const inside = new Set<number>()
  for (let pair = 0; pair + 1 < fences.length; pair += 2)
    for (let at = fences[pair] ?? 0; at <= (fences[pair + 1] ?? 0); at++) inside.add(at)
  return (at) => inside.has(at)
}
