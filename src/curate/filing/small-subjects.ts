import type { CommitAnalysis } from '../commit-analysis.ts'
import { fileKindOf } from '../code/files.ts'
import type { Home } from './home.ts'

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
    const analyses = small.flatMap((home) => home.analyses).toSorted((a, b) => a.at.getTime() - b.at.getTime())
    if (first === undefined || small.length < 2 || analyses.length > limits.together) continue
    for (const home of small) gathered.set(home, undefined)
    const name = folderOf(first.file).split('/').at(-1) ?? ''
    gathered.set(first, { ...first, name: name === '' ? first.name : name, file: '', analyses })
  }
  return homes.flatMap((home) => (gathered.has(home) ? (gathered.get(home) ?? []) : [home]))
}

const folderOf = (file: string): string => file.split('/').slice(0, -1).join('/')
