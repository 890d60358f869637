import { fileKindOf } from '../code/files.ts'
import { byTime, type CommitAnalysis } from '../commit-analysis.ts'
import type { Tree } from '../../tree/knowledge.ts'
import { type Group, pagesIn } from './group.ts'
import { isHistory } from './history.ts'

/** So many commits make a subject that is opened anyway; in its file must be so much of what one that comes to it changed. */
const limits = { known: 3, share: 0.15 }

/**
 * Tells the only commit of a subject of which the tree has no page with another subject whose file it changed, too: `Mlock`
 * of bbolt's mlock_unix.go is an option of db.go (ed2436f1). Of 36 entries with one bullet or two, readers found 18
 * disappointing, of longer ones 23 of 88.
 */
export function besideKnown(groups: readonly Group[], tree: Tree): readonly Group[] {
  const pages = pagesIn(tree)
  const byFile = new Map(groups.filter(isKnown).map((group) => [group.file, group] as const))
  const coming = new Map<Group, CommitAnalysis[]>()
  const left = groups.filter((group) => {
    const [only] = group.analyses
    const isAlone = group.analyses.length === 1 && !isHistory(group) && !pages.has(group.file)
    const host = isAlone && only !== undefined ? hostOf(only, group, byFile) : undefined
    if (only !== undefined && host !== undefined) coming.set(host, [...(coming.get(host) ?? []), only])
    return host === undefined
  })
  return left.map((group) => {
    const come = coming.get(group) ?? []
    return come.length === 0 ? group : { ...group, analyses: byTime([...group.analyses, ...come]) }
  })
}

const isKnown = (group: Group): boolean =>
  group.analyses.length >= limits.known && fileKindOf(group.file) === 'code' && !isHistory(group)

/** Of the known subjects in whose files enough of a commit is, the one that it changed most of. */
function hostOf({ touched }: CommitAnalysis, { file }: Group, byFile: ReadonlyMap<string, Group>): Group | undefined {
  const code = touched.filter(({ path, isBumped }) => fileKindOf(path) === 'code' && isBumped !== true)
  const all = code.reduce((sum, { lines }) => sum + lines, 0)
  const [host] = code
    .filter(({ path, lines }) => path !== file && byFile.has(path) && lines >= all * limits.share)
    .toSorted((a, b) => b.lines - a.lines || (a.path < b.path ? -1 : 1))
  return host === undefined ? undefined : byFile.get(host.path)
}
