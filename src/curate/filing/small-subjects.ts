import { byTime, type CommitAnalysis } from '../commit-analysis.ts'
import { fileKindOf } from '../code/files.ts'
import { isHistory } from './history.ts'
import type { Home } from './home.ts'
import { isNonCodeEntry } from './non-code.ts'

/** A subject: where it is told, and its commits. */
type Subject = Home & { readonly analyses: readonly CommitAnalysis[] }

/** A subject of so few lessons is small; of more files, or more lessons together, nobody reads as one. */
const limits = { small: 2, files: 12, together: 24, inAll: 40 }

/**
 * Tells small subjects of one folder of the code together, with what is told of the folder itself: seven entries of a
 * sentence or two on urllib3's `util` are opened by nobody, one of them all is. Of 98 entries with one lesson or two, readers
 * found 47 disappointing, of 88 with six and more 13.
 */
export function gatherSmall<Own extends Subject>(
  homes: readonly Own[],
  { lessonsOf }: { readonly lessonsOf: (home: Own) => number },
): readonly Own[] {
  const gathered = new Map<Own, Own | undefined>()
  // What has no lesson has comments, and many of them are a subject.
  const counts = new Map(homes.map((home) => [home, lessonsOf(home) || home.analyses.length]))
  for (const small of smallByFolder(homes, counts)) {
    const [first] = small
    if (first === undefined) continue
    const name = folderOf(first.file).split('/').at(-1) || first.name
    const ofFolder = homes.find((home) => home.folder === first.folder && home.name === name)
    const parts = ofFolder === undefined || small.includes(ofFolder) ? small : [ofFolder, ...small]
    const joined = {
      ...first,
      name,
      file: ofFolder?.file ?? '',
      files: parts.map(({ file }) => file),
      analyses: inOrder(parts),
    }
    // A folder may be called as what is over, or as its tests, are.
    if (countIn(parts, counts) > limits.inAll || isNonCodeEntry(joined) || isHistory(joined)) continue
    for (const home of parts) gathered.set(home, undefined)
    gathered.set(first, joined)
  }
  return homes.flatMap((home) => (gathered.has(home) ? (gathered.get(home) ?? []) : [home]))
}

/** The small subjects of each folder that has two or more of them, and not too many. */
function smallByFolder<Own extends Subject>(
  homes: readonly Own[],
  counts: ReadonlyMap<Own, number>,
): readonly (readonly Own[])[] {
  const byFolder = new Map<string, Own[]>()
  for (const home of homes) {
    if ((counts.get(home) ?? 0) > limits.small || fileKindOf(home.file) !== 'code') continue
    const key = `${home.folder}\n${folderOf(home.file)}`
    byFolder.set(key, [...(byFolder.get(key) ?? []), home])
  }
  return [...byFolder.values()].filter(
    (small) => small.length > 1 && small.length <= limits.files && countIn(small, counts) <= limits.together,
  )
}

const countIn = <Own>(homes: readonly Own[], counts: ReadonlyMap<Own, number>): number =>
  homes.reduce((sum, home) => sum + (counts.get(home) ?? 0), 0)

const inOrder = (subjects: readonly Subject[]): readonly CommitAnalysis[] =>
  byTime(subjects.flatMap(({ analyses }) => analyses))

const folderOf = (file: string): string => file.split('/').slice(0, -1).join('/')
