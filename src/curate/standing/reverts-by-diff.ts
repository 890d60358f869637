import type { CommitAnalysis } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'
import { noReason } from '../evidence/reverts.ts'
import { distinctiveTerms } from '../message/distinctive-terms.ts'
import { reasoned } from '../../text/reasons.ts'
import { plainTitle } from '../../text/titles.ts'

/** Adds to commits that take another back without saying so in git's words what their diff, or their title, says. */
export function withReverts(analyses: readonly CommitAnalysis[]): readonly CommitAnalysis[] {
  const earlier = new Map<string, CommitAnalysis>()
  const reverts: CommitAnalysis[] = []
  return analyses.map((analysis) => {
    const { patch, evidence, title } = analysis
    const undone = patch === undefined ? undefined : earlier.get(patch.inverse)
    if (patch !== undefined) earlier.set(patch.forward, analysis)
    if (evidence.some(({ kind }) => kind === 'revert')) {
      reverts.push(analysis)
      return analysis
    }
    if (patch !== undefined && undone !== undefined) {
      earlier.delete(patch.inverse)
      const text = `“${undone.title}” was tried and taken back${reasonIn(title)}`
      return withRevert(analysis, { about: 'taken back', value: undone.sha, text })
    }
    const back = revertEndedBy(analysis, reverts) ?? landedAgain(analysis, reverts)
    return back === undefined ? analysis : withRevert(analysis, back)
  })
}

/** Why, where a title says it: behind its dash ("revert methodMap change - brings back support for go 1.7", chi be3aea55), or anywhere. */
function reasonIn(title: string): string {
  const [, behind] = /^.{3,80}? [-–] (.{12,})$/.exec(title) ?? []
  return behind !== undefined ? `: ${behind}` : reasoned.test(title) ? `: ${title}` : noReason
}

type Told = Pick<Evidence, 'about' | 'value' | 'text'>

const withRevert = (analysis: CommitAnalysis, told: Told): CommitAnalysis => ({
  ...analysis,
  skippedBecause: undefined,
  evidence: [
    ...analysis.evidence,
    {
      kind: 'revert',
      category: 'project',
      at: { commit: analysis.sha, path: '' },
      grade: 'observed',
      weight: 1,
      ...told,
    },
  ],
})

/**
 * The newest revert, among the commits that are read together, of what a commit says that it goes back to: "Switch back to
 * crossbeam-channel" (fd 5bb7a527).
 */
function revertEndedBy({ title, touched }: CommitAnalysis, reverts: readonly CommitAnalysis[]): Told | undefined {
  const [, to = ''] = goesBack.exec(title) ?? []
  const terms = distinctiveTerms(to)
  if (terms.length === 0) return undefined
  for (const { sha, evidence, touched: files } of reverts.toReversed()) {
    const what = triedIn(evidence)
    const [, aim = ''] = aims.exec(what) ?? []
    const [known, shared] = [new Set(distinctiveTerms(aim)), new Set(files.map(({ path }) => path))]
    if (terms.every((term) => known.has(term)) && touched.some(({ path }) => shared.has(path)))
      return backAgain(what, sha)
  }
  return undefined
}

/**
 * The newest revert, among the commits that are read together, of what has the title of a commit that works on the same files: it
 * landed again (hugo 8b5b558b, 7eb71ee0). What has a short title, or is a copy of another commit, tells nothing.
 */
function landedAgain({ title, touched, pickedFrom }: CommitAnalysis, reverts: CommitAnalysis[]): Told | undefined {
  if (reverts.length === 0 || pickedFrom.length > 0 || distinctiveTerms(title).length < leastTerms) return undefined
  const own = plainTitle(title)
  const at = reverts.findLastIndex(({ evidence }) => plainTitle(triedIn(evidence)) === own)
  const [revert] = at === -1 ? [] : reverts.slice(at)
  const files = new Set(revert?.touched.map(({ path }) => path))
  if (revert === undefined || !touched.some(({ path }) => files.has(path))) return undefined
  reverts.splice(at, 1)
  return backAgain(triedIn(revert.evidence), revert.sha)
}

const leastTerms = 2

/** What a commit says that it takes back, '' where it brings it back. */
const triedIn = (evidence: readonly Evidence[]): string =>
  /^“(.+?)” was tried/.exec(evidence.find(({ kind }) => kind === 'revert')?.text ?? '')?.[1] ?? ''

const backAgain = (what: string, revert: string): Told => ({
  about: 'brought back',
  value: revert,
  text: `“${what}” was taken back and came again${noReason}`,
})

const goesBack = /\b(?:chang|go|gone|mov|switch|went)(?:e[ds]?|ing|s)? back to (.{3,80})/i
/** What a title went to, and not what it came from: "Replace yarn with npm". */
const aims = /\b(?:to|us(?:e|ing)|with)\s+(?!avoid\b)(.{2,120})$/i

/** Names the commits that were taken back in the end: a revert that was itself taken back takes nothing back. */
export function takenBack(analyses: readonly CommitAnalysis[]): readonly string[] {
  const gone: string[] = []
  for (const { sha, evidence } of analyses.toReversed()) {
    if (gone.some((commit) => sha.startsWith(commit))) continue
    for (const { kind, value, weight } of evidence)
      if (kind === 'revert' && value !== '' && weight > 0) gone.push(value)
  }
  return gone
}
