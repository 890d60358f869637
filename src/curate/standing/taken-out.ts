import { fold } from '../../text/clean.ts'
import { withoutCode } from '../../text/beside-code.ts'
import { withoutMarkup } from '../../text/markup.ts'
import { short } from '../../text/words.ts'
import { emptyEntry } from '../../tree/entry.ts'
import type { Tree } from '../../tree/knowledge.ts'
import type { Operation } from '../../tree/operations.ts'
import { readRule } from '../../tree/rule.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'
import type { Evidence } from '../evidence/types.ts'

/** Retires what the tree says from earlier commits, and these took out: a test, a comment, a name. */
export function takenOut(analyses: readonly CommitAnalysis[], tree: Tree): readonly Operation[] {
  const gone = new Map<string, Evidence>()
  for (const { evidence } of analyses)
    for (const piece of evidence) {
      if (piece.kind === 'dependency') continue
      const said = fold(withoutMarkup(piece.text))
      if (piece.isGone) gone.set(said, piece)
      else gone.delete(said)
    }
  if (gone.size === 0) return []
  return [...tree].flatMap(([path, entry]): readonly Operation[] => {
    const lines = [
      ...entry.facts.map(({ statement }) => withoutCode(statement)),
      ...entry.narrative.rules.map((rule) => withoutCode(readRule(rule).text)),
    ]
    const found = lines.flatMap((line) => gone.get(fold(line)) ?? [])
    const [first] = found
    if (first === undefined) return []
    const retires = found.map(({ text }) => ({ kind: 'statement' as const, statement: withoutMarkup(text) }))
    return [
      { type: 'UPDATE', path, entry: emptyEntry, reason: `No longer so since ${short(first.at.commit)}`, retires },
    ]
  })
}
