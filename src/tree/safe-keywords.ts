import { secretsIn } from '../text/redact.ts'
import type { Entry } from './entry.ts'
import type { Knowledge } from './knowledge.ts'
import { writeMeta } from './meta.ts'

/**
 * Leaves out of a tree the keywords that it learned and that look like a secret side by side: each is safe by itself (git:
 * `password_expiry_utc` before `-Dcontrib=completion`), and a history of 81,966 commits must not go untold for that. What
 * stood in `before` stays as it was, and so does any other text that looks like one: nothing of that is written down.
 */
export function withSafeKeywords(before: Knowledge, after: Knowledge): Knowledge {
  const entries = new Map(after.entries)
  for (const [path, entry] of after.entries) {
    const known = before.entries.get(path)
    if (known !== entry && !isSafe(entry)) entries.set(path, { ...entry, keywords: safeAmong(entry, known?.keywords) })
  }
  return { ...after, entries }
}

/** What stands beside keywords is the rest of the front matter; whole entries are read once more before they are written. */
const isSafe = (entry: Entry): boolean => secretsIn(writeMeta(entry)).length === 0

/** The keywords of an entry in their order, of those that are new as many as are safe beside the others. */
function safeAmong(entry: Entry, known: readonly string[] = []): readonly string[] {
  let kept = entry.keywords.filter((keyword) => known.includes(keyword))
  for (const keyword of entry.keywords) {
    const more = entry.keywords.filter((one) => one === keyword || kept.includes(one))
    if (isSafe({ ...entry, keywords: more })) kept = more
  }
  return kept
}
