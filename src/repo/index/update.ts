import { facetsOf } from '../../brain/facets.ts'
import { stubDocument, toDocument } from '../../search/documents.ts'
import { type SearchDocument, fields } from '../../search/entry-index.ts'
import { overviewDocument } from '../../search/overview-document.ts'
import { readStub } from '../../tree/archive.ts'
import { readEntry } from '../../tree/entry.ts'
import { named } from '../../tree/knowledge.ts'
import { folderOf, overviewFolder, toEntryPath } from '../../tree/path.ts'
import type { Ctx } from '../context.ts'
import { findBranches } from '../git/branches.ts'
import { isKnowledge } from '../git/descent.ts'
import { readKnowledgeFiles } from '../git/knowledge-branch.ts'
import { readTreeFiles } from '../state/checkout.ts'
import { readShownCommit } from '../state/state.ts'
import type { Stored } from './indexing.ts'
import type { Store } from './store.ts'

/** Indexes the files that differ from what is indexed of them, and forgets those that are gone. */
export function indexFiles(ctx: Ctx, store: Store, { stamps, removed }: Differing): void {
  const unread = new Map<string, string>()
  const isLong = stamps.size > 2_000
  const changed = documentsOf(ctx, [...stamps.keys()], {
    onUnread: (path) => unread.set(path, stamps.get(path) ?? ''),
    onRead: (done) => isLong && ctx.progress(done, stamps.size, 'entries indexed'),
  })
  store.update({
    commit: readShownCommit(ctx.place),
    changed: toStored(changed, stamps),
    removed,
    unread,
  })
}

/** Indexes what a knowledge branch holds where its files cannot be written out: they are read from git itself. */
export async function indexBranch({ place, settings }: Ctx, store: Store): Promise<void> {
  const { commit } = await findBranches(place, settings.branchPrefix)
  if (commit === undefined || !(await isKnowledge(place, commit))) return
  const { files } = await readKnowledgeFiles(place, commit)
  const unread = new Map<string, string>()
  const changed = [...files].flatMap(([path, text]): readonly SearchDocument[] => {
    const document = searchDocumentOf(path, text)
    if (document === undefined) unread.set(path, '')
    return document === undefined ? [] : [document]
  })
  store.update({ commit: '', changed: toStored(changed, new Map()), removed: [], unread })
}

const together = 500

/** Reads files as documents, one after the other; `onUnread` gets the paths of those that cannot be read. */
export function* documentsOf(
  ctx: Ctx,
  paths: readonly string[],
  { onUnread, onRead }: { onUnread: (path: string) => void; onRead?: (done: number) => void },
): Iterable<SearchDocument> {
  for (let at = 0; at < paths.length; at += together) {
    const batch = paths.slice(at, at + together)
    const texts = readTreeFiles(ctx.place, batch)
    for (const path of batch) {
      const document = searchDocumentOf(path, texts.get(path) ?? '')
      if (document === undefined) onUnread(path)
      else yield document
    }
    onRead?.(Math.min(at + together, paths.length))
  }
}

/** A file of knowledge as it is searched; undefined for what cannot be read. */
export function searchDocumentOf(path: string, text: string): SearchDocument | undefined {
  const entryPath = toEntryPath(path)
  const folder = overviewFolder(path)
  if (folder !== undefined) return overviewDocument(path, folder, text)
  if (entryPath === undefined) {
    const stub = readStub(text)
    return stub === undefined ? undefined : stubDocument(path, stub)
  }
  const reading = readEntry(text)
  return 'fault' in reading ? undefined : toDocument(entryPath, named(reading.entry, entryPath))
}

/** Makes rows of the index, one document after the other, so that a large tree never stands in memory whole. */
export function* toStored(documents: Iterable<SearchDocument>, stamps: ReadonlyMap<string, string>): Iterable<Stored> {
  for (const { path, order, terms, card, statements, whole } of documents) {
    const known = toEntryPath(path)
    yield {
      path,
      // An overview has no neighbours.
      folder: overviewFolder(path) === undefined ? folderOf(path) : path,
      order,
      stamp: stamps.get(path) ?? '',
      title: card.title,
      importance: card.importance,
      maturity: card.maturity,
      updatedAt: card.updatedAt,
      card: JSON.stringify(card),
      terms: fields.map((field) => terms[field]),
      statements,
      whole: whole === undefined ? '' : JSON.stringify(whole),
      facets: whole === undefined || known === undefined ? '' : JSON.stringify(facetsOf(known, whole)),
    }
  }
}

/** Files that differ from what is indexed of them, with their stamps, and those that are gone. */
export type Differing = { readonly stamps: ReadonlyMap<string, string>; readonly removed: readonly string[] }
