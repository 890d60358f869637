import { secretsIn } from '../text/redact.ts'
import { writeEntry } from './entry.ts'
import type { Finding, Knowledge } from './knowledge.ts'
import { toEntryPath } from './path.ts'

/** Checks any tree for what is wrong with it, unreadable files included. */
export function check(knowledge: Knowledge): readonly Finding[] {
  const found: Finding[] = [...knowledge.findings]
  for (const [path, entry] of knowledge.entries) {
    for (const relation of entry.relations) {
      const target = toEntryPath(relation.path)
      if (target === undefined) {
        found.push({
          code: 'bad-relation',
          at: path,
          detail: `"${relation.path}" cannot be the path of an entry.`,
          weight: 'warning',
        })
      } else if (!knowledge.entries.has(target)) {
        found.push({ code: 'dead-relation', at: path, detail: `${relation.path} does not exist.`, weight: 'note' })
      }
    }
    for (const kind of secretsIn(writeEntry(entry))) {
      found.push({ code: 'secret', at: path, detail: `It holds what looks like a ${kind}.`, weight: 'blocking' })
    }
  }
  return found
}
