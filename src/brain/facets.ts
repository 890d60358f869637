import type { Entry } from '../tree/entry.ts'
import type { Meta } from '../tree/meta.ts'
import type { EntryPath } from '../tree/path.ts'
import type { EntryKind } from '../tree/standing.ts'
import { decisionsOf, entryKindOf, todosOf } from './kinds.ts'

/**
 * What weighing an entry needs to know of it. It is kept in the index beside the entry, of which only those are read whole
 * that are told of.
 */
export type Facets = {
  readonly meta: Omit<Meta, 'keywords'>
  readonly kind: EntryKind
  readonly files: readonly string[]
  /** The share of what it states that names a commit. */
  readonly proven: number
  /** How many of each it states; a notice is a lesson about something breaking or about security, and a rule is
   * written when a comment, a document or a person states it. */
  readonly says: Record<'decisions' | 'rules' | 'written' | 'todos' | 'notices', number>
  /** The newest releases that brought a lesson of it, each with a day. */
  readonly releases: readonly (readonly [name: string, day: string])[]
}

/** Reads the facets of an entry; its path decides where its kind does not say what it is. */
export function facetsOf(path: EntryPath, entry: Entry): Facets {
  const {
    relations: _relations,
    raw,
    narrative,
    facts,
    reason: _reason,
    loose: _loose,
    keywords: _keywords,
    ...meta
  } = entry
  return {
    meta,
    kind: entryKindOf(path, entry),
    files: raw.files,
    proven: provenShare(entry),
    says: {
      decisions: decisionsOf(entry).length,
      rules: narrative.rules.length,
      written: narrative.rules.filter((rule) => isWritten(entry.tags, rule)).length,
      todos: todosOf(entry).length,
      notices: facts.filter(({ note }) => note?.kind === 'breaking' || note?.kind === 'security').length,
    },
    releases: newestReleases(
      facts.flatMap(({ note }) => (note === undefined || note.since === '' ? [] : [[note.since, note.date] as const])),
    ),
  }
}

/** The two newest releases, by the newest day that is named with each. */
export function newestReleases(
  named: readonly (readonly [name: string, day: string])[],
): readonly (readonly [name: string, day: string])[] {
  const days = new Map<string, string>()
  for (const [name, day] of named) if (day > (days.get(name) ?? '')) days.set(name, day)
  return [...days].toSorted(([, a], [, b]) => (a < b ? 1 : -1)).slice(0, 2)
}

/** A comment's rule names the place where it stands; what a person told, or a document says, is written too. */
export const isWritten = (tags: readonly string[], rule: string): boolean =>
  tags.includes('told') || / — [^—]+ \([0-9a-f]{7,64}\)$/.test(rule)

const hasSource = /\([0-9a-f]{7,64}(?:, [0-9a-f]{7,64})*\)$/

/** The share of what an entry states that names a commit; a person's own word is as good. */
function provenShare({ facts, narrative, raw, tags }: Entry): number {
  const lines = [...narrative.rules, ...raw.changes]
  const stated = lines.length + facts.length
  if (tags.includes('told')) return 1
  if (stated === 0) return raw.sources.length > 0 ? 1 : 0
  return (
    (lines.filter((line) => hasSource.test(line)).length + facts.filter((fact) => fact.sources.length > 0).length) /
    stated
  )
}

/** An entry whose front matter is known, and whose rest is read when somebody asks for it. */
export function lazyEntry({ meta }: Facets, read: () => Entry): Entry {
  let whole: Entry | undefined
  const rest = (): Entry => (whole ??= read())
  return {
    ...meta,
    get keywords() {
      return rest().keywords
    },
    get relations() {
      return rest().relations
    },
    get raw() {
      return rest().raw
    },
    get narrative() {
      return rest().narrative
    },
    get snippets() {
      return rest().snippets
    },
    get facts() {
      return rest().facts
    },
    get reason() {
      return rest().reason
    },
    get loose() {
      return rest().loose
    },
  }
}
