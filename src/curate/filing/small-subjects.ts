import type { CommitAnalysis } from '../commit-analysis.ts'
import { fileKindOf } from '../code/files.ts'
import { isHistory } from './history.ts'
import type { Home } from './home.ts'
import { isNonCodeEntry } from './non-code.ts'

/** A subject: where it is told, and its commits. */
type Subject = Home & { readonly analyses: readonly CommitAnalysis[] }

/** A subject of so few commits is small; more than so many of them together are read by nobody as one. */
const limits = { small: 2, together: 14 }

/**
 * Tells small subjects of one folder of the code together: seven entries of a sentence or two on urllib3's `util` are opened
 * by nobody, one of them all is. A folder of many small subjects is a list of modules, and each of them stays on its own.
 */
export function gatherSmall<Own extends Subject>(homes: readonly Own[]): readonly Own[] {
  const byFolder = new Map<string, Own[]>()
  for (const home of homes) {
    if (home.analyses.length > limits.small || fileKindOf(home.file) !== 'code') continue
    const key = `${home.folder}\n${folderOf(home.file)}`
    byFolder.set(key, [...(byFolder.get(key) ?? []), home])
  }
  const gathered = new Map<Own, Own | undefined>()
  for (const small of byFolder.values()) {
    const [first] = small
    if (first === undefined || small.length < 2) continue
    const name = folderOf(first.file).split('/').at(-1) || first.name
    // What is told of the folder already takes them in; a folder may be called as what is over, or as its tests, are.
    const known = homes.find((home) => home.folder === first.folder && home.name === name && home.file === '')
    const joined = { ...first, name, file: '', analyses: inOrder([...small, ...(known === undefined ? [] : [known])]) }
    if (joined.analyses.length > limits.together || isNonCodeEntry(joined) || isHistory(joined)) continue
    for (const home of [...small, ...(known === undefined ? [] : [known])]) gathered.set(home, undefined)
    gathered.set(first, joined)
  }
  return homes.flatMap((home) => (gathered.has(home) ? (gathered.get(home) ?? []) : [home]))
}

const inOrder = (subjects: readonly Subject[]): readonly CommitAnalysis[] =>
  subjects.flatMap(({ analyses }) => analyses).toSorted((a, b) => a.at.getTime() - b.at.getTime())

const folderOf = (file: string): string => file.split('/').slice(0, -1).join('/')
