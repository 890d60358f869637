import { codeBefore } from '../text/beside-code.ts'
import { fold } from '../text/clean.ts'
import { joinFacts } from '../tree/combine.ts'
import { type Entry, writeEntry } from '../tree/entry.ts'
import { type Fact, factKey } from '../tree/facts.ts'
import { maturityAfter } from '../tree/lifecycle.ts'
import { maturities } from '../tree/maturity.ts'
import type { Meta } from '../tree/meta.ts'
import { isOwnReason, keepReason } from '../tree/reason.ts'
import { ruleKey } from '../tree/rule.ts'
import type { Standing } from '../tree/standing.ts'
import { carryNotes } from './lesson-notes.ts'
import { mergeLoose } from './loose.ts'
import { putBackOpposites } from './opposite-removals.ts'
import { mergeProse } from './prose.ts'
import { mergeSets } from './sets.ts'
import { mergeStanding } from './standing.ts'
import { statementConflicts } from './statements.ts'

type Three = { readonly base: Entry; readonly ours: Entry; readonly theirs: Entry }

type MergedEntry = {
  readonly entry: Entry
  readonly conflicts: readonly string[]
  readonly bothChanged: readonly string[]
  readonly putBack: readonly string[]
}

/**
 * Merges an entry by meaning: lists as sets, counters by adding both increments, prose by line, a single text by
 * the later update. `conflicts` names the subjects for which both sides state another value (both facts stay), and
 * the texts that both sides changed (the later stays); `bothChanged` are lines of prose of which both versions stay;
 * `putBack` names what each side took out one of two versions of.
 */
export function mergeEntries(given: Three): MergedEntry {
  // Two who did the same did it once, and who did nothing takes what the other did.
  const [base, ours, theirs] = [given.base, given.ours, given.theirs].map(writeEntry)
  if (ours === theirs || theirs === base) return { entry: given.ours, conflicts: [], bothChanged: [], putBack: [] }
  if (ours === base) return { entry: given.theirs, conflicts: [], bothChanged: [], putBack: [] }
  const { three, putBack } = putBackOpposites(given)
  return { ...mergeParts(three), putBack }
}

function mergeParts(three: Three): Omit<MergedEntry, 'putBack'> {
  const by = mergers(three)
  const facts = mergeSets(carryNotes(by.of((entry) => entry.facts)), factKey, (our, their) => ({
    ...joinFacts(our, their),
    statement: statementOf(our, their),
  }))
  const reason = by.line((entry) => entry.reason)
  const standing = mergeStanding(three)
  const { loose, bothChanged } = mergeLoose(by.of((entry) => entry.loose))
  const entry: Entry = {
    title: by.line(({ title }) => title),
    tags: by.list(({ tags }) => tags),
    keywords: by.list(({ keywords }) => keywords),
    kind: by.line(({ kind }) => kind),
    ...standing.decision,
    ...mergeScores(three, by),
    relations: mergeSets(
      by.of(({ relations }) => relations),
      ({ path }) => path,
      (our, their) => (our.reason === '' ? their : our),
    ),
    raw: mergeRaw(by),
    narrative: mergeNarrative(by),
    snippets: by.prose(({ snippets }) => snippets),
    facts,
    reason,
    loose: [...loose, ...lostReasons(three, reason)],
  }
  const conflicts = [
    ...conflictsIn(facts, three),
    ...statementConflicts(three),
    ...standing.conflicts,
    ...textConflicts(by),
  ]
  return { entry, conflicts, bothChanged: [...proseBothChanged(by), ...bothChanged] }
}

/** Of a comment that both sides have with other code beside it, the first by its letters, whoever merges. */
function statementOf(our: Fact, their: Fact): string {
  if (codeBefore(their.statement) === '') return our.statement
  return codeBefore(our.statement) !== '' && our.statement < their.statement ? our.statement : their.statement
}

/** What a person wrote for a reason on the side that was not chosen. */
const lostReasons = ({ base, ours, theirs }: Three, chosen: string): Entry['loose'] =>
  [ours, theirs]
    .filter(({ reason, raw }) => reason !== chosen && reason !== base.reason && !isOwnReason(reason, raw.sources))
    .map(({ reason }) => keepReason(reason))

type Part<Value> = (entry: Entry) => Value

/** The ways to merge one part of an entry, whichever part `pick` takes out. */
function mergers(three: Three) {
  const { base, ours, theirs } = three
  const of = <Value>(pick: Part<Value>): { base: Value; ours: Value; theirs: Value } => ({
    base: pick(base),
    ours: pick(ours),
    theirs: pick(theirs),
  })
  const list = (pick: Part<readonly string[]>): readonly string[] => mergeSets(of(pick), fold)
  return {
    of,
    list,
    // Two branches may have learned the same from two commits, one picked from the other.
    said: (pick: Part<readonly string[]>): readonly string[] =>
      mergeSets(of(pick), ruleKey, (our, their) => (our < their ? our : their)),
    prose: (pick: Part<string>): string => mergeProse(of(pick)).text,
    line: <Text extends string>(pick: Part<Text>): Text => choose(of(pick), three),
    counter: (pick: Part<number>): number => Math.max(0, pick(ours) + pick(theirs) - pick(base)),
  }
}

