import type { Hunk } from '../../commit.ts'

/** A line of a hunk that went, and the one of the same hunk that says nearly the same in its place. */
export type Rewritten = ReadonlyMap<string, string>

/** So much of what a line says, by its words and numbers, the line in its place must say. */
const leastAlike = 0.6
/** Fewer words tell no line from another. */
const leastWords = 2
/** Of a hunk with more lines on one side, nobody could say which line stands for which. */
const mostLines = 400

/**
 * Finds lines that were written anew and say nearly the same: renamed, annotated, set out otherwise. Numbers must be the
 * same and a denial must not come or go, because these are how a line is changed into its opposite.
 */
export function rewrittenIn({ removed, added }: Pick<Hunk, 'removed' | 'added'>): Rewritten {
  const found = new Map<string, string>()
  if (removed.length === 0 || added.length === 0 || removed.length > mostLines || added.length > mostLines) return found
  const arrivals = added.map((line) => ({ line, words: new Set(wordsOf(line)) }))
  const having = new Map<string, number[]>()
  for (const [at, { words }] of arrivals.entries())
    for (const word of words) {
      const known = having.get(word)
      if (known === undefined) having.set(word, [at])
      else known.push(at)
    }
  for (const line of removed) {
    const words = new Set(wordsOf(line))
    if (words.size < leastWords) continue
    const shared = new Uint16Array(arrivals.length)
    for (const word of words) for (const at of having.get(word) ?? []) shared[at] = (shared[at] ?? 0) + 1
    let [best, most] = ['', words.size * leastAlike - 1e-9]
    for (let at = 0; at < shared.length; at++) {
      const [count = 0, other] = [shared[at], arrivals[at]]
      if (other !== undefined && count > most && isSameSense(words, other.words)) [best, most] = [other.line, count]
    }
    if (best === '') best = brokenInto(words, { arrivals, having })
    if (best !== '') found.set(line, best)
  }
  return found
}

type Arrivals = {
  readonly arrivals: readonly { readonly line: string; readonly words: ReadonlySet<string> }[]
  /** Which of them have a word. */
  readonly having: ReadonlyMap<string, readonly number[]>
}

/**
 * The line of those into which a longer one was broken that has most of its words, where all of them have all: what is added to a list
 * breaks its line, and takes nothing out: `frozenset(["Cookie", "Authorization"])` (urllib3 644124ec). A condition and what it leads to
 * were two statements in one line (urllib3 69673300).
 */
function brokenInto(words: ReadonlySet<string>, { arrivals, having }: Arrivals): string {
  const placesOf = [...words].map((word) => having.get(word) ?? [])
  const rarest = placesOf.toSorted((a, b) => a.length - b.length)[0] ?? []
  if (words.size < leastBroken || rarest.length > mostBegun) return ''
  const parts = rarest
    .map((place) => placesOf.map((places) => nearestTo(place, places)))
    .find((places) => Math.max(...places) - Math.min(...places) < mostBroken)
  if (parts === undefined) return ''
  const lines = arrivals.slice(Math.min(...parts), Math.max(...parts) + 1)
  const isBlock = /(?::|\)\s?\{)\s*$/.test(lines[0]?.line ?? '')
  if (isBlock || !isSameSense(words, new Set(lines.flatMap((one) => [...one.words])))) return ''
  return lines.toSorted((a, b) => sharedBy(words, b.words) - sharedBy(words, a.words))[0]?.line ?? ''
}

/** A line of fewer words may be anywhere, and one is broken into so many lines at most. */
const leastBroken = 3
const mostBroken = 8
/** Of words that are everywhere, nobody could say where a line begins. */
const mostBegun = 8

const nearestTo = (place: number, places: readonly number[]): number =>
  places.reduce((best, one) => (Math.abs(one - place) < Math.abs(best - place) ? one : best), places[0] ?? Infinity)

const wordsOf = (line: string): readonly string[] =>
  line
    .slice(0, longestLine)
    .match(/[A-Za-z_$][\w$]*|\d+(?:\.\d+)*|!(?!=)|!==?/g)
    ?.filter((word) => !keywords.has(word)) ?? []

/** What a language has for every line makes no two lines alike. */
const keywords = new Set(
  `export default const let var function return if else for while def class self this pub fn mut use impl func type
  struct static public private async await new import from end do then in of as and or`.split(/\s+/),
)

const longestLine = 500

function sharedBy(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0
  for (const word of words) if (others.has(word)) count++
  return count / words.size
}

const isSameSense = (words: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...words].every((word) => !/^\d/.test(word) || others.has(word)) &&
  [...words].some((word) => denial.test(word)) === [...others].some((word) => denial.test(word))

const denial = /^(?:!|!==?|not|no|never|false|False|none|None|null|nil|disabled?|unless)$/

/** A commit that sets so many files out anew, and does little else, is a sweep. */
const sweep = { files: 8, share: 0.6 }

/**
 * Whether a commit only writes much of the code anew, such as by a formatter, a rename or types that were added: most of
 * the hunks in which it replaces lines say nearly what they said, in many files.
 */
export function isSweep(changes: readonly { readonly path: string; readonly hunks: readonly Hunk[] }[]): boolean {
  const replaced = changes.flatMap(({ path, hunks }) =>
    hunks.filter(({ removed, added }) => removed.length > 0 && added.length > 0).map((hunk) => ({ path, hunk })),
  )
  if (new Set(replaced.map(({ path }) => path)).size < sweep.files) return false
  const files = new Set<string>()
  let others = 0
  for (const { path, hunk } of replaced) {
    if (saysTheSame(hunk)) files.add(path)
    else others++
    // Of most commits a few hunks tell.
    if (replaced.length - others < replaced.length * sweep.share) return false
  }
  return files.size >= sweep.files
}

/** Whether a hunk keeps most of its words, on whatever lines: a formatter breaks one line into many. */
function saysTheSame({ removed, added }: Hunk): boolean {
  if (removed.length > mostLines || added.length > mostLines) return false
  const words = new Set(removed.flatMap(wordsOf))
  const others = new Set(added.flatMap(wordsOf))
  return words.size > 0 && sharedBy(words, others) >= leastAlike
}

/** Where each line of a sweep went on: where it is written anew, and else the line as far into the hunk as it was. */
export function sweptIn(hunk: Hunk): Rewritten {
  if (!saysTheSame(hunk)) return new Map()
  const found = rewrittenIn(hunk)
  const { removed, added } = hunk
  return new Map(
    removed.map((line, at) => [line, found.get(line) ?? added[Math.floor((at * added.length) / removed.length)] ?? '']),
  )
}
