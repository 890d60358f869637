import { fold } from '../../text/clean.ts'
import { madeOnce } from '../../text/made-once.ts'
import { landedTitle, plainTitle, revertedTitle } from '../../text/titles.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { deprecates, removes } from '../message/headline-kinds.ts'
import { distinctiveTerms } from '../message/distinctive-terms.ts'

/** Commits that a later one took back as a whole, with that later one; one that came again holds. */
export function revertedLater(analyses: readonly CommitAnalysis[]): ReadonlyMap<string, string> {
  const back = new Map<string, string>()
  const reverts = new Map<string, CommitAnalysis>()
  for (const [at, analysis] of analyses.entries()) {
    const { sha, subject, evidence } = analysis
    // Few ask for them: to list them for each commit takes as long as all the rest.
    const before = (): readonly CommitAnalysis[] => analyses.slice(0, at)
    const lately = (): readonly CommitAnalysis[] => analyses.slice(Math.max(0, at - mostLately), at)
    for (const earlier of namedAsReverted(analysis, before)) back.set(earlier.sha, sha)
    for (const earlier of [...broughtBack(analysis, before), ...calledBack(analysis, lately)])
      back.set(earlier.sha, sha)
    for (const earlier of ended(analysis, before)) back.set(earlier.sha, sha)
    // Who lands a title again, naming no hash, takes back whatever took that back.
    const again = plainTitle(landedTitle(subject))
    if (again !== '')
      for (const earlier of before())
        if (plainTitle(earlier.subject) === again && sharesFile(analysis, earlier)) back.delete(earlier.sha)
    for (const { kind, value, weight } of evidence) {
      if (kind !== 'revert') continue
      // A branch that was rebased has its commits under other names, and some name no hash; their titles stay.
      const title = plainTitle(revertedTitle(subject))
      const ofTitle = (): readonly CommitAnalysis[] =>
        title === '' ? [] : before().filter((other) => plainTitle(other.subject) === title)
      const taken =
        (value === '' ? undefined : analyses.find((other) => other.sha.startsWith(value))) ??
        nearestTo(analysis, ofTitle(), { mayBeApart: value !== '' })
      // A step of a squash takes back what it says where it worked on that, as does who names no hash.
      if (taken === undefined || (weight === 0 && !sharesFile(analysis, taken))) continue
      back.set(taken.sha, sha)
      // Who takes back a revert brings back what that took.
      for (const [earlier, by] of back) if (by === taken.sha) back.delete(earlier)
      reverts.set(plainTitle(taken.subject), analysis)
    }
    // What comes again under its old title takes back the revert.
    const revert = reverts.get(plainTitle(subject))
    if (revert !== undefined && revert.sha !== sha && sharesFile(analysis, revert)) back.set(revert.sha, sha)
  }
  return back
}

type Before = () => readonly CommitAnalysis[]

function filesShared(one: CommitAnalysis, other: CommitAnalysis): number {
  const touched = new Set(one.touched.map(({ path }) => path))
  return other.touched.filter(({ path }) => touched.has(path)).length
}

const sharesFile = (one: CommitAnalysis, other: CommitAnalysis): boolean => filesShared(one, other) > 0

/** Of commits with one title, which parts of a project may share, the one that worked on most of the same files; of equals the newest. */
function nearestTo(
  analysis: CommitAnalysis,
  others: readonly CommitAnalysis[],
  { mayBeApart }: { mayBeApart: boolean },
): CommitAnalysis | undefined {
  const shared = (other: CommitAnalysis): number => filesShared(analysis, other)
  const [nearest] = others.toReversed().toSorted((a, b) => shared(b) - shared(a))
  return nearest !== undefined && (mayBeApart || shared(nearest) > 0) ? nearest : undefined
}

/**
 * What a message says it reverts by its hash (`This reverts 8cea2670`), or by the number of its pull request, where both
 * worked on one file: `reverts … of #1127`.
 */
function namedAsReverted(analysis: CommitAnalysis, before: Before): readonly CommitAnalysis[] {
  const said = analysis.evidence.flatMap(({ kind, about, text }) => (kind === 'lesson' ? [`${about} ${text}`] : []))
  const namedIn = (pattern: RegExp): readonly string[] =>
    said.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  const [hashes, numbers] = [namedIn(revertedHash), new Set(namedIn(revertedNumber))]
  if (hashes.length + numbers.size === 0) return []
  return before().filter(
    (other) =>
      hashes.some((hash) => other.sha.startsWith(hash)) ||
      (other.mergedAs === undefined &&
        other.evidence.some(({ kind, note }) => kind === 'lesson' && numbers.has(note?.number ?? '')) &&
        sharesFile(analysis, other)),
  )
}

