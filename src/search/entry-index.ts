import type { Entry } from '../tree/entry.ts'
import type { Maturity } from '../tree/maturity.ts'
import type { Statement } from './entry-statements.ts'
import type { ByAgent } from '../tree/unreviewed.ts'

/**
 * Where a term may stand in an entry; `dates` holds its times as text, `links` what it points to as `link` spells it.
 */
export const fields = ['title', 'place', 'keywords', 'headings', 'facts', 'content', 'dates', 'links'] as const
/** A place in an entry where a term may stand. */
export type Field = (typeof fields)[number]

/** The terms of each field, separated by blanks, as `text/terms.ts` makes them. */
export type Terms = Readonly<Record<Field, string>>

/** What an answer shows of an entry, so that answering opens no file. */
export type Card = {
  readonly title: string
  /** The lines that may answer, each with how telling its kind is. */
  readonly lines: readonly (readonly [text: string, weight: number])[]
  readonly sources: readonly string[]
  readonly files: readonly string[]
  readonly related: readonly string[]
  readonly importance: number
  readonly maturity: Maturity
  readonly updatedAt: string
  /** Who wrote it, and when, as a time; '' where that is not known, or where parts of it came later. */
  readonly author: string
  readonly saidAt: string
  /** What its author told first, as a title; what stands beside it may be another person's. */
  readonly told: string
  /** Where the full text of an archived entry lies; '' when the entry is not archived. */
  readonly archived: string
  /** That the entry no longer holds, in words: `deprecated`, `superseded by <path>`; '' when it holds. */
  readonly standing: string
  /** The day before which a person approved what it says; '' where nobody did. */
  readonly approvedBefore: string
  /** Whether what it says without naming a commit is an agent's word that nobody approved. */
  readonly isByAgent: ByAgent
}

/** What is indexed of an entry. */
export type SearchDocument = {
  readonly path: string
  /** Orders the entries of a folder: those next to each other were learned next to each other. */
  readonly order: string
  readonly terms: Terms
  readonly card: Card
  /** What it says, statement by statement. */
  readonly statements: readonly Statement[]
  /** The entry itself, so that its file need not be read; undefined for an archived one. */
  readonly whole: Entry | undefined
}

/** A document that may answer: its place among its neighbours, and what ranking needs of it. */
export type Candidate = {
  readonly path: string
  readonly folder: string
  /** Counts from 1 within the folder. */
  readonly position: number
  readonly terms: Terms
  readonly importance: number
  readonly maturity: Maturity
  readonly updatedAt: string
}

/** Names the place of a document among its neighbours, or the place `step` behind it. */
export const placeOf = ({ folder, position }: Candidate, step = 0): string => `${folder}\n${position + step}`

/** An index of a knowledge tree, wherever it is stored. Terms are matched whole. */
export type Index = {
  readonly size: number
  /** How many terms a document has on average. */
  readonly meanLength: number
  /** Tells in how many documents each term stands; those that nothing holds are missing. */
  readonly frequencies: (terms: readonly string[]) => ReadonlyMap<string, number>
  /** Finds terms by their beginning, the most frequent first. */
  readonly startingWith: (prefix: string, most: number) => readonly string[]
  /**
   * Finds the documents that hold any of the terms: the `most` that BM25 puts first, in no order to rely on; `within`
   * names a folder.
   */
  readonly find: (terms: readonly string[], most: number, within?: string) => readonly Candidate[]
  /** Gives what stands directly before and after these in their folders. */
  readonly neighbours: (candidates: readonly Candidate[]) => readonly Candidate[]
  readonly termsAt: (path: string) => Terms | undefined
  readonly cards: (paths: readonly string[]) => ReadonlyMap<string, Card>
  readonly close: () => void
}

/**
 * A link in the spelling of the index: a file that an entry is about, a commit that taught it, an entry it names, a
 * topic it lies in.
 */
export const link = (kind: 'file' | 'commit' | 'entry' | 'topic', target: string): string =>
  `:${kind[0]}:${encodeURIComponent(target.replace(/\p{Surrogate}/gu, '\uFFFD'))}`.toLowerCase()

/** Stands first among the links of an entry that asks rather than answers. */
export const asksMark = ':asks'
