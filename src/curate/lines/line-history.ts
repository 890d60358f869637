/** What became of the significant lines that a commit wrote, as of the last commit that was followed. */
export type LineHistory = {
  readonly added: number
  readonly gone: number
  /** Of these, the lines in whose place a later commit put one that says nearly the same. */
  readonly rewritten: number
  /** Whether one commit took out nearly all of the code that stood then, and these lines with it. */
  readonly isFromBeforeRestart: boolean
  /** Whether it touched no code: then the lines are those of tests, pages and settings, wherever they stand now. */
  readonly isNonCode: boolean
  /** The file of code that most of its lines stand in now, '' where that is not plain, or a quarter of them is not left. */
  readonly standsIn: string
  /** The significant lines that it took out itself: a commit that mostly takes out does not live by what it put in. */
  readonly removed: number
  /** The commits that took lines out, most first. */
  readonly removers: readonly { readonly commit: string; readonly lines: number }[]
  /** The share of what it took out itself that each later commit wrote again where that had stood, by the hash of that commit. */
  readonly putBack: ReadonlyMap<string, number>
  /** The tests that it wrote, and how many of them the code still has. */
  readonly tests: { readonly added: number; readonly there: number }
  /** The names in its headline that it wrote into the code, and how many of them the code still has. */
  readonly names: { readonly added: number; readonly there: number }
  /** The names that came into the code with it, whoever uses them since, and how many of them the code still has. */
  readonly coined: { readonly added: number; readonly there: number }
}

/** The history of a commit that wrote no significant line. */
export const noLineHistory: LineHistory = {
  added: 0,
  gone: 0,
  rewritten: 0,
  isFromBeforeRestart: false,
  isNonCode: false,
  standsIn: '',
  removed: 0,
  removers: [],
  putBack: new Map(),
  tests: { added: 0, there: 0 },
  names: { added: 0, there: 0 },
  coined: { added: 0, there: 0 },
}

/** Commits by how many lines each took out: most first, of equals by their hash, so that every machine tells the same. */
export const byLinesRemoved = (lines: Iterable<readonly [string, number]>): LineHistory['removers'] =>
  [...lines]
    .map(([commit, count]) => ({ commit, lines: count }))
    .sort((a, b) => b.lines - a.lines || (a.commit < b.commit ? -1 : 1))
