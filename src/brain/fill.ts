/** A few lines that stand together under a heading; they are written out only once it is known that there is room. */
export type BrainBlock = { readonly group: string; readonly path: string; readonly lines: () => readonly string[] }

/** Lines of a layer that fit, and the paths of the blocks that they begin. */
export type Filled = { readonly lines: readonly string[]; readonly shown: readonly string[]; readonly used: number }

/** How many characters lines take in a document, with their ends. */
export const sizeOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0)

/** Keeps the first lines that fit into so many characters. */
export function cut(lines: readonly string[], room: number): readonly string[] {
  let left = room
  const end = lines.findIndex((line) => {
    left -= line.length + 1
    return left < 0
  })
  return end === -1 ? lines : lines.slice(0, end)
}

/**
 * Fills a layer with blocks, best first, until one does not fit: that one is cut at the end of a line, and nothing that
 * is worth less takes its place. Groups stand in the order of `groups`, those that are not listed after them by name.
 */
export function fill(
  blocks: Iterable<BrainBlock>,
  { title, groups, room }: { title: string; groups: readonly string[]; room: number },
): Filled {
  const chosen = new Map<string, string[]>()
  const shown: string[] = []
  let used = 0
  for (const { group, path, lines } of blocks) {
    const heading = [...(used === 0 ? headingOf(title) : []), ...(chosen.has(group) ? [] : groupHeading(group))]
    const wanted = lines()
    const fitting = cut(wanted, room - used - sizeOf(heading))
    if (fitting.length === 0) break
    chosen.set(group, [...(chosen.get(group) ?? []), ...fitting])
    shown.push(path)
    used += sizeOf([...heading, ...fitting])
    if (fitting.length < wanted.length) break
  }
  if (used === 0) return { lines: [], shown, used }
  const rank = (name: string): number => (groups.includes(name) ? groups.indexOf(name) : groups.length)
  const order = [...chosen.keys()].toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
  return {
    lines: [...headingOf(title), ...order.flatMap((name) => [...groupHeading(name), ...(chosen.get(name) ?? [])])],
    shown,
    used,
  }
}

const headingOf = (title: string): readonly string[] => ['', `## ${title}`]
const groupHeading = (name: string): readonly string[] => ['', `### ${name}`]
