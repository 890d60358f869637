import { terms } from '../text/terms.ts'
import { pathInWords } from '../text/words.ts'
import type { Hit } from './tiers.ts'

/** How files are ranked; chosen by `ctx eval backtest` on eight repositories (test/bench/README.md). */
const weights = {
  /** The commits that have a say. */
  voters: 60,
  /** How much more one counts that is more alike. */
  power: 2,
  /** Years after which a commit is half as like, before the power: code moves on. */
  halfLife: 4,
  /** What it adds, as a share, when the question says all of a file's own name … */
  name: 3,
  /** … and when all that the question says stands in its path. */
  path: 4,
} as const

/** A commit that is like what is asked, its day as `2026-11-26`, and the files it touched. */
export type Vote = { readonly score: number; readonly date: string; readonly files: readonly string[] }

/** The commits that are like a question, in any order, and the entries that it finds, the best first, at some time. */
export type Found = {
  readonly commits: readonly Vote[]
  readonly hits: readonly Pick<Hit, 'files'>[]
  readonly now: Date
}

/**
 * Ranks files by the commits that are most like a question: each gives its files its likeness, the less the more there
 * are and the older it is, and a file that the question names counts more; for its square root only, since commits say
 * names, too. Behind them come the files of entries: a page is about too many to say which.
 */
export function rankVoted(question: string, { commits, hits, now }: Found): readonly string[] {
  const voting = voted(aged(commits, now).slice(0, weights.voters), weights.power)
  const named = namedIn([...voting.keys()], question)
  const ranked = inOrder(new Map([...voting].map(([file, worth]) => [file, worth * Math.sqrt(named(file))])))
  return [...new Set([...ranked, ...hits.flatMap(({ files }) => files)])]
}

/** Puts first the commits that say most of each of their files. */
export const byVote = <One extends Vote>(commits: readonly One[], now: Date): readonly One[] =>
  aged(commits, now).toSorted((a, b) => voteOf(b, weights.power) - voteOf(a, weights.power))

/** Gives commits the likeness that their age leaves them, most of it first. */
const aged = <One extends Vote>(commits: readonly One[], now: Date): readonly One[] =>
  commits
    .map((one) => ({ ...one, score: one.score * 0.5 ** (yearsSince(one.date, now) / weights.halfLife) }))
    .toSorted((a, b) => b.score - a.score)

/** Adds up what commits say of their files. */
export const voted = (commits: readonly Omit<Vote, 'date'>[], power: number): ReadonlyMap<string, number> =>
  sumOf(commits.flatMap((one) => one.files.map((file) => [file, voteOf(one, power)] as const)))

/** What a commit says of each of its files: its likeness to some power, the less the more files there are. */
const voteOf = ({ score, files }: Omit<Vote, 'date'>, power: number): number =>
  score ** power / Math.sqrt(Math.max(1, files.length))

/** Years since a day; 0 where it is not known, or is still to come, as a clock that was wrong says. */
function yearsSince(day: string, now: Date): number {
  const ms = now.getTime() - Date.parse(day)
  return Number.isNaN(ms) ? 0 : Math.max(0, ms) / msPerYear
}

/** A Julian year, of 365.25 days. */
const msPerYear = 365.25 * 24 * 3_600_000

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

/** Whether a question spells the whole name of a file. */
export const isSpelled = (file: string, question: string): boolean =>
  question.toLowerCase().includes(file.slice(file.lastIndexOf('/') + 1).toLowerCase())

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

/** Puts the one first that is asked about, which may have moved since. */
export function askedFirst(files: readonly string[], asked = ''): readonly string[] {
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
  const same = files.filter((path) => path === asked)
  const first = same.length > 0 ? same : files.filter((path) => nameOf(path) === nameOf(asked))
  return [...first, ...files.filter((path) => !first.includes(path))]
}
