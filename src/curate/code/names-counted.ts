import type { Commit } from '../../commit.ts'
import { redact } from '../../text/redact.ts'
import { joinsWords } from '../../text/words.ts'
import { fileKindOf, isSample } from './files.ts'
import { commentIn, languageOf } from './language.ts'

/** How often more a name stands in the code since a commit than before it; less, where that is below zero. */
export type NameCount = readonly [name: string, more: number]

const identifier = /[A-Za-z_]\w{4,59}(?!\w)/g

/** Names that one commit brings or takes, at most, and what is read of a line: more is the work of a program. */
const most = { names: 5_000, line: 300 }

/** Counts the names of which a commit leaves more or fewer in the code, comments, tests and samples left out. */
export function namesCounted({ changes }: Commit): readonly NameCount[] {
  const counts = new Map<string, number>()
  for (const { path, hunks } of changes) {
    const language = languageOf(path)
    if (language === 'other' || fileKindOf(path) !== 'code' || isSample(path)) continue
    const count = (lines: readonly string[], by: 1 | -1): void => {
      for (const line of lines) {
        if (commentIn(line, language) !== undefined) continue
        for (const [name] of line.slice(0, most.line).matchAll(identifier))
          if (joinsWords(name)) counts.set(name, (counts.get(name) ?? 0) + by)
      }
    }
    for (const { added, removed } of hunks) {
      count(added, 1)
      count(removed, -1)
    }
  }
  const changed = [...counts].filter(([, more]) => more !== 0).slice(0, most.names)
  // A key in the code may look like a name.
  const safe = new Set(redact(changed.map(([name]) => name).join('\n')).split('\n'))
  return changed.filter(([name]) => safe.has(name))
}