const revertedNumber = /\brevert(?:s|ed|ing)?\b[^.\n]{0,120}(#\d{1,7})\b/gi
/** A part that is taken back leaves the rest as it is. */
const revertedHash = /(?<!\bpart\w{0,6} )\breverts?(?: commit)? ([0-9a-f]{7,64})\b/gi

/**
 * What a message says it reverts in the words of its headline: "This commit reverts merge-split and …", of "Allow split nodes to be
 * merged with the next node", and of what was mended there on the way (bbolt b1dbd35d, a96185e8, 54cad40a).
 */
function calledBack(analysis: CommitAnalysis, lately: Before): readonly CommitAnalysis[] {
  const said = analysis.evidence.flatMap(({ kind, text }) => (kind === 'lesson' ? [text] : []))
  return said.flatMap((text) => {
    const terms = [...new Set(distinctiveTerms((revertedName.exec(text)?.[1] ?? '').replaceAll('-', ' ')))]
    if (terms.length < leastNamed) return []
    const touched = new Set(analysis.touched.map(({ path }) => path))
    return lately().filter(
      (other) =>
        other.touched.some(({ path }) => touched.has(path)) &&
        terms.every((term) => termsOfTitle(other.title).has(term)),
    )
  })
}

/** Who reverts in words means what was done lately; to ask all of a long history takes as long as all the rest. */
const mostLately = 500

const termsOfTitle = madeOnce((title): ReadonlySet<string> => new Set(distinctiveTerms(title)))

const revertedName =
  /\bthis (?:branch|change|commit|patch|pr|pull request) reverts (?:the )?(?!to\b|part)([\w` -]{3,60}?)(?= (?:and|as|because|but|due|since|so)\b|[.,;:(])/i

/** "Unpin coverage", "Un-export MetricVec": to marshal and to unmarshal are two things, and a dash says that it is one. */
const unmade = /^un(?:-(?=[a-z])|(?=deprecat|export|ignor|pin|revert|skip|vendor))/i
const madeAgain = / \(?again\)?$/i
/** "unpin rollup" undoes "pin rollup to 4.9.2" (vue 09d6eaf9, 759a9518). */
const toVersion = /^(pin .{1,60}?) to v?\d[\w.]{0,20}$/i

const isReturn = /^(?:add back|bring back|put back|re-?add|re-?enable|reintroduce|restore)\b/i

/** Whether the terms of a removal come again: two of them, or the only one there is. */
const isBroughtBack = (terms: readonly string[], words: ReadonlySet<string>): boolean =>
  terms.filter((term) => words.has(term)).length >= Math.min(2, Math.max(1, terms.length))

/**
 * The newest removal of what a commit says that it brings back, by the words of its title and a file that both touched; or what it
 * undoes in the same words: "Un-export MetricVec", "Export MetricVec (again)" (client_golang f66cdf07, 85aa957f).
 */
function broughtBack(analysis: CommitAnalysis, before: Before): readonly CommitAnalysis[] {
  const opposite = oppositeOf(analysis, before)
  if (opposite !== undefined) return [opposite]
  if (!isReturn.test(analysis.title)) return []
  const words = new Set(distinctiveTerms(analysis.title.replace(isReturn, '')))
  const found = before().findLast(
    (other) =>
      removes.test(other.title) &&
      isBroughtBack(distinctiveTerms(other.title.replace(removes, '')), words) &&
      sharesFile(analysis, other),
  )
  return found === undefined ? [] : [found]
}

function oppositeOf(analysis: CommitAnalysis, before: Before): CommitAnalysis | undefined {
  const isUnmade = unmade.test(analysis.title)
  if (!isUnmade && !madeAgain.test(analysis.title)) return undefined
  const what = fold(analysis.title.replace(unmade, '').replace(madeAgain, ''))
  return before().findLast(
    (other) =>
      unmade.test(other.title) !== isUnmade &&
      fold(other.title.replace(unmade, '').replace(toVersion, '$1')) === what &&
      sharesFile(analysis, other),
  )
}

/** The deprecation of what a removal takes away, in the same words: "Deprecate API when they only return None" (tonic 7cb1cd23). */
function ended(analysis: CommitAnalysis, before: Before): readonly CommitAnalysis[] {
  if (!removes.test(analysis.title)) return []
  const words = new Set(distinctiveTerms(analysis.title.replace(removes, '')))
  const found = before().findLast((other) => {
    const terms = deprecates.test(other.title) ? distinctiveTerms(other.title.replace(deprecates, '')) : []
    return terms.length >= leastNamed && terms.every((term) => words.has(term)) && sharesFile(analysis, other)
  })
  return found === undefined ? [] : [found]
}

const leastNamed = 2
