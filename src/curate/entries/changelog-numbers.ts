import type { Bullet } from '../message/changelog.ts'
import { newWords } from '../message/shared-words.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { firstLessonOf } from './join-by-words.ts'

/** What the first lesson of a commit says, with its headline. */
export const saidFirst = (analysis: CommitAnalysis): string => {
  const { about = '', text = '' } = firstLessonOf(analysis) ?? {}
  return `${about} ${text}`
}

/** Of two commits that one line names, it has words for the one that speaks of it most, and for one that says nothing itself. */
export function isOwn(
  analysis: CommitAnalysis,
  { bullet, others }: { bullet: Bullet; others: readonly CommitAnalysis[] },
): boolean {
  const text = firstLessonOf(analysis)?.text ?? ''
  if (text === '' || text.startsWith('Tested: ')) return true
  const left = (other: CommitAnalysis): number => newWords(bullet.text, saidFirst(other))
  return !others.some((other) => left(other) < left(analysis))
}

/** A line about so many commits says of none what it does: "Several fixes to `CORSMiddleware`" (starlette 995d70c7). */
export const ofAll = 3

/** How many commits each line of a changelog names by their numbers. */
export function timesNamed(
  analyses: readonly CommitAnalysis[],
  byName: ReadonlyMap<string, readonly Bullet[]>,
): ReadonlyMap<Bullet, number> {
  const times = new Map<Bullet, number>()
  for (const number of new Set(
    analyses.flatMap(({ evidence }) => evidence.flatMap(({ note }) => note?.number ?? [])),
  )) {
    for (const bullet of byName.get(number) ?? []) times.set(bullet, (times.get(bullet) ?? 0) + 1)
  }
  return times
}

/** Numbers that commits about several things have: part of the history is from a project that counted for itself (tracing 354fe187). */
export function numbersOfSeveral(analyses: readonly CommitAnalysis[]): ReadonlySet<string> {
  const subjects = new Map<string, string>()
  const several = new Set<string>()
  for (const { evidence, subject, mergedAs } of analyses) {
    if (mergedAs !== undefined) continue
    const number = evidence.find(({ kind }) => kind === 'lesson')?.note?.number ?? ''
    if (number !== '' && (subjects.get(number) ?? subject) !== subject) several.add(number)
    subjects.set(number, subject)
  }
  return several
}

/** Commits by the number that they came with. */
export function byNumber(analyses: readonly CommitAnalysis[]): ReadonlyMap<string, readonly CommitAnalysis[]> {
  const found = new Map<string, CommitAnalysis[]>()
  for (const analysis of analyses) {
    const number = firstLessonOf(analysis)?.note?.number ?? ''
    if (number !== '') found.set(number, [...(found.get(number) ?? []), analysis])
  }
  return found
}

/**
 * Of the lines that name a commit, those that are not about others: where one names it with few, the one that names it with many
 * is no line of its own ("Deprecate spider arguments of StatsCollector methods", scrapy b6833081).
 */
export function leftTo(
  analysis: CommitAnalysis,
  lines: readonly Bullet[],
  namedBy: ReadonlyMap<string, readonly CommitAnalysis[]>,
): readonly Bullet[] {
  const number = firstLessonOf(analysis)?.note?.number ?? ''
  const own = lines.filter((bullet) => {
    const numbers = bullet.names.filter((name) => namedBy.has(name))
    const others = numbers.flatMap((name) => (name === number ? [] : (namedBy.get(name) ?? [])))
    return numbers.length < ofAll && isOwn(analysis, { bullet, others })
  })
  return own.length > 0 ? own : lines
}
