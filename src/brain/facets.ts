import { fold } from '../text/clean.ts'
import { terms } from '../text/terms.ts'
import type { Entry } from '../tree/entry.ts'
import type { EntryPath } from '../tree/path.ts'
import { bindingRules, isUnreviewed } from '../tree/unreviewed.ts'
import { decisionsOf, entryKindOf, todosOf } from './kinds.ts'
import { type Facets, KnownEntry } from './known-entry.ts'

/** Reads the facets of an entry; its path decides where its kind does not say what it is. */
export function facetsOf(path: EntryPath, entry: Entry): Facets {
  if (entry instanceof KnownEntry) return entry.facets
  const { title, tags, kind, status, supersededBy, approvedAt, importance, maturity, updatedAt, raw, facts } = entry
  const rules = bindingRules(entry)
  return {
    meta: { title, tags, kind, status, supersededBy, approvedAt, importance, maturity, updatedAt },
    kind: entryKindOf(path, entry),
    about: aboutOf(title),
    files: raw.files,
    proven: provenShare(entry),
    says: {
      decisions: decisionsOf(entry).length,
      rules: rules.length,
      written: rules.filter((rule) => isWritten(entry.tags, rule)).length,
      todos: todosOf(entry).length,
      notices: facts.filter(({ note }) => note?.kind === 'breaking' || note?.kind === 'security').length,
    },
    releases: newestReleases(
      facts.flatMap(({ note }) => (note === undefined || note.since === '' ? [] : [[note.since, note.date] as const])),
    ),
  }
}

function aboutOf(title: string): string {
  // Words that say nothing are left out of terms, and "not" is among them.
  const key = [...new Set([...(negated.test(title) ? ['not'] : []), ...terms(title)])].toSorted().join('-')
  return key === '' ? fold(title) : key
}

const negated = /\b(?:not|no|never|cannot|without|\w+n['’]t)\b/i

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
function provenShare(entry: Entry): number {
  const { facts, narrative, raw, tags } = entry
  const lines = [...narrative.rules, ...raw.changes]
  const stated = lines.length + facts.length
  if (tags.includes('told') && !isUnreviewed(entry)) return 1
  if (stated === 0) return raw.sources.length > 0 ? 1 : 0
  return (
    (lines.filter((line) => hasSource.test(line)).length + facts.filter((fact) => fact.sources.length > 0).length) /
    stated
  )
}
