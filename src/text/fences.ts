/**
 * Tells which lines are code between fences (CommonMark 0.31, 4.5), or the fences, also behind the mark of a list. A fence that
 * nothing closes before a line that ends everything, a release for example, opens nothing.
 */
export function insideFences(
  lines: readonly string[],
  endsAll: (at: number) => boolean = never,
): (at: number) => boolean {
  const inside = new Uint8Array(lines.length)
  let open: { readonly mark: string; readonly at: number } | undefined
  for (const [at, line] of lines.entries()) {
    if (open !== undefined && closes(line, open.mark)) {
      inside.fill(1, open.at, at + 1)
      open = undefined
    } else if (open === undefined || endsAll(at)) {
      const [, ticks, tildes] = opening.exec(line) ?? []
      const mark = ticks ?? tildes
      open = mark === undefined ? undefined : { mark, at }
    }
  }
  return (at) => inside[at] === 1
}

const never = (): boolean => false

/** Tildes alone are a heading of reStructuredText. */
const opening = /^\s*(?:(?:[-*+]|\d{1,3}[.)])\s+)?(?:(`{3,})[^`]*$|(~{3,})\s?\w)/

const closes = (line: string, mark: string): boolean => {
  const said = line.trim()
  return said.length >= mark.length && said === (mark[0] ?? '').repeat(said.length)
}
