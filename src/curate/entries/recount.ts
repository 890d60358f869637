import type { Entry } from '../../tree/entry.ts'
import type { Tree } from '../../tree/knowledge.ts'
import { trimBlankLines } from '../../tree/markdown.ts'

/** Entries without how many commits they came from, for a whole history that is about to be counted again. */
export const uncounted = (tree: Tree): Tree =>
  new Map(
    [...tree].map(([path, entry]) => [
      path,
      withStructure(
        entry,
        linesOf(entry).filter((line) => !isCount(line)),
      ),
    ]),
  )

/** A tree in which the entries that were not counted again say what they said `before`. */
export const recounted = (tree: Tree, before: Tree): Tree =>
  new Map(
    [...tree].map(([path, entry]) => {
      const counts = linesOf(entry).some(isCount) ? [] : linesOf(before.get(path)).filter(isCount)
      return [path, counts.length === 0 ? entry : withStructure(entry, [...counts, ...linesOf(entry)])]
    }),
  )

const isCount = (line: string): boolean => /^\d+ commits from \d{4}-/.test(line)
const linesOf = (entry: Entry | undefined): readonly string[] => entry?.narrative.structure.split('\n') ?? []

const withStructure = (entry: Entry, lines: readonly string[]): Entry => {
  const structure = trimBlankLines(lines.join('\n'))
  return structure === entry.narrative.structure ? entry : { ...entry, narrative: { ...entry.narrative, structure } }
}
