import { terms } from '../text/terms.ts'
import type { Card } from './entry-index.ts'

/** Lines of an excerpt, at most. */
const mostLines = 3

/** Picks the lines that answer, those that hold most of what was asked first; others only where none does. */
export function excerpt(lines: Card['lines'], asked: ReadonlySet<string>): readonly string[] {
  const weighed = lines.map(([text, weight]) => {
    const held = new Set(terms(text).filter((term) => asked.has(term))).size
    return { text, held, score: weight * (0.5 + held) }
  })
  const ranked = weighed.toSorted((a, b) => b.score - a.score)
  const answering = ranked.filter(({ held }) => held > 0)
  const chosen = answering.length > 0 ? answering : ranked
  return [...new Set(chosen.map(({ text }) => text))].slice(0, mostLines)
}
