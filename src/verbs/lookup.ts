import { listSearched, stampsOf } from '../repo/checkout.ts'
import { readShownCommit } from '../repo/state.ts'
import { keep, readAnswer, readLabels } from '../repo/recall.ts'
import { isDamaged } from '../repo/database.ts'
import { type Found, openStore, removeStore, type Store } from '../repo/store.ts'
import { type Candidate, type Card, type Field, fields, type Index, type Terms } from '../search/index.ts'
import type { Answer } from '../search/ladder.ts'
import type { Memory, Remembered } from '../search/recall.ts'
import { maturities } from '../tree/lifecycle.ts'
import { folderOf } from '../tree/path.ts'
import { version } from '../version.ts'
import type { Ctx } from './open.ts'

/** An index to ask, the file it is kept in where it is on disk, and the knowledge files that could not be indexed. */
export type Lookup = {
  readonly index: Index
  readonly store: Store | undefined
  readonly unread: readonly string[]
  /** Whether edits were looked for in all of the tree, or have to be elsewhere. */
  readonly isLookedThrough: boolean
}

/** A tree of up to this many files is looked through for edits at every question, which takes a few ms. */
const mostLookedThrough = 1_000

/** Counts up when documents are made otherwise than before, so that all are made again. */
const generation = 3

/** Opens an index in step with the knowledge that is checked out: on disk, or in memory where that cannot be. */
async function lookUp(ctx: Ctx): Promise<Lookup> {
  const store = await openOwnStore(ctx)
  if (store === undefined) return await lookUpInMemory(ctx)
  const { commit, size } = store.state()
  try {
    if (commit !== readShownCommit(ctx.place) || size <= mostLookedThrough) await bringInStep(ctx, store)
  } catch (error) {
    // Somebody else is writing it: what is there is good enough, if anything is.
    if (!isRefused(error)) throw error
    if (size === 0) return await lookUpInMemory(ctx)
  }
  const isLookedThrough = store.state().size <= mostLookedThrough
  return { index: indexOn(store), store, unread: [...store.state().unread.keys()], isLookedThrough }
}

/**
 * Asks an index in step with the knowledge that is checked out. One that turns out to be damaged is removed, and the
 * question asked once more: of one that was made again.
 */
export async function withIndex<Result>(ctx: Ctx, ask: (lookup: Lookup) => Result | Promise<Result>): Promise<Result> {
  for (const isLast of [false, true]) {
    let lookup: Lookup | undefined
    try {
      lookup = await lookUp(ctx)
      return await ask(lookup)
    } catch (error) {
      if (isLast || !isDamaged(error)) throw error
      lookup?.index.close()
      removeStore(ctx.place)
    } finally {
      lookup?.index.close()
    }
  }
  throw new Error('asked twice without an answer')
}

/** Works on the index on disk, where there is one; one that turns out to be damaged is removed, and made again. */
export async function withStore(ctx: Ctx, work: (store: Store) => Promise<void>): Promise<void> {
  for (const isLast of [false, true]) {
    const store = await openOwnStore(ctx)
    if (store === undefined) return
    try {
      return await work(store)
    } catch (error) {
      if (isLast || !isDamaged(error)) throw error
      store.close()
      removeStore(ctx.place)
    } finally {
      store.close()
    }
  }
}

