import type { Entry } from '../tree/entry.ts'
import { type Fact, factKey } from '../tree/facts.ts'
import { maturityAfter } from '../tree/lifecycle.ts'
import { maturities } from '../tree/meta.ts'
import { mergeSets } from './sets.ts'

type Three = { readonly base: Entry; readonly ours: Entry; readonly theirs: Entry }

/**
 * Merges an entry by meaning: lists as sets, counters by adding both increments, prose by paragraph, a single text by
 * the later update. `conflicts` names the subjects for which both sides state another value; both facts stay.
 */
export function mergeEntries(three: Three): { readonly entry: Entry; readonly conflicts: readonly string[] } {
  const { base, ours, theirs } = three
  const of = <Value>(pick: (entry: Entry) => Value): { base: Value; ours: Value; theirs: Value } => ({
    base: pick(base),
    ours: pick(ours),
    theirs: pick(theirs),
  })
  const list = (pick: (entry: Entry) => readonly string[]): readonly string[] => mergeSets(of(pick), fold)
  const prose = (pick: (entry: Entry) => string): string => list((entry) => paragraphs(pick(entry))).join('\n\n')
  const line = (pick: (entry: Entry) => string): string => choose(of(pick), three)
  const counter = (pick: (entry: Entry) => number): number => Math.max(0, pick(ours) + pick(theirs) - pick(base))
  const facts = mergeSets(
    of((entry) => entry.facts),
    factKey,
    joinSources,
  )
  const importance = Math.min(
    100,
    counter((entry) => entry.importance),
  )
  const maturest =
    maturities.indexOf(ours.maturity) >= maturities.indexOf(theirs.maturity) ? ours.maturity : theirs.maturity
  const entry: Entry = {
    title: line(({ title }) => title),
    tags: list(({ tags }) => tags),
    keywords: list(({ keywords }) => keywords),
    importance,
    recency: Math.max(ours.recency, theirs.recency),
    maturity: maturityAfter(maturest, importance),
    accessCount: counter(({ accessCount }) => accessCount),
    updateCount: counter(({ updateCount }) => updateCount),
    createdAt: earliest(ours.createdAt, theirs.createdAt),
    updatedAt: ours.updatedAt > theirs.updatedAt ? ours.updatedAt : theirs.updatedAt,
    relations: mergeSets(
      of((one) => one.relations),
      ({ path }) => path,
      (our, their) => (our.reason === '' ? their : our),
    ),
    raw: {
      task: line(({ raw }) => raw.task),
      changes: list(({ raw }) => raw.changes),
      files: list(({ raw }) => raw.files),
      flow: line(({ raw }) => raw.flow),
      patterns: list(({ raw }) => raw.patterns),
      timestamp: line(({ raw }) => raw.timestamp),
      author: line(({ raw }) => raw.author),
      sources: mergeSets(
        of(({ raw }) => raw.sources),
        ({ commit }) => commit,
      ),
    },
    narrative: {
      structure: prose(({ narrative }) => narrative.structure),
      dependencies: prose(({ narrative }) => narrative.dependencies),
      highlights: prose(({ narrative }) => narrative.highlights),
      rules: list(({ narrative }) => narrative.rules),
      examples: prose(({ narrative }) => narrative.examples),
      diagrams: prose(({ narrative }) => narrative.diagrams),
    },
    facts,
    reason: line(({ reason }) => reason),
    loose: mergeSets(
      of(({ loose }) => loose),
      ({ after, text }) => `${after}\n${text}`,
    ),
  }
  return { entry, conflicts: conflictsIn(facts, three) }
}

const fold = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

const paragraphs = (text: string): readonly string[] => (text === '' ? [] : text.split(/\n{2,}/))

const earliest = (a: string, b: string): string => (a !== '' && (b === '' || a < b) ? a : b)

/** Takes the side that changed a text; when both did, the later update, and by its bytes when they are equally late. */
function choose({ base, ours, theirs }: { base: string; ours: string; theirs: string }, three: Three): string {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  if (three.ours.updatedAt !== three.theirs.updatedAt)
    return three.ours.updatedAt > three.theirs.updatedAt ? ours : theirs
  return ours > theirs ? ours : theirs
}

const joinSources = (ours: Fact, theirs: Fact): Fact => ({
  ...ours,
  sources: [...new Set([...ours.sources, ...theirs.sources])],
})

/** A subject is in conflict when the merge holds two values for it that neither side held together. */
function conflictsIn(facts: readonly Fact[], { ours, theirs }: Three): readonly string[] {
  const valued = facts.filter(({ subject, value }) => subject !== '' && value !== '')
  const subjects = [...new Set(valued.map(({ subject }) => subject))]
  const values = (all: readonly Fact[], subject: string): number =>
    new Set(all.filter((fact) => fact.subject === subject && fact.value !== '').map(({ value }) => value)).size
  return subjects.filter(
    (subject) => values(valued, subject) > Math.max(1, values(ours.facts, subject), values(theirs.facts, subject)),
  )
}
