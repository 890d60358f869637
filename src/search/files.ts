import { terms } from '../text/terms.ts'
import type { Hit } from './ladder.ts'

/** How files are ranked; chosen by `ctx eval backtest` on five repositories (test/bench/README.md). */
const weights = {
  /** What a later file of an entry counts, compared with the one before it. */
  place: 0.87,
  /** After so many entries, a hit counts half. */
  half: 8,
  /** What it adds, as a share, when the question says all of a file's own name … */
  name: 3,
  /** … and when all that the question says stands in its path. */
  path: 4,
} as const

/** Ranks files by the entries that name them: the better the entry and the earlier in it, the better the file. */
export function rankFiles(hits: readonly Pick<Hit, 'text' | 'files'>[], question: string): readonly string[] {
  const asked = new Set(terms(question))
  const rarity = rarityIn(hits.flatMap(({ files }) => files))
  const all = [...asked].reduce((sum, term) => sum + rarity(term), 0)
  const saidIn = (file: string): number => {
    const own = [...termsOf(file)].filter((term) => asked.has(term))
    return all === 0 ? 0 : own.reduce((sum, term) => sum + rarity(term), 0) / all
  }
  const scores = new Map<string, number>()
  for (const [at, { text, files }] of hits.entries()) {
    for (const [place, file] of files.entries()) {
      const worth = (text ** 2 * weights.place ** place) / (1 + at / weights.half)
      const named = 1 + weights.name * nameSaid(file, asked) + weights.path * saidIn(file)
      scores.set(file, (scores.get(file) ?? 0) + worth * named)
    }
  }
  return [...scores].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([file]) => file)
}

/** Puts the files whose name a question says before the others. */
export const byQuestion = (files: readonly string[], asked: ReadonlySet<string>): readonly string[] =>
  files.toSorted((a, b) => nameSaid(b, asked) - nameSaid(a, asked))

const termsOf = (path: string): ReadonlySet<string> => new Set(terms(path.replaceAll(/[/._-]/g, ' ')))

/** The share of a file's own name, without its folders, that a question says. */
function nameSaid(file: string, asked: ReadonlySet<string>): number {
  const name = termsOf(file.slice(file.lastIndexOf('/') + 1).replace(/\.[^.]+$/, ''))
  return name.size === 0 ? 0 : [...name].filter((term) => asked.has(term)).length / name.size
}

/** Inverse document frequency among the paths in question: what stands in every path tells none from the others. */
function rarityIn(files: readonly string[]): (term: string) => number {
  const paths = [...new Set(files)]
  const counts = new Map<string, number>()
  for (const path of paths) for (const term of termsOf(path)) counts.set(term, (counts.get(term) ?? 0) + 1)
  return (term) => Math.log(1 + paths.length / (counts.get(term) ?? paths.length + 1))
}