/** Opens the index on disk; undefined where SQLite does not load or the folder cannot be written to. */
export async function openOwnStore({ place }: Ctx): Promise<Store | undefined> {
  try {
    return await openStore(place, { fields, version: `${version}/${generation}` })
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}

/** Tells an error that says "not here, not now" from one that says something is wrong. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  /EACCES|EROFS|EPERM|SQLITE_(?:READONLY|CANTOPEN|BUSY)|Unable to open/.test(
    `${'code' in error ? String(error.code) : ''} ${error.message}`,
  )

/** Files that differ from what is indexed of them, with their stamps, and those that are gone. */
export type Differing = { readonly stamps: ReadonlyMap<string, string>; readonly removed: readonly string[] }

/** Indexes every file that differs from what is indexed of it, or of those at `paths`; gives how many. */
export async function bringInStep(ctx: Ctx, store: Store, paths?: readonly string[]): Promise<number> {
  const differing = differences(ctx, store, paths)
  const count = differing.stamps.size + differing.removed.length
  if (count === 0 && store.state().commit === readShownCommit(ctx.place)) return 0
  const { indexFiles } = await import('./indexing.ts')
  indexFiles(ctx, store, differing)
  return count
}

function differences(ctx: Ctx, store: Store, paths?: readonly string[]): Differing {
  const stamps = stampsOf(ctx.place, paths ?? listSearched(ctx.place))
  const indexed =
    paths === undefined ? store.list().map(({ path, stamp }) => [path, stamp] as const) : store.stamps(paths)
  const unread = [...store.state().unread].filter(([path]) => paths === undefined || paths.includes(path))
  const known = new Map([...indexed, ...unread])
  return {
    stamps: new Map([...stamps].filter(([path, stamp]) => known.get(path) !== stamp)),
    removed: [...known.keys()].filter((path) => !stamps.has(path)),
  }
}

async function lookUpInMemory(ctx: Ctx): Promise<Lookup> {
  const { documentsOf } = await import('./indexing.ts')
  const { memoryIndex } = await import('../search/memory.ts')
  const unread: string[] = []
  const documents = documentsOf(ctx, listSearched(ctx.place), { onUnread: (path) => void unread.push(path) })
  return { index: await memoryIndex([...documents]), store: undefined, unread, isLookedThrough: true }
}

/** Speaks to the index on disk as to any other. */
export function indexOn(store: Store): Index {
  const { size, length } = store.state()
  return {
    size,
    meanLength: size === 0 ? 0 : length / size,
    frequencies: store.frequencies,
    startingWith: store.startingWith,
    find: (terms, most, within) => store.find(terms, most, within).map(toCandidate),
    beside: (candidates) => {
      const places = candidates.flatMap(({ folder, position }) =>
        [position - 1, position + 1].map((next) => [`${folder}\n${next}`, [folder, next]] as const),
      )
      return store.at([...new Map(places).values()]).map(toCandidate)
    },
    termsAt: (path) => {
      const terms = store.termsAt(path)
      return terms === undefined ? undefined : toTerms(terms)
    },
    cards: (paths) => new Map(store.cards(paths).map(([path, card]) => [path, toCard(card)])),
    close: store.close,
  }
}

/** Remembers answers beside the index; a full disk or a busy one is no reason not to answer. */
export function memoryIn({ database }: Store, most: number): Memory | undefined {
  if (most === 0) return undefined
  const read = (by: 'key' | 'way', value: string): readonly Remembered[] =>
    readLabels(database, by, value).map(({ id, ...label }) => ({
      ...label,
      answer: () => toAnswer(readAnswer(database, id)),
    }))
  return {
    same: (key) => read('key', key)[0],
    all: (way) => read('way', way),
    keep: (key, way, terms, answer) => {
      const paths = answer.hits.map(({ path }) => path)
      try {
        keep(database, { key, way, terms, paths, answer: JSON.stringify(answer) }, most)
      } catch (error) {
        if (!isRefused(error)) throw error
      }
    },
  }
}

const toCandidate = ({ terms, maturity, ...found }: Found): Candidate => ({
  ...found,
  folder: folderOf(found.path),
  maturity: maturities.find((known) => known === maturity) ?? 'draft',
  terms: toTerms(terms),
})

function toTerms(texts: readonly string[]): Terms {
  const terms: Partial<Record<Field, string>> = {}
  for (const [at, field] of fields.entries()) terms[field] = texts[at] ?? ''
  // As many as there are fields: `openStore` was given the same.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return terms as Terms
}

// Local state that we wrote: nothing pulled can reach it.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const toCard = (json: string): Card => JSON.parse(json) as Card
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const toAnswer = (json: string): Answer => JSON.parse(json) as Answer
