import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Ctx } from '../repo/context.ts'
import { readKnowledgeFiles } from '../repo/git/knowledge-branch.ts'
import { isMissing, type RepoPaths } from '../repo/git/repo-paths.ts'
import { removeDatabase } from '../repo/index/database.ts'
import { indexReader } from '../repo/index/index-reader.ts'
import { indexMake } from '../repo/index/lookup.ts'
import { statementsByTerms } from '../repo/index/statement-index.ts'
import { openStoreAt, type Store } from '../repo/index/store.ts'
import { makeFolders } from '../repo/state/disk.ts'
import { stateDir } from '../repo/state/state.ts'
import { toCandidates } from '../search/candidates.ts'
import type { LessonCandidate } from '../search/lesson-text.ts'
import { toEntryPath } from '../tree/path.ts'

// What other repositories know, indexed here: each in a file of its own, so that a question finds them without asking
// git.

/** The knowledge of another repository, opened to be asked. */
export type OpenSource = { readonly name: string; readonly store: Store }

const folderOf = (place: RepoPaths): string => join(stateDir(place), 'sources')
const fileOf = (place: RepoPaths, name: string): string => join(folderOf(place), `${name}.db`)

/** The ref that keeps the knowledge of a source: not a branch, so that it is never pushed on. */
export const sourceRef = (name: string): string => `refs/ctx/sources/${name}`

/**
 * Opens the indexes of all sources; the caller closes their stores. One that an older ctx made is empty until it is
 * updated.
 */
export async function openSources({ place }: Ctx): Promise<readonly OpenSource[]> {
  const open: OpenSource[] = []
  for (const file of filesIn(folderOf(place))) {
    const store = await openStoreAt(join(folderOf(place), file), indexMake)
    if (store !== undefined) open.push({ name: file.replace(/\.db$/, ''), store })
  }
  return open
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.db'))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const mostOfEach = 20

/** What the sources say in these words, likeliest first in each. */
export const candidatesOfSources = (
  sources: readonly OpenSource[],
  terms: readonly string[],
): readonly LessonCandidate[] =>
  sources.flatMap(({ name, store }) => {
    const found = toCandidates([], statementsByTerms(store.database, terms, { most: mostOfEach }), () => [])
    const cards = indexReader(store).cards(found.map(({ entry }) => entry))
    return found.map((one) => ({
      ...one,
      // The number of a statement is that of its own index.
      statement: undefined,
      entry: `${name}:${one.entry}`,
      source: name,
      isByAgent: cards.get(one.entry)?.isByAgent ?? false,
    }))
  })

/**
 * Indexes the knowledge of a commit as that of a source, instead of what was indexed of it; gives how many entries
 * there are, or undefined where no index can be kept on disk. What cannot be read as knowledge is left out.
 */
export async function indexSource({ place }: Ctx, name: string, commit: string): Promise<number | undefined> {
  const { searchDocumentOf, toStored } = await import('../repo/index/update.ts')
  const { files } = await readKnowledgeFiles(place, commit)
  makeFolders(folderOf(place), { below: place.commonDir })
  removeDatabase(fileOf(place, name))
  const store = await openStoreAt(fileOf(place, name), indexMake)
  if (store === undefined) return undefined
  try {
    const documents = [...files].flatMap(([path, text]) =>
      toEntryPath(path) === undefined ? [] : (searchDocumentOf(path, text) ?? []),
    )
    store.update({ commit, changed: toStored(documents, new Map()), removed: [], unread: new Map() })
    return documents.length
  } finally {
    store.close()
  }
}

/** Forgets the index of a source. */
export const forgetSourceIndex = (place: RepoPaths, name: string): void => removeDatabase(fileOf(place, name))

/** How many entries of a source are indexed, and of which commit. */
export async function sourceState(place: RepoPaths, name: string): Promise<{ size: number; commit: string }> {
  if (!filesIn(folderOf(place)).includes(`${name}.db`)) return { size: 0, commit: '' }
  const store = await openStoreAt(fileOf(place, name), indexMake)
  const { size = 0, commit = '' } = store?.state() ?? {}
  store?.close()
  return { size, commit }
}
