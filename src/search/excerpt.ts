import { terms } from '../text/terms.ts'
import type { Entry } from '../tree/entry.ts'

const most = 3

/** Picks the lines of an entry that answer: those that hold most of what was asked, rules and facts before the rest. */
export function excerpt(entry: Entry, asked: ReadonlySet<string>): readonly string[] {
  const lines = linesOf(entry)
    .map(({ text, weight }, at) => ({
      text,
      at,
      score: weight * (0.5 + new Set(terms(text).filter((term) => asked.has(term))).size),
    }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
  const chosen = lines.slice(0, most).sort((a, b) => a.at - b.at)
  return [...new Set(chosen.map(({ text }) => text))]
}

function linesOf(entry: Entry): readonly { text: string; weight: number }[] {
  const facts = entry.facts.map(({ subject, value, statement, sources }) => {
    const claim = [subject === '' ? '' : `${subject}${value === '' ? '' : ` = ${value}`}`, statement]
      .filter((part) => part !== '')
      .join(': ')
    return `${claim}${sources.length === 0 ? '' : ` (${sources.join(', ')})`}`
  })
  const prose = [
    entry.narrative.structure,
    entry.narrative.highlights,
    entry.narrative.dependencies,
    ...entry.loose.map(({ text }) => text),
  ]
  return [
    ...entry.narrative.rules.map((text) => ({ text, weight: 1.5 })),
    ...facts.map((text) => ({ text, weight: 1.3 })),
    ...prose.flatMap((text) => text.split('\n')).map((text) => ({ text, weight: 1 })),
    ...entry.raw.changes.map((text) => ({ text, weight: 0.9 })),
  ].filter(({ text }) => text.trim() !== '' && !text.startsWith('#'))
}
