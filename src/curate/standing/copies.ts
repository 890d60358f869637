import { shortestPicked } from '../message/picked.ts'
import { overlap, terms } from '../../text/terms.ts'
import { countWords } from '../../text/words.ts'
import type { Tree } from '../../tree/knowledge.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'

/** A commit that is told, or is to be, with the files that are known of it. */
type Original = { readonly sha: string; readonly subject: string; readonly files: ReadonlySet<string> }

/**
 * Leaves out what was picked onto another branch: it says what its twin said. It says that it is a copy, and of that which
 * it names it has a file or the subject, or both of another: robots name a pull request by a hash that is not its own
 * (aiohttp 0e6bbbce). Or it has the author, the moment and the words of its twin. Who names a commit of other files did
 * something else.
 */
export const withoutCopies = (analyses: readonly CommitAnalysis[], tree: Tree): readonly CommitAnalysis[] =>
  landedOnce(withoutPicked(analyses, tree))

function withoutPicked(analyses: readonly CommitAnalysis[], tree: Tree): readonly CommitAnalysis[] {
  const originals = new Map<string, Original[]>()
  const add = (key: string, one: Original): void => {
    const same = originals.get(key)
    if (same === undefined) originals.set(key, [one])
    else same.push(one)
  }
  const addByHash = (one: Original): void => add(one.sha.slice(0, shortestPicked), one)
  const addBySubject = (one: Original): void => add(keyOf(one.subject), one)
  for (const { raw } of tree.values())
    for (const { commit, subject } of raw.sources) {
      const told = { sha: commit, subject, files: new Set(raw.files) }
      addByHash(told)
      addBySubject(told)
    }
  for (const { sha, subject, touched, pickedFrom } of analyses) {
    const read = { sha, subject, files: new Set(touched.map(({ path }) => path)) }
    addByHash(read)
    if (pickedFrom.length === 0) addBySubject(read)
  }
  const isCopy = ({ sha, subject, pickedFrom, touched }: CommitAnalysis): boolean => {
    const sharesFile = ({ files }: Original): boolean => touched.some(({ path }) => files.has(path))
    const hasSubject = (one: Original): boolean => keyOf(one.subject) === keyOf(subject)
    const named = pickedFrom.flatMap((name) =>
      (originals.get(name.slice(0, shortestPicked)) ?? []).filter((one) => one.sha.startsWith(name)),
    )
    return (
      named.some((one) => sharesFile(one) || hasSubject(one)) ||
      (pickedFrom.length > 0 && (originals.get(keyOf(subject)) ?? []).some((one) => one.sha !== sha && sharesFile(one)))
    )
  }
  return withoutTwinsOf(analyses.filter((analysis) => !isCopy(analysis)))
}

/**
 * Leaves out what has the author, the moment and the words of an earlier commit; of one that was taken back in between, what landed
 * again stays in its place (hugo 5c5efa03, 8b5b558b).
 */
function withoutTwinsOf(analyses: readonly CommitAnalysis[]): readonly CommitAnalysis[] {
  const told = new Map<string, CommitAnalysis>()
  const takenBack = new Set<string>()
  for (const analysis of analyses) {
    const { author, authored, subject, evidence } = analysis
    const why = evidence.flatMap(({ kind, text }) => (kind === 'lesson' ? [text] : []))
    const key = [authored === '' ? analysis.sha : author, authored, subject, ...why].join('\n')
    const known = told.get(key)
    if (known === undefined || takenBack.has(known.sha.slice(0, shortestPicked))) told.set(key, analysis)
    for (const { kind, about, value } of evidence)
      if (kind === 'revert' && about === 'taken back' && value !== '') takenBack.add(value.slice(0, shortestPicked))
  }
  const kept = new Set(told.values())
  return analyses.filter((analysis) => kept.has(analysis))
}

/**
 * Leaves out commits that a later one does again, line by line, and says why as they did: what was taken back, and landed in the end
 * (immer 8276a6c3, 30db0f3f), is told once, as it landed. Who only says why it landed again leaves the reason to the first.
 */
function landedOnce(analyses: readonly CommitAnalysis[]): readonly CommitAnalysis[] {
  const later = new Map<string, string>()
  return analyses
    .toReversed()
    .filter((analysis) => {
      const { patch } = analysis
      if (patch === undefined) return true
      const [said, again] = [reasonsOf(analysis), later.get(patch.forward)]
      if (again === undefined && said !== '') later.set(patch.forward, said)
      return again === undefined || (said !== '' && overlap(new Set(terms(said)), new Set(terms(again))) < leastShared)
    })
    .toReversed()
}

const leastShared = 0.5

const reasonsOf = ({ evidence }: CommitAnalysis): string =>
  evidence.flatMap(({ kind, text, weight }) => (kind === 'lesson' && weight > 0 ? [text] : [])).join(' ')

/**
 * Leaves out the steps of a squash that are commits of their own, made before it: main had been merged into its branch, and its
 * message names what came along (alertmanager d1551533, which changed no file of c0a7b75c). `analyses` are in the order of
 * their commits.
 */
export function withoutMergedSteps(analyses: readonly CommitAnalysis[]): readonly CommitAnalysis[] {
  const told = new Map<string, { readonly text: string; readonly files: ReadonlySet<string> }>()
  return analyses.map((analysis) => {
    const { touched, evidence } = analysis
    // The first is that of the message itself.
    const [own, ...steps] = evidence.filter(({ kind, at }) => kind === 'lesson' && at.path === '')
    const isMerged = ({ about, text }: Evidence): boolean => {
      const one = told.get(about.toLowerCase())
      // What its own commit does not explain is told by the squash.
      if (one === undefined || (one.text !== text && (one.text === '' || countWords(about) < leastOfTitle)))
        return false
      return !touched.some(({ path }) => one.files.has(path))
    }
    const merged = new Set(steps.filter(isMerged))
    if (own !== undefined)
      told.set(own.about.toLowerCase(), { text: own.text, files: new Set(touched.map(({ path }) => path)) })
    return merged.size === 0 ? analysis : { ...analysis, evidence: evidence.filter((piece) => !merged.has(piece)) }
  })
}

/** Many commits are called "Fix the tests", for a reason each. */
const leastOfTitle = 4

/** The subject by which two commits are one: GitHub cuts long ones, with three dots. */
const keyOf = (subject: string): string => `subject ${subject.toLowerCase().replace(/[.…]{1,3}$/, '')}`