type Mergers = ReturnType<typeof mergers>

function mergeScores(
  { ours, theirs }: Three,
  { counter }: Mergers,
): Omit<Meta, 'title' | 'tags' | 'keywords' | keyof Standing> {
  const importance = Math.min(
    100,
    counter((entry) => entry.importance),
  )
  const maturest =
    maturities.indexOf(ours.maturity) >= maturities.indexOf(theirs.maturity) ? ours.maturity : theirs.maturity
  return {
    importance,
    recency: Math.max(ours.recency, theirs.recency),
    maturity: maturityAfter(maturest, importance),
    accessCount: counter(({ accessCount }) => accessCount),
    updateCount: counter(({ updateCount }) => updateCount),
    createdAt: earliest(ours.createdAt, theirs.createdAt),
    updatedAt: ours.updatedAt > theirs.updatedAt ? ours.updatedAt : theirs.updatedAt,
  }
}

const mergeRaw = ({ of, line, list, said }: Mergers): Entry['raw'] => ({
  task: line(({ raw }) => raw.task),
  changes: said(({ raw }) => raw.changes),
  files: list(({ raw }) => raw.files),
  flow: line(({ raw }) => raw.flow),
  patterns: list(({ raw }) => raw.patterns),
  timestamp: line(({ raw }) => raw.timestamp),
  author: line(({ raw }) => raw.author),
  sources: mergeSets(
    of(({ raw }) => raw.sources),
    ({ commit }) => commit,
    // Somebody may have written below one.
    (our, their) => (our.subject.length < their.subject.length ? their : our),
  ),
})

const mergeNarrative = ({ prose, said }: Mergers): Entry['narrative'] => ({
  structure: withOneActivity(prose(({ narrative }) => narrative.structure)),
  dependencies: prose(({ narrative }) => narrative.dependencies),
  highlights: prose(({ narrative }) => narrative.highlights),
  rules: said(({ narrative }) => narrative.rules),
  examples: prose(({ narrative }) => narrative.examples),
  diagrams: prose(({ narrative }) => narrative.diagrams),
})

/** Counted over history, this line is never merged: whoever counted more saw more. */
const activity = /^(\d+) commits from .*$/gm

function withOneActivity(structure: string): string {
  const [most] = [...structure.matchAll(activity)].toSorted((a, b) => Number(b[1]) - Number(a[1]))
  const found = structure.split('\n')
  return found
    .filter((line, at) => line.search(activity) === -1 || (line === most?.[0] && found.indexOf(line) === at))
    .join('\n')
}

const earliest = (a: string, b: string): string => (a !== '' && (b === '' || a < b) ? a : b)

/** Takes the side that changed a text; when both did, the later update, and by its bytes when they are equally late. */
function choose<Text extends string>(
  { base, ours, theirs }: { base: Text; ours: Text; theirs: Text },
  three: Three,
): Text {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  if (three.ours.updatedAt !== three.theirs.updatedAt)
    return three.ours.updatedAt > three.theirs.updatedAt ? ours : theirs
  return ours > theirs ? ours : theirs
}

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

/** Both sides changed a text that can only be one: the later stands, and somebody should look. */
function textConflicts({ of, line }: Mergers): readonly string[] {
  const texts: Record<string, Part<string>> = {
    title: ({ title }) => title,
    task: ({ raw }) => raw.task,
    flow: ({ raw }) => raw.flow,
  }
  return Object.entries(texts).flatMap(([name, pick]) => {
    const { base, ours, theirs } = of(pick)
    return ours !== theirs && ours !== base && theirs !== base
      ? [`${name} (“${ours}” or “${theirs}”; “${line(pick)}” is taken)`]
      : []
  })
}

/** Lines of prose that both sides changed; what is counted over history is chosen, and nobody has to look. */
function proseBothChanged({ of }: Mergers): readonly string[] {
  const proses: readonly Part<string>[] = [
    ({ narrative }) => narrative.structure,
    ({ narrative }) => narrative.dependencies,
    ({ narrative }) => narrative.highlights,
    ({ narrative }) => narrative.examples,
    ({ narrative }) => narrative.diagrams,
    ({ snippets }) => snippets,
  ]
  return proses.flatMap((pick) => mergeProse(of(pick)).bothChanged).filter((line) => line.search(activity) === -1)
}
