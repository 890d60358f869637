import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../problem.ts'
import type { Ctx } from '../../repo/context.ts'
import { readKnowledgeFiles } from '../../repo/git/knowledge-branch.ts'
import { readRef } from '../../repo/git/refs.ts'
import { isMissing, readIfThere, type RepoPaths } from '../../repo/git/repo-paths.ts'
import { removeDatabase } from '../../repo/index/database.ts'
import { indexReader } from '../../repo/index/index-reader.ts'
import { indexMake } from '../../repo/index/lookup.ts'
import { statementsByTerms } from '../../repo/index/statement-index.ts'
import { openStoreAt, type Store } from '../../repo/index/store.ts'
import { makeFolders } from '../../repo/state/disk.ts'
import { lock } from '../../repo/state/lock.ts'
import { stateDir } from '../../repo/state/state.ts'
import { toCandidates } from '../../search/candidates.ts'
import type { LessonCandidate } from '../../search/lesson-text.ts'
import { toEntryPath } from '../../tree/path.ts'

// What other repositories know, indexed here: each in a file of its own, so that a question finds them without asking
// git.

/** The knowledge of another repository, opened to be asked. */
export type OpenSource = { readonly name: string; readonly store: Store }

const folderOf = (place: RepoPaths): string => join(stateDir(place), 'sources')
const fileOf = (place: RepoPaths, name: string): string => join(folderOf(place), `${name}.db`)

/** The ref that keeps the knowledge of a source: not a branch, so that it is never pushed on. */
export const sourceRef = (name: string): string => `refs/ctx/sources/${name}`

/**
 * Opens the indexes of all sources; the caller closes their stores. Where one is gone, or an older ctx made it, it is made
 * again of what was fetched, unless somebody is in a hurry: whoever deleted it, or updated ctx, is not asked to fetch again.
 */
export async function openSources(
  ctx: Ctx,
  { isHurried = false }: { readonly isHurried?: boolean } = {},
): Promise<readonly OpenSource[]> {
  const open = await openAll(ctx.place)
  const lacking = isHurried ? [] : await lackingAmong(ctx.place, open)
  if (lacking.length === 0) return open
  for (const { store } of open) store.close()
  await indexAgain(ctx, lacking)
  return await openAll(ctx.place)
}

/** Indexes again what was fetched of sources and is not indexed, for whoever lists them. */
export async function sourcesInStep(ctx: Ctx): Promise<void> {
  for (const { store } of await openSources(ctx)) store.close()
}

/** The sources that were fetched and have no index with anything in it. */
async function lackingAmong(place: RepoPaths, open: readonly OpenSource[]): Promise<readonly string[]> {
  const files = filesIn(folderOf(place))
  const empty = open.flatMap(({ name, store }) => (store.state().commit === '' ? [name] : []))
  const gone = fetchedNames(place, { isAny: files.length > 0 }).filter((name) => !files.includes(`${name}.db`))
  const lacking: string[] = []
  for (const name of [...empty, ...gone]) if ((await readRef(place, sourceRef(name))) !== undefined) lacking.push(name)
  return lacking
}

/** The names of sources by their refs, without asking git; packed ones are looked for only where there is no index at all. */
function fetchedNames({ commonDir }: RepoPaths, { isAny }: { readonly isAny: boolean }): readonly string[] {
  const loose = filesBelow(join(commonDir, sourceRef('')))
  const packed = isAny ? '' : (readIfThere(join(commonDir, 'packed-refs')) ?? '')
  const named = packed.matchAll(/ refs\/ctx\/sources\/([a-z0-9-]+)$/gm)
  return [...new Set([...loose, ...Array.from(named, ([, name = '']) => name)])]
}

/** What cannot be indexed now, as somebody else writes or nobody may, is not asked, as before. */
async function indexAgain(ctx: Ctx, lacking: readonly string[]): Promise<void> {
  try {
    await using _held = await lock(ctx.place, 'tree', { waitMs: 2_000 })
    for (const name of lacking) {
      // Somebody may have removed it meanwhile.
      const commit = await readRef(ctx.place, sourceRef(name))
      if (commit !== undefined) await indexSource(ctx, name, commit)
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

async function openAll(place: RepoPaths): Promise<readonly OpenSource[]> {
  const open: OpenSource[] = []
  for (const file of filesIn(folderOf(place))) {
    const store = await openStoreAt(join(folderOf(place), file), indexMake)
    if (store !== undefined) open.push({ name: file.replace(/\.db$/, ''), store })
  }
  return open
}

const filesIn = (folder: string): readonly string[] => filesBelow(folder).filter((file) => file.endsWith('.db'))

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
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
  const { searchDocumentOf, toStored } = await import('../../repo/index/update.ts')
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
