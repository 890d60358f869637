import { codeBefore } from '../text/beside-code.ts'
import type { Entry } from './entry.ts'
import { type Fact, factKey } from './facts.ts'
import { combineNotes } from './note.ts'
import { isOwnReason, keepReason } from './reason.ts'
import { mergeRelations } from './relation.ts'
import { ruleKey } from './rule.ts'
import type { Standing } from './standing.ts'

/** An entry brought up to date, and in words what the new text replaced. */
export type Combined = { readonly entry: Entry; readonly replaced: readonly string[] }

/** Keywords stand on one line, and one that grew without end would not be read any more. */
const mostKeywords = 200

/**
 * Brings what is newly said into an entry: lists are joined, new prose stands in for old, and a new value for a known
 * subject supersedes the old one. Nothing else is lost, and what is replaced is named.
 */
export function combine(known: Entry, said: Entry): Combined {
  const facts = combineFacts(known.facts, said.facts)
  const replaced = [...facts.replaced]
  const text: Choose = (name, before, after) => {
    if (after !== '' && before !== '' && after !== before) replaced.push(`${name}: ${before}`)
    return after === '' ? before : after
  }
  const entry: Entry = {
    ...known,
    title: text('title', known.title, said.title),
    tags: union(known.tags, said.tags),
    keywords: union(known.keywords, said.keywords.slice(0, Math.max(0, mostKeywords - known.keywords.length))),
    ...combineStanding(known, said),
    relations: mergeRelations(known.relations, said.relations),
    raw: combineRaw(known.raw, said.raw, text),
    narrative: combineNarrative(known.narrative, said.narrative, text),
    snippets: text('snippets', known.snippets, said.snippets),
    facts: facts.facts,
    reason: said.reason === '' ? known.reason : said.reason,
    loose: [
      ...known.loose,
      ...changedReason(known, said),
      ...said.loose.filter(({ text: prose }) => !known.loose.some((loose) => loose.text === prose)),
    ],
  }
  return { entry, replaced }
}

/** A reason that a person wrote stays below the one that a commit brings. */
const changedReason = (known: Entry, said: Entry): Entry['loose'] =>
  known.reason === '' ||
  !isOwnReason(said.reason, said.raw.sources) ||
  isOwnReason(known.reason, known.raw.sources) ||
  known.loose.some(({ text }) => text === known.reason)
    ? []
    : [keepReason(known.reason)]

/** What is said anew of how an entry stands counts; what is not said stays. */
const combineStanding = (known: Standing, said: Standing): Standing => ({
  kind: said.kind === '' ? known.kind : said.kind,
  status: said.status === '' ? known.status : said.status,
  supersededBy: said.supersededBy === '' ? known.supersededBy : said.supersededBy,
  approvedAt: said.approvedAt === '' ? known.approvedAt : said.approvedAt,
})

type Choose = (name: string, before: string, after: string) => string

const combineRaw = (known: Entry['raw'], said: Entry['raw'], text: Choose): Entry['raw'] => ({
  task: text('task', known.task, said.task),
  changes: union(known.changes, said.changes),
  files: union(known.files, said.files),
  flow: text('flow', known.flow, said.flow),
  patterns: union(known.patterns, said.patterns),
  timestamp: known.timestamp > said.timestamp ? known.timestamp : said.timestamp,
  author: said.author === '' ? known.author : said.author,
  sources: [
    ...known.sources,
    ...said.sources.filter(({ commit }) => !known.sources.some((source) => source.commit === commit)),
  ],
})

const combineNarrative = (known: Entry['narrative'], said: Entry['narrative'], text: Choose): Entry['narrative'] => ({
  structure: text('structure', known.structure, said.structure),
  dependencies: text('dependencies', known.dependencies, said.dependencies),
  highlights: text('highlights', known.highlights, said.highlights),
  rules: union(known.rules, said.rules),
  examples: text('examples', known.examples, said.examples),
  diagrams: text('diagrams', known.diagrams, said.diagrams),
})

/** Joins two lists, the known first; texts that differ only in case, blanks and the commit they are from are one. */
function union(known: readonly string[], said: readonly string[]): readonly string[] {
  const seen = new Set(known.map(ruleKey))
  const added = said.filter((text) => !seen.has(ruleKey(text)) && seen.add(ruleKey(text)))
  return added.length === 0 ? known : [...known, ...added]
}

/** Makes one fact of two that claim the same: from all their sources, with what is known of either. */
export const joinFacts = (known: Fact, said: Fact): Fact => {
  const note =
    known.note === undefined || said.note === undefined
      ? (said.note ?? known.note)
      : combineNotes(known.note, said.note)
  return {
    ...known,
    sources: [...new Set([...known.sources, ...said.sources])],
    ...(note === undefined ? {} : { note }),
  }
}

/** Whether another commit says what was taken back or outlived: what came again holds. */
const isSaidAgain = (known: Fact, said: Fact): boolean =>
  said.note?.status === 'current' && said.sources.some((source) => !known.sources.includes(source))

const asHolding = (fact: Fact): Fact =>
  fact.note === undefined
    ? fact
    : { ...fact, note: { ...fact.note, status: 'current', supersededBy: [], amendedBy: [] } }

/** The code beside a comment is that of the last one who looked. */
const withItsCode = (fact: Fact, { statement }: Fact): Fact =>
  codeBefore(statement) === '' ? fact : { ...fact, statement }

/** Joins facts: the same claim gathers sources, a new value for a known subject takes the old one's place. */
function combineFacts(
  known: readonly Fact[],
  said: readonly Fact[],
): { facts: readonly Fact[]; replaced: readonly string[] } {
  const facts = [...known]
  const replaced: string[] = []
  const [keys, subjects] = [new Map<string, number>(), new Map<string, number>()]
  const place = (fact: Fact, at: number): void => {
    if (!keys.has(factKey(fact))) keys.set(factKey(fact), at)
    if (fact.value !== '' && !subjects.has(fact.subject)) subjects.set(fact.subject, at)
  }
  facts.forEach(place)
  for (const fact of said) {
    const same = keys.get(factKey(fact)) ?? -1
    const superseded = fact.value === '' ? -1 : (subjects.get(fact.subject) ?? -1)
    const before = facts[same === -1 ? superseded : same]
    if (before === undefined) {
      facts.push(fact)
      place(fact, facts.length - 1)
    } else if (same === -1) {
      replaced.push(`${before.subject} = ${before.value}`)
      facts[superseded] = fact
      if (keys.get(factKey(before)) === superseded) keys.delete(factKey(before))
      place(fact, superseded)
    } else facts[same] = withItsCode(joinFacts(isSaidAgain(before, fact) ? asHolding(before) : before, fact), fact)
  }
  return { facts, replaced }
}
