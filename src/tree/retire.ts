import { fold } from '../text/clean.ts'
import type { Combined } from './combine.ts'
import type { Entry } from './entry.ts'
import { withoutCode } from '../text/beside-code.ts'
import { type Fact, factKey } from './facts.ts'
import { combineNotes, noNote, type LessonNote } from './note.ts'
import { readRule, ruleKey } from './rule.ts'

/**
 * What is no longer so: a file that is gone, all that only one commit said (its lessons stay, as past, where another took
 * it back), a subject that is no more, a statement, or
 * the lesson that a commit taught under a headline, of which `note` says how far it still holds.
 */
export type Retired =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'source'; readonly commit: string; readonly takenBackBy?: string }
  | { readonly kind: 'subject'; readonly subject: string }
  | { readonly kind: 'statement'; readonly statement: string }
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'fact'; readonly fact: Fact; readonly as: 'gone' | 'past' }
  | { readonly kind: 'tag' | 'keyword' | 'relation'; readonly name: string }
  | { readonly kind: 'part'; readonly part: ProsePart }
  | { readonly kind: 'lesson'; readonly commit: string; readonly headline: string; readonly note: LessonNote }

/** A part of an entry that is prose. */
export type ProsePart =
  | 'task'
  | 'flow'
  | 'structure'
  | 'dependencies'
  | 'highlights'
  | 'examples'
  | 'diagrams'
  | 'snippets'

/** Tells what an author takes back by name from what follows the code. */
export const isCorrection = ({ kind }: Retired): boolean =>
  ['line', 'fact', 'tag', 'keyword', 'relation', 'part'].includes(kind)

/** What a statement claims, whatever code it stands at. */
const claimOf = (statement: string): string => fold(withoutCode(statement))

/** Takes out of an entry what is no longer so, and names every fact and rule that goes. */
export function retire(entry: Entry, retired: readonly Retired[]): Combined {
  const gone = {
    files: new Set(retired.flatMap((item) => (item.kind === 'file' ? [item.path] : []))),
    subjects: new Set(retired.flatMap((item) => (item.kind === 'subject' ? [item.subject] : []))),
    sources: retired.flatMap((item) => (item.kind === 'source' ? [item.commit] : [])),
    lines: new Set(retired.flatMap((item) => (item.kind === 'line' ? [fold(item.text)] : []))),
    statements: new Set(retired.flatMap((item) => (item.kind === 'statement' ? [claimOf(item.statement)] : []))),
  }
  const isGone = (source: string): boolean => gone.sources.some((commit) => commit.startsWith(source))
  const { isStory, held } = storiesIn(retired)
  const named = correctedFacts(retired)
  const isRetired = (fact: Fact): boolean => named.isGone(fact) || (!isStory(fact) && isNoMore(fact))
  const isNoMore = ({ subject, statement, sources }: Fact): boolean =>
    (subject !== '' && gone.subjects.has(subject)) ||
    gone.statements.has(claimOf(statement)) ||
    (sources.length > 0 && sources.every(isGone))
  const isRetiredLine = (line: string): boolean =>
    isGone(/ \(([0-9a-f]{7,64})\)$/.exec(line)?.[1] ?? '-') ||
    gone.statements.has(ruleKey(line)) ||
    gone.lines.has(fold(readRule(line).text))
  const facts = entry.facts.filter((fact) => !isRetired(fact)).map((fact) => named.held(held(fact)))
  const rules = entry.narrative.rules.filter((rule) => !isRetiredLine(rule))
  const unnamed = withoutNames(entry, retired)
  return {
    entry: {
      ...unnamed,
      facts,
      narrative: { ...unnamed.narrative, rules },
      raw: {
        ...unnamed.raw,
        changes: entry.raw.changes.filter((change) => !isRetiredLine(change)),
        files: entry.raw.files.filter((file) => !gone.files.has(file)),
      },
    },
    replaced: [
      ...entry.facts.filter(isRetired).map(({ subject, statement }) => (subject === '' ? statement : subject)),
      ...entry.narrative.rules.filter(isRetiredLine),
    ],
  }
}

/** Facts that an author named one by one: taken out, or, where a commit taught it, told on as what was so. */
function correctedFacts(retired: readonly Retired[]): {
  readonly isGone: (fact: Fact) => boolean
  readonly held: (fact: Fact) => Fact
} {
  const wanted = new Map(retired.flatMap((item) => (item.kind === 'fact' ? [[factKey(item.fact), item.as]] : [])))
  return {
    isGone: (fact) => wanted.get(factKey(fact)) === 'gone',
    held: (fact) =>
      fact.note === undefined || wanted.get(factKey(fact)) !== 'past'
        ? fact
        : { ...fact, note: { ...fact.note, status: 'past' } },
  }
}

/** Takes tags, keywords, relations and whole parts out of an entry. */
function withoutNames(entry: Entry, retired: readonly Retired[]): Entry {
  const names = (kind: 'tag' | 'keyword' | 'relation'): ReadonlySet<string> =>
    new Set(retired.flatMap((item) => (item.kind === kind ? [item.name] : [])))
  const [tags, keywords, relations] = [names('tag'), names('keyword'), names('relation')]
  const parts = new Set<string>(retired.flatMap((item) => (item.kind === 'part' ? [item.part] : [])))
  const emptied = <Part extends object>(part: Part): Part =>
    parts.size === 0
      ? part
      : { ...part, ...Object.fromEntries(Object.keys(part).flatMap((key) => (parts.has(key) ? [[key, '']] : []))) }
  return {
    ...entry,
    tags: entry.tags.filter((tag) => !tags.has(tag)),
    keywords: entry.keywords.filter((keyword) => !keywords.has(keyword)),
    relations: entry.relations.filter(({ path }) => !relations.has(path)),
    raw: emptied(entry.raw),
    narrative: emptied(entry.narrative),
    snippets: parts.has('snippets') ? '' : entry.snippets,
  }
}

/** Lessons that were reworked, or hold only partly or no longer: they are told on, with what became of them. */
function storiesIn(retired: readonly Retired[]): {
  readonly isStory: (fact: Fact) => boolean
  readonly held: (fact: Fact) => Fact
} {
  const outlived = retired.flatMap((item): readonly { commit: string; headline?: string; note: LessonNote }[] => {
    if (item.kind === 'lesson') return [item]
    if (item.kind !== 'source' || item.takenBackBy === undefined) return []
    return [{ commit: item.commit, note: { ...noNote, status: 'past', supersededBy: [item.takenBackBy] } }]
  })
  const about = ({ subject, sources }: Fact): { note: LessonNote } | undefined =>
    outlived.find(
      ({ commit, headline }) =>
        (headline === undefined || headline === subject) && sources.some((source) => commit.startsWith(source)),
    )
  return {
    isStory: (fact) => fact.note !== undefined && about(fact) !== undefined,
    held: (fact) => {
      const found = about(fact)
      return fact.note === undefined || found === undefined
        ? fact
        : { ...fact, note: combineNotes(fact.note, found.note) }
    },
  }
}
