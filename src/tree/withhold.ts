import { secretsIn } from '../text/redact.ts'
import { type Entry, writeEntry } from './entry.ts'
import { factKey, writeFact } from './facts.ts'
import type { Knowledge } from './knowledge.ts'
import { writeMeta } from './meta.ts'

/**
 * Leaves out of a tree what it learned and what looks like a secret where it stands: pieces that are safe by themselves
 * may not be side by side (git: the keyword `password_expiry_utc` before `-Dcontrib=completion`), and a history of
 * 81,966 commits must not go untold for that. What stood there before is not touched, nor what somebody put beside it.
 */
export function withholdSecrets(before: Knowledge, after: Knowledge): Knowledge {
  const entries = new Map(after.entries)
  for (const [path, entry] of after.entries) {
    const known = before.entries.get(path)
    if (known === entry || isSafe(entry) || (known !== undefined && !isSafe(known))) continue
    const safe = withoutUnsafe(entry, known)
    if (isSafe(safe)) entries.set(path, safe)
    else if (known === undefined) entries.delete(path)
    else entries.set(path, known)
  }
  return { ...after, entries }
}

const isSafe = (entry: Entry): boolean => secretsIn(writeEntry(entry)).length === 0

/** An entry without the new keywords and facts by which it looks as if it held a secret. */
function withoutUnsafe(entry: Entry, known: Entry | undefined): Entry {
  const told = new Set(known?.facts.map(factKey))
  let keywords = known?.keywords ?? []
  for (const keyword of entry.keywords) {
    const more = keywords.includes(keyword) ? keywords : [...keywords, keyword]
    if (secretsIn(writeMeta({ ...entry, keywords: more })).length === 0) keywords = more
  }
  const facts = entry.facts.filter((fact) => told.has(factKey(fact)) || secretsIn(writeFact(fact)).length === 0)
  return { ...entry, keywords, facts }
}
