import { short } from '../../text/words.ts'
import type { Outcome } from './outcome-of.ts'
import { dependencyIn } from '../message/bumps.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import { fileKindOf } from '../code/files.ts'

/**
 * What became of commits about a version of a dependency that is not the version any more, with those that came after: a later
 * one of the same dependency, or nothing where no manifest names it now. What such a commit says of the code may hold.
 */
export function supersededVersions(
  analyses: readonly CommitAnalysis[],
  manifests: readonly string[],
): ReadonlyMap<string, Outcome> {
  const found = new Map<string, Outcome>()
  const last = new Map<string, CommitAnalysis>()
  const isOver = (analysis: CommitAnalysis, supersededBy: readonly string[]): void =>
    void found.set(analysis.sha, { status: isOfManifests(analysis) ? 'past' : 'partly', supersededBy })
  for (const analysis of analyses) {
    const name = dependencyIn(analysis.subject)
    if (name === '') continue
    const before = last.get(name)
    if (before !== undefined) isOver(before, [short(analysis.sha)])
    last.set(name, analysis)
  }
  if (manifests.length === 0) return found
  const isThere = (name: string): boolean => manifests.some((text) => names(text, name))
  for (const [name, analysis] of last)
    if (isOfManifests(analysis) && !isPlatform.test(name) && !isThere(name)) isOver(analysis, [])
  return new Map([...found, ...removedDependencies(analyses, isThere)])
}

/** Commits that brought a dependency in, or settled how it is needed, with the one that took it out for good. */
function removedDependencies(
  analyses: readonly CommitAnalysis[],
  isThere: (name: string) => boolean,
): ReadonlyMap<string, Outcome> {
  const found = new Map<string, Outcome>()
  const out = new Map<string, string>()
  for (const analysis of analyses.toReversed()) {
    const isNeeding = analysis.touched.some(({ path }) => fileKindOf(path) === 'config')
    const words = isNeeding && out.size > 0 ? analysis.subject.toLowerCase().split(/[^\w@/.-]+/) : []
    const by = words.flatMap((word) => out.get(word) ?? [])[0]
    if (by !== undefined) found.set(analysis.sha, { status: 'past', supersededBy: [short(by)] })
    for (const { kind, isGone = false, about } of analysis.evidence)
      if (kind === 'dependency' && isGone && !out.has(about) && !isThere(about)) out.set(about, analysis.sha)
  }
  return found
}

/** What a project is built with has no name in a manifest by which it is called: "bump MSRV to 1.57" (http e7a73372). */
const isPlatform = /^(?:edition|go(?:lang)?|msrv|node(?:\.?js)?|python|ruby|rust)$/i

/** Whether a commit wrote no code: what it says is about a dependency, not about how the code uses it. */
const isOfManifests = ({ touched }: CommitAnalysis): boolean => touched.every(({ path }) => fileKindOf(path) !== 'code')

/** Whether a text has a name as a word of its own: `path-to-regexp` is not in `my-path-to-regexp2`. */
function names(text: string, name: string): boolean {
  const at = text.indexOf(name)
  if (at === -1) return false
  const isPart = (sign: string | undefined): boolean => sign !== undefined && /[\w-]/.test(sign)
  const rest = text.slice(at + name.length)
  return (!isPart(text[at - 1]) && !isPart(rest[0])) || names(rest, name)
}
