import { terms } from '../text/terms.ts'
import type { Entry } from '../tree/entry.ts'

const most = 3

/** Picks the lines of an entry that answer, those that hold most of what was asked first; others only where none does. */
export function excerpt(entry: Entry, asked: ReadonlySet<string>): readonly string[] {
  const lines = linesOf(entry).map(({ text, weight }) => {
    const held = new Set(terms(text).filter((term) => asked.has(term))).size
    return { text, held, score: weight * (0.5 + held) }
  })
  const ranked = lines.toSorted((a, b) => b.score - a.score)
  const answering = ranked.filter(({ held }) => held > 0)
  const chosen = answering.length > 0 ? answering : ranked
  return [...new Set(chosen.map(({ text }) => text))].slice(0, most)
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
