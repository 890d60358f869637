import { oneLine } from '../../text/clean.ts'
import { sectionsOf } from './sections.ts'

/** People write it in several ways: "BREAKING_CHANGE: All code using …" (hyper 6cf052bf), "BREAKING CHANGES: Old code …" (c8d5bf5c). */
export const breakingKey = /^breaking[ _-]changes?$/i

/**
 * The paragraphs of what breaks, one a line, from its lines as they were written. All that stands below its first paragraph is set in
 * alike, by two blanks (hyper 58e0e7dc) or by four, as code is elsewhere (core 775a7c2b).
 */
export function brokenIn(written: string): string {
  const lines = written.split('\n')
  const gap = lines.findIndex((line) => line.trim() === '')
  const end = gap === -1 ? lines.length : gap
  const [first = '', ...wrapped] = lines.slice(0, end)
  const said = [first.trim(), ...withoutMargin(wrapped), ...withoutMargin(lines.slice(end))].join('\n').trim()
  const told = sectionsOf(said).flatMap(({ headline, paragraphs }) => [headline, ...paragraphs])
  // What is code and little else is told as it stands.
  return told.filter((text) => text !== '').join('\n') || oneLine(said)
}

function withoutMargin(lines: readonly string[]): readonly string[] {
  const margin = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)))
  return lines.map((line) => line.slice(margin))
}
