import type { EntryPath } from '../tree/path.ts'

/** What is indexed of an entry: by field, terms separated by blanks, as `text/terms.ts` makes them. */
export type Document = { readonly path: EntryPath } & Readonly<Record<Field, string>>
export type Field = 'title' | 'place' | 'keywords' | 'content'

/** A document that shares terms with a question; `score` is BM25F and means nothing outside one search. */
export type Match = { readonly path: EntryPath; readonly score: number; readonly matched: readonly string[] }

/** An index of a knowledge tree, wherever it is stored. */
export type Index = {
  readonly size: number
  /** Tells in how many documents a term stands. */
  readonly frequency: (term: string) => number
  /** Finds the documents that hold any of the terms, best first. */
  readonly search: (terms: readonly string[]) => Promise<readonly Match[]>
}

/** How much a term counts by where it stands, and how BM25 weighs repetition (k) and length (b). */
export const weights = { title: 2, place: 0.5, keywords: 1.5, content: 1, k: 0.9, b: 0.4 } as const
