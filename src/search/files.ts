import { terms } from '../text/terms.ts'
import { pathInWords } from '../text/words.ts'
import type { Hit } from './tiers.ts'

/** How files are ranked; chosen by `ctx eval backtest` on five repositories (test/bench/README.md). */
const weights = {
  /** What a later file of an entry counts, compared with the one before it. */
  place: 0.87,
  /** Entries after which a hit counts half. */
  half: 8,
  /** What it adds, as a share, when the question says all of a file's own name … */
  name: 3,
  /** … and when all that the question says stands in its path. */
  path: 4,
} as const

/** A commit that is like what is asked, and the files it touched. */
export type Vote = { readonly score: number; readonly files: readonly string[] }

/**
 * The commits that have a say, how much more one counts that is more alike, and what the entries that are found count
 * beside them; a name that the question says counts for its square root only, since commits say names, too.
 */
const votes = { most: 60, power: 1.5, entries: 0.3, name: 0.5 }

/**
 * Ranks files by the commits that are most like a question, and by the entries that it finds: each commit gives its
 * files its likeness, the less the more there are, and a file that the question names counts more.
 */
export function rankVoted(
  question: string,
  { commits, hits }: { readonly commits: readonly Vote[]; readonly hits: readonly Told[] },
): readonly string[] {
  const [voting, telling] = [voted(commits), toldOf(hits)]
  const most = (scores: ReadonlyMap<string, number>): number => Math.max(Number.EPSILON, ...scores.values())
  const share = (most(voting) / most(telling)) * votes.entries
  const files = [...new Set([...voting.keys(), ...telling.keys()])]
  const named = namedIn(files, question)
  const worth = (file: string): number => (voting.get(file) ?? 0) + (telling.get(file) ?? 0) * share
  return inOrder(new Map(files.map((file) => [file, worth(file) * named(file) ** votes.name])))
}

/** What the nearest commits say of files. */
export function voted(commits: readonly Vote[]): ReadonlyMap<string, number> {
  const scores = new Map<string, number>()
  for (const { score, files } of commits.slice(0, votes.most))
    for (const file of files) scores.set(file, (scores.get(file) ?? 0) + score ** votes.power / Math.sqrt(files.length))
  return scores
}

type Told = Pick<Hit, 'text' | 'files'>

/** What the entries that were found say of files: the better the entry and the earlier in it, the better the file. */
function toldOf(hits: readonly Told[]): ReadonlyMap<string, number> {
  const scores = new Map<string, number>()
  for (const [at, { text, files }] of hits.entries())
    for (const [place, file] of files.entries()) {
      const worth = (text ** 2 * weights.place ** place) / (1 + at / weights.half)
      scores.set(file, (scores.get(file) ?? 0) + worth)
    }
  return scores
}

/** Puts first what scores most. */
export const inOrder = (scores: ReadonlyMap<string, number>): readonly string[] =>
  [...scores].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([file]) => file)

/**
 * Puts last what changes with everything and is seldom what is meant, unless the question names it; else as it came.
 */
export function fillersLast(files: readonly string[], question: string): readonly string[] {
  const place = (file: string): number =>
    Number(fillers.some(({ shape, named }) => shape.test(file) && !named.test(question)))
  return files.toSorted((a, b) => place(a) - place(b))
}

/** Tells what greets, what is kept beside the code by hand or by a program, and what is made of it. */
export const isFiller = (file: string): boolean => fillers.some(({ shape }) => shape.test(file))

/** Files that many commits touch, and how a question names them. */
const fillers = [
  { shape: /(?:^|\/)README(?:(?:[-_.][\w-]+)?\.(?:mdx?|markdown|rst|txt|adoc|rdoc))?$/i, named: /\bread[ -]?me\b/i },
  {
    shape: /(?:^|\/)(?:CHANGES|CHANGELOG|HISTORY|NEWS|RELEASES?(?:[-_]NOTES)?)(?:[-_.](?:md|rst|txt|adoc))?$/i,
    named: /\bchange ?log|\bhistory\b|\bnews\b|\brelease notes\b/i,
  },
  { shape: /(?:^|\/)(?:ISSUE|PULL_REQUEST)_TEMPLATE(?:\/|\.|$)/i, named: /\btemplates?\b/i },
  {
    shape: /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|go\.sum|pnpm-lock\.yaml|bun\.lockb?|[^/]+\.lock)$/,
    named: /\block ?files?\b|\.lock\b|-lock\b|\bgo\.sum\b/i,
  },
  { shape: /\.(?:map|min\.(?:js|css))$|(?:^|\/)dist\//, named: /\bdist\b|\bsource ?maps?\b|\bminified\b/i },
] as const

/** Sums what is said of each name. */
export function sumOf(parts: readonly (readonly [name: string, worth: number])[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const [name, worth] of parts) sums.set(name, (sums.get(name) ?? 0) + worth)
  return sums
}

/**
 * Names the files that changed with another, by the commits that touched it: the fewer a commit touched, the more it
 * says.
 */
export const changedWith = (
  path: string,
  touching: readonly { readonly paths: readonly string[] }[],
): readonly string[] =>
  inOrder(
    sumOf(
      touching.flatMap(({ paths }) =>
        paths.flatMap((other) => (other === path ? [] : [[other, 1 / paths.length] as const])),
      ),
    ),
  )

/** How much more a file counts because the question says its name or words of its path. */
function namedIn(files: readonly string[], question: string): (file: string) => number {
  const asked = new Set(terms(question))
  const rarity = rarityIn(files)
  const all = [...asked].reduce((sum, term) => sum + rarity(term), 0)
  const saidIn = (file: string): number => {
    const own = [...termsOf(file)].filter((term) => asked.has(term))
    return all === 0 ? 0 : own.reduce((sum, term) => sum + rarity(term), 0) / all
  }
  return (file) => 1 + weights.name * nameSaid(file, asked) + weights.path * saidIn(file)
}

/** Puts the files whose name a question says before the others. */
export const byQuestion = (files: readonly string[], asked: ReadonlySet<string>): readonly string[] =>
  files.toSorted((a, b) => nameSaid(b, asked) - nameSaid(a, asked))

const termsOf = (path: string): ReadonlySet<string> => new Set(terms(pathInWords(path)))

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
