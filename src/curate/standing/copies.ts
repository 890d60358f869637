import type { Tree } from '../../tree/knowledge.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'

/** A commit that is told, or is to be, with the files that are known of it. */
type Original = { readonly sha: string; readonly files: ReadonlySet<string> }

/** No message names a commit by fewer characters of its hash. */
const shortest = 6

/**
 * Leaves out what was picked onto another branch: it says what its twin said. It names that one, and worked on a file of
 * it, or has its author, moment and words. Who names a commit of other files did something else.
 */
export function withoutCopies(studies: readonly CommitAnalysis[], tree: Tree): readonly CommitAnalysis[] {
  const originals = new Map<string, Original[]>()
  const add = (one: Original): void => {
    const key = one.sha.slice(0, shortest)
    const same = originals.get(key)
    if (same === undefined) originals.set(key, [one])
    else same.push(one)
  }
  for (const { raw } of tree.values())
    for (const { commit } of raw.sources) add({ sha: commit, files: new Set(raw.files) })
  for (const { sha, touched } of studies) add({ sha, files: new Set(touched.map(({ path }) => path)) })
  const isCopy = ({ pickedFrom, touched }: CommitAnalysis): boolean =>
    pickedFrom.some((name) =>
      originals
        .get(name.slice(0, shortest))
        ?.some(({ sha, files }) => sha.startsWith(name) && touched.some(({ path }) => files.has(path))),
    )
  const seen = new Set<string>()
  return studies.filter((study) => {
    if (isCopy(study)) return false
    const { author, authored, subject, evidence } = study
    const why = evidence.flatMap(({ kind, text }) => (kind === 'lesson' ? [text] : []))
    const key = [author, authored, subject, ...why].join('\n')
    return authored === '' || (!seen.has(key) && seen.add(key))
  })
}
